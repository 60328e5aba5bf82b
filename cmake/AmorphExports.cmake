# amorph_exports(TARGET MAP): the shared library exports what the version script names and nothing else, refers to its
# own functions directly, and stays loaded: threads of oneTBB, which wait for work in its code, outlive dlclose().
function(amorph_exports target map)
  target_link_options(${target} PRIVATE -Wl,--version-script=${map} -Wl,-Bsymbolic-functions -Wl,-z,nodelete)
  if(NOT AMORPH_SANITIZE)  # clang leaves a sanitizer's own functions to the program
    target_link_options(${target} PRIVATE -Wl,-z,defs)
  endif()
  set_property(TARGET ${target} APPEND PROPERTY LINK_DEPENDS ${map})
endfunction()
