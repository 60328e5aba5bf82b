# How every target is compiled: warnings, sanitizers, and CUDA when nvcc is at hand.
add_compile_options($<$<COMPILE_LANGUAGE:CXX>:-Wall> $<$<COMPILE_LANGUAGE:CXX>:-Wextra>
                    $<$<COMPILE_LANGUAGE:CXX>:-ffp-contract=off>)
if(AMORPH_SANITIZE)
  add_compile_options($<$<NOT:$<COMPILE_LANGUAGE:CUDA>>:-fsanitize=${AMORPH_SANITIZE}>
                      $<$<NOT:$<COMPILE_LANGUAGE:CUDA>>:-fno-omit-frame-pointer>)
  add_link_options(-fsanitize=${AMORPH_SANITIZE})
endif()

find_program(CCACHE ccache)
if(CCACHE)
  foreach(language C CXX CUDA)
    set(CMAKE_${language}_COMPILER_LAUNCHER ${CCACHE})
  endforeach()
endif()

if(AMORPH_CUDA)
  find_program(AMORPH_NVCC nvcc HINTS /usr/local/cuda/bin $ENV{CUDA_HOME}/bin)
  if(AMORPH_NVCC)
    set(CMAKE_CUDA_COMPILER ${AMORPH_NVCC})
    if(NOT CMAKE_CUDA_ARCHITECTURES)
      set(CMAKE_CUDA_ARCHITECTURES 90)
    endif()
    enable_language(CUDA)
    # CMake 3.25 drops CUDA_STANDARD 20 silently.
    add_compile_options($<$<COMPILE_LANGUAGE:CUDA>:-std=c++20> $<$<COMPILE_LANGUAGE:CUDA>:--extended-lambda>
                        $<$<COMPILE_LANGUAGE:CUDA>:-fmad=false>)
  else()
    message(STATUS "nvcc not found: building for the CPU alone")
    set(AMORPH_CUDA OFF)
  endif()
endif()
