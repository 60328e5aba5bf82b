// Calling contexts: a problem in which each function has its own variables in each context, made from one in which all
// callers of a function share them, and the way back.
//
// A context is a string of call sites: the last K through which a function was entered (k-CFA; Shivers 1991). A call
// within a small cycle of direct calls keeps the caller's context, so that recursion does not merge callers (Whaley and
// Lam, PLDI 2004). A call through a pointer starts a new string, and the pointer's set in the caller's context decides
// which functions it enters: the call graph is found while the system is solved. Calls that are not seen enter a
// function in the empty context. An allocation site is an object for each string of its function's last H call sites.
//
// More contexts never enlarge a set: dropping the first call site of each string maps the larger system onto the
// smaller one, constraint by constraint.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "solver/andersen/andersen.hpp"
#include "solver/andersen/contexts/calls.hpp"

namespace amorph::andersen {

struct context_options {
  std::uint32_t call_sites = 1;       // K, > 0
  std::uint32_t heap_call_sites = 1;  // H
  std::uint64_t budget = 0;           // maximum number of constraints; 0: none, and all functions are cloned

  bool operator==(const context_options&) const = default;
};

// The contexts of each function. Context 0 of a function that is entered by calls that are not seen is the empty one.
struct context_tree {
  std::vector<std::uint32_t> contexts;             // per function: their number, > 0
  std::vector<std::vector<std::uint32_t>> enters;  // per direct call, by the caller's context: the callee's
  std::vector<std::vector<std::pair<std::uint32_t, std::uint32_t>>> targets;  // per indirect call: callee, its context
  std::vector<std::vector<std::uint32_t>> heap;  // per function, by context: the instance of what it allocates
  std::vector<std::uint32_t> heaps;              // per function: the number of these
};

// The cloned problem. Each variable has one instance, or one per context of its owner.
struct cloned_problem {
  problem system;
  std::vector<var> original;  // per object: the object it is an instance of; none: an object of contexts alone

  // Of a variable of the original problem: its instances, by number and in a context of its owner.
  [[nodiscard]] std::uint32_t instances(var v) const;
  [[nodiscard]] var numbered(var v, std::uint32_t instance) const {
    return instance == 0 || owner[v] == none ? first[v]
                                             : begin[static_cast<int>(kind[v])][owner[v]][instance] + number[v];
  }
  [[nodiscard]] var instance(var v, std::uint32_t context) const;

  std::vector<var> first;             // per original variable: its instance in context 0
  std::vector<std::uint32_t> number;  // per original variable: among the cloned ones of its owner; none: not cloned
  std::vector<std::uint32_t> owner;   // per original variable; none: not cloned
  std::vector<char> kind;             // per original variable: the row of `begin`
  std::vector<std::vector<var>> begin[3];  // variables, objects, allocated objects: [owner][instance], from 1
  context_tree tree;
};

// Per function: its cycle of direct calls, if calls within it keep their context, or a number of its own.
[[nodiscard]] std::vector<std::uint32_t> cycles_of_calls(const call_structure& calls);

// The contexts of all functions; nothing if their constraints would be more than `limit`. `callees`: per indirect call,
// the functions that it may enter without contexts. `weight`: per function, the constraints of a context. A function
// that is not selected has the empty context alone.
[[nodiscard]] std::optional<context_tree> find_contexts(const call_structure& calls,
                                                        const std::vector<std::vector<std::uint32_t>>& callees,
                                                        const std::vector<std::uint64_t>& weight,
                                                        const std::vector<char>& selected,
                                                        const context_options& options, std::uint64_t limit);

// The functions to clone within the budget, by the number of facts that merge at their parameters.
[[nodiscard]] std::vector<char> select_functions(const problem& of, const call_structure& calls,
                                                 const std::vector<std::vector<std::uint32_t>>& callees,
                                                 const std::vector<std::uint64_t>& weight, const solution& merged,
                                                 const context_options& options);

// Clones variables and constraints. `merged`: the solution of `of`; what is empty there is left out. Throws
// error(out_of_memory) if there would be too many constraints.
[[nodiscard]] cloned_problem clone(const problem& of, const call_structure& calls, const solution& merged,
                                   const context_options& options);

// The solution of the original problem: a variable's set is the union over its instances, and an object stands for its
// instances. O(variables of the cloned system + elements of its sets).
[[nodiscard]] solution project(const problem& of, const cloned_problem& cloned, const solution& answer);

// The sets in each context.
struct answer_in_contexts {
  cloned_problem cloned;  // without its constraints
  solution sets;
  std::uint64_t constraints = 0, contexts = 0;  // of the cloned problem; over all functions

  // False if variables of the same function point to different objects, or to different instances of an object, in each
  // of its contexts: in one activation they never point to the same memory.
  [[nodiscard]] bool may_meet(var a, var b) const;
};

// Solves without contexts, clones, solves, and projects. `solver`: andersen::solve, or a cache of solutions. The answer
// depends neither on backend nor on threads. Never throws.
using solve_function = std::function<status(const problem&, const options&, solution&, std::string&)>;
[[nodiscard]] status solve_in_contexts(const problem& input, const call_structure& calls,
                                       const context_options& contexts, const options& options,
                                       const solve_function& solver, solution& answer, answer_in_contexts& in_contexts,
                                       std::string& message) noexcept;

}  // namespace amorph::andersen
