// Where the variables and constraints of a problem come from: functions, and the calls between them. What contexts need
// to know beside the problem.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "solver/andersen/andersen.hpp"

namespace amorph::andersen {

struct call_structure {
  // How a constraint relates two activations.
  enum class role : std::uint8_t {
    local,      // both variables are of one activation
    argument,   // dst is of the activation that the call enters, src of the caller's
    result,     // dst is of the caller's activation, src of the one that the call entered
    enter,      // a copy: dst is what the call through the pointer src enters; only offset constraints use dst
    elsewhere,  // of any two activations
  };
  struct binding {
    role how = role::local;
    std::uint32_t call = none;  // unless local or elsewhere
    bool operator==(const binding&) const = default;
  };
  struct call {
    std::uint32_t caller = none;  // none: the caller has no contexts
    std::uint32_t callee = none;  // none: a call through a pointer
  };

  std::uint32_t functions = 0;
  std::vector<call> calls;
  std::vector<char> entered;          // per function: also by calls that are not in `calls`
  std::vector<var> address;           // per function: the object that is its address, or none
  std::vector<std::uint32_t> owner;   // per variable: the function whose activations each have their own; or none
  std::vector<binding> bindings;      // per constraint
  std::vector<std::uint32_t> memory;  // per object: its block of memory; blocks are numbered in the order of objects
  std::vector<char> heap;             // per block of memory: it is allocated; its owner allocates it
};

// Checks that the two fit each other. Returns the first fault in one line, or an empty string.
[[nodiscard]] std::string validate(const problem& of, const call_structure& calls);

}  // namespace amorph::andersen
