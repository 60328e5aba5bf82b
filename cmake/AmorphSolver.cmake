# amorph_solver(NAME SOURCES ... LINK TARGET [CUDA X_cuda.cu] [CHILDREN ...] [IN_CHECK X_cuda.cu...])
#
# A solver's library, amorph_NAME, and its part of the CUDA module. X_cpu.cpp instantiates a core. CHILDREN are the
# sources whose kernels launch kernels: they are compiled apart, with relocatable device code.
# With AMORPH_CUDA_CHECK, for machines that cannot run the module, it has the units IN_CHECK alone, so that the loader
# has something to open; the other sources are checked.
function(amorph_solver name)
  cmake_parse_arguments(PARSE_ARGV 1 solver "" "LINK" "SOURCES;CUDA;CHILDREN;IN_CHECK")
  add_library(amorph_${name} STATIC ${solver_SOURCES})
  set(instances ${solver_SOURCES})
  list(FILTER instances INCLUDE REGEX "_cpu\\.cpp$")
  compile_alone(${instances})  # a core instantiates far more than it reads
  target_link_libraries(amorph_${name} PUBLIC ${solver_LINK})
  if(NOT AMORPH_CUDA)
    return()
  endif()
  if(AMORPH_CUDA_CHECK)
    set(checked ${solver_CUDA} ${solver_CHILDREN})
    foreach(source IN LISTS checked)
      if(NOT source IN_LIST solver_IN_CHECK)
        list(REMOVE_ITEM solver_CUDA ${source})
        list(REMOVE_ITEM solver_CHILDREN ${source})
      endif()
    endforeach()
    list(REMOVE_ITEM checked "" ${solver_IN_CHECK})
    amorph_check_cuda(${name} ${checked})
  endif()
  target_sources(amorph_cuda PRIVATE ${solver_CUDA})
  if(solver_CHILDREN)
    if(NOT TARGET amorph_cuda_children)
      add_library(amorph_cuda_children STATIC)
      set_target_properties(amorph_cuda_children PROPERTIES CUDA_STANDARD 20 CUDA_STANDARD_REQUIRED OFF
                            CUDA_SEPARABLE_COMPILATION ON CUDA_RUNTIME_LIBRARY Static UNITY_BUILD OFF)
      target_include_directories(amorph_cuda_children PRIVATE $<TARGET_PROPERTY:amorph_cuda,INCLUDE_DIRECTORIES>)
      target_compile_definitions(amorph_cuda_children PRIVATE AMORPH_MODULE)
      target_link_libraries(amorph_cuda PRIVATE amorph_cuda_children)
      set_target_properties(amorph_cuda PROPERTIES CUDA_RESOLVE_DEVICE_SYMBOLS ON)
    endif()
    target_sources(amorph_cuda_children PRIVATE ${solver_CHILDREN})
  endif()
endfunction()

# amorph_one_unit(FILE SOURCE...): makes FILE, which includes the sources.
function(amorph_one_unit file)
  set(includes "")
  foreach(source IN LISTS ARGN)
    get_filename_component(source ${source} ABSOLUTE)
    string(APPEND includes "#include \"${source}\"\n")
  endforeach()
  file(CONFIGURE OUTPUT ${file} CONTENT "@includes@" @ONLY)
endfunction()

# amorph_check_cuda(NAME SOURCE...): compiles the sources to PTX as one unit, with few optimisations. All templates are
# instantiated and checked, for host and device. Not found: a missing #include that an earlier source has, and what only
# the host compiler or ptxas reports.
function(amorph_check_cuda name)
  set(file ${CMAKE_CURRENT_BINARY_DIR}/${name}_check.cu)
  amorph_one_unit(${file} ${ARGN})
  if(NOT TARGET amorph_cuda_check)
    add_library(amorph_cuda_check OBJECT)
    set_target_properties(amorph_cuda_check PROPERTIES CUDA_STANDARD 20 CUDA_STANDARD_REQUIRED OFF
                          CUDA_PTX_COMPILATION ON UNITY_BUILD OFF CUDA_ARCHITECTURES 90-virtual)
    target_compile_options(amorph_cuda_check PRIVATE --Ofast-compile=max -rdc=true)
    target_include_directories(amorph_cuda_check PRIVATE $<TARGET_PROPERTY:amorph_cuda,INCLUDE_DIRECTORIES>)
  endif()
  target_sources(amorph_cuda_check PRIVATE ${file})
endfunction()
