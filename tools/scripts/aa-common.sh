# shellcheck shell=bash
# Words that the alias analysis' scripts share; sourced after common.sh, never run.

# find_plugin SCRIPTS: the plugin of the newest build tree; SCRIPTS is the folder of this file.
find_plugin() {
  local here=$1 newest
  # shellcheck disable=SC2012 # names of our own, without newlines
  newest=$(ls -t "$here"/../../build/*/lib/AmorphPTA.so 2>/dev/null | head -n 1)
  [[ $newest ]] || die "no build/*/lib/AmorphPTA.so; build it, or name it with --plugin"
  printf '%s\n' "$newest"
}
