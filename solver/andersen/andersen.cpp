// The interface: validate, prepare, dispatch to a backend, and copy the result.
#include "solver/andersen/andersen.hpp"

#include "amorph/kernels/backend/boundary.hpp"
#include "amorph/kernels/base/bits.hpp"
#include "amorph/kernels/base/stopwatch.hpp"
#include "solver/andersen/core.hpp"
#include "solver/andersen/prepare/prepare.hpp"
#include "solver/andersen/resident_problem.hpp"
#include "solver/andersen/sets/sets.hpp"
#include "solver/run/dispatch.hpp"

namespace amorph::andersen {

namespace {

// Copies the core's result, on the caller's side of the C boundary.
struct receiver {
  solution& answer;
  bool failed = false;  // out of memory

  static void take(void* self, const core_result* result) {
    auto& here = *static_cast<receiver*>(self);
    try {
      here.keep(*result);
    } catch (const std::bad_alloc&) {
      here.failed = true;
    }
  }

  // The sets in use and their elements, renumbered from 0. O(variables + entries of those sets).
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
    stats.rounds = r.stats.rounds;
    stats.steps = r.stats.steps;
    stats.edges = r.stats.edges;
    stats.edges_added = r.stats.edges_added;
    stats.collapsed += r.stats.collapsed;
    stats.collapse_ms = r.stats.collapse_ms;
    stats.propagate_ms = r.stats.propagate_ms;
    stats.evaluate_ms = r.stats.evaluate_ms;
    stats.transfer_ms = r.stats.transfer_ms;
  }
};

// `prepared_for(options)` returns the core's problem.
template <class Prepared> void run(const problem& in, const options& options, Prepared prepared_for, solution& answer) {
  const stopwatch time;
  answer = {};
  const prepared& ready = prepared_for();
  core_problem core = ready.core;
  core.collapse_cycles = options.collapse_cycles ? 1 : 0;
  core.overlap = options.overlap ? 1 : 0;
  answer.stats.prepare_ms = time.ms();
  answer.stats.variables = in.variables;
  answer.stats.constraints = in.constraints.size();
  answer.stats.collapsed = ready.substituted;
  run_work work = work_of(in.constraints.size());
  work.input = core.rep.data;
  receiver result{answer};
  core_answer taken{&receiver::take, &result};
  dispatch("andersen", cpu_entry(), options.run, work, 0, core, taken, answer.stats);
  if (result.failed) throw std::bad_alloc();
  answer.stats.strategy = "wave";
  answer.stats.solve_ms = time.ms();
}

}  // namespace

run_work work_of(std::uint64_t count) {
  const auto constraints = static_cast<double>(count);
  return {.serial_ms = 1.1e-3 * constraints,
          .core_ms = 0.6e-3 * constraints,
          .device_ms = 5 + 0.25e-3 * constraints,
          .upload_bytes = 12 * count};
}

status solve(const problem& input, const options& options, solution& answer, std::string& message) noexcept {
  message.clear();
  return guarded(message, [&] {
    prepared ready;
    const auto prepared_now = [&]() -> const prepared& {
      if (const std::string fault = validate(input); !fault.empty()) throw error(status::bad_input, fault);
      prepare(input, options, ready);
      return ready;
    };
    run(input, options, prepared_now, answer);
  });
}

status solve(const resident_problem& input, const options& options, solution& answer, std::string& message) noexcept {
  message.clear();
  return guarded(message, [&] {
    run(input.view(), options, [&]() -> const prepared& { return input.prepared_for(options); }, answer);
  });
}

}  // namespace amorph::andersen
