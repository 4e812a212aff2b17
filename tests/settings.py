"""The site's settings with the few overrides that tests need."""

from archive.config.settings import *  # noqa: F403 (this is what an override of settings is)

PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"},
}
WHITENOISE_AUTOREFRESH = True
# What a test sends goes nowhere: the folder of this machine's own site has its own worker. Tests
# that need a worker start one, with settings of its own.
CELERY_BROKER_URL = "memory://"
API_RATES = dict.fromkeys(API_RATES, "1000000/min")  # noqa: F405 (as above)
# Imports that a test opens stay open where it starts no worker.
IMPORT_OPEN = IMPORT_OPEN_ANONYMOUS = 1_000_000
