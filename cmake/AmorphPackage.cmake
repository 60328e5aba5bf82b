# Debian packages, made by CPack from the components of the installation; tools/package.sh calls it.
set(AMORPH_PACKAGE_CONTACT "$ENV{DEBFULLNAME} <$ENV{DEBEMAIL}>" CACHE STRING
    "Maintainer of the packages: Name <address>")
set(CPACK_PACKAGE_NAME amorph)
set(CPACK_PACKAGE_CONTACT "${AMORPH_PACKAGE_CONTACT}")
# CPack's default: it then takes each package's own.
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "${PROJECT_NAME} built using CMake")
set(CPACK_VERBATIM_VARIABLES ON)
set(CPACK_STRIP_FILES ON)
set(CPACK_COMPONENTS_GROUPING IGNORE)
set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_RELEASE 1)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS_PRIVATE_DIRS ${CMAKE_LIBRARY_OUTPUT_DIRECTORY})
set(CPACK_DEBIAN_PACKAGE_GENERATE_SHLIBS ON)
set(CPACK_DEBIAN_PACKAGE_GENERATE_SHLIBS_POLICY >=)
set(CPACK_DEBIAN_PACKAGE_CONTROL_STRICT_PERMISSION ON)
set(CPACK_INSTALL_DEFAULT_DIRECTORY_PERMISSIONS OWNER_READ OWNER_WRITE OWNER_EXECUTE GROUP_READ GROUP_EXECUTE WORLD_READ
                                                WORLD_EXECUTE)
set(deb_version ${PROJECT_VERSION}-${CPACK_DEBIAN_PACKAGE_RELEASE})
string(TIMESTAMP today "%a, %d %b %Y %H:%M:%S +0000" UTC)

# amorph_package(NAME SECTION SUMMARY TEXT DEPENDS): the package of a component, with the documents that Debian demands.
macro(amorph_package name section summary text depends)
  string(TOUPPER ${name} key)
  list(APPEND CPACK_COMPONENTS_ALL ${name})
  set(CPACK_DEBIAN_${key}_PACKAGE_NAME ${name})
  set(CPACK_DEBIAN_${key}_PACKAGE_SECTION ${section})
  set(CPACK_DEBIAN_${key}_DESCRIPTION "${summary}\n${text}")
  set(CPACK_DEBIAN_${key}_PACKAGE_DEPENDS "${depends}")
  set(folder ${PROJECT_BINARY_DIR}/packages/${name})
  file(WRITE ${folder}/changelog "${name} (${deb_version}) unstable; urgency=medium

  * The changes stand in CHANGELOG.md.

 -- ${AMORPH_PACKAGE_CONTACT}  ${today}
")
  execute_process(COMMAND gzip -9nc ${folder}/changelog OUTPUT_FILE ${folder}/changelog.Debian.gz
                  COMMAND_ERROR_IS_FATAL ANY)
  install(FILES ${folder}/changelog.Debian.gz ${PROJECT_SOURCE_DIR}/cmake/copyright
          DESTINATION ${CMAKE_INSTALL_DATADIR}/doc/${name} COMPONENT ${name})
endmacro()

amorph_package(libamorph0 libs "irregular algorithms on GPU and CPU: C interface"
  "libamorph.so computes graph problems, partitions of graphs and netlists,
fill-reducing orders, meshes, satisfying assignments and points-to sets through plain C functions, on a CUDA device
if amorph-cuda is installed and there is one, else on the CPU.
libamorph_metis.so and libamorph_metis64.so have METIS's functions,
libamorph_hmetis.so and libamorph_kahypar.so those of hMETIS and KaHyPar,
libamorph_triangle.so those of Shewchuk's Triangle, libamorph_ipasir.so those
of an incremental SAT solver, IPASIR."
  "")
file(WRITE ${PROJECT_BINARY_DIR}/packages/triggers "activate-noawait ldconfig\n")
set(CPACK_DEBIAN_LIBAMORPH0_PACKAGE_CONTROL_EXTRA ${PROJECT_BINARY_DIR}/packages/triggers)
amorph_package(libamorph-dev libdevel "irregular algorithms on GPU and CPU: development files"
  "amorph.h, the headers of the other libraries, the C++ headers and static libraries, and what CMake and
pkg-config need to find them."
  "libamorph0 (= ${deb_version}), libtbb-dev, zlib1g-dev, liblzma-dev, libcadical-dev")
amorph_package(amorph-tools science "irregular algorithms on GPU and CPU: commands"
  "Commands for points-to constraints, partitions and orders of graphs and
meshes (in place of METIS), netlists (of hMETIS), graph problems, Delaunay triangulation and refinement, and
satisfiability."
  "")
if(TARGET AmorphPTA)
  set(release ${LLVM_VERSION_MAJOR})
  amorph_package(${llvm_package} devel "points-to analysis as a plugin of LLVM ${release}"
    "AmorphPTA.so for opt-${release} and clang-${release}: points-to sets, targets of indirect
calls and an alias analysis. With amorph-tools, amorph-pta analyses whole
source trees."
    "libclang-common-${release}-dev, libtbb12")
  string(TOUPPER ${llvm_package} key)
  set(CPACK_DEBIAN_${key}_PACKAGE_RECOMMENDS "llvm-${release}, amorph-doc, amorph-tools")
  set(CPACK_DEBIAN_${key}_PACKAGE_BREAKS "amorph-tools (<< ${deb_version}), amorph-tools (>> ${deb_version})")
  # Each has AmorphPTA.so, and amorph-pta's program for sources.
  set(CPACK_DEBIAN_${key}_PACKAGE_PROVIDES amorph-llvm)
  set(CPACK_DEBIAN_${key}_PACKAGE_CONFLICTS amorph-llvm)
endif()
amorph_package(amorph-cuda science "irregular algorithms on GPU and CPU: code for CUDA devices"
  "libamorph_cuda.so, which all tools and libraries of Amorph open where there
is an NVIDIA driver and a device."
  "")
amorph_package(amorph-parmetis libs "partitions of distributed graphs: ParMETIS's functions"
  "libamorph_parmetis.so divides and orders graphs that are distributed over
the processes of an MPI program, through ParMETIS 4's functions. Graphs that
one process can hold are divided by Amorph there, larger ones by PT-Scotch,
whose parts Amorph refines. The header is in libamorph-dev."
  "")
amorph_package(amorph-doc doc "irregular algorithms on GPU and CPU: documentation"
  "Guides to the commands, the C interface, the plugin of LLVM and the file
formats of Amorph, with examples."
  "")
amorph_package(python3-amorph python "irregular algorithms on GPU and CPU: Python package"
  "The Python package amorph: graphs, partitions, meshes, satisfiability and
points-to sets on NumPy arrays, and the functions of SciPy's csgraph, pymetis
and triangle. It is a backend of NetworkX 3.4 and later."
  "libamorph0 (= ${deb_version}), python3-numpy")
set(CPACK_DEBIAN_AMORPH-DOC_PACKAGE_ARCHITECTURE all)
set(CPACK_DEBIAN_AMORPH-TOOLS_PACKAGE_RECOMMENDS "amorph-doc, ${llvm_package}")
set(CPACK_DEBIAN_AMORPH-TOOLS_PACKAGE_SUGGESTS amorph-cuda)
set(CPACK_DEBIAN_LIBAMORPH-DEV_PACKAGE_RECOMMENDS amorph-doc)
set(CPACK_DEBIAN_LIBAMORPH-DEV_PACKAGE_SUGGESTS "amorph-parmetis, libopenmpi-dev")
set(CPACK_DEBIAN_AMORPH-PARMETIS_PACKAGE_SUGGESTS amorph-cuda)
set(CPACK_DEBIAN_LIBAMORPH0_PACKAGE_SUGGESTS amorph-cuda)
set(CPACK_DEBIAN_PYTHON3-AMORPH_PACKAGE_RECOMMENDS python3-scipy)
set(CPACK_DEBIAN_PYTHON3-AMORPH_PACKAGE_SUGGESTS
    "amorph-cuda, ${llvm_package}, amorph-tools, python3-matplotlib, python3-networkx, python3-tqdm")
set(CPACK_DEBIAN_AMORPH-CUDA_PACKAGE_RECOMMENDS "libcuda1 (>= 580)")
# The module serves programs of its own version only, and amorph-pta starts a program of amorph-llvm-N.
set(others)
foreach(name libamorph0 amorph-tools ${llvm_package})
  list(APPEND others "${name} (<< ${deb_version})" "${name} (>> ${deb_version})")
endforeach()
list(JOIN others ", " CPACK_DEBIAN_AMORPH-CUDA_PACKAGE_BREAKS)
if(NOT TARGET amorph_cuda OR AMORPH_CUDA_CHECK)
  list(REMOVE_ITEM CPACK_COMPONENTS_ALL amorph-cuda)
endif()
if(NOT TARGET amorph_parmetis)
  list(REMOVE_ITEM CPACK_COMPONENTS_ALL amorph-parmetis)
endif()
if(TARGET _core)
  # Compiled at installation, and the compiled files removed again, as Debian's Python packages are.
  foreach(script "postinst|configure|py3compile" "prerm|*|py3clean")
    string(REPLACE "|" ";" script ${script})
    list(POP_FRONT script name when command)
    file(CONFIGURE OUTPUT ${PROJECT_BINARY_DIR}/packages/python/${name} @ONLY CONTENT "#!/bin/sh
set -e
case $1 in
  @when@) if command -v @command@ >/dev/null 2>&1; then @command@ -p python3-amorph; fi ;;
esac
")
    list(APPEND python_scripts ${PROJECT_BINARY_DIR}/packages/python/${name})
  endforeach()
  set(CPACK_DEBIAN_PYTHON3-AMORPH_PACKAGE_CONTROL_EXTRA ${python_scripts})
  # The module is for one version of Python.
  math(EXPR next_python "${AMORPH_PYTHON_MINOR} + 1")
  string(APPEND CPACK_DEBIAN_PYTHON3-AMORPH_PACKAGE_DEPENDS
         ", python3 (>= 3.${AMORPH_PYTHON_MINOR}~), python3 (<< 3.${next_python})")
else()
  list(REMOVE_ITEM CPACK_COMPONENTS_ALL python3-amorph)
endif()
set(CPACK_PRE_BUILD_SCRIPTS ${CMAKE_CURRENT_LIST_DIR}/compress_pages.cmake)
include(CPack)
