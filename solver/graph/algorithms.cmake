# Generates code from the list of algorithms: for solver/graph, and for a test that adds an algorithm.

# amorph_graph_algorithm(NAME FOLDER SOURCES CUDA CHILDREN): appends what an algorithm's folder holds to three
# variables: every X.cpp but the tests, and NAME.inl instantiated for the host with the names of the descriptor's
# strategies; for the CUDA module; child_X.cu, kernels that launch kernels.
function(amorph_graph_algorithm name folder to_sources to_cuda to_children)
  set(instance ${CMAKE_CURRENT_BINARY_DIR}/${name})
  file(CONFIGURE OUTPUT ${instance}_cpu.cpp @ONLY CONTENT
"#include \"solver/graph/@name@/@name@.inl\"
#include \"solver/graph/algorithm.hpp\"
#include \"solver/run/run_core.hpp\"
namespace amorph::@name@ {
run_entry* cpu_entry() { return &cpu_run<core, problem, answer>; }
extern const graph::algorithm descriptor;
std::optional<strategy> parse_strategy(std::string_view word) noexcept {
  return graph::parse_strategy_of<strategy>(descriptor.strategies, word);
}
std::string_view to_string(strategy s) noexcept { return graph::strategy_name(descriptor.strategies, s); }
}
")
  file(CONFIGURE OUTPUT ${instance}_cuda.cu @ONLY CONTENT
"#include \"solver/run/run_core.hpp\"
#include \"solver/graph/@name@/@name@.inl\"
namespace amorph::@name@ {
static const cuda_entry registered(\"@name@\", boundary_version<problem, answer>, &cuda_run<core, problem, answer>);
}
")
  file(GLOB host CONFIGURE_DEPENDS ${folder}/*.cpp)
  list(FILTER host EXCLUDE REGEX "_test\\.cpp$")
  file(GLOB child CONFIGURE_DEPENDS ${folder}/child_*.cu)
  set(${to_sources} ${${to_sources}} ${host} ${instance}_cpu.cpp PARENT_SCOPE)
  set(${to_cuda} ${${to_cuda}} ${instance}_cuda.cu PARENT_SCOPE)
  set(${to_children} ${${to_children}} ${child} PARENT_SCOPE)
endfunction()

# amorph_graph_list(FILE NAME...): the list as code. Compiled alone, so that a program can replace the list
# of amorph_graph.
function(amorph_graph_list file)
  set(declarations "")
  set(addresses "")
  foreach(name IN LISTS ARGN)
    string(APPEND declarations "namespace ${name} {\nextern const graph::algorithm descriptor;\n}\n")
    string(APPEND addresses "&${name}::descriptor, ")
  endforeach()
  file(CONFIGURE OUTPUT ${file} @ONLY CONTENT
"#include \"solver/graph/algorithm.hpp\"
namespace amorph {
@declarations@
std::span<const graph::algorithm* const> graph::algorithms() {
  static const graph::algorithm* const all[] = {@addresses@};
  return all;
}
}
")
  compile_alone(${file})
endfunction()
