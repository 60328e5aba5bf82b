// The operands of a query: expressions at locations, functions, and lines with calls.
#pragma once

#include <string>
#include <vector>

#include "tools/commands/amorph-pta/source/source_index.hpp"

namespace amorph::pta {

// Resolves an expression:
//   LOCATION = [FILE:LINE:] or [FUNCTION::], before an expression; without it, a global name
//   EXPRESSION = NAME, *E, &E, E.FIELD, E->FIELD, E[] (any element, whatever the index), (E)
//   or an object as answers print it (malloc@list.c:12, main::x), with fields.
// A line selects the enclosing function and, of several variables with the name, the one in the innermost block that
// extends from the variable's declaration to that line. A block ends at the last line of its code.
// Throws error(bad_input) with one line: the missing name, or the candidates if several match.
[[nodiscard]] pointer find_pointer(const source_index& program, const std::string& text);

// A function by its source name or symbol, or FILE:NAME if several files define it; throws as find_pointer does.
// All symbols of one function: constructors and destructors have several, and thunks of virtual functions.
[[nodiscard]] std::vector<const llvm::Function*> find_function(const source_index& program, const std::string& text);
// The function that the thunk f continues in; f itself if it is none.
[[nodiscard]] const llvm::Function& behind_thunk(const llvm::Function& f);

// The calls of a line, FILE:LINE[:COLUMN], or of a function, NAME; those of a line in one function as the call graph
// prints them, FILE:LINE in NAME. Throws if there are none.
[[nodiscard]] std::vector<const llvm::CallBase*> find_calls(const source_index& program, const std::string& text);

}  // namespace amorph::pta
