// Kernel bodies between the levels and passes of the forest.
#pragma once

#include "amorph/kernels/sync/atomic.hpp"
#include "partitioner/common/level.hpp"
#include "partitioner/ordering/forest/place.hpp"

namespace amorph::ordering {

using partition::graph_view;
using partition::none;
using std::int32_t;
using std::int64_t;
using std::size_t;
using std::uint32_t;
using std::uint64_t;
using std::uint8_t;

struct vertex_weight_of {
  graph_view graph;
  AMORPH_BODY int64_t operator()(size_t v) const { return graph.weight(v); }
};

// Both ends see the same trees.
struct unmatch_across {
  const uint32_t* tree;
  uint32_t* mate;
  AMORPH_BODY void operator()(size_t v) const {
    if (mate[v] != none && tree[mate[v]] != tree[v]) mate[v] = none;
  }
};
struct scatter_tree {  // all members of a coarse vertex write the same
  const uint32_t *map, *fine;
  uint32_t* coarse;
  AMORPH_BODY void operator()(size_t v) const { atomic_store(&coarse[map[v]], fine[v]); }
};
struct project_place {
  const uint32_t *map, *coarse;
  uint32_t* fine;
  AMORPH_BODY void operator()(size_t v) const { fine[v] = coarse[map[v]]; }
};
struct record_place {
  const uint32_t *place, *name;  // null: the same numbers
  uint32_t first;                // place of the pass
  uint32_t *of_vertex, *count;
  AMORPH_BODY void operator()(size_t v) const {
    of_vertex[name != nullptr ? name[v] : v] = first + place[v];
    atomic_add(&count[place[v]], 1u);
  }
};

struct has_tree {
  const uint32_t *place, *tree;
  AMORPH_BODY bool operator()(size_t v) const { return tree[place[v]] != none; }
};
struct number_chosen {
  const uint32_t *chosen, *place, *tree_of, *name;
  uint32_t *number, *names, *tree;
  AMORPH_BODY void operator()(size_t i) const {
    const uint32_t v = chosen[i];
    number[v] = static_cast<uint32_t>(i);
    names[i] = name != nullptr ? name[v] : v;
    tree[i] = tree_of[place[v]];
  }
};
// Parts have no edges between them.
struct count_inside {
  graph_view whole;
  const uint32_t *chosen, *place;
  uint64_t* length;
  AMORPH_BODY void operator()(size_t i) const {
    const uint32_t v = chosen[i];
    uint64_t count = 0;
    for (uint64_t e = whole.begin[v]; e != whole.begin[v + 1]; ++e)
      count += place[whole.neighbour(e)] == place[v] ? 1 : 0;
    length[i] = count;
  }
};
struct copy_inside {
  graph_view whole;
  const uint32_t *chosen, *place, *number;
  const uint64_t* begin;
  uint32_t* to;
  int32_t* weight;
  AMORPH_BODY void operator()(size_t i) const {
    const uint32_t v = chosen[i];
    uint64_t at = begin[i];
    for (uint64_t e = whole.begin[v]; e != whole.begin[v + 1]; ++e) {
      const uint32_t u = whole.neighbour(e);
      if (place[u] == place[v]) to[at++] = number[u];
    }
    if (whole.vertex_weight != nullptr) weight[i] = whole.vertex_weight[v];
  }
};
struct count_up {
  uint32_t* to;
  AMORPH_BODY void operator()(size_t i) const { to[i] = static_cast<uint32_t>(i); }
};

}  // namespace amorph::ordering
