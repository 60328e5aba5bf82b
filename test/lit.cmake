# Suites of lit tests, a folder each. amorph_lit_suite(NAME) registers the folder that calls it: its
# lit.cfg.py is loaded with the build tree's places in config.amorph_bin, config.amorph_lib and config.llvm_bin.
# Without an LLVM for the plugin, lit, FileCheck and not are those of any. Debian's 22 has lit in bin/.
file(GLOB lit_folders /usr/lib/llvm-*/build/utils/lit /usr/lib/llvm-*/bin)
list(SORT lit_folders COMPARE NATURAL ORDER DESCENDING)
find_file(AMORPH_LIT NAMES lit.py lit HINTS ${llvm_root}/build/utils/lit ${llvm_root}/bin
          PATHS ${lit_folders} REQUIRED)
if(NOT LLVM_FOUND)
  string(REGEX REPLACE "/(build/utils/lit/lit.py|bin/lit)$" "" llvm_root ${AMORPH_LIT})
endif()

set(cuda_built 0)
if(TARGET amorph_cuda)
  set(cuda_built 1)
endif()
function(amorph_lit_suite name)
  file(CONFIGURE OUTPUT ${CMAKE_CURRENT_BINARY_DIR}/lit.site.cfg.py @ONLY CONTENT
"config.amorph_bin = r'@CMAKE_RUNTIME_OUTPUT_DIRECTORY@'
config.amorph_lib = r'@CMAKE_LIBRARY_OUTPUT_DIRECTORY@'
config.llvm_bin = r'@llvm_root@/bin'
config.llvm_version = '@LLVM_PACKAGE_VERSION@'
config.sanitize = '@AMORPH_SANITIZE@'
config.cuda_built = '@cuda_built@'
config.test_exec_root = r'@CMAKE_CURRENT_BINARY_DIR@'
lit_config.load_config(config, r'@CMAKE_CURRENT_SOURCE_DIR@/lit.cfg.py')
")
  add_test(NAME lit-${name} COMMAND ${Python3_EXECUTABLE} ${AMORPH_LIT} -v ${CMAKE_CURRENT_BINARY_DIR})
endfunction()
