# Suites of lit tests, a folder each. amorph_lit_suite(NAME) registers the folder that calls it: its
# lit.cfg.py is loaded with the build tree's places in config.amorph_bin, config.amorph_lib and config.llvm_bin.
set(llvm_root /usr/lib/llvm-19)
if(LLVM_TOOLS_BINARY_DIR)
  get_filename_component(llvm_root ${LLVM_TOOLS_BINARY_DIR} DIRECTORY)
endif()
find_file(AMORPH_LIT lit.py HINTS ${llvm_root}/build/utils/lit REQUIRED)

set(cuda_built 0)
if(TARGET amorph_cuda)
  set(cuda_built 1)
endif()
function(amorph_lit_suite name)
  file(CONFIGURE OUTPUT ${CMAKE_CURRENT_BINARY_DIR}/lit.site.cfg.py @ONLY CONTENT
"config.amorph_bin = r'@CMAKE_RUNTIME_OUTPUT_DIRECTORY@'
config.amorph_lib = r'@CMAKE_LIBRARY_OUTPUT_DIRECTORY@'
config.llvm_bin = r'@llvm_root@/bin'
config.sanitize = '@AMORPH_SANITIZE@'
config.cuda_built = '@cuda_built@'
config.test_exec_root = r'@CMAKE_CURRENT_BINARY_DIR@'
lit_config.load_config(config, r'@CMAKE_CURRENT_SOURCE_DIR@/lit.cfg.py')
")
  add_test(NAME lit-${name} COMMAND ${Python3_EXECUTABLE} ${AMORPH_LIT} -v ${CMAKE_CURRENT_BINARY_DIR})
endfunction()
