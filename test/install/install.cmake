# Run by ctest: see CMakeLists.txt.
function(run)
  execute_process(COMMAND ${ARGV} RESULT_VARIABLE code OUTPUT_VARIABLE output ERROR_VARIABLE output)
  if(NOT code EQUAL 0)
    message(FATAL_ERROR "${ARGV}\nended with ${code}:\n${output}")
  endif()
  set(output "${output}" PARENT_SCOPE)
endfunction()

file(REMOVE_RECURSE ${work})
run(${CMAKE_COMMAND} --install ${build} --prefix ${work}/prefix)

set(files include/amorph/solver/andersen/andersen.hpp include/amorph/version.hpp share/doc/Amorph/LICENSE
          share/doc/Amorph/README.md)
# What this build has besides; the plugin is not there without LLVM, nor the module without nvcc.
if(targets MATCHES "amorph-pta")
  list(APPEND files bin/amorph-pta share/man/man1/amorph-pta.1)
endif()
if(targets MATCHES "AmorphPTA")
  list(APPEND files lib/AmorphPTA.so lib/amorph/AmorphPTA.so)
endif()
if(targets MATCHES "amorph_cuda")
  list(APPEND files lib/amorph/libamorph_cuda.so)
endif()
foreach(name gen graph bench)
  list(APPEND files bin/amorph-${name} share/man/man1/amorph-${name}.1)
endforeach()
foreach(name gpmetis mpmetis ndmetis m2gmetis graphchk)
  list(APPEND files bin/amorph-${name} libexec/amorph/metis/${name} share/man/man1/amorph-${name}.1)
endforeach()
list(APPEND files lib/amorph/metis/libamorph_metis.so lib/amorph/metis/libmetis.so.5 lib/amorph/metis/libmetis.so
     include/amorph/metis/metis.h lib/amorph/triangle/libamorph_triangle.so lib/amorph/triangle/libtriangle.so
     include/amorph/triangle/triangle.h)
foreach(file IN LISTS files)
  if(NOT EXISTS ${work}/prefix/${file})
    message(FATAL_ERROR "the installation has no ${file}")
  endif()
endforeach()

# By METIS's name too, and from a folder that has been moved.
file(RENAME ${work}/prefix ${work}/moved)
run(${work}/moved/libexec/amorph/metis/gpmetis -version)
file(RENAME ${work}/moved ${work}/prefix)

# The installation must stand on its own: nothing in it may name the tree that it was built in.
file(GLOB_RECURSE package ${work}/prefix/lib/cmake/*)
foreach(file IN LISTS package)
  file(READ ${file} text)
  string(FIND "${text}" "${build}" place)
  if(NOT place EQUAL -1)
    message(FATAL_ERROR "${file} names the build tree")
  endif()
endforeach()

run(${CMAKE_COMMAND} -S ${consumer} -B ${work}/consumer -G ${generator} -D CMAKE_PREFIX_PATH=${work}/prefix
    -D CMAKE_CXX_COMPILER=${compiler} -D wanted_version=${version} -D examples=${examples})
run(${CMAKE_COMMAND} --build ${work}/consumer)
run(${work}/consumer/consumer)
string(STRIP "${output}" output)
if(NOT output STREQUAL "amorph ${version}: p -> { 2 3 }")
  message(FATAL_ERROR "the consumer printed '${output}'")
endif()

# The C interface, by CMake and by pkg-config.
run(${work}/consumer/search)
if(NOT output STREQUAL "amorph ${version}: 0 1 2\n")
  message(FATAL_ERROR "search printed '${output}'")
endif()
set(kept "q -> s.b, r -> x\nq -> s.b, r -> x\nsatisfiable: b 1, c 1\nsatisfiable: b 1, c 1\n\
20 degrees: most in the left half, 0 bad\n30 degrees: most in the left half, 0 bad\n")
run(${work}/consumer/kept)
if(NOT output STREQUAL kept)
  message(FATAL_ERROR "kept printed '${output}'")
endif()
find_program(pkg_config pkg-config)
if(pkg_config)
  file(GLOB folder ${work}/prefix/lib*/pkgconfig ${work}/prefix/lib/*/pkgconfig)
  set(ENV{PKG_CONFIG_PATH} ${folder})
  run(${pkg_config} --cflags --libs --modversion amorph)
  run(sh -c
      "cc -std=c99 -pedantic -Werror ${examples}/search.c -o ${work}/search $(${pkg_config} --cflags --libs amorph)")
  run(sh -c "LD_LIBRARY_PATH=$(${pkg_config} --variable=libdir amorph) ${work}/search")
  if(NOT output STREQUAL "amorph ${version}: 0 1 2\n")
    message(FATAL_ERROR "search, by pkg-config, printed '${output}'")
  endif()
  run(sh -c
      "cc -std=c99 -pedantic -Werror ${examples}/kept.c -o ${work}/kept $(${pkg_config} --cflags --libs amorph)")
  run(sh -c "LD_LIBRARY_PATH=$(${pkg_config} --variable=libdir amorph) ${work}/kept")
  if(NOT output STREQUAL kept)
    message(FATAL_ERROR "kept, by pkg-config, printed '${output}'")
  endif()
  # Triangle's interface; and by Triangle's name, as programs link that were written for it.
  foreach(flags "$(${pkg_config} --cflags --libs amorph_triangle)"
                "-I${work}/prefix/include/amorph/triangle -L${work}/prefix/lib/amorph/triangle -ltriangle -Wl,-rpath,${work}/prefix/lib/amorph/triangle")
    run(sh -c "cc -std=c99 -pedantic -Werror ${examples}/refine.c -o ${work}/refine ${flags}")
    run(${work}/refine)
    if(NOT output STREQUAL "at least 24 triangles, area 12\n")
      message(FATAL_ERROR "refine printed '${output}'")
    endif()
  endforeach()
endif()
