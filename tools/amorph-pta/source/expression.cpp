#include "tools/amorph-pta/source/expression.hpp"

#include <charconv>
#include <map>

#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/GlobalVariable.h"
#include "llvm/IR/Instructions.h"
#include "solver/andersen/field_layout.hpp"
#include "tools/amorph-pta/source/debug_info.hpp"

namespace amorph::pta {

using llvm::dyn_cast_or_null;

source_index::value source_index::expression::unary() {
  const nested here(depth_);
  if (take("*")) return dereferenced(unary());
  if (take("&")) {
    const value v = unary();
    if (!v.in_memory) refuse("expected something in memory behind '&'");
    value address;
    address.objects = v.cells;
    return address;
  }
  return postfix();
}

source_index::value source_index::expression::postfix() {
  value v;
  if (take("(")) {
    v = unary();
    if (!take(")")) refuse("expected ')' before '" + std::string(rest_) + "'");
  } else {
    v = primary();
  }
  for (;;) {
    if (take("->")) {
      v = field(dereferenced(v), word());
    } else if (take(".")) {
      v = field(v, word());
    } else if (take("[")) {
      const std::size_t end = rest_.find(']');
      if (end == std::string_view::npos) refuse("expected ']' in the expression");
      const std::string_view index = rest_.substr(0, end);
      rest_.remove_prefix(end + 1);
      skip_blanks();
      v = indexed(v, index);
    } else {
      return v;
    }
  }
}

std::string source_index::expression::word() {
  std::size_t n = 0;
  while (n != rest_.size() && word_character(rest_[n])) ++n;
  if (n == 0) refuse("expected a name" + (rest_.empty() ? std::string() : " before '" + std::string(rest_) + "'"));
  std::string name(rest_.substr(0, n));
  rest_.remove_prefix(n);
  return name;
}

source_index::value source_index::expression::primary() {
  // The longest name first: printed objects hold signs that expressions hold too (malloc@list.c:12).
  for (std::size_t n = rest_.size(); n != 0; --n) {
    const bool ends = n == rest_.size() || !word_character(rest_[n]) || !word_character(rest_[n - 1]);
    if (!ends) continue;
    if (const auto v = named(std::string(rest_.substr(0, n)))) {
      rest_.remove_prefix(n);
      return *v;
    }
  }
  std::size_t n = 0;
  while (n != rest_.size() && (word_character(rest_[n]) || rest_[n] == ':' || rest_[n] == '@')) ++n;
  const std::string name(rest_.substr(0, n == 0 ? rest_.size() : n));
  if (!functions_.empty())
    refuse("expected a variable of " + Names::function(*functions_[0]->function) + " or of the program, found '" +
           name + "'" + index_.elsewhere(*functions_[0], name));
  refuse("expected a variable, a function or an object of the program, found '" + name + "'");
}

std::optional<source_index::value> source_index::expression::named(const std::string& name) {
  // Of the innermost function that has it; of all that stand there, where it has several instances.
  std::optional<value> found;
  const function_lines* holder = nullptr;
  // What stands around another function, a lambda, is seen as on the line where that begins.
  const function_lines* inner = nullptr;
  unsigned line = line_;
  for (const function_lines* f : functions_) {
    if (holder != nullptr && f->first != holder->first) break;
    if (inner != nullptr && line_ != 0 && inner->first != f->first) line = inner->first;
    inner = f;
    const variable_of v = index_.in_scope(*f, name, line);
    if (v.kept != nullptr) {
      holder = f;
      merge(found, of_globals(name, {v.kept}));
    }
    if (v.own == nullptr) continue;
    holder = f;
    if (kept(*v.own)) merge(found, of(*v.own));
  }
  if (holder != nullptr && !found) refuse("'" + name + "' has no value that is kept: it was folded into what uses it");
  if (found) return found;
  if (const auto it = index_.globals_.find(name); it != index_.globals_.end()) return of_globals(name, it->second);
  if (const auto it = index_.blocks_.find(name); it != index_.blocks_.end()) {
    value v;
    v.in_memory = true;
    for (const MemoryBlock* b : it->second) v.cells.push_back(b->First);
    std::map<const llvm::Function*, unsigned> variables;  // versions of a constructor have one each
    for (const MemoryBlock* b : it->second)
      if (const auto* i = dyn_cast_or_null<llvm::Instruction>(b->Site); i != nullptr && b->Kind == ObjectKind::Stack)
        if (++variables[i->getFunction()] > 1) {
          std::vector<std::string> where;
          for (const MemoryBlock* each : it->second) {
            const source_place at = index_.place(*each);
            where.push_back(at.file + ":" + std::to_string(at.line));
          }
          throw several("expected FILE:LINE: before '" + name + "', since there are several: " + listed(where));
        }
    return v;
  }
  if (const auto it = index_.named_.find(name); it != index_.named_.end()) {
    value v;
    v.in_memory = true;
    for (const llvm::Function* f : it->second)
      if (const MemoryBlock* b = index_.result_.Constraints.blockFor(f)) v.cells.push_back(b->First);
    sort_once(v.cells);
    return v;
  }
  return std::nullopt;
}

void source_index::expression::merge(std::optional<value>& into, value v) {
  if (!into) {
    into = std::move(v);
    return;
  }
  for (const auto part : {&value::cells, &value::holders, &value::objects}) {
    append((*into).*part, v.*part);
    sort_once((*into).*part);
  }
  into->in_memory |= v.in_memory;
}

source_index::value source_index::expression::referred(const value& v) {
  return is_reference(v.type) ? dereferenced(v) : v;
}

source_index::value source_index::expression::of(const local& l) {
  value v;
  v.type = l.variable->getType();
  // Of several names of one block it is the first that the block has; the others know their places themselves.
  v.cells = l.cells;
  if (l.memory != nullptr && l.cells.empty()) v.cells = {l.memory->First};
  for (const auto& [holder, offset] : l.behind)
    index_.result_.Solution.for_each(holder, [&, distance = offset](Var o) { step(o, distance, v.cells); });
  sort_once(v.cells);
  v.in_memory = l.memory != nullptr || !l.cells.empty() || !l.behind.empty();
  v.holders = l.values;
  v.objects = l.objects;
  return referred(v);
}

source_index::value source_index::expression::of_globals(const std::string& name,
                                                         const std::vector<const llvm::GlobalVariable*>& all) {
  // A variable of the function's file before others of that name.
  std::vector<const llvm::GlobalVariable*> best;
  int best_rank = 3;
  for (const llvm::GlobalVariable* g : all) {
    llvm::SmallVector<llvm::DIGlobalVariableExpression*, 1> found;
    g->getDebugInfo(found);
    int rank = g->hasLocalLinkage() ? 2 : 1;
    if (!found.empty() && !functions_.empty()) {
      if (function_around(found[0]->getVariable()->getScope()) != nullptr)
        rank = 3;  // in scope it was found before
      else if (file_of(found[0]->getVariable()->getFile()) == functions_[0]->file)
        rank = 1;
    }
    if (rank > best_rank) continue;
    if (rank < best_rank) best.clear();
    best_rank = rank;
    best.push_back(g);
  }
  if (best.size() > 1) {
    std::vector<std::string> where;
    for (const llvm::GlobalVariable* g : best) {
      const MemoryBlock* b = index_.result_.Constraints.blockFor(g);
      const source_place at = b != nullptr ? index_.place(*b) : source_place{};
      where.push_back(at.file + ":" + std::to_string(at.line));
    }
    throw several("expected FILE:LINE: before '" + name + "', since there are several: " + listed(where));
  }
  value v;
  v.in_memory = true;
  llvm::SmallVector<llvm::DIGlobalVariableExpression*, 1> found;
  best[0]->getDebugInfo(found);
  if (!found.empty()) v.type = found[0]->getVariable()->getType();
  if (const MemoryBlock* b = index_.result_.Constraints.blockFor(best[0])) v.cells = {b->First};
  return referred(v);
}

source_index::value source_index::expression::dereferenced(const value& v) {
  value to;
  to.in_memory = true;
  const llvm::DICompositeType* array = array_type(v.type);
  to.type = array != nullptr ? array->getBaseType() : pointee(v.type);
  if (array != nullptr && v.in_memory) {  // an array is the address of its first element
    to.cells = v.cells;
    return to;
  }
  to.cells = index_.points_to(pointer_of(v));
  return to;
}

source_index::value source_index::expression::indexed(const value& v, std::string_view index) {
  const ModuleConstraints& c = index_.result_.Constraints;
  const llvm::DICompositeType* array = v.in_memory ? array_type(v.type) : nullptr;
  unsigned number = 0;
  const auto [end, code] = std::from_chars(index.data(), index.data() + index.size(), number);
  const bool literal =
      array != nullptr && array->getElements().size() == 1 && code == std::errc() && end == index.data() + index.size();
  value to = dereferenced(v);
  std::vector<Var> cells;
  for (const Var cell : to.cells) {
    const MemoryBlock& b = c.blockOf(cell);
    if (b.Elements == 1) {
      cells.push_back(cell);
      continue;
    }
    const std::uint64_t each = c.elementSize(cell) / b.Elements;
    const bool one = literal && cell == b.First && number < b.Elements;
    for (unsigned i = one ? number : 0; i != (one ? number + 1 : b.Elements); ++i)
      step(b.First, static_cast<std::int64_t>(i * each + c.placeOf(cell) % each), cells);
  }
  to.cells = std::move(cells);
  sort_once(to.cells);
  return to;
}

source_index::value source_index::expression::field(const value& v, const std::string& name) {
  if (!v.in_memory) refuse("expected a structure in memory before '." + name + "'");
  const std::optional<member> m = find_member(v.type, name);
  if (!m) {
    const std::string known = members_of(v.type);
    refuse("expected a member, found '" + name + "'" +
           (known.empty() ? ": no type is known here" : "; there are " + known));
  }
  value f;
  f.in_memory = true;
  f.type = m->type;
  for (const Var cell : v.cells) step(cell, m->offset, f.cells);
  sort_once(f.cells);
  return referred(f);
}

void source_index::expression::step(Var cell, std::int64_t offset, std::vector<Var>& to) {
  const std::uint32_t b = problem_.block_of[cell];
  if (b == andersen::none) {
    if (offset == 0 || cell == index_.result_.Constraints.Unknown) to.push_back(cell);
    return;
  }
  const andersen::block& block = problem_.blocks[b];
  const andersen::layout& l = problem_.layouts[block.layout];
  const std::uint32_t slot = offset == 0
                                 ? cell - block.first
                                 : andersen::field_target(l, problem_.slot_of_word.data(), problem_.slot_place.data(),
                                                          problem_.slot_stride.data(), cell - block.first, offset, 0);
  if (slot != andersen::none) {
    to.push_back(block.first + slot);
    return;
  }
  for (std::uint32_t s = 0; s != l.slots; ++s) to.push_back(block.first + s);
}

pointer source_index::expression::pointer_of(const value& v) {
  pointer p;
  p.holders = v.holders;
  p.objects = v.objects;
  if (v.in_memory) {
    p.memory = v.cells;
    p.is_place = true;
    append(p.holders, v.cells);
    sort_once(p.holders);
  }
  return p;
}

}  // namespace amorph::pta
