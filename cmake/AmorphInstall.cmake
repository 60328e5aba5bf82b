# What an installation holds, and the package that find_package(Amorph) finds there.
#
#   bin/            the commands
#   lib/            the libraries to link
#   lib/amorph/     what is opened at run time: the LLVM plugins, and the CUDA module, which all the others find there
#   lib/amorph/hmetis/, kahypar/  libamorph_hmetis.so and libamorph_kahypar.so by the others' names
#   lib/amorph/metis/     libamorph_metis.so, also as libmetis.so.5, and libamorph_metis64.so; libexec/amorph/metis/
#                         has the commands by METIS's names
#   lib/amorph/parmetis/  libamorph_parmetis.so, also as libparmetis.so
#   lib/amorph/triangle/  libamorph_triangle.so, also as libtriangle.so
#   include/amorph/ the headers, by their paths in the source tree
#   lib/cmake/Amorph/, lib/pkgconfig/, share/man/man1/, share/bash-completion/completions/, share/doc/amorph/
#
# Each file belongs to the component that is its Debian package; see AmorphPackage.cmake.
include(CMakePackageConfigHelpers)
set(package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/Amorph)
set(module_dir ${CMAKE_INSTALL_LIBDIR}/amorph)
set(llvm_package amorph-llvm-19) # recommended where this build has no plugin
if(TARGET AmorphPTA)
  set(llvm_package amorph-llvm-${LLVM_VERSION_MAJOR})
endif()
set(CMAKE_INSTALL_DEFAULT_COMPONENT_NAME libamorph-dev)
file(MAKE_DIRECTORY ${PROJECT_BINARY_DIR}/cmake)
# From the folder of the .pc files to the prefix, so that an installation can be moved.
file(RELATIVE_PATH pc_prefix /${CMAKE_INSTALL_LIBDIR}/pkgconfig /)
string(REGEX REPLACE "/$" "" pc_prefix ${pc_prefix})

# The libraries that programs outside link: amorph_NAME here, Amorph::NAME there. A static library needs what it
# links privately too, so those are exported with it.
set(libraries kernels andersen partition hypergraph ordering run graph mesh triangulate mesh_sizing sat)
set(exported)
foreach(name IN LISTS libraries)
  set_target_properties(amorph_${name} PROPERTIES EXPORT_NAME ${name})
  add_library(Amorph::${name} ALIAS amorph_${name})
  target_compile_features(amorph_${name} PUBLIC cxx_std_20)
  list(APPEND exported amorph_${name})
endforeach()
install(TARGETS ${exported} EXPORT AmorphTargets ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR}
        INCLUDES DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
install(EXPORT AmorphTargets NAMESPACE Amorph:: DESTINATION ${package_dir})
install(DIRECTORY kernels/include/amorph ${PROJECT_BINARY_DIR}/include/amorph DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}
        PATTERN README.md EXCLUDE)
install(DIRECTORY solver DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/amorph FILES_MATCHING PATTERN *.hpp PATTERN *.cuh)
install(DIRECTORY partitioner/common partitioner/coarsening partitioner/refinement partitioner/graph
                  partitioner/hypergraph partitioner/ordering
        DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/amorph/partitioner FILES_MATCHING PATTERN *.hpp)

# The C interface: a shared library for any compiler, by CMake (Amorph::amorph) and pkg-config (amorph).
set_target_properties(amorph_c PROPERTIES EXPORT_NAME amorph)
target_include_directories(amorph_c INTERFACE $<INSTALL_INTERFACE:include>)
install(TARGETS amorph_c EXPORT AmorphTargets
        LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT libamorph0 NAMELINK_COMPONENT libamorph-dev)
install(FILES tools/bindings/amorph/amorph.h DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
foreach(name amorph amorph-triangle)
  configure_file(cmake/${name}.pc.in ${PROJECT_BINARY_DIR}/cmake/${name}.pc @ONLY)
  install(FILES ${PROJECT_BINARY_DIR}/cmake/${name}.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
endforeach()
# What stands in for Triangle: also by its name, relative, so that an installation can be moved.
install(TARGETS amorph_triangle LIBRARY DESTINATION ${module_dir}/triangle COMPONENT libamorph0)
file(CREATE_LINK libamorph_triangle.so ${PROJECT_BINARY_DIR}/cmake/libtriangle.so SYMBOLIC)
install(FILES ${PROJECT_BINARY_DIR}/cmake/libtriangle.so DESTINATION ${module_dir}/triangle COMPONENT libamorph0)
install(FILES tools/bindings/triangle/triangle.h DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/amorph/triangle)

# What stands in for hMETIS's and KaHyPar's libraries; pkg-config amorph-hmetis, amorph-kahypar.
foreach(name hmetis kahypar)
  set_target_properties(amorph_${name} PROPERTIES EXPORT_NAME ${name})
  target_include_directories(amorph_${name} INTERFACE $<INSTALL_INTERFACE:include/amorph/${name}>)
  install(TARGETS amorph_${name} EXPORT AmorphTargets
          LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT libamorph0 NAMELINK_COMPONENT libamorph-dev)
  configure_file(cmake/amorph-${name}.pc.in ${PROJECT_BINARY_DIR}/cmake/amorph-${name}.pc @ONLY)
  install(FILES ${PROJECT_BINARY_DIR}/cmake/amorph-${name}.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
  file(CREATE_LINK ../../libamorph_${name}.so.${AMORPH_SOVERSION} ${PROJECT_BINARY_DIR}/cmake/lib${name}.so SYMBOLIC)
  install(FILES ${PROJECT_BINARY_DIR}/cmake/lib${name}.so DESTINATION ${module_dir}/${name} COMPONENT libamorph0)
endforeach()
install(FILES partitioner/interfaces/hmetis/hmetis.h DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/amorph/hmetis)
install(FILES tools/bindings/kahypar/libkahypar.h DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/amorph/kahypar)

# IPASIR in the same way: Amorph::ipasir, amorph-ipasir.
if(TARGET amorph_ipasir)
  set_target_properties(amorph_ipasir PROPERTIES EXPORT_NAME ipasir)
  target_include_directories(amorph_ipasir INTERFACE $<INSTALL_INTERFACE:include/amorph/ipasir>)
  install(TARGETS amorph_ipasir EXPORT AmorphTargets
          LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT libamorph0 NAMELINK_COMPONENT libamorph-dev)
  install(FILES tools/bindings/ipasir/ipasir.h DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/amorph/ipasir)
  configure_file(cmake/amorph-ipasir.pc.in ${PROJECT_BINARY_DIR}/cmake/amorph-ipasir.pc @ONLY)
  install(FILES ${PROJECT_BINARY_DIR}/cmake/amorph-ipasir.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
endif()

# What stands in for ParMETIS, a component of its own because it needs MPI: amorph-parmetis.
if(TARGET amorph_parmetis)
  install(TARGETS amorph_parmetis LIBRARY DESTINATION ${module_dir}/parmetis COMPONENT amorph-parmetis)
  file(CREATE_LINK libamorph_parmetis.so ${PROJECT_BINARY_DIR}/cmake/libparmetis.so SYMBOLIC)
  install(FILES ${PROJECT_BINARY_DIR}/cmake/libparmetis.so DESTINATION ${module_dir}/parmetis
          COMPONENT amorph-parmetis)
  configure_file(cmake/amorph-parmetis.pc.in ${PROJECT_BINARY_DIR}/cmake/amorph-parmetis.pc @ONLY)
  install(FILES ${PROJECT_BINARY_DIR}/cmake/amorph-parmetis.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig
          COMPONENT libamorph-dev)
  install(FILES partitioner/interfaces/parmetis/parmetis.h DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/amorph/parmetis
          COMPONENT libamorph-dev)
endif()

configure_package_config_file(cmake/AmorphConfig.cmake.in ${PROJECT_BINARY_DIR}/cmake/AmorphConfig.cmake
                              INSTALL_DESTINATION ${package_dir}
                              PATH_VARS CMAKE_INSTALL_INCLUDEDIR CMAKE_INSTALL_LIBDIR)
write_basic_package_version_file(${PROJECT_BINARY_DIR}/cmake/AmorphConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/cmake/AmorphConfig.cmake ${PROJECT_BINARY_DIR}/cmake/AmorphConfigVersion.cmake
              cmake/FindCaDiCaL.cmake
        DESTINATION ${package_dir})

# Modules that are opened at run time; those that this build has. The link to the plugin is where the dynamic linker
# looks, if the prefix is /usr: then LLVM's tools find it by its name alone.
if(TARGET amorph_cuda AND NOT AMORPH_CUDA_CHECK)
  install(TARGETS amorph_cuda LIBRARY DESTINATION ${module_dir} COMPONENT amorph-cuda)
endif()
if(TARGET AmorphPTA)
  install(TARGETS AmorphPTA AmorphPTAPlugin LIBRARY DESTINATION ${module_dir} COMPONENT ${llvm_package})
  file(CREATE_LINK amorph/AmorphPTA.so ${PROJECT_BINARY_DIR}/cmake/AmorphPTA.so SYMBOLIC)
  install(FILES ${PROJECT_BINARY_DIR}/cmake/AmorphPTA.so DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT ${llvm_package})
endif()
if(TARGET amorph-pta-sources)
  install(TARGETS amorph-pta-sources RUNTIME DESTINATION libexec/amorph COMPONENT ${llvm_package})
endif()

set(CMAKE_INSTALL_DEFAULT_COMPONENT_NAME amorph-tools)
# Commands, each with the manual page and the completion that it prints from its own table of options.
set(metis_commands gpmetis mpmetis ndmetis cmpfillin m2gmetis graphchk)
list(TRANSFORM metis_commands PREPEND amorph- OUTPUT_VARIABLE metis_programs)
foreach(command amorph-pta amorph-gen amorph-graph amorph-mesh amorph-sat amorph-bench amorph-hmetis ${metis_programs})
  if(TARGET ${command})
    install(TARGETS ${command} RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
    set(page ${PROJECT_BINARY_DIR}/share/man/man1/${command}.1)
    add_custom_command(OUTPUT ${page} COMMAND ${CMAKE_COMMAND} -E make_directory ${PROJECT_BINARY_DIR}/share/man/man1
                       COMMAND ${command} --help-man > ${page} DEPENDS ${command} VERBATIM)
    set(completion ${PROJECT_BINARY_DIR}/share/bash-completion/completions/${command})
    add_custom_command(OUTPUT ${completion}
                       COMMAND ${CMAKE_COMMAND} -E make_directory
                               ${PROJECT_BINARY_DIR}/share/bash-completion/completions
                       COMMAND ${command} --help-bash > ${completion} DEPENDS ${command} VERBATIM)
    add_custom_target(${command}-man ALL DEPENDS ${page} ${completion})
    install(FILES ${page} DESTINATION ${CMAKE_INSTALL_MANDIR}/man1)
    install(FILES ${completion} DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions)
  endif()
endforeach()

# What stands in for METIS: links by its names, relative, so that an installation can be moved; pkg-config amorph-metis,
# amorph-metis64.
install(TARGETS amorph_metis amorph_metis64 LIBRARY DESTINATION ${module_dir}/metis COMPONENT libamorph0)
foreach(name libmetis.so libmetis.so.5)
  file(CREATE_LINK libamorph_metis.so ${PROJECT_BINARY_DIR}/cmake/${name} SYMBOLIC)
  install(FILES ${PROJECT_BINARY_DIR}/cmake/${name} DESTINATION ${module_dir}/metis COMPONENT libamorph0)
endforeach()
foreach(metis_width 32 64)
  string(REPLACE 32 "" suffix ${metis_width})
  set(metis_library amorph_metis${suffix})
  set(file ${PROJECT_BINARY_DIR}/cmake/amorph-metis${suffix}.pc)
  configure_file(cmake/amorph-metis.pc.in ${file} @ONLY)
  install(FILES ${file} DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig COMPONENT libamorph-dev)
endforeach()
foreach(name IN LISTS metis_commands)
  install(FILES ${PROJECT_BINARY_DIR}/libexec/amorph/metis/${name} DESTINATION libexec/amorph/metis)
endforeach()
foreach(name shmetis hmetis khmetis)
  install(FILES ${PROJECT_BINARY_DIR}/libexec/amorph/hmetis/${name} DESTINATION libexec/amorph/hmetis)
endforeach()
install(FILES partitioner/interfaces/metis/metis.h DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/amorph/metis
        COMPONENT libamorph-dev)

install(FILES LICENSE README.md CHANGELOG.md DESTINATION ${CMAKE_INSTALL_DOCDIR} COMPONENT amorph-doc)
install(DIRECTORY docs DESTINATION ${CMAKE_INSTALL_DOCDIR} COMPONENT amorph-doc)
include(AmorphPackage)
