#!/bin/sh
# PostgreSQL's image runs this once, on an empty volume. The application's role owns its database and has no other right:
# a statement that an attacker smuggles in reaches neither files nor programs of the container.
set -eu
psql --no-psqlrc --set=ON_ERROR_STOP=1 --username "$POSTGRES_USER" --dbname postgres <<'SQL'
\getenv password APPLICATION_PASSWORD
create role manabiya login nosuperuser nocreatedb nocreaterole noreplication nobypassrls password :'password';
create database manabiya owner manabiya;
-- The restore test overwrites it.
create database manabiya_scratch owner manabiya;
revoke all on database manabiya from public;
revoke all on database manabiya_scratch from public;
revoke all on database postgres from public;
SQL
