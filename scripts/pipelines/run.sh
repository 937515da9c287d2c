#!/usr/bin/env bash
# What action.yml runs. Everything it is told comes in variables.
set -euo pipefail

# What runs is the commit that the action was fetched at, so no registry is asked for Tidings itself. Its libraries are installed in its own
# folder: npm reads the .npmrc of the folder that it runs in, and a pull request may have committed one.
tidings() {
  "$TIDINGS_ACTION/scripts/pipelines/install.sh"
  "$TIDINGS_ACTION/bin/tidings.mjs" "$@"
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
