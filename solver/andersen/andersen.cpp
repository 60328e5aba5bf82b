// The interface: check, prepare, run on the machine that was asked for, and keep what the core found.
#include "solver/andersen/andersen.hpp"

#include "amorph/kernels/backend/backend.hpp"
#include "amorph/kernels/backend/boundary.hpp"
#include "amorph/kernels/base/bits.hpp"
#include "amorph/kernels/base/stopwatch.hpp"
#include "solver/andersen/andersen_cpu.hpp"
#include "solver/andersen/prepare/prepare.hpp"
#include "solver/andersen/sets/sets.hpp"

namespace amorph::andersen {

namespace {

// Where the core's result goes, on this side of the C boundary.
struct receiver {
  solution& answer;
  bool failed = false;  // no memory for it

  static void take(void* self, const core_result* result) {
    auto& here = *static_cast<receiver*>(self);
    try {
      here.keep(*result);
    } catch (const std::bad_alloc&) {
      here.failed = true;
    }
  }

  // Sets that variables have, and their elements, renumbered from 0. O(variables + entries of those sets).
  void keep(const core_result& r) {
    std::vector<std::uint32_t> number(r.record_count, none);
    answer.set_of.resize(r.set.size);
    answer.set_begin.assign(1, 0);
    std::vector<std::uint32_t> live;  // by number
    std::uint64_t entries = 0;
    for (std::uint64_t v = 0; v != r.set.size; ++v) {
      std::uint32_t& its = number[r.set.data[v]];
      if (its == none) {
        its = static_cast<std::uint32_t>(live.size());
        live.push_back(r.set.data[v]);
        entries += r.records[live.back()].count;
        answer.set_begin.push_back(entries);
      }
      answer.set_of[v] = its;
    }
    answer.base.reserve(entries);
    answer.store.reserve(entries);
    std::vector<std::uint32_t> element_number(r.element_count, none);
    std::vector<std::uint32_t> elements;           // by number
    std::vector<std::uint64_t> size(live.size());  // objects in a set
    for (std::uint32_t i = 0; i != live.size(); ++i) {
      const set_record record = r.records[live[i]];
      for (std::uint64_t e = record.begin; e != record.begin + record.count; ++e) {
        std::uint32_t& its = element_number[element_of(r.entries[e])];
        if (its == none) {
          its = static_cast<std::uint32_t>(elements.size());
          elements.push_back(element_of(r.entries[e]));
        }
        answer.base.push_back(base_of(r.entries[e]));
        answer.store.push_back(its);
      }
    }
    answer.words.reserve(words_per_element * elements.size());
    std::vector<std::uint32_t> bits(elements.size());  // objects in an element
    for (std::uint32_t i = 0; i != elements.size(); ++i) {
      const std::uint64_t* content = r.words + std::uint64_t{words_per_element} * elements[i];
      answer.words.insert(answer.words.end(), content, content + words_per_element);
      bits[i] = static_cast<std::uint32_t>(count_bits(content, words_per_element));
    }
    for (std::uint32_t i = 0; i != live.size(); ++i)
      for (std::uint64_t e = answer.set_begin[i]; e != answer.set_begin[i + 1]; ++e) size[i] += bits[answer.store[e]];
    statistics& stats = answer.stats;
    stats.elements = elements.size();
    for (const std::uint32_t s : answer.set_of) stats.facts += size[s];
    stats.distinct_sets = live.size();
    stats.backend_name = r.stats.backend;
    stats.threads = r.stats.threads;
    stats.rounds = r.stats.rounds;
    stats.steps = r.stats.steps;
    stats.edges = r.stats.edges;
    stats.edges_added = r.stats.edges_added;
    stats.collapsed += r.stats.collapsed;
    stats.peak_bytes = r.stats.peak_bytes;
    stats.collapse_ms = r.stats.collapse_ms;
    stats.propagate_ms = r.stats.propagate_ms;
    stats.evaluate_ms = r.stats.evaluate_ms;
    stats.transfer_ms = r.stats.transfer_ms;
  }
};

std::uint32_t wants_stop(void* how) {
  const auto* stop = static_cast<const options*>(how)->stop;
  return stop != nullptr && stop->load(std::memory_order_relaxed) ? 1 : 0;
}
void pass_on(void* how, std::uint32_t round, std::uint64_t edges, std::uint64_t changed) {
  const progress& watch = static_cast<const options*>(how)->watch;
  watch.report(watch.context, round, edges, changed);
}

status run(const problem& in, const options& how, solution& answer, std::string& message) {
  const stopwatch time;
  answer = {};
  message = validate(in);
  if (!message.empty()) return status::bad_input;
  const backend_choice choice = select_backend(how.where, "andersen", andersen_entry_version);
  if (choice.code != status::ok) {
    message = choice.message;
    return choice.code;
  }
  prepared ready;
  prepare(in, how, ready);
  answer.stats.prepare_ms = time.ms();
  answer.stats.variables = in.variables;
  answer.stats.constraints = in.constraints.size();
  answer.stats.collapsed = ready.substituted;

  core_options core;
  core.threads = how.threads;
  core.collapse_cycles = how.collapse_cycles ? 1 : 0;
  core.overlap = how.overlap ? 1 : 0;
  core.memory_limit = how.memory_limit;
  core.context = const_cast<options*>(&how);
  core.stop = &wants_stop;
  core.report = how.watch.report != nullptr ? &pass_on : nullptr;
  receiver result{answer};
  if (choice.where == backend::cuda) {
    char line[512] = "";
    auto* entry = cuda_module::get().entry<andersen_entry>("andersen", andersen_entry_version);
    const auto code = static_cast<status>(entry(&ready.core, &core, &receiver::take, &result, line, sizeof line));
    message = line;
    if (code != status::ok) return code;
  } else {
    solve_core_cpu(ready.core, core, &receiver::take, &result);
  }
  if (result.failed) throw std::bad_alloc();
  answer.stats.solve_ms = time.ms();
  return status::ok;
}

}  // namespace

status solve(const problem& input, const options& how, solution& answer, std::string& message) noexcept {
  char line[512] = "";
  std::string said;
  const status code = guarded(line, sizeof line, [&] { return run(input, how, answer, said); });
  try {
    message = said.empty() ? line : said;
  } catch (...) {
    message.clear();
  }
  return code;
}

}  // namespace amorph::andersen
