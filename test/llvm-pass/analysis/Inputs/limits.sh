#!/usr/bin/env bash
# limits.sh MODULE OPT...: analyses the module under several limits on memory, and optimises it with amorph-aa.
set -euo pipefail
module=$1
shift
ulimit -c 0
ended=0
for kb in $(seq 220000 15000 340000); do
  for passes in verify 'function(gvn)'; do
    (ulimit -v "$kb" && "$1" -passes="$passes" -disable-output "$module") 2>/dev/null || continue
    code=0
    all="amorph-pta<preset=strict;threads=1>,$passes"
    error=$( (ulimit -v "$kb" && "$@" -aa-pipeline=basic-aa,amorph-aa -passes="$all" -disable-output "$module") 2>&1) ||
      code=$?
    [[ $code == 0 || ($code == 1 && $error == 'error: amorph-pta: out of memory') ]] ||
      { echo "$kb KB, $passes: exit code $code: $error"; exit 1; }
    ((ended += code == 1)) || true
  done
done
((ended > 1)) || { echo "memory was never short"; exit 1; }
