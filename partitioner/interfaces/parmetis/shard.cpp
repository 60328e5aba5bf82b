// Vertices first, then their arcs in blocks, so that a process holds its shard and little more at any time.
#include "partitioner/interfaces/parmetis/shard.hpp"

#include <algorithm>
#include <limits>

namespace amorph::parmetis {
namespace {
constexpr std::uint32_t elsewhere = std::numeric_limits<std::uint32_t>::max();
}

shard::shard(const communicator& c, const problem& p, const idx_t* part, const std::vector<int>& to, footprint& memory)
    : c_(c), p_(p), to_(to), held_(memory, 0), buffers_(memory, 0) {
  receive_vertices(part);
  receive_arcs(part);
  c.together([&] { compact(); });
  held_.set(bytes());
  buffers_.set(0);
}

std::int64_t shard::bytes() const {
  return static_cast<std::int64_t>(8 * begin_.capacity() +
                                   4 * (head_.capacity() + arc_weight_.capacity() + weight_.capacity() +
                                        number_.capacity() + part_.capacity() + cost_.capacity()));
}

// Records of a number, a degree, a part, and a weight and the cost of a move if there are any.
void shard::receive_vertices(const idx_t* part) {
  const distributed_graph& g = p_.graph;
  const auto first = static_cast<idx_t>(g.vertices.begin(c_.rank()));
  const std::size_t width = std::size_t{3} + (g.has_vwgt ? 1 : 0) + (p_.costs ? 1 : 0);
  std::vector<int> counts(static_cast<std::size_t>(c_.size()), 0);
  std::vector<idx_t> send;
  c_.together([&] {
    send.reserve(width * static_cast<std::size_t>(g.local));
    for (int r = 0; r != c_.size(); ++r) {
      const std::size_t before = send.size();
      for (idx_t v = 0; v != g.local; ++v) {
        if (destination(part, v) != r) continue;
        send.push_back(first + v);
        send.push_back(static_cast<idx_t>(g.begin(v + 1) - g.begin(v)));
        send.push_back(part[v]);
        if (g.has_vwgt) send.push_back(g.vwgt[v]);
        if (p_.costs) send.push_back(p_.move_cost[static_cast<std::size_t>(v)]);
      }
      counts[static_cast<std::size_t>(r)] = static_cast<int>(send.size() - before);
    }
  });
  std::vector<idx_t> got = exchange(c_, send, counts, &received_);
  buffers_.set(static_cast<std::int64_t>(4 * (send.capacity() + got.capacity())));
  std::vector<idx_t>().swap(send);
  buffers_.set(static_cast<std::int64_t>(4 * got.capacity()));
  c_.together([&] {
    const std::size_t n = got.size() / width;
    begin_.reserve(n + 1);
    begin_.push_back(0);
    number_.reserve(n);
    part_.reserve(n);
    if (g.has_vwgt) weight_.reserve(n);
    if (p_.costs) cost_.reserve(n);
    for (std::size_t i = 0; i != n; ++i) {
      const idx_t* record = got.data() + i * width;
      number_.push_back(*record++);
      begin_.push_back(begin_.back() + static_cast<std::uint64_t>(*record++));
      part_.push_back(*record++);
      if (g.has_vwgt) weight_.push_back(*record++);
      if (p_.costs) cost_.push_back(*record++);
    }
  });
  held_.set(bytes());
  buffers_.set(0);
  for (int& count : received_) count /= static_cast<int>(width);
}

void shard::receive_arcs(const idx_t* part) {
  c_.together([&] {
    head_.resize(begin_.back());
    if (p_.graph.has_adjwgt) arc_weight_.resize(begin_.back());
    in_.clear();
    std::size_t vertex = 0;
    for (const int count : received_) {
      in_.push_back(begin_[vertex]);
      vertex += static_cast<std::size_t>(count);
    }
    out_.assign(static_cast<std::size_t>(c_.size()), {});
  });
  held_.set(bytes());
  const std::int64_t all = p_.graph.all_arcs, processes = c_.size();
  const std::int64_t most = std::max<std::int64_t>(1024, all / (24 * processes * processes));  // to each process
  std::vector<std::int64_t> arcs_to(static_cast<std::size_t>(c_.size()), 0);
  for (idx_t v = 0; v != p_.graph.local; ++v)
    arcs_to[static_cast<std::size_t>(destination(part, v))] += p_.graph.begin(v + 1) - p_.graph.begin(v);
  const std::int64_t longest = c_.maximum(*std::max_element(arcs_to.begin(), arcs_to.end()));
  std::vector<int> counts(static_cast<std::size_t>(c_.size())), in;
  std::vector<idx_t> send;
  c_.together([&] { send.reserve(static_cast<std::size_t>(most * processes * (p_.graph.has_adjwgt ? 2 : 1))); });
  for (std::int64_t done = 0; done < longest; done += most) {
    pack(part, most, send, counts);
    const std::vector<idx_t> got = exchange(c_, send, counts, &in);
    buffers_.set(static_cast<std::int64_t>(4 * (send.size() + got.size())));
    unpack(got, in);
  }
}

// At most `most` arcs to each process: neighbours, and weights if there are any.
void shard::pack(const idx_t* part, std::int64_t most, std::vector<idx_t>& send, std::vector<int>& counts) {
  const distributed_graph& g = p_.graph;
  send.clear();
  for (int r = 0; r != c_.size(); ++r) {
    const std::size_t before = send.size();
    cursor& at = out_[static_cast<std::size_t>(r)];
    std::int64_t left = most;
    while (at.vertex != g.local && left != 0) {
      const auto v = static_cast<idx_t>(at.vertex);
      if (destination(part, v) == r) {
        const std::int64_t degree = g.begin(v + 1) - g.begin(v), count = std::min(left, degree - at.arc);
        for (std::int64_t e = g.begin(v) + at.arc; e != g.begin(v) + at.arc + count; ++e) {
          send.push_back(static_cast<idx_t>(g.neighbour(e)));
          if (g.has_adjwgt) send.push_back(g.adjwgt[e]);
        }
        left -= count;
        at.arc += count;
        if (at.arc != degree) break;
      }
      at.arc = 0;
      ++at.vertex;
    }
    counts[static_cast<std::size_t>(r)] = static_cast<int>(send.size() - before);
  }
}

void shard::unpack(const std::vector<idx_t>& got, const std::vector<int>& counts) {
  const std::size_t width = p_.graph.has_adjwgt ? 2 : 1;
  std::size_t i = 0;
  for (std::size_t r = 0; r != counts.size(); ++r)
    for (const std::size_t last = i + static_cast<std::size_t>(counts[r]); i != last; i += width) {
      const auto found = std::lower_bound(number_.begin(), number_.end(), got[i]);
      const bool here = found != number_.end() && *found == got[i];
      head_[in_[r]] = here ? static_cast<std::uint32_t>(found - number_.begin()) : elsewhere;
      if (width == 2) arc_weight_[in_[r]] = got[i + 1];
      ++in_[r];
    }
}

// Drops arcs to other shards, self-loops and edges of weight 0.
void shard::compact() {
  std::uint64_t kept = 0, first = 0;
  for (std::size_t v = 0; v + 1 < begin_.size(); ++v) {
    const std::uint64_t last = begin_[v + 1];
    for (std::uint64_t e = first; e != last; ++e) {
      if (head_[e] == elsewhere || head_[e] == v || (!arc_weight_.empty() && arc_weight_[e] == 0)) continue;
      head_[kept] = head_[e];
      if (!arc_weight_.empty()) arc_weight_[kept] = arc_weight_[e];
      ++kept;
    }
    first = last;
    begin_[v + 1] = kept;
  }
  head_.resize(kept);
  if (!arc_weight_.empty()) arc_weight_.resize(kept);
  std::vector<idx_t>().swap(number_);
}

partition::graph shard::graph() const {
  partition::graph g;
  g.vertices = static_cast<std::uint32_t>(part_.size());
  g.begin = {begin_.data(), begin_.size()};
  g.to = {head_.data(), head_.size()};
  g.vertex_weight = {weight_.data(), weight_.size()};
  g.edge_weight = {arc_weight_.data(), arc_weight_.size()};
  return g;
}

void shard::send_back(idx_t* part) const {
  const std::vector<idx_t> got = exchange(c_, part_, received_);
  // Of each process, in the order in which its vertices went there.
  std::vector<std::size_t> next(static_cast<std::size_t>(c_.size()) + 1, 0);
  for (idx_t v = 0; v != p_.graph.local; ++v) ++next[static_cast<std::size_t>(destination(part, v)) + 1];
  for (std::size_t r = 1; r != next.size(); ++r) next[r] += next[r - 1];
  for (idx_t v = 0; v != p_.graph.local; ++v) part[v] = got[next[static_cast<std::size_t>(destination(part, v))]++];
}

}  // namespace amorph::parmetis
