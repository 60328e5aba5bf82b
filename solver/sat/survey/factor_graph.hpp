// A formula as a factor graph in the executor's memory: the literals of one clause after another (each is an edge), and
// for each literal its edges, ascending ("Morph Algorithms on GPUs", section 6: each edge is stored once per
// direction). If all clauses have the same length, no clause offsets are stored or read.
#pragma once

#include <cstdint>
#include <limits>
#include <string>

#include "amorph/kernels/base/error.hpp"
#include "amorph/kernels/memory/buffer.hpp"
#include "amorph/kernels/memory/input_array.hpp"
#include "amorph/kernels/primitives/scan.hpp"
#include "amorph/kernels/primitives/sort.hpp"
#include "amorph/kernels/sync/atomic.hpp"
#include "solver/sat/core.hpp"

namespace amorph::sat {

struct factor_graph {
  std::uint32_t variables, length;  // length: of every clause, or 0
  std::uint64_t clauses;
  const std::uint32_t* clause_begin;      // null if `length` is not 0
  const literal* literals;                // per edge
  const std::uint32_t* occurrence_begin;  // per literal, 2 * variables + 1
  const std::uint32_t* occurrences;       // edges

  AMORPH_HD std::uint32_t begin(std::uint64_t clause) const {
    return length != 0 ? static_cast<std::uint32_t>(clause * length) : clause_begin[clause];
  }
  AMORPH_HD std::uint32_t end(std::uint64_t clause) const { return begin(clause + 1); }
  // O(log clauses) if lengths differ.
  AMORPH_HD std::uint32_t clause_of(std::uint32_t edge) const {
    if (length != 0) return edge / length;
    std::uint32_t low = 0, high = static_cast<std::uint32_t>(clauses);  // begin(low) <= edge < begin(high)
    while (high - low > 1) {
      const std::uint32_t middle = low + (high - low) / 2;
      (clause_begin[middle] <= edge ? low : high) = middle;
    }
    return low;
  }
};

namespace detail {
struct count_literal {
  const literal* literals;
  std::uint32_t *count, *edge;
  AMORPH_BODY void operator()(std::size_t e) const {
    atomic_add(&count[literals[e]], 1);
    edge[e] = static_cast<std::uint32_t>(e);
  }
};
struct narrow_offset {
  const std::uint64_t* from;
  std::uint32_t* to;
  AMORPH_BODY void operator()(std::size_t c) const { to[c] = static_cast<std::uint32_t>(from[c] - from[0]); }
};
}  // namespace detail

// Reads the formula's literals in place, or where they are resident. O(literals) work; 4 bytes per literal, 4 more if
// the literals are copied, and 8 more during construction.
template <class Exec> class loaded_graph {
  template <class T> using buffer = typename Exec::template buffer<T>;

 public:
  loaded_graph(Exec& exec, const cnf_arrays& cnf) {
    const std::uint64_t edges = cnf.size(), literals = 2 * std::uint64_t{cnf.variables};
    if (edges >= std::numeric_limits<std::uint32_t>::max())
      throw error(status::bad_input, "expected fewer than 4294967295 literals in all, found " + std::to_string(edges));
    literals_ = input_array<literal, Exec>(exec, span<const literal>(cnf.literals, edges));
    if (cnf.length == 0) {
      const input_array<std::uint64_t, Exec> wide(exec, span<const std::uint64_t>(cnf.clause_begin, cnf.clauses + 1));
      clause_begin_ = buffer<std::uint32_t>(exec, cnf.clauses + 1);
      exec.for_each(cnf.clauses + 1, detail::narrow_offset{wide.data(), clause_begin_.data()});
    }
    occurrence_begin_ = buffer<std::uint32_t>(exec, literals + 1);
    occurrences_ = buffer<std::uint32_t>(exec, edges);
    exec.fill(occurrence_begin_.span(), 0);
    exec.for_each(edges, detail::count_literal{literals_.data(), occurrence_begin_.data(), occurrences_.data()});
    exclusive_scan(exec, span<const std::uint32_t>(occurrence_begin_.span()), occurrence_begin_.span());
    {
      buffer<literal> keys(exec, edges);
      exec.copy(literals_.span(), keys.span());
      unsigned bits = 1;
      while (bits < 32 && literals >> bits != 0) ++bits;
      sort_pairs(exec, keys.span(), occurrences_.span(), 0, bits);
    }
    graph_ = {cnf.variables,        cnf.length,       cnf.clauses,
              clause_begin_.data(), literals_.data(), occurrence_begin_.data(),
              occurrences_.data()};
  }

  [[nodiscard]] const factor_graph& graph() const { return graph_; }
  [[nodiscard]] span<std::uint32_t> occurrences() const { return occurrences_.span(); }

 private:
  input_array<literal, Exec> literals_;
  buffer<std::uint32_t> clause_begin_, occurrence_begin_, occurrences_;
  factor_graph graph_{};
};

}  // namespace amorph::sat
