// Reads debug information into the index: per function its lines, blocks and variables; per name its globals, functions
// and memory blocks. Which variables a debug record describes is worked out here; which expression means them, in
// expression.cpp.
#include "tools/commands/amorph-pta/source/source_index.hpp"

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <optional>
#include <set>

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/BinaryFormat/Dwarf.h"
#include "llvm/Demangle/Demangle.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/DebugProgramInstruction.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "tools/commands/amorph-pta/source/debug_info.hpp"
#include "tools/commands/amorph-pta/source/lists.hpp"
#include "tools/commands/amorph-pta/source/unit_module.hpp"
#include "tools/terminal/run_command.hpp"

namespace amorph::pta {
namespace {

namespace fs = std::filesystem;
using llvm::dyn_cast;
using llvm::dyn_cast_or_null;

// op::operator() of op::operator()(int*) const.
std::string without_parameters(const std::string& name) {
  constexpr std::string_view call = "operator()";
  const std::size_t at = name.find(call);
  return name.substr(0, name.find('(', at == std::string::npos ? 0 : at + call.size()));
}

std::string without_blanks(std::string_view name) {
  std::string text(name);
  std::erase(text, ' ');
  return text;
}

}  // namespace

// SITE:LINE of SITE:LINE:COLUMN; "" of other names.
static llvm::StringRef without_column(llvm::StringRef name) {
  const auto [line, column] = name.rsplit(':');
  const llvm::StringRef number = line.rsplit(':').second;
  const bool has_both =
      !column.empty() && !number.empty() && llvm::all_of(column, llvm::isDigit) && llvm::all_of(number, llvm::isDigit);
  return has_both ? line : llvm::StringRef();
}

source_location source_index::location(const llvm::DIScope* scope, unsigned line) { return {file_of(scope), line, 0}; }
source_location source_index::location(const llvm::Instruction& i) {
  const llvm::DebugLoc& at = i.getDebugLoc();
  if (!at || at.getLine() == 0) return {};
  return {file_of(llvm::cast<llvm::DIScope>(at.getScope())), at.getLine(), at.getCol()};
}
source_location source_index::location(const llvm::Function& f) {
  const llvm::DISubprogram* p = f.getSubprogram();
  return p == nullptr ? source_location{} : location(p, p->getLine());
}
source_location source_index::location(const MemoryBlock& b) const {
  if (const auto* g = dyn_cast_or_null<llvm::GlobalVariable>(b.Site)) {
    llvm::SmallVector<llvm::DIGlobalVariableExpression*, 1> found;
    g->getDebugInfo(found);
    if (found.empty()) return {};
    const llvm::DIGlobalVariable* v = found[0]->getVariable();
    return {file_of(v->getFile()), v->getLine(), 0};
  }
  if (const auto* f = dyn_cast_or_null<llvm::Function>(b.Site)) return location(*f);
  if (b.Kind == ObjectKind::Stack && b.Site != nullptr)
    if (const llvm::DILocalVariable* v = names_.declared(b.Site)) return {file_of(v->getFile()), v->getLine(), 0};
  if (const auto* i = dyn_cast_or_null<llvm::Instruction>(b.Site)) return location(*i);
  return {};
}

namespace {

// Reads the lines and the local variables of one function.
class function_reader {
 public:
  function_reader(const PointsToResult& result, const Names& names, const llvm::Function& f)
      : constraints_(result.Constraints), names_(names), f_(f) {
    lines_.function = &f;
    if (const llvm::DISubprogram* p = f.getSubprogram()) {
      lines_.file = file_of(p->getFile());
      lines_.first = lines_.last = p->getLine();
    }
  }

  function_lines read() {
    read_debug_records();
    read_kept_scopes();
    for (const llvm::Argument& a : f_.args()) read_value(a);
    for (const Names::Address& a : names_.addresses(f_))
      append(local(a.Variable).objects, constraints_.objectsAt(a.Global, a.Offset));
    for (const llvm::Instruction& i : llvm::instructions(f_)) {
      read_value(i);
      read_line(i);
    }
    for (local_variable& l : lines_.locals)
      for (std::vector<Var>* all : {&l.values, &l.objects, &l.cells}) sort_unique(*all);
    return std::move(lines_);
  }

 private:
  local_variable& local(const llvm::DILocalVariable* v) {
    const auto [it, is_new] = position_.try_emplace(v, lines_.locals.size());
    if (is_new) lines_.locals.emplace_back().variable = v;
    return lines_.locals[it->second];
  }

  void read_value(const llvm::Value& v) {
    const Var var = constraints_.varOf(&v);
    for (const llvm::DILocalVariable* d : names_.variables(&v)) {
      local_variable& known = local(d);
      if (var != NoVar) known.values.push_back(var);
    }
    if (const llvm::DILocalVariable* d = names_.declared(&v))
      if (const MemoryBlock* b = constraints_.blockFor(&v)) local(d).memory = b;
  }

  // Variables that are always null, or whose value was folded away, have no values in the IR but debug records.
  void read_debug_records() {
    const auto read = [&](const auto& r, bool declares) {
      const llvm::Value* is = r.getNumVariableLocationOps() == 1 ? r.getVariableLocationOp(0) : nullptr;
      read_debug_record(r.getVariable(), is, r.getExpression(), declares);
      note_assigned(local(r.getVariable()), is, !declares && r.getExpression()->getNumElements() == 0);
    };
    for (const llvm::Instruction& i : llvm::instructions(f_)) {
      for (llvm::DbgVariableRecord& r : llvm::filterDbgVars(i.getDbgRecordRange())) read(r, r.isDbgDeclare());
      if (const auto* d = dyn_cast<llvm::DbgVariableIntrinsic>(&i)) read(*d, llvm::isa<llvm::DbgDeclareInst>(d));
    }
  }
  static void note_assigned(local_variable& l, const llvm::Value* is, bool whole) {
    if (!whole || is == nullptr || llvm::isa<llvm::UndefValue>(is))
      l.only_assigned = false;
    else
      l.assigned.push_back(is);
  }
  // The variable v is `is`, or is stored there (declares), after the operations of e.
  void read_debug_record(const llvm::DILocalVariable* v, const llvm::Value* is, const llvm::DIExpression* e,
                         bool declares) {
    local_variable& known = local(v);
    if (is == nullptr || llvm::isa<llvm::UndefValue>(is)) return;
    std::size_t n = 0;
    const auto next = [&](std::uint64_t operation) {
      const bool is_it = n != e->getNumElements() && e->getElement(static_cast<unsigned>(n)) == operation;
      n += is_it ? 1 : 0;
      return is_it;
    };
    const bool dereferenced = next(llvm::dwarf::DW_OP_deref);
    std::int64_t offset = 0;
    if (next(llvm::dwarf::DW_OP_plus_uconst))
      offset = static_cast<std::int64_t>(e->getElement(static_cast<unsigned>(n++)));
    if (n != e->getNumElements()) return;  // in parts, or computed
    // A structured binding is a part of another variable, or of that one's referent.
    const MemoryBlock* block = constraints_.blockFor(is);
    if (block != nullptr && declares != dereferenced) {
      append(known.cells, constraints_.objectsAt(is, offset));
    } else if (dereferenced && block != nullptr) {
      known.indirect.emplace_back(block->First, offset);
    } else if (dereferenced) {
      if (const Var holder = constraints_.varOf(is); holder != NoVar) known.indirect.emplace_back(holder, offset);
    } else if (offset != 0 || declares) {
      return;
    }
    known.kept = true;
  }

  void extend(const llvm::DIScope* scope, unsigned line) {
    unsigned& last = lines_.last_of[llvm::cast<llvm::DILocalScope>(scope)->getNonLexicalBlockFileScope()];
    last = std::max(last, line);
    lines_.last = std::max(lines_.last, line);
  }
  // Scopes whose code was optimised away, with their last lines.
  void read_kept_scopes() {
    const llvm::MDNode* list = f_.getMetadata(scopes_metadata);
    if (list == nullptr) return;
    for (unsigned n = 0; n + 1 < list->getNumOperands(); n += 2)
      if (const auto* scope = dyn_cast_or_null<llvm::DILocalScope>(list->getOperand(n).get()))
        if (const auto* line = llvm::mdconst::dyn_extract_or_null<llvm::ConstantInt>(list->getOperand(n + 1)))
          extend(scope, static_cast<unsigned>(line->getZExtValue()));
  }
  void read_line(const llvm::Instruction& i) {
    const llvm::DebugLoc& here = i.getDebugLoc();
    if (!here || here.getInlinedAt() != nullptr) return;
    const auto* scope = llvm::cast<llvm::DIScope>(here.getScope());
    if (scope == last_scope_ && here.getLine() <= last_line_) return;
    if (f_.getSubprogram() == nullptr || file_of(scope) != lines_.file) return;
    last_scope_ = scope;
    last_line_ = here.getLine();
    for (; llvm::isa_and_nonnull<llvm::DILocalScope>(scope); scope = scope->getScope()) extend(scope, last_line_);
  }

  const ModuleConstraints& constraints_;
  const Names& names_;
  const llvm::Function& f_;
  function_lines lines_;
  std::map<const llvm::DILocalVariable*, std::size_t> position_;
  const llvm::DIScope* last_scope_ = nullptr;
  unsigned last_line_ = 0;
};

}  // namespace

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
    const std::string unnumbered = Names::plain(g);
    if (found.empty() && unnumbered != g.getName()) globals_[unnumbered].push_back(&g);
    if (const std::string name = Names::withFile(g); !name.empty()) globals_[name].push_back(&g);
  }
  for (const llvm::Function& f : module_) {
    if (f.isIntrinsic()) continue;
    // Files of which all functions are inlined.
    for (const llvm::Instruction& i : llvm::instructions(f))
      if (llvm::isa<llvm::CallBase>(i))
        for (const llvm::DILocation* l = i.getDebugLoc(); l != nullptr && l->getInlinedAt(); l = l->getInlinedAt())
          files.insert(file_of(l->getScope()));
    const std::string plain = Names::plain(f), with_file = Names::withFile(f);
    std::set<std::string> spellings{names_.symbol(f), f.getName().str(), llvm::demangle(f.getName().str()), plain,
                                    without_parameters(plain)};
    if (!with_file.empty()) {
      spellings.insert(with_file);
      spellings.insert(without_parameters(plain) + with_file.substr(with_file.rfind('@')));
    }
    if (const llvm::DISubprogram* p = f.getSubprogram()) {
      spellings.insert(p->getName().str());
      if (!p->getName().starts_with("operator"))  // pass<int>: pass
        spellings.insert(p->getName().split('<').first.str());
      files.insert(file_of(p->getFile()));
    }
    for (const std::string& name : spellings) functions_by_name_[name].push_back(&f);
    if (!f.isDeclaration()) functions_.push_back(function_reader(result_, names_, f).read());
  }
  for (const MemoryBlock& b : r.Constraints.Blocks)
    if (b.Kind != ObjectKind::Null && b.Kind != ObjectKind::Integer && b.Kind != ObjectKind::Function) {
      const std::string name = names_.object(r.Constraints, b.First);
      blocks_[name].push_back(&b);
      // malloc@list.c:12:8 is meant by malloc@list.c:12, too.
      if (const llvm::StringRef line = without_column(name); b.Kind == ObjectKind::Heap && !line.empty())
        blocks_[line.str()].push_back(&b);
    }
  files.erase(std::string());
  files_.assign(files.begin(), files.end());
}

const std::vector<const llvm::Function*>* source_index::functions_without_blanks(std::string_view name) const {
  if (functions_without_blanks_.empty())
    for (const auto& [spelling, functions] : functions_by_name_)
      if (has_blank_variants(spelling)) append(functions_without_blanks_[without_blanks(spelling)], functions);
  const auto it = functions_without_blanks_.find(without_blanks(name));
  return it == functions_without_blanks_.end() ? nullptr : &it->second;
}

bool source_index::ends_in(const llvm::GlobalObject& g, std::string_view file) {
  const llvm::DIScope* scope = nullptr;
  if (const auto* f = dyn_cast<llvm::Function>(&g)) {
    scope = f->getSubprogram();
  } else if (const auto* v = declared_as(llvm::cast<llvm::GlobalVariable>(g))) {
    scope = v->getFile();
  }
  const std::string& own = file_of(scope);
  return !file.empty() && (own == file || own.ends_with(std::string("/").append(file)));
}

std::string source_index::find_file(const std::string& written) const {
  std::error_code ignored;
  const fs::path normal = fs::path(written).lexically_normal();
  const std::string absolute = resolved(fs::absolute(written, ignored));
  const std::string ending = std::string("/").append(normal.string());
  std::vector<std::string> fitting;
  for (const std::string& file : files_) {
    if (file == normal || file == absolute) return file;
    if (file.ends_with(ending)) fitting.push_back(file);
  }
  if (fitting.empty()) refuse(written + ": expected a source file of the program");
  if (fitting.size() > 1) refuse(written + ": expected more of its path, since it may be " + listed(fitting));
  return fitting[0];
}

std::vector<const function_lines*> source_index::around(const std::string& file, unsigned line) const {
  std::vector<const function_lines*> all;
  for (const function_lines& f : functions_)
    if (f.file == file && f.first <= line && line <= f.last) all.push_back(&f);
  std::stable_sort(all.begin(), all.end(), [](const auto* a, const auto* b) { return a->first > b->first; });
  return all;
}

unsigned function_lines::depth(const llvm::DIVariable& v, unsigned line) const {
  const auto depth_of = [](const llvm::DIScope* block) {
    unsigned deep = 1;
    for (; llvm::isa_and_nonnull<llvm::DILexicalBlockBase>(block); block = block->getScope()) ++deep;
    return deep;
  };
  const auto* scope = dyn_cast_or_null<llvm::DILocalScope>(v.getScope());
  if (scope == nullptr) return 0;
  const llvm::DILocalScope* block = scope->getNonLexicalBlockFileScope();
  unsigned deep = depth_of(block);
  // Clang's scope of a static variable is the function, whatever block it is declared in.
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

variable_of source_index::in_scope(const function_lines& f, const std::string& name, unsigned line) const {
  const llvm::DISubprogram* self = f.function->getSubprogram();
  std::vector<std::pair<const llvm::DIVariable*, variable_of>> named;
  for (const local_variable& l : f.locals)
    if (l.variable->getName() == llvm::StringRef(name)) named.push_back({l.variable, {&l, nullptr}});
  // In optimised code, variables of inlined functions count only if the function has none of that name.
  const auto inlined = [&](const auto& n) { return function_around(n.first->getScope()) != self; };
  if (!std::all_of(named.begin(), named.end(), inlined)) std::erase_if(named, inlined);
  if (const auto it = globals_.find(name); it != globals_.end() && self != nullptr)
    for (const llvm::GlobalVariable* g : it->second)
      if (const llvm::DIGlobalVariable* v = declared_as(*g); v != nullptr && function_around(v->getScope()) == self)
        named.push_back({v, {nullptr, g}});
  if (line == 0) {
    if (named.size() > 1) {
      std::vector<std::string> where;
      where.reserve(named.size());
      for (const auto& [v, is] : named) where.push_back(file_of(v->getFile()) + ":" + std::to_string(v->getLine()));
      throw ambiguous("expected FILE:LINE: before '" + name + "', since there are several: " + listed(where));
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

std::string elsewhere(const function_lines& f, std::string_view name) {
  std::string text;
  for (const local_variable& l : f.locals) {
    if (l.variable->getName() != llvm::StringRef(name.data(), name.size())) continue;
    const auto it = f.last_of.find(l.variable->getScope()->getNonLexicalBlockFileScope());
    const unsigned end = it == f.last_of.end() ? l.variable->getLine() : it->second;
    text += std::string(text.empty() ? "; it is in scope on lines " : " and ") + std::to_string(l.variable->getLine()) +
            " to " + std::to_string(end);
  }
  return text;
}

std::vector<Var> source_index::points_to(const pointer& p) const {
  // Variables share sets, and sets are long.
  std::vector<Var> all = p.objects;
  std::set<std::uint32_t> seen;
  std::vector<bool> in(result_.Constraints.Problem.objects);
  for (const Var v : p.holders)
    if (seen.insert(result_.Solution.set_of[v]).second)
      result_.Solution.for_each(v, [&](Var o) {
        if (!in[o]) all.push_back(o);
        in[o] = true;
      });
  sort_unique(all);
  return all;
}

void source_index::list_printed() const {
  const ModuleConstraints& c = result_.Constraints;
  std::map<std::string, const llvm::Function*> holder;  // of rows
  for (const PointerRow& row : rows()) {
    const std::string name = row.Function != nullptr ? names_.symbol(*row.Function) + "::" + row.Name : row.Name;
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
    p.in_memory |= !p.memory.empty();
  }
  std::map<std::string, pointer> objects;
  for (const MemoryBlock& b : c.Blocks) {
    if (b.Kind == ObjectKind::Null || b.Kind == ObjectKind::Integer) continue;
    for (Var o = b.First; o != b.First + (b.Kind == ObjectKind::Function ? 1 : b.Count); ++o) {
      pointer& p = objects[names_.object(c, o)];
      p.memory.push_back(o);
      p.holders.push_back(o);
      p.in_memory = true;
    }
  }
  for (auto& [name, p] : objects) printed_.try_emplace(name, std::move(p));
}

std::optional<pointer> source_index::printed(std::string_view text) const {
  if (printed_.empty()) list_printed();
  const std::size_t signs = std::min(text.find_first_not_of("*& "), text.size());
  const auto it = printed_.find(text.substr(signs));
  if (it == printed_.end() || !it->second || signs > max_nesting) return std::nullopt;
  pointer p = *it->second;
  for (std::size_t i = signs; i-- != 0;) {
    if (text[i] == '&') {
      if (!p.in_memory) return std::nullopt;
      p = pointer{{}, std::move(p.memory), {}, false, {}, 0, nullptr};
    } else if (text[i] == '*') {
      std::vector<Var> all = points_to(p);
      p = pointer{all, {}, all, true, {}, 0, nullptr};
    }
  }
  return p;
}

const std::vector<PointerRow>& source_index::rows() const {
  if (!rows_.empty()) return rows_;
  rows_ = pointerRows(result_, module_, names_);
  std::map<const llvm::Function*, const function_lines*> lines;
  for (const function_lines& f : functions_) lines[f.function] = &f;
  for (PointerRow& row : rows_) {
    if (row.Function == nullptr || row.Name.starts_with('%')) continue;
    for (const local_variable& l : lines.at(row.Function)->locals)
      if (l.variable->getName() == row.Name && is_reference(l.variable->getType()) &&
          row.Location == Names::location(l.variable->getScope(), l.variable->getLine())) {
        row.Name = std::string("&").append(row.Name);
        break;
      }
  }
  return rows_;
}

source_location source_index::location(const PointerRow& row) const {
  source_location at;
  if (row.Function != nullptr) {
    at = location(*row.Function);
    const std::size_t colon = row.Location.rfind(':');
    at.line = 0;
    if (colon == std::string::npos) return {};
    std::from_chars(row.Location.data() + colon + 1, row.Location.data() + row.Location.size(), at.line);
  } else if (!row.Holders.empty()) {
    at = location(result_.Constraints.blockOf(row.Holders[0]));
  }
  return at;
}

}  // namespace amorph::pta
