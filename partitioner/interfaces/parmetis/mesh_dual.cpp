// Elements to the owners of their nodes, pairs that meet in a node back to the owners of the elements.
#include "partitioner/interfaces/parmetis/mesh_dual.hpp"

#include <algorithm>
#include <string>

#include "amorph/kernels/base/refuse.hpp"

namespace amorph::parmetis {
namespace {

struct local_mesh {
  idx_t base = 0, common = 1;
  distribution elements;
  std::int64_t nodes = 0;  // the largest number, plus 1
};

local_mesh check_mesh(const communicator& c, const mesh_call& call) {
  local_mesh m;
  fingerprint same;
  c.together([&] {
    if (call.numflag == nullptr || *call.numflag < 0 || *call.numflag > 1) refuse("numflag: expected 0 or 1");
    m.base = *call.numflag;
    if (call.ncommonnodes == nullptr || *call.ncommonnodes < 1) refuse("ncommonnodes: expected 1 or more");
    m.common = *call.ncommonnodes;
    m.elements = check_distribution(c, call.elmdist, m.base, "elmdist");
    const std::int64_t n = m.elements.count(c.rank());
    same.add(m.base);
    same.add(m.common);
    for (const std::int64_t first : m.elements.first) same.add(first);
    if (n == 0) return;
    if (call.eptr == nullptr) refuse("eptr is null");
    if (call.eptr[0] != m.base) refuse("eptr does not begin with " + std::to_string(m.base));
    for (std::int64_t e = 0; e != n; ++e)
      if (call.eptr[e + 1] < call.eptr[e]) refuse("eptr descends at local element " + std::to_string(e));
    const std::int64_t count = std::int64_t{call.eptr[n]} - m.base;
    if (count != 0 && call.eind == nullptr) refuse("eind is null");
    for (std::int64_t i = 0; i != count; ++i) {
      if (call.eind[i] < m.base) refuse("eind: node " + std::to_string(call.eind[i]) + " is out of range");
      m.nodes = std::max(m.nodes, std::int64_t{call.eind[i]} - m.base + 1);
    }
  });
  same.require_equal(c);
  m.nodes = c.maximum(m.nodes);
  return m;
}

// Pairs, sorted by the process they go to.
class mail {
 public:
  explicit mail(const communicator& c) : c_(c), to_(static_cast<std::size_t>(c.size())) {}
  void add(int process, idx_t a, idx_t b) {
    auto& block = to_[static_cast<std::size_t>(process)];
    block.push_back(a);
    block.push_back(b);
  }
  [[nodiscard]] std::vector<std::pair<idx_t, idx_t>> deliver() {
    std::vector<idx_t> send;
    std::vector<int> counts;
    c_.together([&] {
      std::size_t total = 0;
      for (const auto& block : to_) total += block.size();
      if (total > 0x7fffffff) throw error(status::out_of_memory, "more than 2^30 pairs of elements on one process");
      send.reserve(total);
      for (auto& block : to_) {
        counts.push_back(static_cast<int>(block.size()));
        send.insert(send.end(), block.begin(), block.end());
        std::vector<idx_t>().swap(block);
      }
    });
    const std::vector<idx_t> got = exchange(c_, send, counts);
    std::vector<std::pair<idx_t, idx_t>> pairs;
    c_.together([&] {
      pairs.reserve(got.size() / 2);
      for (std::size_t i = 0; i != got.size(); i += 2) pairs.emplace_back(got[i], got[i + 1]);
      std::sort(pairs.begin(), pairs.end());
    });
    return pairs;
  }

 private:
  const communicator& c_;
  std::vector<std::vector<idx_t>> to_;
};

}  // namespace

dual_rows make_dual(const communicator& c, const mesh_call& call) {
  const local_mesh m = check_mesh(c, call);
  const auto first = static_cast<idx_t>(m.elements.begin(c.rank()));
  const auto n = static_cast<idx_t>(m.elements.count(c.rank()));
  const std::int64_t block = std::max<std::int64_t>(1, (m.nodes + c.size() - 1) / c.size());
  mail incidences(c);
  c.together([&] {
    for (idx_t e = 0; e != n; ++e)
      for (std::int64_t i = call.eptr[e]; i != call.eptr[e + 1]; ++i) {
        const idx_t node = call.eind[i - m.base] - m.base;
        incidences.add(static_cast<int>(node / block), node, first + e);
      }
  });
  auto around = incidences.deliver();  // node, element; ascending
  mail meetings(c);
  c.together([&] {
    around.erase(std::unique(around.begin(), around.end()), around.end());
    for (std::size_t i = 0, last = 0; i != around.size(); i = last) {
      while (last != around.size() && around[last].first == around[i].first) ++last;
      for (std::size_t a = i; a != last; ++a)
        for (std::size_t b = i; b != last; ++b)
          if (a != b) meetings.add(m.elements.owner(around[a].second), around[a].second, around[b].second);
    }
    std::vector<std::pair<idx_t, idx_t>>().swap(around);
  });
  const auto met = meetings.deliver();  // element here, other; once for each common node
  dual_rows rows;
  c.together([&] {
    rows.xadj.assign(1, m.base);
    std::size_t i = 0;
    for (idx_t e = 0; e != n; ++e) {
      while (i != met.size() && met[i].first == first + e) {
        const std::size_t start = i;
        while (i != met.size() && met[i] == met[start]) ++i;
        if (i - start >= static_cast<std::size_t>(m.common)) rows.adjncy.push_back(met[start].second + m.base);
      }
      rows.xadj.push_back(static_cast<idx_t>(rows.adjncy.size()) + m.base);
    }
  });
  return rows;
}

}  // namespace amorph::parmetis
