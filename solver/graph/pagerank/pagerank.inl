// PageRank by pulling (Page, Brin, Motwani, Winograd, Stanford 1999; Jacobi iteration): each vertex adds up the shares
// of the vertices whose arcs enter it. A share, rank over out-degree, is computed once per vertex and iteration.
//
// One pass over the vertices computes the new shares, and per tile of vertices the change of rank and the dangling
// rank. Ranks are not stored: rank is share times out-degree. On a device, warps sum the pieces of long adjacency lists
// first; the order of additions is that of row_sums.hpp.
//
// In an undirected graph the iteration matrix is similar to a symmetric one, with eigenvalues between -damping and
// damping, so the Chebyshev semi-iterative method applies (Golub, Varga, Numerische Mathematik 1961): each step
// extrapolates Jacobi's, away from the previous iterate. That shrinks the residual by 0.56 per iteration at a damping
// factor of 0.85, where Jacobi's shrinks by 0.85 at worst. On graphs that mix well Jacobi is faster than its bound, so
// its first steps decide.
#pragma once

#include "amorph/kernels/operators/advance.hpp"
#include "amorph/kernels/primitives/reduce.hpp"
#include "amorph/kernels/primitives/scan.hpp"
#include "solver/graph/common/device_graph.hpp"
#include "solver/graph/pagerank/core.hpp"
#include "solver/graph/pagerank/pagerank.hpp"
#include "solver/graph/pagerank/update_tile.hpp"

namespace amorph::pagerank {

struct count_pieces {
  const std::uint64_t* begin;
  AMORPH_BODY std::uint32_t operator()(std::size_t v) const {
    return static_cast<std::uint32_t>(pieces_of(begin[v + 1] - begin[v]));
  }
};
struct store_piece_rows {
  const std::uint32_t* first_piece;
  std::uint32_t* row;
  AMORPH_BODY void operator()(std::size_t v) const {
    for (std::uint32_t p = first_piece[v]; p != first_piece[v + 1]; ++p) row[p] = static_cast<std::uint32_t>(v);
  }
};
template <class Real> struct sum_pieces {
  csr enters;
  const std::uint32_t *first_piece, *row;
  const Real* share;
  Real* sum;
  template <class Team> AMORPH_BODY void operator()(Team team, std::size_t p) const {
    const std::uint32_t v = row[p];
    const std::uint64_t begin = enters.begin[v] + (p - first_piece[v]) * piece_arcs,
                        left = enters.begin[v + std::size_t{1}] - begin;
    const Real s = sum_of_piece(team, enters.to.data() + begin, left < piece_arcs ? left : piece_arcs, share);
    if (team.rank() == 0) sum[p] = s;
  }
};

struct has_no_arcs {
  const std::uint64_t* leaves;
  AMORPH_BODY std::uint64_t operator()(std::size_t v) const { return leaves[v + 1] == leaves[v] ? 1 : 0; }
};
template <class Real> struct start_shares {
  const std::uint64_t* leaves;
  double without_arcs, others;  // their ranks
  Real* share;
  AMORPH_BODY void operator()(std::size_t v) const {
    const double rank = leaves[v + 1] == leaves[v] ? without_arcs : others;
    share[v] = static_cast<Real>(rank / shares_of<double>(leaves, v));
  }
};
template <class Real> struct ranks_of {
  const std::uint64_t* leaves;
  const Real* share;
  double* rank;
  AMORPH_BODY void operator()(std::size_t v) const {
    rank[v] = static_cast<double>(share[v]) * shares_of<double>(leaves, v);
  }
};

struct step_sums {
  double change, dangling;
};

template <class Exec> class core {
  template <class T> using buffer = typename Exec::template buffer<T>;

  static constexpr std::uint32_t first_steps = 4;
  static constexpr double worth_accelerating = 0.6;  // Chebyshev's residual shrinks by 0.56 per step after some steps

 public:
  core(Exec& exec, const pagerank::problem& problem, run_request& run)
      : exec_(exec),
        device_(exec, problem.graph),
        enters_(device_.transpose()),
        problem_(problem),
        tiles_((enters_.vertices + tile - 1) / tile),
        rank_(exec, enters_.vertices),
        change_(exec, tiles_),
        dangling_(exec, tiles_),
        sums_(exec, 1) {
    const std::size_t n = enters_.vertices;
    strategy_ = static_cast<strategy>(run.strategy);
    if (strategy_ == strategy::automatic) strategy_ = device_.undirected() ? strategy::chebyshev : strategy::pull;
    run.strategy = static_cast<std::uint32_t>(strategy_);
    std::uint32_t pieces = 0;
    if constexpr (Exec::on_device) {
      first_piece_ = buffer<std::uint32_t>(exec, n + 1);
      offsets_of(exec, n, count_pieces{enters_.begin.data()}, first_piece_.span());
      pieces = exec.read(first_piece_.data() + n);
      piece_row_ = buffer<std::uint32_t>(exec, pieces);
      exec.for_each(n, store_piece_rows{first_piece_.data(), piece_row_.data()});
    }
    if (single_precision())
      singles_ = iterates<float>(exec, n, pieces);
    else
      doubles_ = iterates<double>(exec, n, pieces);
  }

  void solve() {
    iterations_ = 0;
    residual_ = 0;
    converged_ = true;
    if (enters_.vertices == 0) return;
    if (single_precision())
      iterate(singles_);
    else
      iterate(doubles_);
  }

  void finish(answer& answer) {
    answer.residual = residual_;
    answer.iterations = iterations_;
    answer.converged = converged_ ? 1 : 0;
    exec_.template copy_out<double>(rank_.span(), span<double>(answer.rank, rank_.size()));
  }

 private:
  // The eigenvalues of a directed graph are not real.
  [[nodiscard]] bool may_accelerate() const { return strategy_ == strategy::chebyshev && device_.undirected(); }
  // Rounding then changes ranks by some 1e-7 in all, far below the tolerance.
  [[nodiscard]] bool single_precision() const { return problem_.tolerance >= 1e-5; }

  template <class Real> struct iterates {
    buffer<Real> share[2];   // of each vertex, and 0: read from one array and written to the other, alternately
    buffer<Real> piece_sum;  // on a device
    iterates() = default;
    iterates(Exec& exec, std::size_t n, std::size_t pieces)
        : share{buffer<Real>(exec, n + 1), buffer<Real>(exec, n + 1)}, piece_sum(exec, pieces) {
      for (auto& s : share) exec.fill(s.span().subspan(n, 1), Real{0});
    }
  };

  template <class Real> step_sums update(iterates<Real>& x, double base, double reach) {
    const buffer<Real>& from = x.share[iterations_ % 2];
    if constexpr (Exec::on_device)
      exec_.for_each_team(piece_row_.size(), sum_pieces<Real>{enters_, first_piece_.data(), piece_row_.data(),
                                                              from.data(), x.piece_sum.data()});
    const pull_row<Real> pull{enters_, from.data(), first_piece_.data(), x.piece_sum.data()};
    const step_rule<Real> rule{static_cast<Real>(base), static_cast<Real>(problem_.damping), static_cast<Real>(reach)};
    exec_.for_each_team(tiles_,
                        update_tile<Real>{pull, device_.graph().begin.data(), enters_.vertices, rule,
                                          x.share[(iterations_ + 1) % 2].data(), change_.data(), dangling_.data()});
    using load = detail::load_from<double>;
    reduce_into<double>(exec_, tiles_, load{change_.data()}, &sums_.data()->change, 0.0);
    reduce_into<double>(exec_, tiles_, load{dangling_.data()}, &sums_.data()->dangling, 0.0);
    return exec_.read(sums_.data());
  }

  template <class Real> void iterate(iterates<Real>& x) {
    const std::uint64_t* leaves = device_.graph().begin.data();
    const auto n = static_cast<double>(enters_.vertices);
    buffer<std::uint64_t> count(exec_, 1);
    reduce_into<std::uint64_t>(exec_, enters_.vertices, has_no_arcs{leaves}, count.data(), std::uint64_t{0});
    const auto without_arcs = static_cast<double>(exec_.read(count.data()));
    const double damping = problem_.damping;
    const bool drop = problem_.drop_dangling != 0, fixed_base = may_accelerate() && !drop;
    // Nothing enters a vertex of an undirected graph that has no arcs: its rank is the base, which follows from their
    // number. The others start with all that remains: a step shrinks an error of their sum by no more than the damping
    // factor.
    const double solved_base = (1 - damping) / (n - damping * without_arcs);
    if (fixed_base && without_arcs < n)
      exec_.for_each(enters_.vertices,
                     start_shares<Real>{leaves, solved_base, (1 - without_arcs * solved_base) / (n - without_arcs),
                                        x.share[0].data()});
    else
      exec_.for_each(enters_.vertices, start_shares<Real>{leaves, 1 / n, 1 / n, x.share[0].data()});
    step_sums sums{0, without_arcs / n};
    bool accelerated = false;
    double reach = 1;
    converged_ = false;
    while (!converged_ && iterations_ != problem_.max_iterations) {
      const double base = fixed_base ? solved_base : (1 - damping) / n + damping * ((drop ? 0 : sums.dangling) / n);
      sums = update(x, base, reach);
      ++iterations_;
      const double shrunk = sums.change / residual_;
      residual_ = sums.change;
      converged_ = residual_ < problem_.tolerance;
      if (converged_) break;
      if (accelerated)
        reach = 1 / (1 - damping * damping * reach / 4);
      else if (may_accelerate() && iterations_ >= first_steps && shrunk > worth_accelerating) {
        accelerated = true;
        reach = 1 / (1 - damping * damping / 2);
      }
      exec_.report("iteration", iterations_);
    }
    // The residual is that of the iterate before the last. A Jacobi step makes it smaller, a Chebyshev step may not.
    const std::uint32_t last = iterations_ - (accelerated ? 1 : 0);
    exec_.for_each(enters_.vertices, ranks_of<Real>{leaves, x.share[last % 2].data(), rank_.data()});
  }

  Exec& exec_;
  device_graph<Exec> device_;
  csr enters_;  // row v: the tails of the arcs that enter v
  pagerank::problem problem_;
  strategy strategy_ = strategy::pull;
  std::size_t tiles_;
  buffer<double> rank_, change_, dangling_;
  iterates<float> singles_;
  iterates<double> doubles_;
  buffer<std::uint32_t> first_piece_, piece_row_;
  buffer<step_sums> sums_;
  std::uint32_t iterations_ = 0;
  double residual_ = 0;
  bool converged_ = true;
};

}  // namespace amorph::pagerank
