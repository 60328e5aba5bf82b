// The table of competing vertices for moves by transactions: neighbours that may move at the same time. The
// contribution of all other neighbours to a move's gain is summed in advance, a team per adjacency list, so that a
// transaction has few items.
#pragma once

#include "partitioner/refinement/graph_model.hpp"

namespace amorph::partition {

// The tasks of a range: for each the target part, the gain from neighbours that stay, and its competitors. The weight
// of an edge to a competitor of higher gain is negative.
struct competitor_table {
  static constexpr uint32_t capacity = 12;
  uint32_t tasks;  // capacity
  bool by_task;    // a task's competitors are contiguous, for a CPU's cache; otherwise interleaved, for coalescing
  uint32_t *to, *count, *competitor;
  int32_t *rest, *weight, *gain;  // gain: as the transaction found it
  AMORPH_HD size_t place(uint32_t task, uint32_t i) const {
    return by_task ? size_t{task} * capacity + i : size_t{i} * tasks + task;
  }
};

struct find_competitors {
  graph_view graph;
  const uint32_t* part;
  const proposal* proposals;
  const vertex_state* state;
  uint32_t step;
  const uint32_t *list, *order;  // the rank of a candidate by gain
  const uint32_t* next;          // the first candidate after these tasks, or null
  uint32_t end;                  // the rank at which the range ends
  bool ascending;                // ranks rise with the gain
  competitor_table table;
  template <class Team> AMORPH_BODY void operator()(Team team, size_t i) const {
    const auto task = static_cast<uint32_t>(i);
    const uint32_t v = list[i], own_part = part[v], to = proposals[v].to, place = order[v];
    const uint64_t begin = graph.begin[v], end_of_row = graph.begin[v + 1];
    const uint32_t upto = next != nullptr ? order[*next] : end;
    int32_t rest = 0;
    uint32_t competitors = 0;
    for (uint64_t first = begin; first < end_of_row; first += team.size()) {
      const uint64_t e = first + team.rank();
      bool may_move = false;
      arc a{v, 0};
      if (e < end_of_row) {
        a = graph.at(e);
        may_move = proposals[a.to].to != none && state[a.to].moved != step && order[a.to] < upto;
        const uint32_t p = part[a.to];
        if (!may_move) rest += p == to ? a.weight : p == own_part ? -a.weight : 0;
      }
      uint32_t all;
      const uint32_t at = competitors + team.exclusive_scan(may_move ? 1u : 0u, all);
      if (may_move && at < competitor_table::capacity) {
        table.competitor[table.place(task, at)] = a.to;
        table.weight[table.place(task, at)] = (order[a.to] < place) != ascending ? -a.weight : a.weight;
      }
      competitors += all;
    }
    rest = team.reduce_add(rest);
    if (team.rank() != 0) return;
    table.to[task] = to;
    table.rest[task] = rest;
    table.count[task] = competitors;
  }
};
struct has_few_competitors {
  const uint32_t* count;
  AMORPH_BODY bool operator()(size_t i) const { return count[i] <= competitor_table::capacity; }
};
struct is_undecided {
  const proposal* proposals;
  const vertex_state* state;
  uint32_t step;
  AMORPH_BODY bool operator()(uint32_t v) const { return proposals[v].to != none && state[v].moved != step; }
};

}  // namespace amorph::partition
