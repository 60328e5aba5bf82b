#include "places.hpp"

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <optional>
#include <set>
#include <unordered_map>

#include "amorph/andersen_fields.hpp"
#include "amorph/run_command.hpp"
#include "llvm/BinaryFormat/Dwarf.h"
#include "llvm/Demangle/Demangle.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/DebugProgramInstruction.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "lower.hpp"

namespace amorph::pta {
namespace {

namespace fs = std::filesystem;
using llvm::dyn_cast;
using llvm::dyn_cast_or_null;

// Symbolic links and dots resolved, as far as the file is there: whoever asks may come by another way than the build.
std::string resolved(const fs::path& path) {
  std::error_code failed;
  const fs::path real = fs::weakly_canonical(path, failed);
  return failed ? path.lexically_normal().string() : real.string();
}

// A file is named by all that stands in it, and resolving a name asks the system: once for each name.
const std::string& file_of(const llvm::DIScope* scope) {
  static const std::string none;
  static std::unordered_map<std::string, std::string> known;
  if (scope == nullptr || scope->getFilename().empty()) return none;
  const fs::path path(scope->getFilename().str());
  const std::string whole = (path.is_absolute() ? path : fs::path(scope->getDirectory().str()) / path).string();
  const auto [it, is_new] = known.try_emplace(whole);
  if (is_new) it->second = resolved(whole);
  return it->second;
}

// The function that a block or its variables stand in; null: none.
const llvm::DISubprogram* function_around(const llvm::DIScope* scope) {
  while (llvm::isa_and_nonnull<llvm::DILexicalBlockBase>(scope)) scope = scope->getScope();
  return dyn_cast_or_null<llvm::DISubprogram>(scope);
}

const llvm::DIGlobalVariable* declared_as(const llvm::GlobalVariable& g) {
  llvm::SmallVector<llvm::DIGlobalVariableExpression*, 1> found;
  g.getDebugInfo(found);
  return found.empty() ? nullptr : found[0]->getVariable();
}

std::string without_parameters(const std::string& name) { return name.substr(0, name.find('(')); }

// Types that stand for another one.
const llvm::DIType* stripped(const llvm::DIType* t) {
  while (const auto* d = dyn_cast_or_null<llvm::DIDerivedType>(t)) {
    switch (d->getTag()) {
      case llvm::dwarf::DW_TAG_typedef:
      case llvm::dwarf::DW_TAG_const_type:
      case llvm::dwarf::DW_TAG_volatile_type:
      case llvm::dwarf::DW_TAG_restrict_type:
      case llvm::dwarf::DW_TAG_atomic_type: t = d->getBaseType(); continue;
      default: return t;
    }
  }
  return t;
}

const llvm::DIType* pointee(const llvm::DIType* t) {
  const auto* d = dyn_cast_or_null<llvm::DIDerivedType>(stripped(t));
  if (d == nullptr) return nullptr;
  switch (d->getTag()) {
    case llvm::dwarf::DW_TAG_pointer_type:
    case llvm::dwarf::DW_TAG_reference_type:
    case llvm::dwarf::DW_TAG_rvalue_reference_type: return stripped(d->getBaseType());
    default: return nullptr;
  }
}

bool reference(const llvm::DIType* t) {
  const auto* d = dyn_cast_or_null<llvm::DIDerivedType>(stripped(t));
  return d != nullptr && (d->getTag() == llvm::dwarf::DW_TAG_reference_type ||
                          d->getTag() == llvm::dwarf::DW_TAG_rvalue_reference_type);
}

const llvm::DICompositeType* array_type(const llvm::DIType* t) {
  const auto* c = dyn_cast_or_null<llvm::DICompositeType>(stripped(t));
  return c != nullptr && c->getTag() == llvm::dwarf::DW_TAG_array_type ? c : nullptr;
}

struct member {
  std::int64_t offset = 0;  // bytes
  const llvm::DIType* type = nullptr;
};

// The member of that name, of bases and of members without a name too.
std::optional<member> find_member(const llvm::DIType* t, std::string_view name) {
  const auto* c = dyn_cast_or_null<llvm::DICompositeType>(stripped(t));
  if (c == nullptr) return std::nullopt;
  for (const llvm::DINode* n : c->getElements()) {
    const auto* d = dyn_cast_or_null<llvm::DIDerivedType>(n);
    if (d == nullptr || d->isStaticMember()) continue;
    const auto at = static_cast<std::int64_t>(d->getOffsetInBits() / 8);
    if (d->getTag() == llvm::dwarf::DW_TAG_member && d->getName() == llvm::StringRef(name.data(), name.size()))
      return member{at, d->getBaseType()};
    // Where a virtual base lies is in the table of each object, not in its type.
    if (d->getTag() == llvm::dwarf::DW_TAG_inheritance && d->isVirtual()) continue;
    if (d->getTag() == llvm::dwarf::DW_TAG_inheritance || d->getName().empty())
      if (const auto inner = find_member(d->getBaseType(), name)) return member{at + inner->offset, inner->type};
  }
  return std::nullopt;
}

std::string members_of(const llvm::DIType* t) {
  std::string list;
  if (const auto* c = dyn_cast_or_null<llvm::DICompositeType>(stripped(t)))
    for (const llvm::DINode* n : c->getElements())
      if (const auto* d = dyn_cast_or_null<llvm::DIDerivedType>(n); d != nullptr && !d->getName().empty())
        (list += list.empty() ? "" : ", ") += d->getName();
  return list;
}

constexpr unsigned most_nested = 1000;  // signs and parentheses around each other

bool word_character(char c) { return std::isalnum(static_cast<unsigned char>(c)) || c == '_' || c == '$' || c == '~'; }

template <class T> void sort_once(std::vector<T>& v) {
  std::sort(v.begin(), v.end());
  v.erase(std::unique(v.begin(), v.end()), v.end());
}

template <class T> void append(std::vector<T>& to, const std::vector<T>& more) {
  to.insert(to.end(), more.begin(), more.end());
}

// A name fits more than one thing; the others are not tried then.
class several : public error {
 public:
  explicit several(const std::string& what) : error(status::bad_input, what) {}
};

// Each once, in order.
std::string listed(std::vector<std::string> names) {
  sort_once(names);
  std::string text;
  for (const std::string& name : names) (text += text.empty() ? "" : ", ") += name;
  return text;
}

}  // namespace

source_place source_index::place(const llvm::DIScope* scope, unsigned line) { return {file_of(scope), line, 0}; }
source_place source_index::place(const llvm::Instruction& i) {
  const llvm::DebugLoc& at = i.getDebugLoc();
  if (!at || at.getLine() == 0) return {};
  return {file_of(llvm::cast<llvm::DIScope>(at.getScope())), at.getLine(), at.getCol()};
}
source_place source_index::place(const llvm::Function& f) {
  const llvm::DISubprogram* p = f.getSubprogram();
  return p == nullptr ? source_place{} : place(p, p->getLine());
}
source_place source_index::place(const MemoryBlock& b) const {
  if (const auto* g = dyn_cast_or_null<llvm::GlobalVariable>(b.Site)) {
    llvm::SmallVector<llvm::DIGlobalVariableExpression*, 1> found;
    g->getDebugInfo(found);
    if (found.empty()) return {};
    const llvm::DIGlobalVariable* v = found[0]->getVariable();
    return {file_of(v->getFile()), v->getLine(), 0};
  }
  if (const auto* f = dyn_cast_or_null<llvm::Function>(b.Site)) return place(*f);
  if (b.Kind == ObjectKind::Stack && b.Site != nullptr)
    if (const llvm::DILocalVariable* v = names_.declared(b.Site)) return {file_of(v->getFile()), v->getLine(), 0};
  if (const auto* i = dyn_cast_or_null<llvm::Instruction>(b.Site)) return place(*i);
  return {};
}

void source_index::read_function(const llvm::Function& f) {
  function_lines lines{&f, {}, 0, 0, {}, {}};
  if (const llvm::DISubprogram* p = f.getSubprogram()) {
    lines.file = file_of(p->getFile());
    lines.first = lines.last = p->getLine();
  }
  std::map<const llvm::DILocalVariable*, std::size_t> position;
  const auto at = [&](const llvm::DILocalVariable* v) -> local& {
    const auto [it, is_new] = position.try_emplace(v, lines.locals.size());
    if (is_new) {
      local fresh{};
      fresh.variable = v;
      lines.locals.push_back(std::move(fresh));
    }
    return lines.locals[it->second];
  };
  const auto see = [&](const llvm::Value& v) {
    const Var var = result_.Constraints.varOf(&v);
    for (const llvm::DILocalVariable* d : names_.variables(&v)) {
      local& known = at(d);
      if (var != NoVar) known.values.push_back(var);
    }
    if (const llvm::DILocalVariable* d = names_.declared(&v))
      if (const MemoryBlock* b = result_.Constraints.blockFor(&v)) at(d).memory = b;
  };
  // Variables that are null throughout, or whose value was folded away, have no values of the IR.
  const auto mention = [&](const llvm::DILocalVariable* v, const llvm::Value* is, const llvm::DIExpression* e,
                           bool declares) {
    local& known = at(v);
    if (is == nullptr || llvm::isa<llvm::UndefValue>(is)) return;
    std::size_t n = 0;
    const auto next = [&](std::uint64_t operation) {
      return n != e->getNumElements() && e->getElement(static_cast<unsigned>(n)) == operation && ++n != 0;
    };
    const bool dereferenced = next(llvm::dwarf::DW_OP_deref);
    std::int64_t offset = 0;
    if (next(llvm::dwarf::DW_OP_plus_uconst))
      offset = static_cast<std::int64_t>(e->getElement(static_cast<unsigned>(n++)));
    if (n != e->getNumElements()) return;  // in parts, or computed
    // A name of a structured binding is a part of another variable, or of what that refers to.
    const MemoryBlock* block = result_.Constraints.blockFor(is);
    if (block != nullptr && declares != dereferenced) {
      append(known.cells, result_.Constraints.objectsAt(is, offset));
    } else if (dereferenced && block != nullptr) {
      known.behind.emplace_back(block->First, offset);
    } else if (dereferenced) {
      if (const Var holder = result_.Constraints.varOf(is); holder != NoVar) known.behind.emplace_back(holder, offset);
    } else if (offset != 0 || declares) {
      return;
    }
    known.kept = true;
  };
  const auto read = [&](const auto& r, bool declares) {
    mention(r.getVariable(), r.getNumVariableLocationOps() == 1 ? r.getVariableLocationOp(0) : nullptr,
            r.getExpression(), declares);
  };
  for (const llvm::Instruction& i : llvm::instructions(f)) {
    for (llvm::DbgVariableRecord& r : llvm::filterDbgVars(i.getDbgRecordRange())) read(r, r.isDbgDeclare());
    if (const auto* d = dyn_cast<llvm::DbgVariableIntrinsic>(&i)) read(*d, llvm::isa<llvm::DbgDeclareInst>(d));
  }
  const auto reaches = [&](const llvm::DIScope* scope, unsigned line) {
    unsigned& last = lines.last_of[llvm::cast<llvm::DILocalScope>(scope)->getNonLexicalBlockFileScope()];
    last = std::max(last, line);
    lines.last = std::max(lines.last, line);
  };
  if (const llvm::MDNode* list = f.getMetadata(scopes_metadata))
    for (unsigned n = 0; n + 1 < list->getNumOperands(); n += 2)
      if (const auto* scope = dyn_cast_or_null<llvm::DILocalScope>(list->getOperand(n).get()))
        if (const auto* line = llvm::mdconst::dyn_extract_or_null<llvm::ConstantInt>(list->getOperand(n + 1)))
          reaches(scope, static_cast<unsigned>(line->getZExtValue()));
  const llvm::DIScope* last_scope = nullptr;
  unsigned last_line = 0;
  for (const llvm::Argument& a : f.args()) see(a);
  for (const Names::Address& a : names_.addresses(f))
    append(at(a.Variable).objects, result_.Constraints.objectsAt(a.Global, a.Offset));
  for (const llvm::Instruction& i : llvm::instructions(f)) {
    see(i);
    if (const llvm::DebugLoc& here = i.getDebugLoc(); here && here.getInlinedAt() == nullptr) {
      const auto* scope = llvm::cast<llvm::DIScope>(here.getScope());
      if (scope == last_scope && here.getLine() <= last_line) continue;
      if (f.getSubprogram() == nullptr || file_of(scope) != lines.file) continue;
      last_scope = scope;
      last_line = here.getLine();
      for (; llvm::isa_and_nonnull<llvm::DILocalScope>(scope); scope = scope->getScope()) reaches(scope, last_line);
    }
  }
  for (local& l : lines.locals)
    for (std::vector<Var>* all : {&l.values, &l.objects, &l.cells}) sort_once(*all);
  functions_.push_back(std::move(lines));
}

source_index::source_index(const PointsToResult& r)
    : result_(r), module_(*r.Constraints.Source), names_(*r.Constraints.Source) {
  std::set<std::string> files;
  for (const llvm::GlobalVariable& g : module_.globals()) {
    llvm::SmallVector<llvm::DIGlobalVariableExpression*, 1> found;
    g.getDebugInfo(found);
    if (g.hasName()) globals_[g.getName().str()].push_back(&g);
    for (const auto* e : found) {
      const llvm::DIGlobalVariable* v = e->getVariable();
      files.insert(file_of(v->getFile()));
      if (v->getName() != g.getName()) globals_[v->getName().str()].push_back(&g);
      const std::string plain = llvm::demangle(g.getName().str());
      if (plain != v->getName() && plain != g.getName()) globals_[plain].push_back(&g);
    }
  }
  for (const llvm::Function& f : module_) {
    if (f.isIntrinsic()) continue;
    std::set<std::string> spellings{Names::function(f), f.getName().str(), llvm::demangle(f.getName().str()),
                                    without_parameters(llvm::demangle(f.getName().str()))};
    if (const llvm::DISubprogram* p = f.getSubprogram()) {
      spellings.insert(p->getName().str());
      if (!p->getName().starts_with("operator"))  // pass<int>: pass
        spellings.insert(p->getName().split('<').first.str());
      files.insert(file_of(p->getFile()));
    }
    for (const std::string& name : spellings) named_[name].push_back(&f);
    if (!f.isDeclaration()) read_function(f);
  }
  for (const MemoryBlock& b : r.Constraints.Blocks)
    if (b.Kind != ObjectKind::Null && b.Kind != ObjectKind::Integer && b.Kind != ObjectKind::Function)
      blocks_[names_.object(r.Constraints, b.First)].push_back(&b);
  files.erase(std::string());
  files_.assign(files.begin(), files.end());
}

std::string source_index::whole_file(const std::string& written) const {
  std::error_code ignored;
  const fs::path normal = fs::path(written).lexically_normal();
  const std::string absolute = resolved(fs::absolute(written, ignored));
  const std::string behind = std::string("/").append(normal.string());
  std::vector<std::string> fitting;
  for (const std::string& file : files_) {
    if (file == normal || file == absolute) return file;
    if (file.ends_with(behind)) fitting.push_back(file);
  }
  if (fitting.empty()) refuse(written + ": expected a file that code was made from");
  if (fitting.size() > 1) refuse(written + ": expected more of its path, since it may be " + listed(fitting));
  return fitting[0];
}

std::vector<const source_index::function_lines*> source_index::around(const std::string& file, unsigned line) const {
  std::vector<const function_lines*> all;
  for (const function_lines& f : functions_)
    if (f.file == file && f.first <= line && line <= f.last) all.push_back(&f);
  std::stable_sort(all.begin(), all.end(), [](const auto* a, const auto* b) { return a->first > b->first; });
  return all;
}

unsigned source_index::function_lines::depth(const llvm::DIVariable& v, unsigned line) const {
  const auto depth_of = [](const llvm::DIScope* block) {
    unsigned deep = 1;
    for (; llvm::isa_and_nonnull<llvm::DILexicalBlockBase>(block); block = block->getScope()) ++deep;
    return deep;
  };
  const auto* scope = dyn_cast_or_null<llvm::DILocalScope>(v.getScope());
  if (scope == nullptr) return 0;
  const llvm::DILocalScope* block = scope->getNonLexicalBlockFileScope();
  unsigned deep = depth_of(block);
  // Clang has static variables in the function itself, whatever block they stand in.
  if (llvm::isa<llvm::DIGlobalVariable>(v))
    for (const auto& [other, last] : last_of)
      if (const auto* b = dyn_cast<llvm::DILexicalBlock>(other);
          b != nullptr && b->getLine() <= v.getLine() && v.getLine() <= last && depth_of(b) > deep) {
        block = b;
        deep = depth_of(b);
      }
  if (deep == 1) {  // of the function's outermost block
    const auto* own = dyn_cast<llvm::DILocalVariable>(&v);
    return (own != nullptr && own->isParameter()) || v.getLine() <= line ? 1 : 0;
  }
  const auto it = last_of.find(block);
  return v.getLine() <= line && it != last_of.end() && line <= it->second ? deep : 0;
}

source_index::variable_of source_index::in_scope(const function_lines& f, const std::string& name,
                                                 unsigned line) const {
  const llvm::DISubprogram* self = f.function->getSubprogram();
  std::vector<std::pair<const llvm::DIVariable*, variable_of>> named;
  for (const local& l : f.locals)
    if (l.variable->getName() == llvm::StringRef(name)) named.push_back({l.variable, {&l, nullptr}});
  // Where optimised code holds other functions, their variables count if the name is none of its own.
  const auto inlined = [&](const auto& n) { return function_around(n.first->getScope()) != self; };
  if (!std::all_of(named.begin(), named.end(), inlined)) std::erase_if(named, inlined);
  if (const auto it = globals_.find(name); it != globals_.end() && self != nullptr)
    for (const llvm::GlobalVariable* g : it->second)
      if (const llvm::DIGlobalVariable* v = declared_as(*g); v != nullptr && function_around(v->getScope()) == self)
        named.push_back({v, {nullptr, g}});
  if (line == 0) {
    if (named.size() > 1) {
      std::vector<std::string> where;
      for (const auto& [v, is] : named) where.push_back(file_of(v->getFile()) + ":" + std::to_string(v->getLine()));
      throw several("expected FILE:LINE: before '" + name + "', since there are several: " + listed(where));
    }
    return named.empty() ? variable_of{} : named[0].second;
  }
  variable_of best;
  std::pair<unsigned, unsigned> innermost{0, 0};
  for (const auto& [v, is] : named) {
    const std::pair<unsigned, unsigned> rank{f.depth(*v, line), v->getLine()};
    if (rank.first == 0 || rank < innermost) continue;
    innermost = rank;
    best = is;
  }
  return best;
}

std::string source_index::elsewhere(const function_lines& f, std::string_view name) {
  std::string text;
  for (const local& l : f.locals) {
    if (l.variable->getName() != llvm::StringRef(name.data(), name.size())) continue;
    const auto it = f.last_of.find(l.variable->getScope()->getNonLexicalBlockFileScope());
    const unsigned end = it == f.last_of.end() ? l.variable->getLine() : it->second;
    text += std::string(text.empty() ? "; it is in scope on lines " : " and ") + std::to_string(l.variable->getLine()) +
            " to " + std::to_string(end);
  }
  return text;
}

// What a part of an expression is: cells of memory (an lvalue), or what registers hold.
struct source_index::value {
  std::vector<Var> cells;             // slots of memory, when it is an lvalue
  std::vector<Var> holders, objects;  // when it is not
  const llvm::DIType* type = nullptr;
  bool in_memory = false;
};

class source_index::expression {
 public:
  // With no line the variables are looked up where each function ends.
  expression(const source_index& index, std::string_view text, std::vector<const function_lines*> functions,
             unsigned line)
      : index_(index),
        problem_(index.result_.Constraints.Problem),
        rest_(text),
        functions_(std::move(functions)),
        line_(line) {}

  value whole() {
    value v = unary();
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

  // Deep nesting would use the stack up.
  struct nested {
    explicit nested(unsigned& depth) : depth_(depth) {
      if (++depth_ > most_nested) refuse("expected no more than 1000 signs and parentheses around each other");
    }
    ~nested() { --depth_; }
    nested(const nested&) = delete;
    nested& operator=(const nested&) = delete;
    unsigned& depth_;
  };

  value unary() {
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

  value postfix() {
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

  std::string word() {
    std::size_t n = 0;
    while (n != rest_.size() && word_character(rest_[n])) ++n;
    if (n == 0) refuse("expected a name" + (rest_.empty() ? std::string() : " before '" + std::string(rest_) + "'"));
    std::string name(rest_.substr(0, n));
    rest_.remove_prefix(n);
    return name;
  }

  value primary() {
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

  std::optional<value> named(const std::string& name) {
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
    if (holder != nullptr && !found)
      refuse("'" + name + "' has no value that is kept: it was folded into what uses it");
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

  static bool kept(const local& l) { return l.memory != nullptr || !l.values.empty() || !l.objects.empty() || l.kept; }

  // A reference stands for what it refers to.
  value referred(value v) { return reference(v.type) ? dereferenced(v) : v; }

  static void merge(std::optional<value>& into, value v) {
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

  value of(const local& l) {
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
    return referred(std::move(v));
  }

  value of_globals(const std::string& name, const std::vector<const llvm::GlobalVariable*>& all) {
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
    return referred(std::move(v));
  }

  // What v, as a pointer, may point to.
  value dereferenced(const value& v) {
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

  // An element: of a variable whose elements are told apart the one of that number, else any.
  value indexed(const value& v, std::string_view index) {
    const ModuleConstraints& c = index_.result_.Constraints;
    const llvm::DICompositeType* array = v.in_memory ? array_type(v.type) : nullptr;
    unsigned number = 0;
    const auto [end, code] = std::from_chars(index.data(), index.data() + index.size(), number);
    const bool literal = array != nullptr && array->getElements().size() == 1 && code == std::errc() &&
                         end == index.data() + index.size();
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

  value field(const value& v, const std::string& name) {
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
    return referred(std::move(f));
  }

  void step(Var cell, std::int64_t offset, std::vector<Var>& to) {
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

 public:
  static pointer pointer_of(const value& v) {
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

 private:
  const source_index& index_;
  const andersen::problem& problem_;
  std::string_view rest_;
  std::vector<const function_lines*> functions_;
  unsigned line_, depth_ = 0;
};

std::vector<Var> source_index::points_to(const pointer& p) const {
  // Many share a set, and sets are long.
  std::vector<Var> all = p.objects;
  std::set<std::uint32_t> seen;
  std::vector<bool> in(result_.Constraints.Problem.objects);
  for (const Var v : p.holders)
    if (seen.insert(result_.Solution.set_of[v]).second)
      result_.Solution.for_each(v, [&](Var o) {
        if (!in[o]) all.push_back(o);
        in[o] = true;
      });
  sort_once(all);
  return all;
}

namespace {

// FILE:LINE at the start of a text, and what follows the colon after it.
struct line_prefix {
  std::string file;
  unsigned line = 0;
  std::string_view rest;
};

std::optional<line_prefix> leading_line(std::string_view text) {
  for (std::size_t colon = text.find(':'); colon != std::string_view::npos; colon = text.find(':', colon + 1)) {
    if (colon == 0 || text.substr(0, colon).find('@') != std::string_view::npos) continue;
    unsigned line = 0;
    const char* begin = text.data() + colon + 1;
    const auto [end, code] = std::from_chars(begin, text.data() + text.size(), line);
    if (code != std::errc() || end == begin) continue;
    if (end != text.data() + text.size() && *end != ':') continue;
    line_prefix p{std::string(text.substr(0, colon)), line, {}};
    if (end != text.data() + text.size()) p.rest = text.substr(static_cast<std::size_t>(end - text.data()) + 1);
    return p;
  }
  return std::nullopt;
}

}  // namespace

// Instances of one function of the source, or versions of one constructor; else refuses.
std::vector<const source_index::function_lines*> source_index::of_one_place(std::vector<const function_lines*> all) {
  std::vector<std::string> where;
  for (const function_lines* f : all)
    where.push_back(f->file + ":" + std::to_string(f->first) + " (" + Names::function(*f->function) + ")");
  for (const function_lines* f : all)
    if (f->file != all[0]->file || f->first != all[0]->first)
      throw several("expected FILE:LINE:, since there are several functions of that name: " + listed(where));
  return all;
}

namespace {
// What a line of a message has room for.
std::string abridged(std::string text) {
  constexpr std::size_t most = 1000;
  if (text.size() > most) text.replace(most, std::string::npos, "...");
  return text;
}
}  // namespace

pointer source_index::find(const std::string& text) const {
  try {
    return parsed(text);
  } catch (const several& e) {
    throw error(e.code(), "'" + abridged(text) + "': " + abridged(e.what()));
  } catch (const error& e) {
    if (std::optional<pointer> p = printed(text)) return *std::move(p);
    throw error(e.code(), "'" + abridged(text) + "': " + abridged(e.what()));
  }
}

void source_index::list_printed() const {
  const ModuleConstraints& c = result_.Constraints;
  std::map<std::string, const llvm::Function*> holder;  // of rows
  for (const PointerRow& row : rows()) {
    const std::string name = row.Function != nullptr ? Names::function(*row.Function) + "::" + row.Name : row.Name;
    const bool again =
        row.Function != nullptr && !holder.try_emplace(name, row.Function).second && holder[name] == row.Function;
    auto [it, is_new] = printed_.try_emplace(name, pointer{});
    if (again) it->second.reset();
    if (!it->second) continue;
    pointer& p = *it->second;
    append(p.holders, row.Holders);
    append(p.objects, row.Objects);
    for (const Var v : row.Holders)
      if (v < c.Problem.objects) p.memory.push_back(v);
    p.is_place |= !p.memory.empty();
  }
  std::map<std::string, pointer> objects;
  for (const MemoryBlock& b : c.Blocks) {
    if (b.Kind == ObjectKind::Null || b.Kind == ObjectKind::Integer) continue;
    for (Var o = b.First; o != b.First + (b.Kind == ObjectKind::Function ? 1 : b.Count); ++o) {
      pointer& p = objects[names_.object(c, o)];
      p.memory.push_back(o);
      p.holders.push_back(o);
      p.is_place = true;
    }
  }
  for (auto& [name, p] : objects) printed_.try_emplace(name, std::move(p));
}

std::optional<pointer> source_index::printed(std::string_view text) const {
  if (printed_.empty()) list_printed();
  const std::size_t signs = std::min(text.find_first_not_of("*& "), text.size());
  const auto it = printed_.find(text.substr(signs));
  if (it == printed_.end() || !it->second || signs > most_nested) return std::nullopt;
  pointer p = *it->second;
  for (std::size_t i = signs; i-- != 0;) {
    if (text[i] == '&') {
      if (!p.is_place) return std::nullopt;
      p = pointer{{}, std::move(p.memory), {}, false};
    } else if (text[i] == '*') {
      std::vector<Var> all = points_to(p);
      p = pointer{all, {}, all, true};
    }
  }
  return p;
}

pointer source_index::parsed(const std::string& text) const {
  {
    std::string_view rest(text);
    // Signs may stand before the place too: *list.c:40:p.
    const std::size_t first = std::min(rest.find_first_not_of("*& "), rest.size());
    if (const auto at = leading_line(rest.substr(first))) {
      const std::string file = whole_file(at->file);
      if (at->rest.empty()) refuse("expected FILE:LINE:NAME");
      const std::string whole = std::string(rest.substr(0, first)) + std::string(at->rest);
      return expression::pointer_of(expression(*this, whole, around(file, at->line), at->line).whole());
    }
    // FUNCTION::EXPRESSION; the last '::' that stands behind a function's name.
    for (std::size_t at = rest.rfind("::"); at != std::string_view::npos && at != 0; at = rest.rfind("::", at - 1)) {
      std::string_view prefix = rest.substr(0, at);
      std::string_view signs;
      while (!prefix.empty() && (prefix[0] == '*' || prefix[0] == '&' || prefix[0] == '(')) {
        signs = rest.substr(0, signs.size() + 1);
        prefix.remove_prefix(1);
      }
      const auto it = named_.find(prefix);
      if (it == named_.end() || blocks_.contains(rest)) continue;
      std::vector<const function_lines*> all;
      for (const function_lines& f : functions_)
        if (std::find(it->second.begin(), it->second.end(), f.function) != it->second.end()) all.push_back(&f);
      if (all.empty()) continue;
      const std::string inner = std::string(signs) + std::string(rest.substr(at + 2));
      return expression::pointer_of(expression(*this, inner, of_one_place(std::move(all)), 0).whole());
    }
    return expression::pointer_of(expression(*this, rest.starts_with("::") ? rest.substr(2) : rest, {}, 0).whole());
  }
}

const llvm::Function& source_index::function(const std::string& text) const {
  auto it = named_.find(text);
  std::string file;
  if (it == named_.end()) {
    const std::size_t colon = text.rfind(':');
    if (colon != std::string::npos && colon != 0 && text[colon - 1] != ':') {
      file = whole_file(text.substr(0, colon));
      it = named_.find(text.substr(colon + 1));
    }
  }
  if (it == named_.end()) refuse("'" + text + "': expected a function of the program");
  std::vector<const llvm::Function*> fitting;
  std::vector<std::string> where;
  for (const llvm::Function* f : it->second)
    if (const source_place at = place(*f); file.empty() || at.file == file) {
      fitting.push_back(f);
      where.push_back(at.file.empty() ? llvm::demangle(f->getName().str()) : at.file + ":" + f->getName().str());
    }
  if (fitting.empty()) refuse("'" + text + "': expected a function of that file");
  if (fitting.size() > 1) refuse("'" + text + "': expected one function, found several: " + listed(where));
  return *fitting[0];
}

const std::vector<PointerRow>& source_index::rows() const {
  if (!rows_.empty()) return rows_;
  rows_ = pointerRows(result_, module_, names_);
  std::map<const llvm::Function*, const function_lines*> lines;
  for (const function_lines& f : functions_) lines[f.function] = &f;
  for (PointerRow& row : rows_) {
    if (row.Function == nullptr || row.Name.starts_with('%')) continue;
    for (const local& l : lines.at(row.Function)->locals)
      if (l.variable->getName() == row.Name && reference(l.variable->getType()) &&
          row.Place == Names::place(l.variable->getScope(), l.variable->getLine())) {
        row.Name.insert(0, "&");
        break;
      }
  }
  return rows_;
}

source_place source_index::place(const PointerRow& row) const {
  source_place at;
  if (row.Function != nullptr) {
    at = place(*row.Function);
    const std::size_t colon = row.Place.rfind(':');
    at.line = 0;
    if (colon == std::string::npos) return {};
    std::from_chars(row.Place.data() + colon + 1, row.Place.data() + row.Place.size(), at.line);
  } else if (!row.Holders.empty()) {
    at = place(result_.Constraints.blockOf(row.Holders[0]));
  }
  return at;
}

void source_index::check_line(const std::string& text) {
  if (!leading_line(text)) refuse("'" + text + "': expected FILE:LINE or FILE:LINE:COLUMN");
}

std::vector<const llvm::CallBase*> source_index::calls(const std::string& text) const {
  const auto at = leading_line(text);
  if (!at) refuse("'" + text + "': expected FILE:LINE or FILE:LINE:COLUMN");
  unsigned column = 0;
  if (!at->rest.empty()) {
    const auto [end, code] = std::from_chars(at->rest.data(), at->rest.data() + at->rest.size(), column);
    if (code != std::errc() || end != at->rest.data() + at->rest.size() || column == 0)
      refuse("'" + text + "': expected FILE:LINE or FILE:LINE:COLUMN");
  }
  const std::string file = whole_file(at->file);
  std::vector<const llvm::CallBase*> found;
  for (const function_lines& f : functions_)
    for (const llvm::Instruction& i : llvm::instructions(*f.function)) {
      const auto* call = dyn_cast<llvm::CallBase>(&i);
      if (call == nullptr || llvm::isa<llvm::IntrinsicInst>(call)) continue;
      const llvm::DebugLoc& here = i.getDebugLoc();  // places have files, whose names take time
      if (here && here.getLine() == at->line && (column == 0 || here.getCol() == column) && place(i).file == file)
        found.push_back(call);
    }
  if (found.empty()) refuse("'" + text + "': expected a line with a call");
  return found;
}

}  // namespace amorph::pta
