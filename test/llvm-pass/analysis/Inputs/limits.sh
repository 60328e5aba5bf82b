#!/usr/bin/env bash
# limits.sh MODULE OPT...: analyses the module under several limits on memory.
set -euo pipefail
module=$1
shift
ended=0
for kb in 240000 260000 280000 300000 320000; do
  (ulimit -v $kb && "${1}" -passes=verify -disable-output "$module") 2>/dev/null || continue
  code=0
  error=$( (ulimit -v $kb && "$@" -passes='amorph-pta<preset=strict;threads=1>' -disable-output "$module") 2>&1) ||
    code=$?
  [[ $code == 0 || ( $code == 1 && $error == 'error: amorph-pta: out of memory' ) ]] ||
    { echo "$kb KB: exit code $code: $error"; exit 1; }
  ((ended += code == 1))
done
((ended > 0)) || { echo "memory was never short"; exit 1; }
