#include "partitioner/graph/constraints/connections.hpp"

#include <algorithm>
#include <tuple>
#include <utility>

namespace amorph::partition {
namespace {

using initial::kway_partition;
using initial::part_id;
using initial::vertex;
using initial::weight;

constexpr part_id no_part = ~part_id{0};
constexpr unsigned rounds = 4;
constexpr weight cost_share = 16;  // all removals together may add 1/16 to the cost

class removal {
 public:
  removal(kway_partition& p) : p_(p), most_cost_(p.cost() + p.cost() / cost_share) {}

  // Whether the parts are no longer adjacent, at an acceptable cost.
  bool run(part_id from, part_id other) {
    const weight excess = p_.excess();
    moved_.clear();
    const std::vector<vertex> candidates = touching(from, other);
    bool done = true;
    for (const vertex v : candidates) {
      const part_id to = third_part(v, other);
      if (to == no_part) {
        done = false;
        break;
      }
      moved_.emplace_back(v, from);
      p_.move(v, to);
    }
    if (done && p_.excess() <= excess && p_.cost() <= most_cost_) return true;
    for (std::size_t i = moved_.size(); i != 0; --i) p_.move(moved_[i - 1].first, moved_[i - 1].second);
    return false;
  }

 private:
  [[nodiscard]] std::vector<vertex> touching(part_id from, part_id other) const {
    std::vector<vertex> found;
    for (const vertex v : p_.members(from))
      if (p_.connection(v, other) != 0) found.push_back(v);
    std::sort(found.begin(), found.end());
    return found;
  }

  [[nodiscard]] part_id third_part(vertex v, part_id other) const {
    part_id best = no_part;
    weight best_gain = 0;
    p_.for_each_gain(v, [&](part_id q, weight gain) {
      if (q == other || (best != no_part && gain <= best_gain) || !p_.fits(v, q) || !p_.may_join(v, q)) return;
      best = q, best_gain = gain;
    });
    return best != no_part && p_.may_leave(v) ? best : no_part;
  }

  kway_partition& p_;
  weight most_cost_;
  std::vector<std::pair<vertex, part_id>> moved_;
};

}  // namespace

void reduce_connections(kway_partition& p, const stop_check& check_stop) {
  removal remove(p);
  for (unsigned round = 0; round != rounds; ++round) {
    std::vector<std::tuple<weight, part_id, part_id>> pairs;
    for (part_id q = 0; q != p.parts(); ++q)
      p.for_each_neighbour(q, [&](part_id r, weight w) {
        if (q < r) pairs.emplace_back(w, q, r);
      });
    std::sort(pairs.begin(), pairs.end());
    std::size_t removed = 0;
    for (const auto& [w, q, r] : pairs) {
      check_stop();
      if (remove.run(q, r) || remove.run(r, q)) ++removed;
    }
    if (removed == 0) return;
  }
}

}  // namespace amorph::partition
