// Maps expressions and locations of the source to variables and objects of the analysis, and back.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "llvm-pass/analysis/Names.h"
#include "llvm-pass/analysis/PointsToResult.h"
#include "llvm-pass/output/Report.h"

namespace amorph::pta {

// A location in the source; no file: unknown.
struct source_place {
  std::string file;  // as given to the compiler; absolute if known
  unsigned line = 0, column = 0;
};

// The value of a source expression in terms of the analysis.
struct pointer {
  std::vector<Var> holders;  // its set is the union of the sets of these
  std::vector<Var> objects;  // and of these objects, whose address it is
  std::vector<Var> memory;   // the objects it names; empty: it is only in registers
  bool is_place = false;     // it names memory, so --pointed-by applies
};

// Resolves expressions:
//   LOCATION = [FILE:LINE:] or [FUNCTION::], before an expression; without it, a global name
//   EXPRESSION = NAME, *E, &E, E.FIELD, E->FIELD, E[] (any element, whatever the index), (E)
//   or an object as answers print it (malloc@list.c:12, main::x), with fields.
// A line selects the enclosing function and, of several variables with the name, the one in the innermost block that extends
// from the variable's declaration to that line. A block ends at the last line of its code.
class source_index {
 public:
  explicit source_index(const PointsToResult& r);

  // Throws error(bad_input) with one line: what was not found, or the candidates if several match.
  [[nodiscard]] pointer find(const std::string& text) const;
  // A function by its source name or symbol, or FILE:NAME if several files define it; throws as find does.
  [[nodiscard]] const llvm::Function& function(const std::string& text) const;
  // The calls of a line, FILE:LINE[:COLUMN]; throws if there are none.
  [[nodiscard]] std::vector<const llvm::CallBase*> calls(const std::string& text) const;
  // The objects that p may point to, ascending.
  [[nodiscard]] std::vector<Var> points_to(const pointer& p) const;

  // Throws unless `text` is FILE:LINE[:COLUMN].
  static void check_line(const std::string& text);
  // All pointers, created on first use. A reference is listed as &r, since r names what it refers to.
  [[nodiscard]] const std::vector<PointerRow>& rows() const;
  [[nodiscard]] source_place place(const PointerRow& row) const;

  [[nodiscard]] const Names& names() const { return names_; }
  [[nodiscard]] const PointsToResult& result() const { return result_; }

  [[nodiscard]] static source_place place(const llvm::DIScope* scope, unsigned line);
  [[nodiscard]] static source_place place(const llvm::Instruction& i);
  [[nodiscard]] static source_place place(const llvm::Function& f);
  // Where a memory block is declared or allocated.
  [[nodiscard]] source_place place(const MemoryBlock& b) const;

 private:
  struct local {  // a source variable of a function, and its values
    const llvm::DILocalVariable* variable;
    std::vector<Var> values;   // variables of the analysis
    std::vector<Var> objects;  // it is the address of these
    const MemoryBlock* memory = nullptr;
    std::vector<Var> cells;                            // it is stored in these slots
    std::vector<std::pair<Var, std::int64_t>> behind;  // it is stored at these byte offsets from what these point to
    bool kept = false;                                 // it has a value somewhere, possibly without targets
  };
  struct function_lines {
    const llvm::Function* function;
    std::string file;
    unsigned first = 0, last = 0;
    std::vector<local> locals;
    std::map<const llvm::DIScope*, unsigned> last_of;  // last line of each block that has code

    // The depth of the block of `v` if `v` is in scope on `line`; otherwise 0.
    [[nodiscard]] unsigned depth(const llvm::DIVariable& v, unsigned line) const;
  };
  struct value;
  class expression;

  [[nodiscard]] std::string whole_file(const std::string& written) const;
  // The functions that contain the line, innermost first: a lambda before its enclosing function. Instances of a template
  // and variants of a constructor are on the same lines.
  [[nodiscard]] std::vector<const function_lines*> around(const std::string& file, unsigned line) const;
  [[nodiscard]] static std::vector<const function_lines*> of_one_place(std::vector<const function_lines*> all);
  // The local or static variable of that name in a function on a line (0: anywhere in it; throws if there are several);
  // both null: none.
  struct variable_of {
    const local* own = nullptr;
    const llvm::GlobalVariable* kept = nullptr;  // static
  };
  [[nodiscard]] variable_of in_scope(const function_lines& f, const std::string& name, unsigned line) const;
  // Where f has a variable of that name, for an error message.
  [[nodiscard]] static std::string elsewhere(const function_lines& f, std::string_view name);
  [[nodiscard]] pointer parsed(const std::string& text) const;
  // A pointer or an object as answers print it, after any '*' and '&'; none: no such name, or several variables.
  [[nodiscard]] std::optional<pointer> printed(std::string_view text) const;
  void list_printed() const;
  void read_function(const llvm::Function& f);

  const PointsToResult& result_;
  const llvm::Module& module_;
  Names names_;
  mutable std::vector<PointerRow> rows_;
  mutable std::map<std::string, std::optional<pointer>, std::less<>> printed_;
  std::vector<function_lines> functions_;
  std::map<std::string, std::vector<const llvm::GlobalVariable*>, std::less<>> globals_;
  std::map<std::string, std::vector<const llvm::Function*>, std::less<>> named_;
  std::map<std::string, std::vector<const MemoryBlock*>, std::less<>> blocks_;
  std::vector<std::string> files_;  // ascending
};

}  // namespace amorph::pta
