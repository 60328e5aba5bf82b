// Without contexts, in contexts, and back; and the check of what callers pass.
#include "amorph/kernels/backend/boundary.hpp"
#include "amorph/kernels/base/stopwatch.hpp"
#include "solver/andersen/contexts/contexts.hpp"

namespace amorph::andersen {

std::string validate(const problem& of, const call_structure& calls) {
  const auto at = [](const char* what, std::size_t i) { return std::string(what) + " " + std::to_string(i); };
  if (!of.merged.empty() || !of.online.empty()) return "contexts: expected no merged variables";
  if (calls.owner.size() != of.variables) return "owner: expected one per variable";
  if (calls.bindings.size() != of.constraints.size()) return "bindings: expected one per constraint";
  if (calls.memory.size() != of.objects) return "memory: expected one per object";
  if (calls.entered.size() != calls.functions || calls.address.size() != calls.functions)
    return "functions: expected an entry of each";
  const auto is_function = [&](std::uint32_t f) { return f == none || f < calls.functions; };
  for (std::size_t v = 0; v != calls.owner.size(); ++v)
    if (!is_function(calls.owner[v])) return at("owner of variable", v) + ": no such function";
  for (std::size_t c = 0; c != calls.calls.size(); ++c)
    if (!is_function(calls.calls[c].caller) || !is_function(calls.calls[c].callee))
      return at("call", c) + ": no such function";
  using role = call_structure::role;
  for (std::size_t i = 0; i != calls.bindings.size(); ++i) {
    const auto& [how, call] = calls.bindings[i];
    if (how == role::local || how == role::elsewhere) continue;
    if (call >= calls.calls.size()) return at("constraint", i) + ": no such call";
    const bool indirect = calls.calls[call].callee == none;
    if (indirect != (how == role::enter)) return at("constraint", i) + ": expected a call of the other kind";
    if (indirect && of.constraints[i].type != kind::copy) return at("constraint", i) + ": expected a copy";
  }
  for (var o = 0; o != of.objects; ++o) {
    const bool first = o == 0 || calls.memory[o] != calls.memory[o - 1];
    if (calls.memory[o] >= calls.heap.size()) return at("memory of object", o) + ": out of range";
    if (!first && calls.owner[o] != calls.owner[o - 1]) return at("owner of object", o) + ": differs within its memory";
    if (!first && of.extent[o] > 1) return at("extent of object", o) + ": expected it at the start of its memory";
  }
  return {};
}

bool answer_in_contexts::may_meet(var a, var b) const {
  const std::uint32_t f = cloned.owner[a] != none ? cloned.owner[a] : cloned.owner[b];
  if (f != none && cloned.owner[b] != none && cloned.owner[b] != f) return true;
  const std::uint32_t count = f == none ? 1 : cloned.tree.contexts[f];
  for (std::uint32_t i = 0; i != count; ++i)
    if (sets.intersects(cloned.instance(a, i), cloned.instance(b, i))) return true;
  return false;
}

status solve_in_contexts(const problem& input, const call_structure& calls, const context_options& contexts,
                         const options& options, const solve_function& solver, solution& answer,
                         answer_in_contexts& in_contexts, std::string& message) noexcept {
  message.clear();
  return guarded(message, [&] {
    const stopwatch time;
    if (const std::string fault = validate(input, calls); !fault.empty()) throw error(status::bad_input, fault);
    const auto solved = [&](const problem& p, solution& s) {
      if (const status failed = solver(p, options, s, message); failed != status::ok) throw error(failed, message);
    };
    in_contexts = {};
    {
      solution merged;
      solved(input, merged);
      in_contexts.cloned = clone(input, calls, merged, contexts);
    }
    problem& system = in_contexts.cloned.system;
    solved(system, in_contexts.sets);
    in_contexts.constraints = system.constraints.size();
    system = {};
    for (const std::uint32_t n : in_contexts.cloned.tree.contexts) in_contexts.contexts += n;
    answer = project(input, in_contexts.cloned, in_contexts.sets);
    answer.stats.variables = input.variables;
    answer.stats.constraints = input.constraints.size();
    answer.stats.solve_ms = time.ms();
  });
}

}  // namespace amorph::andersen
