// Dual and nodal graphs through the inverse of a mesh (the elements of each node), row by row in parallel blocks, and
// METIS's rule for the partition that a partition of the other kind induces.
#include "partitioner/interfaces/metis/mesh.hpp"

#include <algorithm>
#include <bit>
#include <iterator>

#include "amorph/kernels/exec/cpu.hpp"

namespace amorph::metis {
namespace {

// The graph whose adjacency list of v, for v in 0 .. n-1, is what make_row()(v, out) appends: built in blocks in
// parallel, each with a row function of its own, which are then concatenated. (Scratch of a block, not of a thread: the
// C library aborts if it has no memory to register the destructor of a thread's.)
template <class MakeRow> host_graph collect(cpu_exec& exec, std::uint32_t n, MakeRow make_row) {
  constexpr std::size_t width = 1024;
  const std::size_t blocks = (n + width - 1) / width;
  std::vector<std::vector<std::uint32_t>> pieces(blocks);
  host_graph g;
  g.vertices = n;
  g.begin.resize(std::size_t{n} + 1);
  g.begin[0] = 0;
  exec.for_each_team(blocks, [&](auto, std::size_t b) {
    std::vector<std::uint32_t>& piece = pieces[b];
    auto row = make_row();
    for (std::size_t v = b * width; v != std::min<std::size_t>(n, (b + 1) * width); ++v) {
      const std::size_t before = piece.size();
      row(static_cast<std::uint32_t>(v), piece);
      g.begin[v + 1] = piece.size() - before;
    }
  });
  for (std::size_t v = 0; v != n; ++v) g.begin[v + 1] += g.begin[v];
  g.to.resize(g.begin[n]);
  exec.for_each_team(blocks, [&](auto, std::size_t b) {
    std::copy(pieces[b].begin(), pieces[b].end(), g.to.data() + g.begin[b * width]);
    std::vector<std::uint32_t>().swap(pieces[b]);
  });
  return g;
}

// Sorts values below a bound and removes duplicates: many, as around a rigid element of thousands of nodes, by marking
// them in a bitmap, in O(values + bound / 64).
class distinct_values {
 public:
  explicit distinct_values(std::uint32_t bound) : words_(bound / 64 + std::size_t{1}) {}
  void sort(std::vector<std::uint32_t>& values) {
    if (values.size() < words_ + few) {
      std::sort(values.begin(), values.end());
      values.erase(std::unique(values.begin(), values.end()), values.end());
      return;
    }
    marked_.resize(words_);
    for (const std::uint32_t value : values) marked_[value / 64] |= std::uint64_t{1} << value % 64;
    values.clear();
    for (std::size_t w = 0; w != words_; ++w)
      for (std::uint64_t& bits = marked_[w]; bits != 0; bits &= bits - 1)
        values.push_back(static_cast<std::uint32_t>(64 * w) + static_cast<std::uint32_t>(std::countr_zero(bits)));
  }

 private:
  static constexpr std::size_t few = 64;  // sorted as fast
  std::size_t words_;
  std::vector<std::uint64_t> marked_;  // all clear between calls
};

}  // namespace

inverse_mesh invert(const mesh& m) {
  inverse_mesh r;
  r.begin.assign(std::size_t{m.nodes} + 1, 0);
  for (const std::uint32_t v : m.node) ++r.begin[v + std::size_t{1}];
  for (std::size_t v = 0; v != m.nodes; ++v) r.begin[v + 1] += r.begin[v];
  r.element.resize(m.node.size());
  std::vector<std::uint64_t> next(r.begin.begin(), r.begin.end() - 1);
  for (std::uint32_t e = 0; e != m.elements; ++e)
    for (std::uint64_t i = m.begin[e]; i != m.begin[e + std::size_t{1}]; ++i) r.element[next[m.node[i]]++] = e;
  return r;
}

host_graph dual_graph(cpu_exec& exec, const mesh& m, std::uint32_t common) {
  const inverse_mesh around = invert(m);
  std::vector<std::uint32_t> size(m.elements);  // distinct nodes
  auto distinct = [&m](std::uint32_t e, std::vector<std::uint32_t>& nodes) {
    nodes.assign(m.node.begin() + static_cast<std::ptrdiff_t>(m.begin[e]),
                 m.node.begin() + static_cast<std::ptrdiff_t>(m.begin[e + std::size_t{1}]));
    std::sort(nodes.begin(), nodes.end());
    nodes.erase(std::unique(nodes.begin(), nodes.end()), nodes.end());
  };
  exec.ranges(m.elements, 1024, [&](std::size_t first, std::size_t last, unsigned) {
    std::vector<std::uint32_t> nodes;
    for (std::size_t e = first; e != last; ++e) {
      distinct(static_cast<std::uint32_t>(e), nodes);
      size[e] = static_cast<std::uint32_t>(nodes.size());
    }
  });
  using list = std::vector<std::uint32_t>;
  const auto row = [&](std::uint32_t e, list& out, list& nodes, list& met) {
    distinct(e, nodes);
    met.clear();
    for (const std::uint32_t v : nodes) {
      std::uint32_t last = e;  // a node's elements are sorted, so duplicates are adjacent
      for (std::uint64_t i = around.begin[v]; i != around.begin[v + std::size_t{1}]; ++i)
        if (const std::uint32_t f = around.element[i]; f != last && f != e) met.push_back(last = f);
    }
    std::sort(met.begin(), met.end());
    for (std::size_t i = 0; i != met.size();) {
      const std::uint32_t f = met[i];
      const std::size_t start = i;
      while (i != met.size() && met[i] == f) ++i;
      const std::size_t shared = i - start;
      if (shared >= common || shared + 1 >= size[e] || shared + 1 >= size[f]) out.push_back(f);
    }
  };
  return collect(exec, m.elements, [&row] {
    return [&row, nodes = list(), met = list()](std::uint32_t e, list& out) mutable { row(e, out, nodes, met); };
  });
}

host_graph nodal_graph(cpu_exec& exec, const mesh& m) {
  const inverse_mesh around = invert(m);
  using list = std::vector<std::uint32_t>;
  const auto row = [&](std::uint32_t v, list& out, list& met, distinct_values& distinct) {
    met.clear();
    for (std::uint64_t i = around.begin[v]; i != around.begin[v + std::size_t{1}]; ++i) {
      const std::uint32_t e = around.element[i];
      met.insert(met.end(), m.node.begin() + static_cast<std::ptrdiff_t>(m.begin[e]),
                 m.node.begin() + static_cast<std::ptrdiff_t>(m.begin[e + std::size_t{1}]));
    }
    distinct.sort(met);
    std::remove_copy(met.begin(), met.end(), std::back_inserter(out), v);
  };
  return collect(exec, m.nodes, [&row, &m] {
    return [&row, met = list(), distinct = distinct_values(m.nodes)](std::uint32_t v, list& out) mutable {
      row(v, out, met, distinct);
    };
  });
}

std::vector<std::uint32_t> induce(span<const std::uint64_t> begin, span<const std::uint32_t> column,
                                  const std::vector<std::uint32_t>& column_part, std::uint32_t parts,
                                  span<const float> target) {
  constexpr std::uint32_t unassigned = ~0u;
  const std::size_t rows = begin.size() - 1;
  std::vector<std::uint32_t> part(rows, unassigned);
  std::vector<double> left(parts);  // rows that each part may still take within its target
  for (std::uint32_t p = 0; p != parts; ++p)
    left[p] = static_cast<double>(rows) * (target.empty() ? 1.0 / parts : double{target[p]});
  auto assign = [&](std::size_t row, std::uint32_t p) {
    part[row] = p;
    left[p] -= 1;
  };
  std::vector<std::size_t> mixed, empty;
  for (std::size_t r = 0; r != rows; ++r) {
    bool one = true;
    for (std::uint64_t i = begin[r]; i != begin[r + 1] && one; ++i)
      one = column_part[column[i]] == column_part[column[begin[r]]];
    if (begin[r] == begin[r + 1])
      empty.push_back(r);
    else if (one)
      assign(r, column_part[column[begin[r]]]);
    else
      mixed.push_back(r);
  }
  std::vector<std::uint32_t> around;
  for (const std::size_t r : mixed) {
    around.clear();
    for (std::uint64_t i = begin[r]; i != begin[r + 1]; ++i) around.push_back(column_part[column[i]]);
    std::sort(around.begin(), around.end());
    std::uint32_t most_frequent = around[0], most_slack = around[0];
    std::size_t frequency = 0;
    for (std::size_t i = 0; i != around.size();) {
      const std::uint32_t p = around[i];
      const std::size_t start = i;
      while (i != around.size() && around[i] == p) ++i;
      if (i - start > frequency) frequency = i - start, most_frequent = p;
      if (left[p] > left[most_slack]) most_slack = p;
    }
    assign(r, left[most_frequent] > 0 ? most_frequent : most_slack);
  }
  if (!empty.empty()) {
    auto by_slack = [&](std::uint32_t a, std::uint32_t b) {
      return left[a] < left[b] || (left[a] == left[b] && a > b);
    };
    std::vector<std::uint32_t> heap(parts);
    for (std::uint32_t p = 0; p != parts; ++p) heap[p] = p;
    std::make_heap(heap.begin(), heap.end(), by_slack);
    for (const std::size_t r : empty) {
      std::pop_heap(heap.begin(), heap.end(), by_slack);
      assign(r, heap.back());
      std::push_heap(heap.begin(), heap.end(), by_slack);
    }
  }
  return part;
}

}  // namespace amorph::metis
