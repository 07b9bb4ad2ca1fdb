"""A Django service with this API, as small as the rehearsal of MOVING.md allows."""

import os

SECRET_KEY = "rehearsal"
DATABASES = {"default": {"ENGINE": "django.db.backends.sqlite3", "NAME": os.environ["OLD_DATABASE"]}}
INSTALLED_APPS = ["django.contrib.contenttypes", "django.contrib.auth", "old"]
AUTH_USER_MODEL = "old.User"
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"
USE_TZ = True
TIME_ZONE = "Asia/Tokyo"
PASSWORD_HASHERS = [
    "django.contrib.auth.hashers.PBKDF2PasswordHasher",
    "django.contrib.auth.hashers.BCryptSHA256PasswordHasher",
    "django.contrib.auth.hashers.BCryptPasswordHasher",
    "django.contrib.auth.hashers.Argon2PasswordHasher",
]
