#!/bin/sh
# Replaces the servers of compose.yaml by new ones without an interruption: `sh deploy/upgrade.sh`, after a backup and a checkout of the new release.
set -eu
cd "$(dirname "$0")/.."
compose=${COMPOSE:-docker compose}
old=$($compose ps --quiet server)
if [ -z "$old" ]; then
  echo 'No server runs. Start all services with: docker compose up --detach --build --wait' >&2
  exit 1
fi
count=$(echo "$old" | wc -l)
$compose build server
# The new servers start next to the old ones, and the first of them migrates the database.
$compose up --detach --no-deps --no-build --no-recreate --wait --scale server=$((count * 2)) server
for id in $old; do
  docker stop --time 40 "$id" > /dev/null
  docker rm "$id" > /dev/null
done
echo "$count new servers run."
