# How every target is compiled: language, where outputs go, warnings, sanitizers, and CUDA when nvcc is at hand.
set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_POSITION_INDEPENDENT_CODE ON)
set(CMAKE_VISIBILITY_INLINES_HIDDEN ON)
foreach(language C CXX CUDA)
  set(CMAKE_${language}_VISIBILITY_PRESET hidden)
endforeach()
set(CMAKE_RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/bin)
set(CMAKE_LIBRARY_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/lib)
set(CMAKE_ARCHIVE_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/lib)
if(NOT CMAKE_BUILD_TYPE)
  set(CMAKE_BUILD_TYPE Release)
endif()

# Floating-point order decides answers, so no compiler may fuse a multiplication with an addition.
add_compile_options("$<$<COMPILE_LANGUAGE:CXX>:-Wall;-Wextra;-ffp-contract=off>")
if(AMORPH_WERROR)
  # clang finds a deprecated name inside libstdc++ 12 itself.
  add_compile_options("$<$<COMPILE_LANGUAGE:CXX>:-Werror;-Wno-error=deprecated-declarations>")
endif()

if(AMORPH_SANITIZE)
  add_compile_options("$<$<COMPILE_LANGUAGE:C,CXX>:-fsanitize=${AMORPH_SANITIZE};-fno-omit-frame-pointer>")
  add_link_options(-fsanitize=${AMORPH_SANITIZE})
  if(AMORPH_SANITIZE MATCHES "undefined")
    add_compile_options($<$<COMPILE_LANGUAGE:C,CXX>:-fno-sanitize-recover=undefined>)
    if(CMAKE_CXX_COMPILER_ID MATCHES "Clang")
      # Two checks know C++ alone: C programs load our libraries here, and a module's functions may be C. object-size
      # repeats at every access what the address sanitizer finds.
      add_compile_options($<$<COMPILE_LANGUAGE:CXX>:-fno-sanitize=vptr,function,object-size>)
    endif()
  endif()
  add_compile_definitions(_GLIBCXX_ASSERTIONS AMORPH_SANITIZED)  # the second is for tests, which try less
endif()
if(AMORPH_FUZZ)  # libFuzzer sees what the whole program does
  add_compile_options("$<$<COMPILE_LANGUAGE:C,CXX>:-fsanitize=fuzzer-no-link>")
endif()

# The sources of a target are compiled several at a time: their headers, the standard library's and LLVM's above all,
# take longer to read than most sources take to compile.
if(NOT DEFINED CMAKE_UNITY_BUILD)
  set(CMAKE_UNITY_BUILD ON)
endif()
if(NOT DEFINED CMAKE_UNITY_BUILD_BATCH_SIZE)
  set(CMAKE_UNITY_BUILD_BATCH_SIZE 8)
endif()
# compile_alone(SOURCE...): sources that define a name which another source of their target defines too, or that take
# so long that a change to a neighbour must not compile them again.
function(compile_alone)
  set_source_files_properties(${ARGN} PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON)
endfunction()

find_program(AMORPH_CCACHE ccache)
if(AMORPH_CCACHE)
  foreach(language C CXX CUDA)
    set(CMAKE_${language}_COMPILER_LAUNCHER ${AMORPH_CCACHE})
  endforeach()
endif()

# Sets CMAKE_CUDA_ARCHITECTURES, unless the user has. native: the devices of this machine, or 9.0 without any, with
# PTX, which the driver compiles for later ones. release: compute capability 7.5 to 12; nvcc's all-major lacks 8.6 and
# 8.9.
set(AMORPH_CUDA_ARCHITECTURES native CACHE STRING "Devices to serve: native, release, or as CMAKE_CUDA_ARCHITECTURES")
function(amorph_cuda_architectures)
  if(CMAKE_CUDA_ARCHITECTURES)
    return()
  endif()
  set(list ${AMORPH_CUDA_ARCHITECTURES})
  if(list STREQUAL "release")
    set(list 75-real 80-real 86-real 89-real 90-real 100-real 120)
    add_compile_options("$<$<COMPILE_LANGUAGE:CUDA>:--compress-mode=size>")
  elseif(list STREQUAL "native")
    execute_process(COMMAND nvidia-smi --query-gpu=compute_cap --format=csv,noheader
                    OUTPUT_VARIABLE list ERROR_QUIET RESULT_VARIABLE failed)
    string(REGEX MATCHALL "[0-9]+\\.[0-9]" list "${list}")
    string(REPLACE "." "" list "${list}")
    list(FILTER list EXCLUDE REGEX "^([0-6]?[0-9]|7[0-4])$")
    list(REMOVE_DUPLICATES list)
    if(failed OR NOT list)
      set(list 90)
    endif()
  endif()
  message(STATUS "CUDA architectures: ${list}")
  set(CMAKE_CUDA_ARCHITECTURES ${list} PARENT_SCOPE)
endfunction()

if(AMORPH_CUDA)
  find_program(AMORPH_NVCC nvcc HINTS $ENV{CUDA_HOME}/bin /usr/local/cuda/bin)
  set(nvcc_version 0)
  if(AMORPH_NVCC)
    execute_process(COMMAND ${AMORPH_NVCC} --version OUTPUT_VARIABLE nvcc_says ERROR_QUIET)
    string(REGEX MATCH "release ([0-9.]+)" nvcc_release "${nvcc_says}")
    set(nvcc_version ${CMAKE_MATCH_1})
  endif()
  if(AMORPH_NVCC AND nvcc_version VERSION_LESS 13.0)
    message(WARNING "${AMORPH_NVCC} is of CUDA ${nvcc_version}, older than 13.0: building for the CPU alone. "
                    "-D AMORPH_NVCC=PATH names another.")
    set(AMORPH_CUDA OFF)
  elseif(AMORPH_NVCC)
    set(CMAKE_CUDA_COMPILER ${AMORPH_NVCC})
    amorph_cuda_architectures()
    enable_language(CUDA)
    # -O3 is for the host's share of a unit, which starts kernels: optimising it costs an eighth of all time.
    string(REPLACE "-O3" "-Xcompiler=-O1" CMAKE_CUDA_FLAGS_RELEASE "${CMAKE_CUDA_FLAGS_RELEASE}")
    # CMake 3.25 drops CUDA_STANDARD 20 silently.
    add_compile_options("$<$<COMPILE_LANGUAGE:CUDA>:-std=c++20;--extended-lambda;-fmad=false>")
  else()
    message(STATUS "nvcc not found: building for the CPU alone")
    set(AMORPH_CUDA OFF)
  endif()
endif()

configure_file(${PROJECT_SOURCE_DIR}/cmake/version.hpp.in ${PROJECT_BINARY_DIR}/include/amorph/version.hpp @ONLY)
