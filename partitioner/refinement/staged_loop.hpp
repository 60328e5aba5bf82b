// The steps of refiner.hpp as stages, one launch each, with transactions run between them.
#pragma once

#include "partitioner/refinement/move_transaction.hpp"
#include "partitioner/refinement/refiner.hpp"

namespace amorph::partition {

enum class refine_stage : uint8_t { begin, propose, propose_within, finish_step, best, end };

struct staged_state {
  loop_state loop;
  uint64_t rows, long_rows;  // candidates
};

template <class Model, class Team, class Grid> class staged_loop : refine_loop<Model, Team, Grid> {
  using base = refine_loop<Model, Team, Grid>;
  using base::w_, base::p_, base::grid_, base::now_, base::kept_;

 public:
  AMORPH_BODY staged_loop(const Model* model, Grid grid, const staged_state* upto) : base(model, grid, upto->loop) {}

  AMORPH_BODY void run(refine_stage stage, float tolerance) {
    switch (stage) {
      case refine_stage::begin:
        this->begin();
        if (now_.excess > 0) this->fit();
        break;
      case refine_stage::propose:
        if (now_.excess > 0) this->step_rebalance(0);
        this->propose(tolerance);
        break;
      case refine_stage::propose_within: this->propose_within({}); break;
      case refine_stage::finish_step:
        w_.candidates.template for_each<Team>(
            grid_, publish_moves<typename Model::exec>{w_.moves(this->step_), p_.state, p_.proposals});
        this->finish_step();
        break;
      case refine_stage::best:
        this->fit();
        this->restore();
        break;
      case refine_stage::end: this->end(); break;
    }
  }
  AMORPH_BODY staged_state state() const {
    return {*this, w_.candidates.rows.size(), Model::exec::on_device ? w_.candidates.long_rows.size() : 0};
  }
};
template <class Model, class Team> struct staged_body {
  static constexpr unsigned blocks_each = refine_body<Model, Team>::blocks_each;
  Model model;
  staged_state* state;
  refine_stage stage;
  float tolerance;
  template <class Grid> AMORPH_BODY void operator()(Grid grid) const {
    grid.template with_shared<staged_loop<Model, Team, Grid>>(
        [=, this](auto& loop) {
          loop.run(stage, tolerance);
          grid.sync();
          if (grid.first()) *state = loop.state();
        },
        &model, grid, state);
  }
};

}  // namespace amorph::partition
