# Clang's libraries as one shared object, beside the LLVM that find_package(LLVM) found: Debian's libclang-NN-dev has
# the headers, and its libclang-cppNN the library under its versioned name alone. Sets
#   ClangCpp_FOUND, the target ClangCpp::ClangCpp, and ClangCpp_RESOURCE_DIR: the folder of the compiler's own headers.
find_path(ClangCpp_INCLUDE_DIR clang/Tooling/CompilationDatabase.h HINTS ${LLVM_INCLUDE_DIRS} NO_DEFAULT_PATH)
find_library(ClangCpp_LIBRARY NAMES clang-cpp libclang-cpp.so.${LLVM_VERSION_MAJOR}.${LLVM_VERSION_MINOR}
             HINTS ${LLVM_LIBRARY_DIRS})
find_path(ClangCpp_RESOURCE_DIR include/stddef.h HINTS ${LLVM_LIBRARY_DIR}/clang/${LLVM_VERSION_MAJOR} NO_DEFAULT_PATH)
include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(ClangCpp REQUIRED_VARS ClangCpp_LIBRARY ClangCpp_INCLUDE_DIR ClangCpp_RESOURCE_DIR)
mark_as_advanced(ClangCpp_LIBRARY ClangCpp_INCLUDE_DIR ClangCpp_RESOURCE_DIR)
if(ClangCpp_FOUND AND NOT TARGET ClangCpp::ClangCpp)
  add_library(ClangCpp::ClangCpp SHARED IMPORTED)
  set_target_properties(ClangCpp::ClangCpp PROPERTIES IMPORTED_LOCATION ${ClangCpp_LIBRARY}
                        INTERFACE_INCLUDE_DIRECTORIES ${ClangCpp_INCLUDE_DIR})
endif()
