// A loop over rows of a graph: body(team, v) for each vertex v of a list, or for all.
#pragma once

#include "level.hpp"

namespace amorph::partition {

template <class Body> struct row_body {
  const uint32_t* list;  // or null: all
  Body body;
  template <class Team> AMORPH_BODY void operator()(Team team, size_t i) const {
    body(team, list != nullptr ? list[i] : static_cast<uint32_t>(i));
  }
};

template <class Exec, class Body> void for_each_row(Exec& exec, const uint32_t* list, size_t count, Body body) {
  exec.for_each_team(count, row_body<Body>{list, body});
}

}  // namespace amorph::partition
