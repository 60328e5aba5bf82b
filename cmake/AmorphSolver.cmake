# amorph_solver(NAME SOURCES ... LINK TARGET [CUDA X_cuda.cu] [CHILDREN ...])
#
# A solver's library, amorph_NAME, and its part of the CUDA module. X_cpu.cpp instantiates a core. CHILDREN are the
# sources whose kernels launch kernels: they are compiled apart, with relocatable device code.
function(amorph_solver name)
  cmake_parse_arguments(PARSE_ARGV 1 solver "" "LINK" "SOURCES;CUDA;CHILDREN")
  add_library(amorph_${name} STATIC ${solver_SOURCES})
  set(instances ${solver_SOURCES})
  list(FILTER instances INCLUDE REGEX "_cpu\\.cpp$")
  compile_alone(${instances})  # a core instantiates far more than it reads
  target_link_libraries(amorph_${name} PUBLIC ${solver_LINK})
  if(NOT AMORPH_CUDA)
    return()
  endif()
  target_sources(amorph_cuda PRIVATE ${solver_CUDA})
  if(solver_CHILDREN)
    if(NOT TARGET amorph_cuda_children)
      add_library(amorph_cuda_children STATIC)
      set_target_properties(amorph_cuda_children PROPERTIES CUDA_STANDARD 20 CUDA_STANDARD_REQUIRED OFF
                            CUDA_SEPARABLE_COMPILATION ON CUDA_RUNTIME_LIBRARY Static)
      target_include_directories(amorph_cuda_children PRIVATE $<TARGET_PROPERTY:amorph_cuda,INCLUDE_DIRECTORIES>)
      target_link_libraries(amorph_cuda PRIVATE amorph_cuda_children)
      set_target_properties(amorph_cuda PROPERTIES CUDA_RESOLVE_DEVICE_SYMBOLS ON)
    endif()
    target_sources(amorph_cuda_children PRIVATE ${solver_CHILDREN})
  endif()
endfunction()
