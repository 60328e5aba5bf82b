// Joins all adjacency lists on the CPU. Each thread writes the lists of a contiguous range of coarse vertices into
// memory for as many arcs as they can have; then the ranges are copied together.
#pragma once

#include <algorithm>

#include "amorph/kernels/primitives/reduce.hpp"
#include "amorph/kernels/primitives/scan.hpp"
#include "partitioner/coarsening/join_rows.hpp"

namespace amorph::partition {

template <class Exec>
void join_all(Exec& exec, const join_rows& join, uint64_t, span<const uint64_t> bound, level<Exec>& coarse) {
  const size_t n = coarse.vertices, pieces = exec.threads() == 1 ? 1 : 4 * size_t{exec.threads()};
  typename Exec::template buffer<uint64_t> first(exec, n + 1);
  offsets(exec, bound, first.span());
  const uint64_t capacity = *(first.data() + n);
  size_t slots = 16;
  const uint64_t longest = reduce(exec, bound, uint64_t{0}, maximum<uint64_t>{});
  while (slots < 2 * longest) slots *= 2;
  tally_scratch<Exec> memory(exec, slots);
  const arc_format format = coarse.view.format;
  typename Exec::template buffer<uint32_t> words(exec, capacity);
  typename Exec::template buffer<int32_t> weight(exec, format.packed() ? 0 : capacity);
  typename Exec::template buffer<uint64_t> size(exec, n);
  const auto piece_begin = [n, pieces](size_t p) { return n * p / pieces; };
  const tally_memory view = memory.view();
  const arc_writer writer{words.data(), weight.data(), format};
  exec.for_each_team(pieces, [=, first = first.data(), size = size.data()](thread_team team, size_t p) {
    if (piece_begin(p) == piece_begin(p + 1)) return;
    uint64_t at = first[piece_begin(p)];
    for (size_t c = piece_begin(p); c != piece_begin(p + 1); ++c) {
      neighbour_tally<thread_team> sums(team, view, first[c + 1] - first[c]);
      join(team, static_cast<uint32_t>(c), sums);
      size[c] = sums.count();
      sums.for_each([&](uint32_t key, int32_t sum) { writer.write(at++, key, sum); });
    }
  });
  coarse.begin = typename Exec::template buffer<uint64_t>(exec, n + 1);
  offsets(exec, size.span(), coarse.begin.span());
  coarse.arcs = *(coarse.begin.data() + n);
  if (pieces == 1) {
    coarse.words = std::move(words);
    coarse.edge_weight = std::move(weight);
    return;
  }
  coarse.words = typename Exec::template buffer<uint32_t>(exec, coarse.arcs);
  coarse.edge_weight = typename Exec::template buffer<int32_t>(exec, format.packed() ? 0 : coarse.arcs);
  exec.for_each_team(
      pieces, [=, begin = coarse.begin.data(), first = first.data(), from = words.data(), from_weight = weight.data(),
               to = coarse.words.data(), weight = coarse.edge_weight.data()](thread_team, size_t p) {
        const uint64_t b = begin[piece_begin(p)], e = begin[piece_begin(p + 1)], f = first[piece_begin(p)];
        std::copy(from + f, from + f + (e - b), to + b);
        if (!format.packed()) std::copy(from_weight + f, from_weight + f + (e - b), weight + b);
      });
}

}  // namespace amorph::partition
