#!/bin/sh
# Creates the database on the first start and runs the scripts of /docker-entrypoint-initdb.d, as the image of PostgreSQL does.
set -eu
mkdir -p "$PGDATA" && chown postgres: "$PGDATA" && chmod 700 "$PGDATA"
as_postgres() { setpriv --reuid=postgres --regid=postgres --init-groups env HOME=/var/lib/postgresql "$@"; }
mkdir -p /var/run/postgresql && chown postgres: /var/run/postgresql
if [ ! -s "$PGDATA/PG_VERSION" ]; then
  as_postgres initdb --username=postgres --auth-local=trust --auth-host=scram-sha-256 ${POSTGRES_INITDB_ARGS:-} > /dev/null
  echo 'host all all all scram-sha-256' >> "$PGDATA/pg_hba.conf"
  as_postgres pg_ctl --wait start -o "-c listen_addresses=''" > /dev/null
  for script in /docker-entrypoint-initdb.d/*.sh; do as_postgres sh "$script"; done
  as_postgres pg_ctl --wait stop > /dev/null
fi
exec setpriv --reuid=postgres --regid=postgres --init-groups "$@" -c listen_addresses='*'
