// Whether the pointees of two pointers share bytes, where their sets alone do not tell: an object of a set is a
// slot, which may hold several scalars.
#pragma once

#include "tools/commands/amorph-pta/source/source_index.hpp"

namespace amorph::pta {

// The objects that *x shares bytes with: all in the bytes of its type, wherever in the word that x points to it may
// begin. Of void, and of a type of unknown size, all of the block. Ascending.
[[nodiscard]] std::vector<Var> covered(const source_index& program, const pointer& x);

// True if all values of both variables are known and the scalars *x and *y share no byte: they are at different places
// of one variable, or members that the types of memory, if taken for granted, hold apart.
[[nodiscard]] bool accesses_are_apart(const source_index& program, const pointer& x, const pointer& y);

}  // namespace amorph::pta
