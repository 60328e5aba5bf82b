#!/usr/bin/env bash
# package.sh [--native] [--check]
#
# Builds Debian packages of this version in build/packages: libamorph0, libamorph-dev, amorph-tools, amorph-llvm-19,
# amorph-doc, python3-amorph (nanobind comes from PyPI, by pip), and with nvcc amorph-cuda, for all devices of compute
# capability 7.5 to 12. DEBFULLNAME and DEBEMAIL name the maintainer.
#
#   --native   device code for this machine's devices only, which takes minutes instead of most of an hour
#   --check    then installs the packages in a clean Debian 12 (debootstrap, as root), runs a tool of each, compiles a C
#              program against amorph.h, removes them, and runs lintian
set -euo pipefail
here=$(dirname "$(readlink -f "$0")")
. "$here/scripts/common.sh"
architectures=release check=
for argument; do
  case $argument in
    --help | -h) usage && exit 0 ;;
    --native) architectures=native ;;
    --check) check=1 ;;
    *) die "unknown argument '$argument'; see --help" ;;
  esac
done

cd "$here/.."
tree=build/package packages=$PWD/build/packages
logs=$packages/logs
export DEBFULLNAME=${DEBFULLNAME:-$(git config user.name || id -un)}
export DEBEMAIL=${DEBEMAIL:-$(git config user.email || echo "$(id -un)@$(hostname -f)")}
step "$logs" "Install packages" tools/scripts/install-dependencies --python
get_nanobind() { /usr/bin/python3 -m venv "$tree/venv" && "$tree/venv/bin/pip" install "nanobind==3.1.0"; }
step "$logs" "Get nanobind" get_nanobind
nanobind=$("$tree/venv/bin/python" -m nanobind --cmake_dir)
step "$logs" "Configure" cmake --preset release -B "$tree" -D CMAKE_INSTALL_PREFIX=/usr -D AMORPH_TESTS=OFF \
  -D AMORPH_LLVM=ON -D AMORPH_LLVM_VERSION="$llvm" \
  -D AMORPH_PYTHON=ON -D Python_EXECUTABLE=/usr/bin/python3 -D nanobind_DIR="$nanobind" \
  -D AMORPH_CUDA_ARCHITECTURES="$architectures" -D AMORPH_PACKAGE_CONTACT="$DEBFULLNAME <$DEBEMAIL>"
note_cuda "$tree"
step "$logs" "Build" cmake --build "$tree"
rm -f "$packages"/*.deb
step "$logs" "Pack" cpack -G DEB --config "$tree/CPackConfig.cmake" -B "$packages"
rm -rf "$packages/_CPack_Packages"
ls -l "$packages"/*.deb
[[ ! $check ]] || exec tools/scripts/package-check "$packages"
