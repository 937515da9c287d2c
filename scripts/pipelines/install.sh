#!/usr/bin/env bash
# Installs what the command line of this checkout needs, in the versions of the lockfile, unless that is done.
set -euo pipefail
cd "$(dirname "$0")/../.."
done=node_modules/.installed-from
[[ -e "$done" ]] || {
  npm ci --omit=dev --include=optional --ignore-scripts --no-audit --no-fund --loglevel=error >&2
  echo pipeline >"$done"
}
