#!/usr/bin/env bash
# What action.yml runs. Everything it is told comes in variables.
set -euo pipefail

# The package is installed and run from a folder of its own: npx takes a node_modules/tidings of the folder that it runs in, and npm its
# .npmrc, which a pull request may have committed.
outside=$(mktemp -d)
trap 'rm -rf "$outside"' EXIT

tidings() {
  if [[ -n "${TIDINGS_PATH:-}" ]]; then
    "$TIDINGS_PATH/bin/tidings.mjs" "$@"
  else
    [[ -d "$outside/node_modules" ]] ||
      (cd "$outside" && npm install --prefix "$outside" --no-audit --no-fund "tidings@$TIDINGS_VERSION" >&2)
    "$outside/node_modules/.bin/tidings" "$@"
  fi
}

range=()
[[ -z "${TIDINGS_LAST:-}" ]] || range+=(--last "$TIDINGS_LAST")
release=()
[[ -z "${TIDINGS_TAG:-}" ]] || release+=(--to "$TIDINGS_TAG")
[[ -z "${TIDINGS_FROM:-}" ]] || release+=(--from "$TIDINGS_FROM")
range+=(${release[@]+"${release[@]}"})

# A file for later steps and, as it is, in the summary of the job.
hand_on() {
  echo "file=$TIDINGS_OUT" >>"$GITHUB_OUTPUT"
  [[ -z "${GITHUB_STEP_SUMMARY:-}" ]] || "$@" >>"$GITHUB_STEP_SUMMARY"
}

fenced() {
  echo '~~~~~~~~~~~~text'
  cat "$1"
  echo '~~~~~~~~~~~~'
}

case "$TIDINGS_COMMAND" in
preview)
  tidings preview "$TIDINGS_HISTORY" --out "$TIDINGS_OUT" ${range[@]+"${range[@]}"}
  hand_on cat "$TIDINGS_OUT"
  ;;
backtest)
  tidings backtest "$TIDINGS_HISTORY" ${range[@]+"${range[@]}"} >"$TIDINGS_OUT"
  hand_on fenced "$TIDINGS_OUT"
  ;;
review)
  tidings review --history "$TIDINGS_HISTORY" --at-most "$TIDINGS_AT_MOST"
  ;;
check)
  tidings check "$TIDINGS_HISTORY/$TIDINGS_NOTES" --git "$TIDINGS_HISTORY" ${release[@]+"${release[@]}"} \
    --annotations --fail-on "$TIDINGS_FAIL_ON"
  ;;
*)
  echo "command is preview, backtest, review or check; got $TIDINGS_COMMAND" >&2
  exit 2
  ;;
esac
