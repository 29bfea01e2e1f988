#!/bin/sh
# Creates the logins of docs/operate.md and their database. The PostgreSQL image runs it once, when its volume is empty.
set -eu
psql --username postgres --set ON_ERROR_STOP=1 --set owner="$OWNER_PASSWORD" --set calls="$CALLS_PASSWORD" <<'SQL'
create role commons login password :'owner';
create role commons_app login password :'calls';
create role commons_relay nologin;
create role commons_bulk nologin;
grant commons_app, commons_relay, commons_bulk to commons with admin option;
create database commons owner commons encoding 'UTF8' template template0;
SQL
