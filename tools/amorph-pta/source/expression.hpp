// The parser of source expressions; private to source_index.
#pragma once

#include <algorithm>
#include <cctype>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "amorph/kernels/base/error.hpp"
#include "tools/amorph-pta/source/places.hpp"
#include "tools/terminal/run_command.hpp"

namespace llvm {
class DIType;
}

namespace amorph::pta {

inline bool word_character(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) || c == '_' || c == '$' || c == '~';
}

template <class T> void sort_once(std::vector<T>& v) {
  std::sort(v.begin(), v.end());
  v.erase(std::unique(v.begin(), v.end()), v.end());
}

template <class T> void append(std::vector<T>& to, const std::vector<T>& more) {
  to.insert(to.end(), more.begin(), more.end());
}

// A name is ambiguous; other interpretations are not tried then.
class several : public error {
 public:
  explicit several(const std::string& what) : error(status::bad_input, what) {}
};

// Sorted, without duplicates.
inline std::string listed(std::vector<std::string> names) {
  sort_once(names);
  std::string text;
  for (const std::string& name : names) (text += text.empty() ? "" : ", ") += name;
  return text;
}

// The value of a subexpression: slots of memory (an lvalue), or a value in registers.
struct source_index::value {
  std::vector<Var> cells;             // slots of memory, when it is an lvalue
  std::vector<Var> holders, objects;  // when it is not
  const llvm::DIType* type = nullptr;
  bool in_memory = false;
};

// By recursive descent:
//   unary = "*" unary | "&" unary | postfix;  postfix = (name | "(" unary ")") {"->" word | "." word | "[" index "]"}
class source_index::expression {
 public:
  static constexpr unsigned most_nested = 1000;  // signs and parentheses around each other

  // Without a line, variables are looked up at the end of each function.
  expression(const source_index& index, std::string_view text, std::vector<const function_lines*> functions,
             unsigned line)
      : index_(index),
        problem_(index.result_.Constraints.Problem),
        rest_(text),
        functions_(std::move(functions)),
        line_(line) {}

  value whole() {
    value v = unary();
    if (rest_.starts_with('@'))
      refuse("expected memory as answers name it, found none that is allocated at '" + std::string(rest_.substr(1)) +
             "' (what a function that only allocates returns is named by its calls)");
    if (!rest_.empty()) refuse("expected the expression to end before '" + std::string(rest_) + "'");
    return v;
  }

 private:
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
      if (++depth_ > most_nested) refuse("expected no more than 1000 signs and parentheses around each other");
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

  static bool kept(const local& l) { return l.memory != nullptr || !l.values.empty() || !l.objects.empty() || l.kept; }

  // A reference is replaced by what it refers to.
  [[nodiscard]] value referred(const value& v);

  static void merge(std::optional<value>& into, value v);

  [[nodiscard]] value of(const local& l);

  [[nodiscard]] value of_globals(const std::string& name, const std::vector<const llvm::GlobalVariable*>& all);

  // What v points to.
  [[nodiscard]] value dereferenced(const value& v);

  // An element: the one of that index if the variable has a slot per element, otherwise any.
  [[nodiscard]] value indexed(const value& v, std::string_view index);

  [[nodiscard]] value field(const value& v, const std::string& name);

  void step(Var cell, std::int64_t offset, std::vector<Var>& to);

 public:
  [[nodiscard]] static pointer pointer_of(const value& v);

 private:
  const source_index& index_;
  const andersen::problem& problem_;
  std::string_view rest_;
  std::vector<const function_lines*> functions_;
  unsigned line_, depth_ = 0;
};

}  // namespace amorph::pta
