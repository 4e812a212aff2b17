"""One file of settings, in Django's order; every outside value comes through `env`."""

from datetime import timedelta
from pathlib import Path
from typing import Any

import dj_database_url
from celery.schedules import crontab
from csp.constants import NONCE, NONE, SELF
from kombu import Queue

from archive.config.env import (
    env_bool,
    env_choice,
    env_email,
    env_int,
    env_list,
    env_networks,
    env_rate,
    env_secret,
    env_text,
)
from archive.config.logs import logging_config

BASE_DIR = Path(__file__).resolve().parent.parent.parent
VAR_DIR = Path(env_text("TILEBOOK_VAR", str(BASE_DIR / "var")))
"""What one machine keeps: the SQLite file, the filesystem broker, a made secret."""

# Core
DEBUG = env_bool("DEBUG", default=False)
SECRET_KEY = env_secret("SECRET_KEY", VAR_DIR / "secret-key")
ALLOWED_HOSTS = env_list("ALLOWED_HOSTS", "localhost,127.0.0.1,[::1]")
CSRF_TRUSTED_ORIGINS = env_list("CSRF_TRUSTED_ORIGINS", "")
ROOT_URLCONF = "archive.config.urls"
WSGI_APPLICATION = "archive.config.wsgi.application"

INSTALLED_APPS = [
    "django.contrib.admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.humanize",
    "whitenoise.runserver_nostatic",
    "django.contrib.staticfiles",
    "axes",
    "csp",
    "django_filters",
    "django_htmx",
    "rest_framework",
    "allauth",
    "allauth.account",
    "drf_spectacular",
    "archive",
    "analysis",
]

MIDDLEWARE = [
    "archive.views.probes.answer_machines",
    "archive.views.tracing.trace_requests",
    "archive.rest.problems.in_one_shape",
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "django.middleware.gzip.GZipMiddleware",
    "csp.middleware.CSPMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.common.CommonMiddleware",
    "archive.views.upload_bounds.BoundedBodies",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "allauth.account.middleware.AccountMiddleware",
    "archive.views.refusals.method_in_words",
    "archive.views.readers.told_apart",
    "axes.middleware.AxesMiddleware",
]

TEMPLATES: list[dict[str, Any]] = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "csp.context_processors.nonce",
                "archive.views.readers.reader",
            ],
        },
    },
]

# Database: SQLite in WAL mode on one machine, PostgreSQL by DATABASE_URL on many.
DATABASE_URL = env_text("DATABASE_URL", f"sqlite:///{VAR_DIR / 'tilebook.sqlite3'}")
DATABASES: dict[str, dict[str, Any]] = {
    "default": {**dj_database_url.parse(DATABASE_URL, conn_max_age=60, conn_health_checks=True)}
}
if DATABASES["default"]["ENGINE"] == "django.db.backends.sqlite3":
    VAR_DIR.mkdir(mode=0o700, parents=True, exist_ok=True)
    # IMMEDIATE takes the write lock when a transaction begins, so a writer waits its turn (timeout,
    # in seconds) where a read that turns into a write would fail at once.
    DATABASES["default"]["OPTIONS"] = {
        "transaction_mode": "IMMEDIATE",
        "timeout": env_int("SQLITE_TIMEOUT", 30),
        "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL; "
        "PRAGMA cache_size=-32768;",
    }
elif DATABASES["default"]["ENGINE"] == "django.db.backends.postgresql":
    # A server that says nothing keeps nobody waiting: neither who connects nor who is connected.
    DATABASES["default"]["OPTIONS"] = {
        "connect_timeout": 5,
        "tcp_user_timeout": 10_000,
        # Compiling a plan takes longer than any page or job has to wait for its rows.
        "options": "-c jit=off",
        **DATABASES["default"].get("OPTIONS", {}),
    }
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

REDIS_URL = env_text("REDIS_URL", "")

# What pages work out is kept for a while: in Redis where there is one, else by each process.
CACHES: dict[str, dict[str, Any]] = {
    "default": (
        {
            "BACKEND": "archive.config.caches.Cache",
            "LOCATION": REDIS_URL,
            "OPTIONS": {"socket_connect_timeout": 1, "socket_timeout": 2},
        }
        if REDIS_URL
        else {"BACKEND": "django.core.cache.backends.locmem.LocMemCache"}
    )
}

# Jobs: Redis where REDIS_URL names one, else a folder as broker; a real worker either way.
CELERY_BROKER_URL = REDIS_URL or "folder://localhost"
if REDIS_URL:
    CELERY_BROKER_TRANSPORT_OPTIONS: dict[str, Any] = {
        "visibility_timeout": env_int("REDIS_VISIBILITY_SECONDS", 600, least=30),
        # A broker that is away must not keep a page waiting: it is asked twice, and at once.
        "socket_connect_timeout": 3,
        "socket_timeout": 5,
        "max_retries": 1,
        "interval_start": 0,
        "interval_step": 0,
    }
else:
    BROKER_DIR = VAR_DIR / "broker"
    for folder in ("messages", "taken", "control"):
        (BROKER_DIR / folder).mkdir(parents=True, exist_ok=True)
    CELERY_BROKER_TRANSPORT_OPTIONS = {
        # A folder is a broker when what is sent lies where it is looked for.
        "data_folder_in": str(BROKER_DIR / "messages"),
        "data_folder_out": str(BROKER_DIR / "messages"),
        "processed_folder": str(BROKER_DIR / "taken"),
        "control_folder": str(BROKER_DIR / "control"),
        "polling_interval": 0.1,
    }
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
# Celery's own bound would end workers after an hour without a broker.
CELERY_BROKER_CONNECTION_MAX_RETRIES = None
CELERY_TASK_IGNORE_RESULT = True
CELERY_TASK_ACKS_LATE = True
CELERY_TASK_REJECT_ON_WORKER_LOST = True
CELERY_WORKER_PREFETCH_MULTIPLIER = 1
CELERY_WORKER_CANCEL_LONG_RUNNING_TASKS_ON_CONNECTION_LOSS = False
CELERY_TASK_SERIALIZER = "json"
CELERY_ACCEPT_CONTENT = ["json"]
CELERY_TASK_DEFAULT_QUEUE = "small"
CELERY_TASK_QUEUES = [Queue("small"), Queue("imports"), Queue("index")]
# Queues have their turns, so what is short never waits for all of a large import.
CELERY_TASK_ROUTES = {
    "archive.imports.settle": {"queue": "imports"},
    "archive.records.rejudge": {"queue": "imports"},
    "analysis.*": {"queue": "index"},
}
CELERY_WORKER_HIJACK_ROOT_LOGGER = False
CELERY_BEAT_SCHEDULER = "archive.config.clock:Clock"
CELERY_BEAT_SCHEDULE_FILENAME = str(VAR_DIR / "beat-schedule")
IMPORT_RESUME_SECONDS = env_int("IMPORT_RESUME_SECONDS", 30, least=1)
INDEX_SWEEP_SECONDS = env_int("INDEX_SWEEP_SECONDS", 120, least=1)
INDEX_CHECK_SECONDS = env_int("INDEX_CHECK_SECONDS", 86_400, least=1)
DUMP_HOUR = env_int("DUMP_HOUR", 3) % 24
"""When the archive is dumped, in UTC."""
DUMP_CHECK_SECONDS = env_int("DUMP_CHECK_SECONDS", 600, least=1)
CELERY_BEAT_SCHEDULE = {
    "resume imports": {
        "task": "archive.imports.resume",
        "schedule": float(IMPORT_RESUME_SECONDS),
        "options": {"expires": IMPORT_RESUME_SECONDS},
    },
    "sweep the index": {
        "task": "analysis.sweep",
        "schedule": float(INDEX_SWEEP_SECONDS),
        "options": {"expires": INDEX_SWEEP_SECONDS},
    },
    "check the index": {
        "task": "analysis.check",
        "schedule": float(INDEX_CHECK_SECONDS),
        "options": {"expires": INDEX_CHECK_SECONDS},
    },
    "dump the archive": {
        "task": "archive.exports.dump",
        "schedule": crontab(hour=DUMP_HOUR, minute=0),
        "options": {"expires": 3600},
    },
    "tidy up": {
        "task": "archive.accounts.tidy",
        "schedule": crontab(hour=DUMP_HOUR, minute=30),
        "options": {"expires": 3600},
    },
    "check the dumps": {
        "task": "archive.exports.check",
        "schedule": float(DUMP_CHECK_SECONDS),
        "options": {"expires": DUMP_CHECK_SECONDS},
    },
}

# Processes, as `serve_web` and `serve_worker` start them.
WEB_BIND = env_text("WEB_BIND", "127.0.0.1:8000")
WEB_PROCESSES = env_int("WEB_PROCESSES", 2, least=1)
WEB_THREADS = env_int("WEB_THREADS", 4, least=1)
WEB_STOP_SECONDS = env_int("WEB_STOP_SECONDS", 30, least=1)
"""So long may an answer that has begun take when the server is stopped."""
WORKER_PROCESSES = env_int("WORKER_PROCESSES", 2, least=1)
WORKER_NICE = env_int("WORKER_NICE", 10)
"""So much workers give way to web servers of the same machine: 0 not at all, 19 the most."""
WORKER_QUEUES = env_list("WORKER_QUEUES", "imports,small,index")
WORKER_PROCESS_BYTES = env_int("WORKER_PROCESS_BYTES", 0, least=0)
"""The memory that one of them may take; 0 for all there is."""
WORKER_METRICS_BIND = env_text("WORKER_METRICS_BIND", "")
HEARTBEAT_FILE = VAR_DIR / "worker-heartbeat"

# Imports: bounds of one upload.
IMPORT_UPLOAD_BYTES = env_int("IMPORT_UPLOAD_BYTES", 256 << 20)
IMPORT_FILES = env_int("IMPORT_FILES", 1_000, least=1)
IMPORT_PASTE_BYTES = env_int("IMPORT_PASTE_BYTES", 4 << 20, least=1)
IMPORT_RECORD_BYTES = env_int("IMPORT_RECORD_BYTES", 1 << 20)
IMPORT_ENTRIES = env_int("IMPORT_ENTRIES", 10_000)
IMPORT_ENTRY_BYTES = env_int("IMPORT_ENTRY_BYTES", 64 << 20)
IMPORT_TOTAL_BYTES = env_int("IMPORT_TOTAL_BYTES", 512 << 20)
IMPORT_RATIO = env_int("IMPORT_RATIO", 200)
IMPORT_CLAIM_ITEMS = env_int("IMPORT_CLAIM_ITEMS", 100, least=1)
"""Records that a worker takes at once: what a killed worker has to do again."""
IMPORT_LEASE_SECONDS = env_int("IMPORT_LEASE_SECONDS", 60, least=1)
"""After so long a silence a claim is another worker's to take."""
IMPORT_SLICE_SECONDS = env_int("IMPORT_SLICE_SECONDS", 5, least=1)
"""So long one message keeps a worker busy; then another import has its turn."""
IMPORT_SPLIT_SECONDS = env_int("IMPORT_SPLIT_SECONDS", 3600, least=1)
"""What an upload has not yielded by then is refused."""
IMPORT_OPEN = env_int("IMPORT_OPEN", 20, least=1)
"""Imports of one account that may be open; who sends more is told to wait."""
IMPORT_OPEN_ANONYMOUS = env_int("IMPORT_OPEN_ANONYMOUS", 100, least=1)
"""Those of everybody who has no account, together."""
IMPORT_WAITING_BYTES = env_int("IMPORT_WAITING_BYTES", 2 << 30, least=1)
"""While so much was sent in open imports, everybody who sends more is told to wait."""
DATA_UPLOAD_MAX_NUMBER_FILES = IMPORT_FILES
# Of a form without its files. Browsers send two bytes for each line end, hence twice the text.
DATA_UPLOAD_MAX_MEMORY_SIZE = 2 * IMPORT_PASTE_BYTES + (64 << 10)

# Dumps of the public archive
DUMP_DIR = Path(env_text("DUMP_DIR", str(VAR_DIR / "dumps")))
"""Where workers write them and web servers read them: one folder for all."""
DUMP_KEPT = env_int("DUMP_KEPT", 3)
"""The newest that are kept; with 0 none are made by the clock."""
DUMP_LICENCE = env_text(
    "DUMP_LICENCE",
    "This site states no licence for its records: ask those who run it before you publish them anew.",
)
"""What each dump says of the rights in it."""

# Index and statistics
INDEX_RECORDS = env_int("INDEX_RECORDS", 100, least=1)
"""Records that are replayed and written in one go."""
INDEX_PLIES = env_int("INDEX_PLIES", 20_000, least=1)
"""Turns in such a go, where records are long: what memory must hold."""
FOLD_RECORDS = env_int("FOLD_RECORDS", 1_000, least=1)
"""Records that are counted in one transaction."""
FOLD_PLIES = env_int("FOLD_PLIES", 50_000, least=1)
"""Turns in such a transaction."""
FOLD_WAIT_SECONDS = env_int("FOLD_WAIT_SECONDS", 2, least=0)
"""So long counting waits for more records: an import is not counted one by one."""
FOLD_LATE_SECONDS = env_int("FOLD_LATE_SECONDS", 60, least=1)
"""A message to count that takes longer is taken to be lost."""
STAT_VISITS = env_int("STAT_VISITS", 20, least=1)
"""Positions that fewer records pass through are read from their visits; others have sums."""
PLAN_GAMES = env_int("PLAN_GAMES", 1_000, least=1)
"""An index of fewer games is read quickly, whatever the database knows of its tables."""

LONG_JOB_LATE_SECONDS = env_int("LONG_JOB_LATE_SECONDS", 120, least=1)
"""A rebuild or a check that is silent for so long is another worker's to take up."""
RETIRED_SECONDS = env_int("RETIRED_SECONDS", 60, least=0)
"""So long an index that was replaced is kept for pages that are reading it."""
CHECK_RECORDS = env_int("CHECK_RECORDS", 10_000, least=1)
"""Records of a game that one check replays; the next goes on with others."""
FILTER_RECORDS = env_int("FILTER_RECORDS", 2_000, least=1)
"""The statistics of more records than this are added up by a job, not by the page."""
FILTER_SLICE_RECORDS = env_int("FILTER_SLICE_RECORDS", 500, least=1)
"""After so many records such a job says how far it is."""

# People
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": f"django.contrib.auth.password_validation.{name}"}
    for name in (
        "UserAttributeSimilarityValidator",
        "MinimumLengthValidator",
        "CommonPasswordValidator",
        "NumericPasswordValidator",
    )
]
PASSWORD_HASHERS = [
    "django.contrib.auth.hashers.Argon2PasswordHasher",
    "django.contrib.auth.hashers.PBKDF2PasswordHasher",
]
AUTHENTICATION_BACKENDS = [
    "axes.backends.AxesStandaloneBackend",
    "allauth.account.auth_backends.AuthenticationBackend",
]
LOGIN_URL = "account_login"
LOGIN_REDIRECT_URL = "archive:my-uploads"
ACCOUNT_LOGOUT_REDIRECT_URL = "archive:home"
ACCOUNT_LOGIN_METHODS = {"email", "username"}
ACCOUNT_SIGNUP_FIELDS = ["email*", "password1*"]
ACCOUNT_EMAIL_VERIFICATION = "mandatory"
ACCOUNT_EMAIL_SUBJECT_PREFIX = "Tilebook: "
ACCOUNT_EMAIL_NOTIFICATIONS = True
ACCOUNT_CHANGE_EMAIL = True
ACCOUNT_SESSION_REMEMBER = True
ACCOUNT_LOGIN_ON_EMAIL_CONFIRMATION = True
ACCOUNT_ADAPTER = "archive.views.account_adapter.AccountAdapter"
ANONYMOUS_UPLOADS = env_bool("ANONYMOUS_UPLOADS", default=False)
"""Whether who has no account may upload."""
# Kept in a cookie, so that a page looks into no session of a reader who has none.
MESSAGE_STORAGE = "django.contrib.messages.storage.cookie.CookieStorage"

# Mail: on the console until EMAIL_URL names a server.
MAIL = env_email("EMAIL_URL")
EMAIL_BACKEND = f"django.core.mail.backends.{'smtp' if MAIL.host else 'console'}.EmailBackend"
EMAIL_HOST, EMAIL_PORT = MAIL.host, MAIL.port
EMAIL_HOST_USER, EMAIL_HOST_PASSWORD = MAIL.user, MAIL.password
EMAIL_USE_TLS, EMAIL_USE_SSL = MAIL.starts_tls, MAIL.is_tls
EMAIL_TIMEOUT = 10
DEFAULT_FROM_EMAIL = SERVER_EMAIL = env_text("EMAIL_FROM", "Tilebook <tilebook@localhost>")

# Guessing passwords. An address is shut out and not a name: else anyone could shut out the staff.
AXES_FAILURE_LIMIT = env_int("LOGIN_FAILURES", 5, least=1)
AXES_COOLOFF_TIME = timedelta(minutes=env_int("LOGIN_WAIT_MINUTES", 15, least=1))
AXES_LOCKOUT_PARAMETERS = ["ip_address"]
AXES_CLIENT_IP_CALLABLE = "archive.rest.clients.login_address"
AXES_LOCKOUT_CALLABLE = "archive.views.refusals.too_many_logins"
AXES_RESET_COOL_OFF_ON_FAILURE_DURING_LOCKOUT = False
AXES_RESET_ON_SUCCESS = True
AXES_DISABLE_ACCESS_LOG = True
AXES_VERBOSE = False

# Language and time
LANGUAGE_CODE = "en"
TIME_ZONE = "UTC"
USE_I18N = False
USE_TZ = True

# Static files: hashed names, served by the web process itself.
STATIC_URL = "/static/"
STATIC_ROOT = BASE_DIR / "static-root"
STATICFILES_FINDERS = [
    "django.contrib.staticfiles.finders.FileSystemFinder",
    "django.contrib.staticfiles.finders.AppDirectoriesFinder",
    "archive.config.statics.PlotlyFinder",
]
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "whitenoise.storage.CompressedManifestStaticFilesStorage"},
}

# Security
HTTPS = env_bool("HTTPS", default=False)
SECURE_SSL_REDIRECT = HTTPS
SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https") if HTTPS else None
SECURE_HSTS_SECONDS = env_int("HSTS_SECONDS", 31_536_000) if HTTPS else 0
SECURE_HSTS_INCLUDE_SUBDOMAINS = HTTPS
SECURE_HSTS_PRELOAD = HTTPS
SECURE_REFERRER_POLICY = "same-origin"
SESSION_COOKIE_SECURE = HTTPS
CSRF_COOKIE_SECURE = HTTPS
SESSION_COOKIE_HTTPONLY = True
CSRF_COOKIE_HTTPONLY = True
if HTTPS:
    # A name that browsers take only from this very host, over HTTPS.
    SESSION_COOKIE_NAME = "__Host-sessionid"
    CSRF_COOKIE_NAME = "__Host-csrftoken"
SESSION_COOKIE_AGE = 86_400
TRUSTED_PROXIES = env_networks("TRUSTED_PROXIES", "")
"""Whose X-Forwarded-For and X-Request-ID are believed."""
METRICS_TOKEN = env_text("METRICS_TOKEN", "")
METRICS_NETWORKS = env_networks("METRICS_NETWORKS", "")
METRICS_FOLDER = env_text("PROMETHEUS_MULTIPROC_DIR", "")
X_FRAME_OPTIONS = "DENY"
CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [NONE],
        "script-src": [SELF, NONCE],
        "style-src": [SELF],
        "img-src": [SELF, "data:"],
        "font-src": [SELF],
        "connect-src": [SELF],
        "form-action": [SELF],
        "base-uri": [NONE],
        "frame-ancestors": [NONE],
        "manifest-src": [SELF],
    }
}

# API
API_AUTHENTICATION = [
    "archive.api.authentication.ByToken",
    "archive.api.authentication.BySession",
]
"""How people may say who they are; each that writes by a cookie asks for the CSRF token."""
API_RATES = {
    "anonymous": env_rate("API_RATE_ANONYMOUS", "120/min"),
    "user": env_rate("API_RATE_USER", "600/min"),
    "staff": env_rate("API_RATE_STAFF", "3000/min"),
    "wrong token": env_rate("API_RATE_WRONG_TOKENS", "20/min"),
}
"""Requests that one address, one account, one of the staff may make; tokens that are not known,
from one address, before it is told to stop."""
API_CHECK_RECORDS = env_int("API_CHECK_RECORDS", 100, least=1)
API_CHECK_BYTES = env_int("API_CHECK_BYTES", 256 << 10, least=1)
"""What is judged in one request."""
REST_FRAMEWORK = {
    "DEFAULT_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer"],
    "DEFAULT_PARSER_CLASSES": ["archive.rest.bodies.BoundedJSONParser"],
    "DEFAULT_AUTHENTICATION_CLASSES": API_AUTHENTICATION,
    "DEFAULT_PERMISSION_CLASSES": ["rest_framework.permissions.AllowAny"],
    "DEFAULT_THROTTLE_CLASSES": ["archive.rest.throttles.RoleThrottle"],
    "DEFAULT_SCHEMA_CLASS": "archive.rest.schema.Operation",
    "EXCEPTION_HANDLER": "archive.rest.problems.handle",
    "URL_FORMAT_OVERRIDE": None,
}
SPECTACULAR_SETTINGS = {
    "OAS_VERSION": "3.1.0",
    "TITLE": "Tilebook",
    "VERSION": "1",
    "DESCRIPTION": "Played tile games: records, what their rules say of them, and what they add up to.",
    "LICENSE": {"name": "AGPL-3.0-or-later", "identifier": "AGPL-3.0-or-later"},
    "COMPONENT_SPLIT_PATCH": False,
    "ENUM_GENERATE_CHOICE_DESCRIPTION": False,
    "SORT_OPERATION_PARAMETERS": False,
    "SORT_OPERATIONS": False,
    "PREPROCESSING_HOOKS": ["archive.rest.schema.only_version_one"],
    "ENUM_NAME_OVERRIDES": {
        "VerdictEnum": "archive.models.Verdict",
        "VisibilityEnum": "archive.models.Visibility",
        "ImportStatusEnum": "archive.models.BatchStatus",
        "OutcomeEnum": "archive.models.ItemStatus",
    },
}

# Logs
LOG_LEVEL = env_choice(
    "LOG_LEVEL", "INFO", among=("debug", "info", "warning", "error", "critical")
).upper()
LOG_FORMAT = env_choice("LOG_FORMAT", "plain", among=("plain", "json"))
LOGGING = logging_config(
    level=LOG_LEVEL,
    form=LOG_FORMAT,
    tells_requests=env_bool("LOG_REQUESTS", default=LOG_FORMAT == "json"),
)
