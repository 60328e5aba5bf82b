// From the words of the source to pointers and memory, and back.
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

// Where something stands in the source; no file: unknown.
struct source_place {
  std::string file;  // as the compiler was given it, absolute where that is known
  unsigned line = 0, column = 0;
};

// What an expression of the source means to the analysis.
struct pointer {
  std::vector<Var> holders;  // its set is the union of what these hold
  std::vector<Var> objects;  // and these, whose addresses it is
  std::vector<Var> memory;   // what it names is kept here; empty: in registers alone
  bool is_place = false;     // it names memory: --pointed-by asks for who points there
};

// Looks expressions up:
//   WHERE = [FILE:LINE:] or [FUNCTION::], before an expression; without it, a name of the whole program
//   EXPRESSION = NAME, *E, &E, E.FIELD, E->FIELD, E[] (any element; an index is taken for any), (E)
//   or an object as answers print it (malloc@list.c:12, main::x), with fields.
// A line picks the function around it, and of variables of one name the innermost whose block reaches from the variable's
// line to that one; a block ends with the last line that has code of it.
class source_index {
 public:
  explicit source_index(const PointsToResult& r);

  // Throws error(bad_input) with one line: what was not found, or the candidates where several fit.
  [[nodiscard]] pointer find(const std::string& text) const;
  // Functions by source or linker's name, or FILE:NAME where several files have one; throws like find.
  [[nodiscard]] const llvm::Function& function(const std::string& text) const;
  // The calls of a line, FILE:LINE[:COLUMN]; throws if there are none.
  [[nodiscard]] std::vector<const llvm::CallBase*> calls(const std::string& text) const;
  // What p may point to, ascending, each once.
  [[nodiscard]] std::vector<Var> points_to(const pointer& p) const;

  // Refuses what is not FILE:LINE[:COLUMN].
  static void check_line(const std::string& text);
  // All pointers, made when first asked for; a reference is &r, since r is what it refers to.
  [[nodiscard]] const std::vector<PointerRow>& rows() const;
  [[nodiscard]] source_place place(const PointerRow& row) const;

  [[nodiscard]] const Names& names() const { return names_; }
  [[nodiscard]] const PointsToResult& result() const { return result_; }

  [[nodiscard]] static source_place place(const llvm::DIScope* scope, unsigned line);
  [[nodiscard]] static source_place place(const llvm::Instruction& i);
  [[nodiscard]] static source_place place(const llvm::Function& f);
  // Where a block of memory is declared or allocated.
  [[nodiscard]] source_place place(const MemoryBlock& b) const;

 private:
  struct local {  // a source variable of a function, and where its values are
    const llvm::DILocalVariable* variable;
    std::vector<Var> values;   // variables of the analysis
    std::vector<Var> objects;  // it is the address of these
    const MemoryBlock* memory = nullptr;
    std::vector<Var> cells;                            // it is kept in these slots
    std::vector<std::pair<Var, std::int64_t>> behind;  // it is kept so many bytes behind what these hold
    bool kept = false;                                 // somewhere it has a value, be it one that points nowhere
  };
  struct function_lines {
    const llvm::Function* function;
    std::string file;
    unsigned first = 0, last = 0;
    std::vector<local> locals;
    std::map<const llvm::DIScope*, unsigned> last_of;  // last line of each block that has code

    // How deep the block is, if a variable of it, declared on that line, is in scope on `line`; else 0.
    [[nodiscard]] unsigned depth(const llvm::DIVariable& v, unsigned line) const;
  };
  struct value;
  class expression;

  [[nodiscard]] std::string whole_file(const std::string& written) const;
  // The functions around the line, innermost first: a lambda's before the one that it stands in. Instances of a template,
  // and the versions of a constructor, stand on the same lines.
  [[nodiscard]] std::vector<const function_lines*> around(const std::string& file, unsigned line) const;
  [[nodiscard]] static std::vector<const function_lines*> of_one_place(std::vector<const function_lines*> all);
  // What a name means in a function on a line (0: anywhere in it, and refuses where it has several): a local, or a static
  // variable; neither: null both.
  struct variable_of {
    const local* own = nullptr;
    const llvm::GlobalVariable* kept = nullptr;  // static
  };
  [[nodiscard]] variable_of in_scope(const function_lines& f, const std::string& name, unsigned line) const;
  // Where in f there is such a name, for a refusal.
  [[nodiscard]] static std::string elsewhere(const function_lines& f, std::string_view name);
  [[nodiscard]] pointer parsed(const std::string& text) const;
  // A pointer or an object as answers print it, behind any '*' and '&'; nothing: no such name, or several variables.
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
