# Everything a person does with this project. `make help` lists it.
.DEFAULT_GOAL := help
.PHONY: help run test check audit format bench lock samples clean

PYTHON ?= python3
PORT ?= 8000
BIN := .venv/bin
MANAGE := $(BIN)/python manage.py
# A stamp carries the checksum of its requirements: when they change, they are installed again.
BASE := .venv/base-$(word 1,$(shell cksum requirements/base.txt)).stamp
DEV := .venv/dev-$(word 1,$(shell cat requirements/base.txt requirements/dev.txt | cksum)).stamp
LOCK := $(BIN)/uv pip compile --quiet --universal --generate-hashes --python-version 3.11 \
	--no-emit-index-url --custom-compile-command "make lock" $(UPGRADE)

help: ## list these words
	@grep -hE '^[a-z]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/^([a-z]+):.*## /\1\t/' | expand -t 10

run: $(BASE) ## the whole site at http://127.0.0.1:8000/ (PORT=... for another); Ctrl-C stops it
	@$(MANAGE) run_site --port $(PORT)

test: $(DEV) ## every test that this machine can run (PYTEST="-k word" narrows)
	$(BIN)/pytest -n auto --dist worksteal $(PYTEST)

check: $(DEV) ## format, lint, types, import contracts, migrations, deployment, known holes
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy .
	$(BIN)/lint-imports
	$(MANAGE) makemigrations --check --dry-run
	HTTPS=1 $(MANAGE) check --deploy --fail-level WARNING
	$(BIN)/hadolint Dockerfile
	$(BIN)/bandit --quiet --severity-level medium --configfile pyproject.toml --recursive archive analysis manage.py
	$(MAKE) --no-print-directory audit

audit: $(DEV) ## ask the package index whether what is pinned has known holes
	$(BIN)/python -m tests.audit requirements/base.txt requirements/dev.txt

format: $(DEV) ## put the code in the one format and mend what ruff can mend
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

bench: $(DEV) ## one table of speed and memory (ONLY=replay for one part)
	$(BIN)/python -m tests.bench $(ONLY)

samples: $(BASE) ## play the shipped sample games anew (the same seed gives the same games)
	$(MANAGE) make_samples

lock: $(DEV) ## pin requirements/*.in to requirements/*.txt with hashes (UPGRADE=--upgrade for newer ones)
	$(LOCK) requirements/base.in --output-file requirements/base.txt
	$(LOCK) requirements/dev.in --output-file requirements/dev.txt

clean: ## forget the virtual environment and caches; the archive in var/ stays
	rm -rf .venv static-root .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache

.venv/bin/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { \
		echo "Tilebook needs Python 3.11 or newer. Name one with: make $(MAKECMDGOALS) PYTHON=python3.12" >&2; \
		exit 1; }
	@$(PYTHON) -c 'import ensurepip, venv' || { \
		echo "This Python cannot make virtual environments. On Debian or Ubuntu: apt install python3-venv" >&2; \
		exit 1; }
	$(PYTHON) -m venv .venv

$(BASE): | .venv/bin/python
	$(BIN)/pip install --quiet --no-compile --disable-pip-version-check --require-hashes -r requirements/base.txt
	@rm -f .venv/base-*.stamp
	@touch $@

$(DEV): $(BASE)
	$(BIN)/pip install --quiet --no-compile --disable-pip-version-check --require-hashes -r requirements/dev.txt
	@rm -f .venv/dev-*.stamp
	@touch $@
