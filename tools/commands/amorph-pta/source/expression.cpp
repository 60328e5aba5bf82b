// Recursive descent over the text; each operator is evaluated on the points-to sets at once. Fields and elements are
// found by debug types and the layouts of the analysis.
#include "tools/commands/amorph-pta/source/expression.hpp"

#include <algorithm>
#include <charconv>
#include <map>

#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/GlobalVariable.h"
#include "llvm/IR/Instructions.h"
#include "solver/andersen/field_layout.hpp"
#include "tools/commands/amorph-pta/source/debug_info.hpp"
#include "tools/commands/amorph-pta/source/lists.hpp"

namespace amorph::pta {

using llvm::dyn_cast_or_null;

namespace {

bool word_character(char c) { return std::isalnum(static_cast<unsigned char>(c)) || c == '_' || c == '$' || c == '~'; }

}  // namespace

expression::value expression::unary() {
  const nested here(depth_);
  if (take("*")) return dereferenced(unary());
  if (take("&")) {
    const value v = unary();
    if (!v.in_memory) refuse("expected something in memory after '&'");
    value address;
    address.objects = v.cells;
    address.target = v.type;
    return address;
  }
  return postfix();
}

expression::value expression::postfix() {
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

std::string expression::word() {
  std::size_t n = 0;
  while (n != rest_.size() && word_character(rest_[n])) ++n;
  if (n == 0) refuse("expected a name" + (rest_.empty() ? std::string() : " before '" + std::string(rest_) + "'"));
  std::string name(rest_.substr(0, n));
  rest_.remove_prefix(n);
  return name;
}

expression::value expression::primary() {
  // The longest name first: printed objects contain operators of expressions (malloc@list.c:12).
  for (std::size_t n = rest_.size(); n != 0; --n) {
    const bool ends = n == rest_.size() || !word_character(rest_[n]) || !word_character(rest_[n - 1]);
    if (!ends) continue;
    if (const auto v = named(std::string(rest_.substr(0, n)))) {
      rest_.remove_prefix(n);
      return *v;
    }
  }
  // What follows '@' is the name of a file, which has dots.
  std::size_t n = 0;
  for (bool in_file = false; n != rest_.size(); ++n) {
    in_file |= rest_[n] == '@';
    if (!word_character(rest_[n]) && rest_[n] != ':' &&
        !(in_file && std::string_view("@./+-").find(rest_[n]) != std::string_view::npos))
      break;
  }
  const std::string name(rest_.substr(0, n == 0 ? rest_.size() : n));
  if (!functions_.empty())
    refuse("expected a variable of " + index_.names().symbol(*functions_[0]->function) + " or of the program, found '" +
           name + "'" + elsewhere(*functions_[0], name));
  refuse("expected a variable, a function or an object of the program, found '" + name + "'");
}

std::optional<expression::value> expression::named(const std::string& name) {
  // Of the innermost function that has it, or of all its instances.
  std::optional<value> found;
  const function_lines* holder = nullptr;
  // Names around a lambda are looked up on the line where the lambda begins.
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
  if (const auto* globals = index_.globals_named(name)) return of_globals(name, *globals);
  if (const auto* blocks = index_.blocks_named(name)) {
    value v;
    v.in_memory = true;
    for (const MemoryBlock* b : *blocks) v.cells.push_back(b->First);
    std::map<const llvm::Function*, unsigned> variables;  // versions of a constructor have one each
    for (const MemoryBlock* b : *blocks)
      if (const auto* i = dyn_cast_or_null<llvm::Instruction>(b->Site); i != nullptr && b->Kind == ObjectKind::Stack)
        if (++variables[i->getFunction()] > 1) {
          std::vector<std::string> where;
          for (const MemoryBlock* each : *blocks) {
            const source_location at = index_.location(*each);
            where.push_back(at.file + ":" + std::to_string(at.line));
          }
          throw ambiguous("expected FILE:LINE: before '" + name + "', since there are several: " + listed(where));
        }
    return v;
  }
  if (const auto* functions = index_.functions_named(name)) {
    value v;
    v.in_memory = true;
    const auto is_here = [&](const llvm::Function* f) { return source_index::location(*f).file == file_; };
    const bool any_here = !file_.empty() && std::any_of(functions->begin(), functions->end(), is_here);
    for (const llvm::Function* f : *functions)
      if (const MemoryBlock* b = any_here && !is_here(f) ? nullptr : index_.result().Constraints.blockFor(f))
        v.cells.push_back(b->First);
    sort_unique(v.cells);
    return v;
  }
  return std::nullopt;
}

void expression::merge(std::optional<value>& into, value v) {
  if (!into) {
    into = std::move(v);
    return;
  }
  for (const auto part : {&value::cells, &value::holders, &value::objects}) {
    append((*into).*part, v.*part);
    sort_unique((*into).*part);
  }
  into->in_memory |= v.in_memory;
  if (into->values.empty() || v.values.empty())
    into->values.clear();
  else
    append(into->values, v.values);
}

expression::value expression::referred(const value& v) { return is_reference(v.type) ? dereferenced(v) : v; }

expression::value expression::of(const local_variable& l) {
  value v;
  v.type = l.variable->getType();
  // A memory block has the first of its names; the other variables in it have their own slots.
  v.cells = l.cells;
  if (l.memory != nullptr && l.cells.empty()) v.cells = {l.memory->First};
  for (const auto& [holder, offset] : l.indirect)
    index_.result().Solution.for_each(holder, [&, distance = offset](Var o) { step(o, distance, v.cells); });
  sort_unique(v.cells);
  v.in_memory = l.memory != nullptr || !l.cells.empty() || !l.indirect.empty();
  v.holders = l.values;
  v.objects = l.objects;
  if (!v.in_memory && l.only_assigned) v.values = l.assigned;
  return referred(v);
}

expression::value expression::of_globals(const std::string& name, const std::vector<const llvm::GlobalVariable*>& all) {
  // A variable of the function's file before others of that name.
  std::vector<const llvm::GlobalVariable*> best;
  int best_rank = 3;
  for (const llvm::GlobalVariable* g : all) {
    llvm::SmallVector<llvm::DIGlobalVariableExpression*, 1> found;
    g->getDebugInfo(found);
    int rank = g->hasLocalLinkage() ? 2 : 1;
    if (!found.empty() && !file_.empty()) {
      if (function_around(found[0]->getVariable()->getScope()) != nullptr)
        rank = 3;  // in scope it was found before
      else if (file_of(found[0]->getVariable()->getFile()) == file_)
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
      const MemoryBlock* b = index_.result().Constraints.blockFor(g);
      const source_location at = b != nullptr ? index_.location(*b) : source_location{};
      where.push_back(at.file + ":" + std::to_string(at.line));
    }
    throw ambiguous("expected FILE:LINE: before '" + name + "', since there are several: " + listed(where));
  }
  value v;
  v.in_memory = true;
  llvm::SmallVector<llvm::DIGlobalVariableExpression*, 1> found;
  best[0]->getDebugInfo(found);
  if (!found.empty()) v.type = found[0]->getVariable()->getType();
  if (const MemoryBlock* b = index_.result().Constraints.blockFor(best[0])) v.cells = {b->First};
  return referred(v);
}

expression::value expression::dereferenced(const value& v) {
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

expression::value expression::indexed(const value& v, std::string_view index) {
  const ModuleConstraints& c = index_.result().Constraints;
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
      step(b.First, static_cast<std::int64_t>(i * each + c.byteOffset(cell) % each), cells);
  }
  to.cells = std::move(cells);
  sort_unique(to.cells);
  return to;
}

expression::value expression::field(const value& v, const std::string& name) {
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
  sort_unique(f.cells);
  return referred(f);
}

void expression::step(Var cell, std::int64_t offset, std::vector<Var>& to) {
  const std::uint32_t b = problem_.block_of[cell];
  if (b == andersen::none) {
    if (offset == 0 || cell == index_.result().Constraints.Unknown) to.push_back(cell);
    return;
  }
  const andersen::block& block = problem_.blocks[b];
  const andersen::layout& l = problem_.layouts[block.layout];
  const std::uint32_t slot =
      offset == 0 ? cell - block.first
                  : andersen::field_target(l, problem_.slot_of_word.data(), problem_.slot_position.data(),
                                           problem_.slot_stride.data(), cell - block.first, offset, 0);
  if (slot != andersen::none) {
    to.push_back(block.first + slot);
    return;
  }
  for (std::uint32_t s = 0; s != l.slots; ++s) to.push_back(block.first + s);
}

pointer expression::pointer_of(const value& v) {
  pointer p;
  p.holders = v.holders;
  p.objects = v.objects;
  p.values = v.values;
  p.bytes = scalar_size(pointee(v.type));
  p.type = v.type;
  const llvm::DICompositeType* array = v.in_memory ? array_type(v.type) : nullptr;
  p.target = v.target != nullptr ? v.target : array != nullptr ? array->getBaseType() : pointee(v.type);
  if (v.in_memory) {
    p.memory = v.cells;
    p.in_memory = true;
    append(p.holders, v.cells);
    sort_unique(p.holders);
  }
  return p;
}

}  // namespace amorph::pta
