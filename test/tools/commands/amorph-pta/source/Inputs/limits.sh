#!/usr/bin/env bash
# limits.sh COMMAND...: COMMAND under many limits on memory ends with 3 and one line, or with 0; both occur.
set -euo pipefail
export LC_ALL=C
ulimit -c 0
failed=0 done=0
for kb in 60000 150000 220000 $(seq 250000 2500 310000) 400000; do
  code=0
  error=$( (ulimit -v "$kb" && exec "$@") 2>&1 >/dev/null) || code=$?
  case $code in
    0) [[ ! $error ]] && ((done += 1)) ;;
    3) [[ $error == 'amorph-pta: '* && $error != *$'\n'* ]] && ((failed += 1)) ;;
    *) false ;;
  esac || { printf '%s KB: exit code %s\n%s\n' "$kb" "$code" "$error"; exit 1; }
done
((failed > 5 && done > 0)) || { echo "3: $failed times, 0: $done times"; exit 1; }
