// The parser of source expressions, and the meaning of each part for the analysis.
#pragma once

#include <cctype>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "tools/commands/amorph-pta/source/source_index.hpp"
#include "tools/terminal/run_command.hpp"

namespace llvm {
class DIType;
}

namespace amorph::pta {

// By recursive descent:
//   unary = "*" unary | "&" unary | postfix;  postfix = (name | "(" unary ")") {"->" word | "." word | "[" index "]"}
// The names in it are looked up in `functions`, innermost first, on `line` (0: anywhere in them), then in the program:
// static names of `file` before others.
class expression {
 public:
  expression(const source_index& index, std::string_view text, std::vector<const function_lines*> functions,
             unsigned line, std::string file = {})
      : index_(index),
        problem_(index.result().Constraints.Problem),
        rest_(text),
        functions_(std::move(functions)),
        file_(file.empty() && !functions_.empty() ? functions_[0]->file : std::move(file)),
        line_(line) {}

  // Parses all of the text. Throws error(bad_input) with one line.
  [[nodiscard]] pointer evaluate() {
    const value v = unary();
    if (rest_.starts_with('@'))
      refuse("expected memory as answers name it, found none that is allocated at '" + std::string(rest_.substr(1)) +
             "' (what a function that only allocates returns is named by its calls)");
    if (!rest_.empty()) refuse("expected the expression to end before '" + std::string(rest_) + "'");
    return pointer_of(v);
  }

 private:
  // The value of a subexpression: slots of memory (an lvalue), or a value in registers.
  struct value {
    std::vector<Var> cells;             // slots of memory, if it is an lvalue
    std::vector<Var> holders, objects;  // otherwise
    const llvm::DIType* type = nullptr;
    const llvm::DIType* target = nullptr;  // of an address: the type of the memory there
    bool in_memory = false;
    std::vector<const llvm::Value*> values;  // all that a variable in registers has; empty: not known
  };

  void skip_blanks() {
    while (!rest_.empty() && rest_[0] == ' ') rest_.remove_prefix(1);
  }
  bool take(std::string_view sign) {
    skip_blanks();
    if (!rest_.starts_with(sign)) return false;
    rest_.remove_prefix(sign.size());
    skip_blanks();
    return true;
  }

  // Deep nesting would exhaust the stack.
  struct nested {
    explicit nested(unsigned& depth) : depth_(depth) {
      if (++depth_ > max_nesting) refuse("expected at most 1000 nested operators and parentheses");
    }
    ~nested() { --depth_; }
    nested(const nested&) = delete;
    nested& operator=(const nested&) = delete;
    unsigned& depth_;
  };

  [[nodiscard]] value unary();
  [[nodiscard]] value postfix();
  [[nodiscard]] std::string word();
  [[nodiscard]] value primary();

  [[nodiscard]] std::optional<value> named(const std::string& name);

  static bool kept(const local_variable& l) {
    return l.memory != nullptr || !l.values.empty() || !l.objects.empty() || l.kept;
  }

  // A reference is replaced by its referent.
  [[nodiscard]] value referred(const value& v);

  static void merge(std::optional<value>& into, value v);

  [[nodiscard]] value of(const local_variable& l);

  [[nodiscard]] value of_globals(const std::string& name, const std::vector<const llvm::GlobalVariable*>& all);

  // The pointees of v.
  [[nodiscard]] value dereferenced(const value& v);

  // An element: the one of that index if the variable has a slot per element, otherwise any.
  [[nodiscard]] value indexed(const value& v, std::string_view index);

  [[nodiscard]] value field(const value& v, const std::string& name);

  void step(Var cell, std::int64_t offset, std::vector<Var>& to);

  [[nodiscard]] static pointer pointer_of(const value& v);

  const source_index& index_;
  const andersen::problem& problem_;
  std::string_view rest_;
  std::vector<const function_lines*> functions_;
  std::string file_;  // empty: any
  unsigned line_, depth_ = 0;
};

}  // namespace amorph::pta
