#!/bin/sh
# Writes .env for compose.yaml: `sh deploy/make-env.sh campus.example.edu`. The secrets are new random ones.
set -eu
cd "$(dirname "$0")/.."
host=${1:-}
if [ -z "$host" ]; then
  echo 'Name the domain of your installation: sh deploy/make-env.sh campus.example.edu' >&2
  exit 1
fi
if [ -e .env ]; then
  echo 'There is a .env already. Change the values in it, because new secrets would lock you out of the database.' >&2
  exit 1
fi
random() { od -An -N32 -tx1 /dev/urandom | tr -d ' \n'; }
umask 077
while IFS= read -r line; do
  case $line in
    CAMPUS_HOST=*) echo "CAMPUS_HOST=$host" ;;
    POSTGRES_PASSWORD= | OWNER_PASSWORD= | CALLS_PASSWORD= | COMMONS_SECRET=) echo "$line$(random)" ;;
    *) printf '%s\n' "$line" ;;
  esac
done < .env.example > .env
mkdir -p backups
# The user of the image writes backups.
chown 10001 backups 2> /dev/null ||
  echo 'Run this once, so that the servers can write backups: sudo chown 10001 backups'
echo "Wrote .env for $host. Now set SMTP_URL and MAIL_FROM in it."
