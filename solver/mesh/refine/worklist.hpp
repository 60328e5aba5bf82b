// The worklist of bad triangles, and the scratch of one round.
#pragma once

#include <cstdint>

#include "amorph/kernels/primitives/select.hpp"
#include "solver/mesh/refine/growth.hpp"
#include "solver/mesh/refine/mesh_state.hpp"
#include "solver/mesh/refine/refine.hpp"
#include "solver/mesh/refine/rounds.hpp"

namespace amorph::mesh::refining {

struct wants_work {
  const triangle* triangles;
  AMORPH_BODY bool operator()(std::size_t i) const { return mark::wanting(triangles[i].marks); }
};

template <class Exec> struct round_state {
  template <class T> using buffer = typename Exec::template buffer<T>;
  static constexpr std::uint32_t small_height = 48;  // triangles, and edges, of a cavity

  explicit round_state(Exec& executor) : exec(executor) {}

  // All bad triangles of the mesh.
  void list_bad(mesh_state<Exec>& mesh) {
    resize_scratch(list, mesh.triangles);
    waiting = static_cast<std::uint32_t>(select_indices(exec, mesh.triangles, wants_work{mesh.triangle_at.data()},
                                                        list.span().subspan(0, mesh.triangles)));
  }
  // Capacity that refinement by angles needs for most inputs.
  void reserve_for(std::uint32_t triangles) {
    resize_scratch(list, 2 * std::size_t{triangles});
    resize_scratch(next_list, 2 * std::size_t{triangles});
    resize_scratch(scratch, std::size_t{triangles} / 24 * small_height * cavity_store::lists);
  }
  void release() {
    for (auto* values : {&running, &count, &scratch, &list, &next_list}) values->release();
    for (auto* values : {&runs, &stays}) values->release();
    gains.release();
    proposals.release();
  }

  Exec& exec;
  std::uint32_t waiting = 0;   // entries of the worklist
  std::uint32_t deferred = 0;  // entries of its far part
  std::uint32_t round = 0;
  std::uint32_t height = small_height;  // of this round's cavity columns
  std::uint64_t tried = 0, unrefinable = 0;
  buffer<std::uint32_t> list{exec}, next_list{exec};
  buffer<std::uint8_t> runs{exec}, stays{exec};  // per entry
  buffer<std::uint32_t> running{exec};           // entries that run a task
  buffer<proposal> proposals{exec};              // per task, and so are gains and scratch columns
  buffer<std::uint64_t> gains{exec};
  buffer<std::uint32_t> scratch{exec};
  buffer<std::uint32_t> count{exec};  // per entry: number of entries that it adds to the next list
  buffer<round_counters> counters{exec, 1};
};

// After each round: reports progress and checks for a stop request.
template <class Exec> void report_round(Exec& exec, const mesh_state<Exec>& mesh, const round_state<Exec>& work) {
  const refine_progress progress{work.round, mesh.points, mesh.triangles, work.waiting + std::uint64_t{work.deferred}};
  exec.report("refine", mesh.points - mesh.in.points, 0, &progress);
  exec.check_stop();
}

}  // namespace amorph::mesh::refining
