# The site in one image: `serve_web`, `serve_worker`, `serve_beat` and every other command of
# manage.py. docs/operations.md says how it is run.
ARG BASE=docker.io/library/python:3.13.7-slim-trixie

FROM ${BASE} AS build
ENV PIP_NO_CACHE_DIR=1 PIP_DISABLE_PIP_VERSION_CHECK=1 PIP_ROOT_USER_ACTION=ignore
WORKDIR /srv/tilebook
COPY requirements/base.txt requirements/base.txt
# Nothing is compiled here: of the one package that comes as source alone, all is Python.
RUN python -m venv /opt/tilebook \
    && /opt/tilebook/bin/pip install --require-hashes --only-binary :all: --no-binary lzstring \
        -r requirements/base.txt
COPY manage.py LICENSE ./
COPY archive archive
COPY analysis analysis
COPY templates templates
COPY docs/rules docs/rules
RUN TILEBOOK_VAR=/tmp/build /opt/tilebook/bin/python manage.py collectstatic --noinput \
    && /opt/tilebook/bin/python -m compileall -q archive analysis \
    && rm -r /tmp/build

FROM ${BASE} AS site
# Not older than the server, for back_up and restore. Debian keeps one version of it, so none is named.
# hadolint ignore=DL3008
RUN apt-get update \
    && apt-get install --yes --no-install-recommends postgresql-client-17 \
    && rm -rf /var/lib/apt/lists/* \
    && useradd --system --uid 10001 --create-home --home-dir /var/lib/tilebook tilebook \
    && install --directory --owner=10001 /var/lib/tilebook-dumps
COPY --from=build /opt/tilebook /opt/tilebook
COPY --from=build /srv/tilebook /srv/tilebook
ENV PATH=/opt/tilebook/bin:$PATH \
    PYTHONDONTWRITEBYTECODE=1 \
    PYTHONUNBUFFERED=1 \
    TILEBOOK_VAR=/var/lib/tilebook \
    WEB_BIND=0.0.0.0:8000 \
    LOG_FORMAT=json
WORKDIR /srv/tilebook
USER 10001
EXPOSE 8000
HEALTHCHECK --interval=30s --timeout=15s --start-period=60s \
    CMD ["python", "-m", "archive.management.probe", "http://127.0.0.1:8000/readyz"]
ENTRYPOINT ["python", "manage.py"]
CMD ["serve_web"]
