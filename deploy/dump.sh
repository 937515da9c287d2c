#!/bin/sh
# Dumps the PostgreSQL database into a new file of a folder, named by the time, and removes all such files there but the newest.
# Usage: dump.sh FOLDER [KEEP], with DATABASE_URL or the variables of libpq. Keeps 14 without KEEP. A dump that fails leaves no file.
set -eu
umask 077
file="$1/tidings-$(date -u +%Y%m%dT%H%M%SZ).dump"
trap 'rm -f "$file.partial"' EXIT
pg_dump --format=custom --file="$file.partial" ${DATABASE_URL:+"$DATABASE_URL"}
mv "$file.partial" "$file"
ls -1 "$1"/tidings-*.dump | head -n "-${2-14}" | xargs -r rm --
echo "$file"
