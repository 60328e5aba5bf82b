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
      # Two checks know C++ alone: C programs load our libraries here, and a module's functions may be C.
      add_compile_options($<$<COMPILE_LANGUAGE:CXX>:-fno-sanitize=vptr,function>)
    endif()
  endif()
  add_compile_definitions(_GLIBCXX_ASSERTIONS AMORPH_SANITIZED)  # the second is for tests, which try less
endif()

find_program(AMORPH_CCACHE ccache)
if(AMORPH_CCACHE)
  foreach(language C CXX CUDA)
    set(CMAKE_${language}_COMPILER_LAUNCHER ${AMORPH_CCACHE})
  endforeach()
endif()

if(AMORPH_CUDA)
  find_program(AMORPH_NVCC nvcc HINTS $ENV{CUDA_HOME}/bin /usr/local/cuda/bin)
  if(AMORPH_NVCC)
    set(CMAKE_CUDA_COMPILER ${AMORPH_NVCC})
    # Code for Hopper, and its PTX, which the driver compiles for what came later.
    if(NOT CMAKE_CUDA_ARCHITECTURES)
      set(CMAKE_CUDA_ARCHITECTURES 90)
    endif()
    enable_language(CUDA)
    # CMake 3.25 drops CUDA_STANDARD 20 silently.
    add_compile_options("$<$<COMPILE_LANGUAGE:CUDA>:-std=c++20;--extended-lambda;-fmad=false>")
  else()
    message(STATUS "nvcc not found: building for the CPU alone")
    set(AMORPH_CUDA OFF)
  endif()
endif()

configure_file(${PROJECT_SOURCE_DIR}/cmake/version.hpp.in ${PROJECT_BINARY_DIR}/include/amorph/version.hpp @ONLY)
