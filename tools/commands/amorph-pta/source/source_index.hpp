// An index from the source (files, lines, scopes, names) to variables and objects of the analysis, and back.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "llvm-pass/analysis/Names.h"
#include "llvm-pass/analysis/PointsToResult.h"
#include "llvm-pass/output/Report.h"

namespace amorph::pta {

// A location in the source; no file: unknown.
struct source_location {
  std::string file;  // as given to the compiler; absolute if known
  unsigned line = 0, column = 0;
};

// The value of a source expression in terms of the analysis.
struct pointer {
  std::vector<Var> holders;  // its set is the union of the sets of these
  std::vector<Var> objects;  // and of these objects, whose address it is
  std::vector<Var> memory;   // the objects it names; empty: it is only in registers
  bool in_memory = false;    // it names memory, so --pointed-by applies
  // Of a variable in registers, all its values in the IR, and the bytes of the scalar it points to; empty: not known.
  std::vector<const llvm::Value*> values;
  std::uint64_t bytes = 0;
  const llvm::DIType* type = nullptr;    // of the source; null: not known
  const llvm::DIType* target = nullptr;  // of its pointee; null: void, or not known
};

// Maximum depth of operators and parentheses in an expression: deeper nesting would exhaust the stack.
inline constexpr unsigned max_nesting = 1000;

// A local variable of the source, and its values.
struct local_variable {
  const llvm::DILocalVariable* variable = nullptr;
  std::vector<Var> values;   // variables of the analysis
  std::vector<Var> objects;  // it is the address of these
  const MemoryBlock* memory = nullptr;
  std::vector<Var> cells;                              // it is stored in these slots
  std::vector<std::pair<Var, std::int64_t>> indirect;  // it is stored at these byte offsets from their pointees
  bool kept = false;                                   // it has a value somewhere, possibly without targets
  std::vector<const llvm::Value*> assigned;            // by debug records
  bool only_assigned = true;                           // it has no other values
};

struct function_lines {
  const llvm::Function* function = nullptr;
  std::string file;
  unsigned first = 0, last = 0;
  std::vector<local_variable> locals;
  std::map<const llvm::DIScope*, unsigned> last_of;  // last line of each block that has code

  // The depth of the block of `v` if `v` is in scope on `line`; otherwise 0.
  [[nodiscard]] unsigned depth(const llvm::DIVariable& v, unsigned line) const;
};

// A local or static variable of a function; both null: none.
struct variable_of {
  const local_variable* own = nullptr;
  const llvm::GlobalVariable* kept = nullptr;  // static
};

// The lines on which f has variables of that name in scope, for an error message.
[[nodiscard]] std::string elsewhere(const function_lines& f, std::string_view name);

class source_index {
 public:
  explicit source_index(const PointsToResult& r);

  [[nodiscard]] const Names& names() const { return names_; }
  [[nodiscard]] const PointsToResult& result() const { return result_; }
  // The objects that p may point to, ascending.
  [[nodiscard]] std::vector<Var> points_to(const pointer& p) const;
  // All pointers, created on first use. A reference is listed as &r, since r names its referent.
  [[nodiscard]] const std::vector<PointerRow>& rows() const;

  // --- From the analysis to the source ---
  [[nodiscard]] source_location location(const PointerRow& row) const;
  [[nodiscard]] static source_location location(const llvm::DIScope* scope, unsigned line);
  [[nodiscard]] static source_location location(const llvm::Instruction& i);
  [[nodiscard]] static source_location location(const llvm::Function& f);
  // Where a memory block is declared or allocated.
  [[nodiscard]] source_location location(const MemoryBlock& b) const;

  // --- From the source to the analysis ---
  // The file of that path, or of a path that ends in it. Throws if there is none, or more than one.
  [[nodiscard]] std::string find_file(const std::string& path) const;
  [[nodiscard]] const std::vector<function_lines>& functions() const { return functions_; }
  // The functions that contain the line, innermost first: a lambda before its enclosing function. Instances of a
  // template and variants of a constructor are on the same lines.
  [[nodiscard]] std::vector<const function_lines*> around(const std::string& file, unsigned line) const;
  // The variable of that name in a function on a line (0: anywhere in it; throws if there are several).
  [[nodiscard]] variable_of in_scope(const function_lines& f, const std::string& name, unsigned line) const;
  // A pointer or an object as answers print it, after any '*' and '&'; none: no such name, or several variables.
  [[nodiscard]] std::optional<pointer> printed(std::string_view text) const;
  // By the names of the source, symbols, and names as answers print them, or NAME@FILE with any part of the path; null:
  // none.
  [[nodiscard]] const std::vector<const llvm::GlobalVariable*>* globals_named(std::string_view name) const {
    const auto* found = find(globals_, name);
    return found != nullptr ? found : in_file(globals_, globals_in_file_, name);
  }
  [[nodiscard]] const std::vector<const llvm::Function*>* functions_named(std::string_view name) const {
    const auto* found = find(functions_by_name_, name);
    if (found == nullptr) found = in_file(functions_by_name_, functions_in_file_, name);
    return found != nullptr || !has_blank_variants(name) ? found : functions_without_blanks(name);
  }
  [[nodiscard]] const std::vector<const MemoryBlock*>* blocks_named(std::string_view name) const {
    return find(blocks_, name);
  }

 private:
  template <class T> using by_name = std::map<std::string, T, std::less<>>;
  template <class T> static const T* find(const by_name<T>& all, std::string_view name) {
    const auto it = all.find(name);
    return it == all.end() ? nullptr : &it->second;
  }
  static bool ends_in(const llvm::GlobalObject& g, std::string_view file);
  // Of NAME@FILE those of `all` whose file is FILE, or ends in it. Kept in `known`.
  template <class T> static const T* in_file(const by_name<T>& all, by_name<T>& known, std::string_view name);
  void list_printed() const;
  // C++ names may be written with other blanks than LLVM's: table<int,long>::get(long *).
  static bool has_blank_variants(std::string_view name) { return name.find_first_of("<(") != std::string_view::npos; }
  const std::vector<const llvm::Function*>* functions_without_blanks(std::string_view name) const;

  const PointsToResult& result_;
  const llvm::Module& module_;
  Names names_;
  mutable std::vector<PointerRow> rows_;
  mutable by_name<std::optional<pointer>> printed_;
  std::vector<function_lines> functions_;
  by_name<std::vector<const llvm::GlobalVariable*>> globals_;
  by_name<std::vector<const llvm::Function*>> functions_by_name_;
  mutable by_name<std::vector<const llvm::GlobalVariable*>> globals_in_file_;
  mutable by_name<std::vector<const llvm::Function*>> functions_in_file_;
  mutable by_name<std::vector<const llvm::Function*>> functions_without_blanks_;  // created on first use
  by_name<std::vector<const MemoryBlock*>> blocks_;
  std::vector<std::string> files_;  // ascending
};

template <class T> const T* source_index::in_file(const by_name<T>& all, by_name<T>& known, std::string_view name) {
  const std::size_t at = name.rfind('@');
  const T* named = at == std::string_view::npos ? nullptr : find(all, name.substr(0, at));
  if (named == nullptr) return nullptr;
  const auto [it, is_new] = known.try_emplace(std::string(name));
  if (is_new)
    for (const auto* g : *named)
      if (ends_in(*g, name.substr(at + 1))) it->second.push_back(g);
  return it->second.empty() ? nullptr : &it->second;
}

}  // namespace amorph::pta
