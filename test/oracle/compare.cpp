// The pass `oracle-compare`: is everything that was observed in the analysis' answer, and how much more is there?
#include "llvm-pass/analysis/Names.h"
#include "llvm-pass/analysis/PointsTo.h"
#include "llvm-pass/extract/MemberOverlap.h"
#include "test/oracle/layers.hpp"
#include "test/oracle/observed.hpp"
#include "test/oracle/passes.hpp"
#include "test/oracle/switches.hpp"

#include "llvm/IR/DataLayout.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/raw_ostream.h"

#include <cmath>
#include <map>
#include <optional>
#include <set>

using namespace llvm;

namespace amorph::oracle {
namespace {

// Sums over the sites of a kind.
struct figures {
  uint64_t sites = 0, ran = 0, answers = 0, answers_of_ran = 0, observed = 0, missing = 0;
  double log_ratio = 0;
  uint64_t ratios = 0;

  void add(uint64_t answer, uint64_t seen, uint64_t absent, bool has_run) {
    ++sites;
    answers += answer;
    ran += has_run;
    missing += absent;
    if (!has_run) return;
    answers_of_ran += answer;
    observed += seen;
    if (seen == 0 || answer == 0) return;
    log_ratio += std::log(double(answer) / double(seen));
    ++ratios;
  }
  [[nodiscard]] static double per(uint64_t n, uint64_t d) { return d == 0 ? 0 : double(n) / double(d); }
  [[nodiscard]] double ratio() const { return ratios == 0 ? 0 : std::exp(log_ratio / double(ratios)); }
};

struct row {
  const site* s;
  uint64_t answer = 0, objects = 0, seen = 0, seen_objects = 0, missing = 0, layers = 0, both = 0;
  bool has_run = false, can_run = false;
};

class comparison {
  // A set and the number of its blocks; many pointers share one.
  using answer_and_blocks = std::pair<std::vector<Var>, uint64_t>;

  const compare_options& options;
  const module_sites& sites;
  const observations& seen;
  const PointsToResult& r;
  const blocks_of_analysis blocks;
  const layered_types layers;
  const Names names;
  DenseMap<const Function*, uint32_t> number;
  std::vector<row> rows;
  figures calls, by_layers, by_both, accesses, objects;
  uint64_t outside = 0, apart_in_site = 0;
  std::vector<std::string> missing, unexplained, missing_in_layers;
  DenseMap<uint32_t, std::vector<unsigned>> blocks_of_hit;
  std::map<uint32_t, answer_and_blocks> answers;          // by set
  DenseMap<const Value*, std::vector<Var>> hit_by;        // objects observed at a pointer
  using words = std::set<std::pair<uint64_t, uint64_t>>;  // a block of the log, and a word of it
  std::map<const Value*, words> words_hit;

  std::string place(const Instruction& i) const {
    std::string at;
    if (const DILocation* l = i.getDebugLoc())
      at = (l->getFilename() + ":" + Twine(l->getLine()) + ":" + Twine(l->getColumn()) + " ").str();
    return at + "in " + names.symbol(*i.getFunction());
  }

  void call(const site& s, const std::vector<hit>& hits) {
    auto& c = cast<CallBase>(*s.at);
    bool unknown = false;
    const std::vector<const Function*> answer = r.targets(c, unknown);
    const std::vector<const Function*> layered = layers.targets(c);
    const std::set<const Function*> all(answer.begin(), answer.end()), typed(layered.begin(), layered.end());
    row result{&s, answer.size(), answer.size()};
    result.has_run = !hits.empty();
    result.layers = layered.size();
    for (const Function* f : layered) result.both += all.count(f);
    uint64_t absent_in_layers = 0, absent_in_both = 0;
    for (hit h : hits) {
      if (h.block == 0) {
        ++outside;
        if (!unknown) unexplained.push_back(place(c));
        continue;
      }
      ++result.seen;
      const Function* f = sites.functions[h.block - 1];
      // Libraries have several names for a function: memcmp and bcmp.
      if (f->isDeclaration() && !all.count(f))
        if (auto other = find_if(all, [](const Function* each) { return each->isDeclaration(); }); other != all.end())
          f = *other;
      if (!typed.count(f)) {
        ++absent_in_layers;
        missing_in_layers.push_back(place(c) + ": called " + names.symbol(*f));
      }
      absent_in_both += !typed.count(f) || !all.count(f);
      if (all.count(f)) continue;
      ++result.missing;
      missing.push_back(place(c) + ": called " + names.symbol(*f) + ", not among " + std::to_string(answer.size()) +
                        " targets");
    }
    result.seen_objects = result.seen;
    calls.add(result.answer, result.seen, result.missing, result.has_run);
    by_layers.add(result.layers, result.seen, absent_in_layers, result.has_run);
    by_both.add(result.both, result.seen, absent_in_both, result.has_run);
    rows.push_back(result);
  }

  // True if memory that the program did not make may be meant: the library's, variable arguments, what is mapped.
  bool reaches_outside(const std::vector<Var>& answer) const {
    return any_of(answer, [&](Var o) {
      const MemoryBlock& b = r.Constraints.blockOf(o);
      switch (b.Kind) {
        case ObjectKind::Library:
        case ObjectKind::Unknown: return true;
        case ObjectKind::Function: return o != b.First;
        case ObjectKind::Global: return cast<GlobalVariable>(b.Site)->isDeclaration();
        case ObjectKind::Heap: return b.Count == 1 || !is_labelled(callee_name(b.Site));
        default: return false;
      }
    });
  }
  // Whether it returns what the runtime knows as the program's memory.
  static bool is_labelled(StringRef name) {
    return name.starts_with("_Zn") || name.ends_with("alloc") || name.ends_with("memalign") || name == "reallocarray" ||
           name == "__cxa_allocate_exception";
  }
  static StringRef callee_name(const Value* site) {
    auto* call = dyn_cast<CallBase>(site);
    return (call ? callee_of(*call) : site)->getName();
  }

  const std::vector<unsigned>& candidates(uint32_t block) {
    auto [it, is_new] = blocks_of_hit.try_emplace(block);
    if (is_new) it->second = blocks.of(block);
    return it->second;
  }

  // Objects of a block are adjacent.
  const answer_and_blocks& answer_of(const Value* pointer) {
    static const answer_and_blocks nothing;
    if (!r.known(pointer)) return nothing;
    auto [it, is_new] = answers.try_emplace(r.Solution.set_of[r.Constraints.varOf(pointer)]);
    if (!is_new) return it->second;
    it->second.first = r.pointsTo(pointer);
    std::optional<unsigned> last;
    for (Var o : it->second.first)
      if (const unsigned block = r.Constraints.blockIndex(o); last != block) {
        last = block;
        ++it->second.second;
      }
    return it->second;
  }

  void access(const site& s, const std::vector<hit>& hits) {
    const auto& [answer, answer_blocks] = answer_of(s.pointer);
    std::set<unsigned> seen_blocks;
    std::set<Var> seen_objects;
    row result{&s, answer_blocks, answer.size()};
    result.has_run = !hits.empty();
    result.can_run = !answer.empty();
    for (hit h : hits) {
      const std::vector<unsigned>& possible = candidates(h.block);
      if (possible.empty()) {
        ++outside;
        if (reaches_outside(answer)) continue;
        unexplained.push_back(place(*s.at));
        continue;
      }
      std::vector<Var> at, found;
      for (unsigned b : possible) blocks.objects_at(b, 8 * uint64_t(h.word), at);
      std::copy_if(at.begin(), at.end(), std::back_inserter(found),
                   [&](Var o) { return std::binary_search(answer.begin(), answer.end(), o); });
      if (found.empty() && blocks.is_of_library(h.block) && reaches_outside(answer)) {
        ++outside;
        continue;
      }
      const Var counted = found.empty() ? at.back() : found.back();
      seen_blocks.insert(r.Constraints.blockIndex(counted));
      seen_objects.insert(counted);
      if (!found.empty()) continue;
      ++result.missing;
      missing.push_back(place(*s.at) + ": " + s.at->getOpcodeName() + " of " + r.describe(at.back()) + " (offset " +
                        std::to_string(8 * h.word) + "), not among " + std::to_string(answer.size()) + " objects");
    }
    result.seen = seen_blocks.size();
    result.seen_objects = seen_objects.size();
    if (!s.by_name && (result.can_run || result.has_run)) {
      accesses.add(result.answer, result.seen, result.missing, result.has_run);
      objects.add(result.objects, result.seen_objects, result.missing, result.has_run);
      auto& all = hit_by[s.pointer];
      all.insert(all.end(), seen_objects.begin(), seen_objects.end());
      for (hit h : hits)
        if (!candidates(h.block).empty()) words_hit[s.pointer].insert({h.block, h.word});
    } else {
      accesses.missing += result.missing;
    }
    rows.push_back(result);
  }

  // The types of memory hold two accesses apart that were in one word. They may be of different bytes of it. One site
  // of allocation makes memory of several types, and memory is used again as another type: what a value flowed through
  // is what counts there (stored_apart).
  void met_apart(const Value& a, const Value& b) {
    MemberOverlap& types = *r.types();
    const MemberOverlap::Member first = types.memberAt(&a), second = types.memberAt(&b);
    auto in_word = [](uint64_t at) { return at % 8; };
    const DataLayout& layout = cast<Instruction>(a).getModule()->getDataLayout();
    if (std::min(layout.getABITypeAlign(first.S), layout.getABITypeAlign(second.S)) < Align(8)) return;
    if (first.S == second.S || in_word(first.Begin) >= in_word(second.Begin) + (second.End - second.Begin) ||
        in_word(second.Begin) >= in_word(first.Begin) + (first.End - first.Begin))
      return;
    const words &one = words_hit[&a], &other = words_hit[&b];
    words common;
    std::set_intersection(one.begin(), one.end(), other.begin(), other.end(), std::inserter(common, common.end()));
    if (common.empty()) return;
    const std::vector<unsigned>& possible = candidates(common.begin()->first);
    const MemoryBlock& block = r.Constraints.Blocks[possible.back()];
    if (block.Kind != ObjectKind::Global && block.Kind != ObjectKind::Stack) {
      ++apart_in_site;
      return;
    }
    missing.push_back(place(cast<Instruction>(b)) + ": " + member(a) + " and " + member(b) + " were both " +
                      r.describe(block.First) + " (offset " + std::to_string(8 * common.begin()->second) +
                      "), apart by their types");
  }

  // What a member stored, another member loaded, and the types of memory hold the two apart.
  void stored_apart(raw_ostream& os) {
    size_t apart = 0;
    for (auto [store, load] : seen.flows) {
      const Value &from = *sites.sites[store].pointer, &to = *sites.sites[load].pointer;
      if (r.typesMayOverlap(&from, &to)) continue;
      ++apart;
      missing.push_back(place(*sites.sites[load].at) + ": loads " + member(to) + ", which is stored as " +
                        member(from) + " at " + place(*sites.sites[store].at) + ", apart by their types");
    }
    os << "members stored and loaded: " << seen.flows.size() << " pairs of places, " << apart << " apart by types\n";
  }
  std::string member(const Value& pointer) const {
    const MemberOverlap::Member m = r.types()->memberAt(&pointer);
    return (m.S->getName() + "+" + Twine(m.Begin)).str();
  }

  // Pairs as stats=on counts them (Precision.cpp): those that met at run time cannot be apart in any sound answer.
  std::pair<uint64_t, uint64_t> pairs() {
    uint64_t all = 0, met = 0;
    for (auto& [pointer, objects_hit] : hit_by) {
      llvm::sort(objects_hit);
      objects_hit.erase(std::unique(objects_hit.begin(), objects_hit.end()), objects_hit.end());
    }
    const Function* of = nullptr;
    std::vector<const Value*> pointers;
    std::set<const Value*> known;
    auto close = [&] {
      for (size_t a = 0; a != pointers.size(); ++a)
        for (size_t b = 0; b != a; ++b) {
          std::vector<Var> common;
          const std::vector<Var>&first = hit_by[pointers[a]], &second = hit_by[pointers[b]];
          std::set_intersection(first.begin(), first.end(), second.begin(), second.end(), std::back_inserter(common));
          ++all;
          met += !common.empty();
          if (!common.empty() && !r.typesMayOverlap(pointers[a], pointers[b])) met_apart(*pointers[a], *pointers[b]);
        }
      pointers.clear();
      known.clear();
    };
    for (const row& each : rows) {
      if (each.s->is_call || each.s->by_name || !each.can_run || each.s->bytes) continue;
      if (each.s->at->getFunction() != of) close();
      of = each.s->at->getFunction();
      if (pointers.size() != 300 && known.insert(each.s->pointer).second) pointers.push_back(each.s->pointer);
    }
    close();
    return {all, met};
  }

  static void line(raw_ostream& os, const char* name, const figures& f, const char* unit) {
    os << name << ": " << f.sites << ", ran " << f.ran << format(" (%.1f%%), ", 100 * figures::per(f.ran, f.sites))
       << format("%.2f %s each; of those that ran %.2f, observed %.2f, ", figures::per(f.answers, f.sites), unit,
                 figures::per(f.answers_of_ran, f.ran), figures::per(f.observed, f.ran))
       << format("static / observed %.2f; ", f.ratio()) << f.missing << " missing\n";
  }

  Error write_json() const {
    std::error_code wrong;
    raw_fd_ostream file(options.json, wrong);
    if (wrong) return createStringError(wrong, options.json + ": " + wrong.message());
    json::OStream j(file);
    j.array([&] {
      for (const row& each : rows)
        j.object([&] {
          j.attribute("kind", each.s->is_call ? "call" : each.s->by_name ? "element" : "access");
          j.attribute("function", names.symbol(*each.s->at->getFunction()));
          if (const DILocation* l = each.s->at->getDebugLoc()) {
            j.attribute("file", l->getFilename());
            j.attribute("line", int64_t(l->getLine()));
            j.attribute("column", int64_t(l->getColumn()));
          }
          j.attribute("ran", each.has_run);
          j.attribute("static", int64_t(each.answer));
          j.attribute("static_objects", int64_t(each.objects));
          j.attribute("observed", int64_t(each.seen));
          j.attribute("observed_objects", int64_t(each.seen_objects));
          j.attribute("missing", int64_t(each.missing));
          if (each.s->is_call) j.attribute("layers", int64_t(each.layers));
        });
    });
    return Error::success();
  }

 public:
  comparison(Module& module, const compare_options& o, const module_sites& all, const observations& log,
             const PointsToResult& result)
      : options(o),
        sites(all),
        seen(log),
        r(result),
        blocks(all, log, result.Constraints),
        layers(module),
        names(module) {}

  Error run(raw_ostream& os) {
    for (uint32_t i = 0; i != sites.sites.size(); ++i) {
      const site& s = sites.sites[i];
      if (s.is_call)
        call(s, seen.at[i]);
      else
        access(s, seen.at[i]);
    }
    line(os, "indirect calls", calls, "targets");
    line(os, "layers of types alone", by_layers, "targets");
    for (const std::string& each : ArrayRef(missing_in_layers).take_front(options.show))
      os << "missed by layers: " << each << '\n';
    line(os, "both", by_both, "targets");
    line(os, "dereferences", accesses, "blocks");
    line(os, "in objects", objects, "objects");
    auto [all, met] = pairs();
    os << "pairs of pointers: " << all << ", met at run time "
       << format("%.2f%%", all == 0 ? 0.0 : 100 * double(met) / double(all));
    if (apart_in_site != 0)
      os << ", of these " << apart_in_site << " apart by types in memory of one site that no value flowed through";
    os << '\n';
    stored_apart(os);
    os << "outside the program's memory: " << outside << " observations, " << unexplained.size()
       << " unexplained; lost " << seen.lost << '\n';
    for (size_t i = 0; i != std::min<size_t>(missing.size(), options.show); ++i)
      os << "missing: " << missing[i] << '\n';
    for (const std::string& each : ArrayRef(unexplained).take_front(options.show))
      os << "unexplained: " << each << ": memory outside the program's\n";
    if (missing.size() > options.show) os << missing.size() - options.show << " more are missing\n";
    if (!options.json.empty())
      if (Error e = write_json()) return e;
    if (missing.empty()) return Error::success();
    return createStringError(inconvertibleErrorCode(), std::to_string(missing.size()) + " observed facts are missing");
  }
};

}  // namespace

PreservedAnalyses compare_pass::run(Module& m, ModuleAnalysisManager&) {
  auto fail = [&](const std::string& what) { m.getContext().emitError("oracle-compare: " + what); };
  const module_sites sites(m);
  auto seen = observations::read(options_.observed, sites);
  if (!seen) {
    fail(toString(seen.takeError()));
    return PreservedAnalyses::all();
  }
  std::vector<std::string> all = {options_.base};
  if (options_.switches) all = settings_of_switches(options_.base);
  std::string wrong;
  for (const std::string& each : all) {
    outs() << "== " << each << '\n';
    const PointsToResult result = analyseModule(m, cantFail(parsePointsToParameters(each)));
    if (!result.Solved)
      fail(result.Failure);
    else if (Error e = comparison(m, options_, sites, *seen, result).run(outs()))
      wrong += (wrong.empty() ? "" : "; ") + each + ": " + toString(std::move(e));
  }
  if (!wrong.empty()) fail(wrong);
  return PreservedAnalyses::all();
}

}  // namespace amorph::oracle
