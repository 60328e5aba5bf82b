#!/usr/bin/env bash
# check.sh [--full] [CTEST-ARGUMENT...]
# check.sh --gpu [ARCHIVE]
#
# Installs the tests' requirements, builds three trees and runs their tests through one ctest, each test in one tree:
#   release  for users, optimised: commands, libraries, suites, scripts, the style checks, an installation
#   asan     the unit tests and the fuzz targets, under the address and undefined-behaviour sanitizers, by clang
#   tsan     the unit tests that start threads, under the thread sanitizer
# The arguments go to ctest: check.sh -R format. Existing builds are reused. At the end: the seconds of
# each step, the ten longest tests, and the steps that have become slower since the last row of docs/records/ci.tsv.
#
# CUDA code is only compiled where there is no device; with a device, release has the unit tests too, optimised and on
# the device. With --full, release and asan have all tests that can run there, which takes hours.
#
# With --gpu: builds the unit tests, optimised, and runs those that need a CUDA device, none of which may be skipped; or
# runs those of an ARCHIVE that tools/scripts/gpu-tests packed elsewhere, and builds nothing.
set -euo pipefail
here=$(dirname "$(readlink -f "$0")")
. "$here/scripts/common.sh"
[[ ${1:-} == --help || ${1:-} == -h ]] && usage && exit 0

cd "$here/.."
folder=build/check
logs=$folder/logs
all='units;threads;commands'
mkdir -p "$logs"
: >"$logs/steps.tsv"
if [[ ${1:-} == --gpu ]]; then
  compgen -G '/dev/nvidia[0-9]*' >/dev/null || die "there is no CUDA device here"
  [[ ! ${2:-} ]] || exec tools/scripts/gpu-tests --run "$2"
  step "$logs" "Install packages" tools/scripts/install-dependencies --tests
  step "$logs" "Configure gpu" cmake --preset gpu
  note_cuda build/gpu
  step "$logs" "Build gpu" cmake --build build/gpu
  exec tools/scripts/gpu-tests --run-tree build/gpu
fi
for word in "${@:2}"; do [[ $word != --gpu && $word != --full ]] || die "$word comes first; see --help"; done
trees=(release asan tsan)
declare -A kinds=([release]=commands [asan]=units [tsan]=threads)
gpu=(-D AMORPH_CUDA=ON -D AMORPH_GPU_TESTS=OFF -D AMORPH_CUDA_CHECK=ON)
if compgen -G '/dev/nvidia[0-9]*' >/dev/null; then
  kinds[release]=$all
  gpu=(-D AMORPH_CUDA=ON -D AMORPH_GPU_TESTS=ON -D AMORPH_CUDA_CHECK=OFF)
fi
if [[ ${1:-} == --full ]]; then
  shift
  kinds[release]=$all kinds[asan]='units;commands'
fi

step "$logs" "Install packages" tools/scripts/install-dependencies --tests
for tree in "${trees[@]}"; do
  options=(-D AMORPH_TESTS=ON -D AMORPH_TEST_KINDS="${kinds[$tree]}" -D AMORPH_WERROR=ON)
  [[ $tree != release ]] || options+=("${gpu[@]}" -D AMORPH_LLVM_VERSION="$llvm")
  step "$logs" "Configure $tree" cmake --preset "$tree" "${options[@]}"
  [[ $tree != release ]] || note_cuda "build/$tree"
  step "$logs" "Build $tree" cmake --build "build/$tree"
  cp "build/$tree/.ninja_log" "$folder/$tree.ninja_log"
done

# One ctest over all the trees: a test file that names those of each tree.
for tree in "${trees[@]}"; do printf 'subdirs("%s/build/%s")\n' "$PWD" "$tree"; done >"$folder/CTestTestfile.cmake"
note "== Test"
code=0
rm -f "$folder/tests.xml"
timed "$logs" Test ctest --test-dir "$folder" --output-on-failure --output-junit "$PWD/$folder/tests.xml" \
  -j"$(nproc)" "$@" || code=$?
tools/scripts/check-report "$logs/steps.tsv" "$folder/tests.xml" docs/records/ci.tsv || true
((!code)) || die "a test failed; its output stands above and in $folder/tests.xml"
note "All tests passed."
