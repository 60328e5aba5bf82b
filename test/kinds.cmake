# Each of the three trees runs one kind of tests, so that nothing runs twice (docs/development.md):
#   units     unit tests; asan
#   threads   the unit tests that start threads; tsan
#   commands  what users run: commands, libraries, scripts, the quality of answers; release
# A tree has all kinds unless AMORPH_TEST_KINDS names some.

# Of the names of tests that another tree may have too.
set(amorph_suffix "")
if(AMORPH_TEST_KINDS STREQUAL "threads")
  set(amorph_suffix -threads)
endif()

# amorph_tests_are(KIND...): the rest of a CMakeLists.txt is for trees with one of these kinds.
macro(amorph_tests_are)
  set(amorph_chosen FALSE)
  foreach(kind ${ARGV})
    if(kind IN_LIST AMORPH_TEST_KINDS)
      set(amorph_chosen TRUE)
    endif()
  endforeach()
  if(NOT amorph_chosen)
    return()
  endif()
endmacro()

# amorph_unit_tests(NAME SOURCES X_test.cpp... LINK TARGET... [WITH SOURCE...] [THREADS X_test.cpp...]
#                   [ONE_THREAD SUITE.TEST...] [DEFINITIONS ...] [DEPENDS TARGET...] [ENVIRONMENT NAME=VALUE...])
#
# One program, amorph-NAME-test, from those of the sources that belong to the tree's kinds, and from the sources that
# they need WITH them; and one test per source, NAME-X, so that they run side by side. THREADS are the sources that
# belong to the kind threads too, but for the tests of ONE_THREAD, which run on one thread, or do on several what
# others there do. Suites whose names end in _release belong to the kind commands: they need optimised code that no
# sanitizer watches, or the CUDA module. Those in _cuda need a device: one test for all of them, NAME-gpu, with the
# label gpu.
function(amorph_unit_tests name)
  cmake_parse_arguments(PARSE_ARGV 1 unit "" "" "SOURCES;LINK;WITH;THREADS;ONE_THREAD;DEFINITIONS;DEPENDS;ENVIRONMENT")
  set(program amorph-${name}-test)
  set(chosen)
  set(but "")
  if(AMORPH_TEST_KINDS STREQUAL "threads" AND unit_ONE_THREAD)
    list(JOIN unit_ONE_THREAD ":" but)
    string(PREPEND but "-")
  endif()
  set(known)
  set(names)
  set(all_on_device)
  foreach(source IN LISTS unit_SOURCES)
    set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${source})
    file(STRINGS ${source} suites REGEX "^TEST(_P|_F)?\\([A-Za-z0-9_]+,")
    set(tests ${suites})
    list(TRANSFORM tests REPLACE "^TEST[_PF]*\\(([A-Za-z0-9_]+), *([A-Za-z0-9_]+)\\).*" "\\1.\\2")
    list(APPEND names ${tests})
    list(TRANSFORM suites REPLACE "^TEST[_PF]*\\(([A-Za-z0-9_]+),.*" "\\1")
    list(REMOVE_DUPLICATES suites)
    foreach(suite IN LISTS suites)
      if(suite IN_LIST known)
        message(FATAL_ERROR "${source}: another source of ${program} has a suite ${suite} too")
      endif()
    endforeach()
    list(APPEND known ${suites})

    set(on_device ${suites})
    list(FILTER on_device INCLUDE REGEX "_cuda$")
    if(NOT AMORPH_GPU_TESTS)
      set(on_device)
    endif()
    list(APPEND all_on_device ${on_device})
    set(of_release ${suites})
    list(FILTER of_release INCLUDE REGEX "_release$")
    list(FILTER suites EXCLUDE REGEX "_(cuda|release)$")
    if(NOT "units" IN_LIST AMORPH_TEST_KINDS
       AND NOT ("threads" IN_LIST AMORPH_TEST_KINDS AND source IN_LIST unit_THREADS))
      set(suites)
    endif()
    if("commands" IN_LIST AMORPH_TEST_KINDS AND NOT AMORPH_SANITIZE)
      list(APPEND suites ${of_release})
    endif()
    if(suites OR on_device)
      list(APPEND chosen ${source})
    endif()

    get_filename_component(test ${source} NAME)
    string(REGEX REPLACE "(_test)?\\.cpp$" "" test ${name}-${test})
    string(REPLACE "_" "-" test ${test}${amorph_suffix})
    if(suites)
      amorph_suites(${test} ${program} "${suites}" "${but}" ${unit_ENVIRONMENT})
    endif()
  endforeach()
  foreach(pattern IN LISTS unit_ONE_THREAD)
    string(REGEX REPLACE "\\*" ".*" wanted "^${pattern}$")
    set(matching ${names})
    list(FILTER matching INCLUDE REGEX ${wanted})
    if(NOT matching)
      message(FATAL_ERROR "ONE_THREAD of ${program}: no test is called ${pattern}")
    endif()
  endforeach()
  if(chosen)
    add_executable(${program} ${chosen} ${unit_WITH})
    target_link_libraries(${program} PRIVATE ${unit_LINK} amorph_test_main)
    target_compile_definitions(${program} PRIVATE ${unit_DEFINITIONS})
    if(unit_DEPENDS)
      add_dependencies(${program} ${unit_DEPENDS})
    endif()
  endif()
  if(all_on_device)
    amorph_suites(${name}-gpu ${program} "${all_on_device}" "")
    amorph_needs_device(${name}-gpu)
  endif()
endfunction()

# A test of some suites of a program, with parameters or without, BUT for some tests ("-NAME:NAME..."). Variables
# come by `env` and not as a property: one ctest over several trees gives all tests of a name the properties of the
# last.
function(amorph_suites test program suites but)
  list(TRANSFORM suites APPEND ".*")
  set(instances ${suites})
  list(TRANSFORM instances PREPEND "*/")
  list(JOIN suites ":" plain)
  list(JOIN instances ":" with_parameters)
  if(ARGN)
    set(with ${CMAKE_COMMAND} -E env ${ARGN})
  endif()
  add_test(NAME ${test} COMMAND ${with} $<TARGET_FILE:${program}> --gtest_filter=${plain}:${with_parameters}${but})
endfunction()

# Tests on a device run one at a time: persistent kernels of several processes take turns.
function(amorph_needs_device test)
  set_tests_properties(${test} PROPERTIES LABELS gpu SKIP_RETURN_CODE 77 RESOURCE_LOCK device)
endfunction()

# NAME-symbols: the library of a target exports what the file LIST names and nothing else, and the page, if there is
# one, names each. Kind commands: a sanitizer adds symbols of its own.
function(amorph_symbols_test name target list)
  if("commands" IN_LIST AMORPH_TEST_KINDS AND NOT AMORPH_SANITIZE)
    list(TRANSFORM ARGN PREPEND ${PROJECT_SOURCE_DIR}/docs/)
    add_test(NAME ${name}-symbols COMMAND ${Python3_EXECUTABLE}
             ${PROJECT_SOURCE_DIR}/test/tools/bindings/amorph/check_symbols.py $<TARGET_FILE:${target}>
             ${CMAKE_CURRENT_SOURCE_DIR}/${list} ${ARGN})
  endif()
endfunction()
