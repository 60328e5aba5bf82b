// PageRank by pulling (Page, Brin, Motwani, Winograd, Stanford 1999; Jacobi iteration): each vertex adds up the shares
// of the vertices whose arcs enter it. A share, rank over out-degree, is computed once per vertex and iteration.
//
// One pass over the vertices computes new ranks, new shares, and the change of rank and the dangling rank per tile of
// vertices. On a device, warps sum the pieces of long adjacency lists first; the order of additions is that of
// row_sums.hpp.
//
// In an undirected graph the iteration matrix is similar to a symmetric one, with eigenvalues between -damping and
// damping, so the Chebyshev semi-iterative method applies (Golub, Varga, Numerische Mathematik 1961): each step goes
// beyond Jacobi's, away from the iterate before. That shrinks the residual by 0.56 per iteration at a damping factor of
// 0.85, where Jacobi's shrinks by 0.85 at worst. On graphs that mix well Jacobi is faster than its bound, so its first
// steps decide.
#pragma once

#include "amorph/kernels/operators/advance.hpp"
#include "amorph/kernels/primitives/reduce.hpp"
#include "amorph/kernels/primitives/scan.hpp"
#include "solver/graph/common/device_graph.hpp"
#include "solver/graph/pagerank/core.hpp"
#include "solver/graph/pagerank/pagerank.hpp"
#include "solver/graph/pagerank/row_sums.hpp"

namespace amorph::pagerank {

inline constexpr std::size_t tile = 256;

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
template <class Share> struct sum_pieces {
  csr enters;
  const std::uint32_t *first_piece, *row;
  const Share* share;
  double* sum;
  template <class Team> AMORPH_BODY void operator()(Team team, std::size_t p) const {
    const std::uint32_t v = row[p];
    const std::uint64_t begin = enters.begin[v] + (p - first_piece[v]) * piece_arcs,
                        left = enters.begin[v + std::size_t{1}] - begin;
    const double s = sum_of_piece(team, enters.to.data() + begin, left < piece_arcs ? left : piece_arcs, share);
    if (team.rank() == 0) sum[p] = s;
  }
};

// The sum of the shares that enter v. On a device its pieces have been summed.
template <class Share> struct pull_row {
  csr enters;
  const Share* share;
  const std::uint32_t* first_piece;  // on a device only
  const double* piece_sum;
  template <class Team> AMORPH_BODY double operator()([[maybe_unused]] Team team, std::size_t v) const {
    const std::uint64_t begin = enters.begin[v], degree = enters.begin[v + 1] - begin;
    if constexpr (Team::size() == 1) {
      return sum_of_row(team, enters.to.data() + begin, degree, share);
    } else {
      if (degree <= short_row) return sum_in_order(enters.to.data() + begin, degree, share);
      double sum = 0;
      const std::uint32_t end = first_piece[v + 1];
      for (std::uint32_t p = first_piece[v]; p != end; ++p) sum += piece_sum[p];
      return sum;
    }
  }
};
struct equal_ranks {
  template <class Team> AMORPH_BODY double operator()(Team, std::size_t) const { return 0; }
};

struct start_ranks {
  const std::uint64_t* begin;
  double without_arcs, others;
  template <class Team> AMORPH_BODY double operator()(Team, std::size_t v) const {
    return begin[v + 1] == begin[v] ? without_arcs : others;
  }
};

// Ranks and shares of a tile of vertices. Jacobi's step leads from rank to base + damping * pull(v); with `before`, the
// iterate before rank, Chebyshev's leads from there through that, `reach` times as far. Stores the tile's change of
// rank and dangling rank, by 32 interleaved partial sums as in row_sums.hpp.
template <class Share, class Pull> struct update_tile {
  Pull pull;
  const std::uint64_t* leaves;  // offsets of outgoing arcs
  std::size_t n;
  double base, damping, reach;
  double *rank, *before;
  Share* share;
  double *change, *dangling;  // per tile
  template <class Team> AMORPH_BODY void update(Team team, std::size_t v, double& changed, double& lost) const {
    const double was = rank[v], now = base + damping * pull(team, v), difference = now - was;
    const std::uint64_t degree = leaves[v + 1] - leaves[v];
    double next = now;
    if (before != nullptr) {
      if (reach != 1) next = before[v] + reach * (now - before[v]);
      before[v] = was;
    }
    rank[v] = next;
    share[v] = degree == 0 ? Share{0} : static_cast<Share>(next / static_cast<double>(degree));
    changed += difference < 0 ? -difference : difference;
    if (degree == 0) lost += now;
  }
  template <class Team> AMORPH_BODY void operator()(Team team, std::size_t t) const {
    const std::size_t begin = t * tile, end = n - begin < tile ? n : begin + tile;
    if constexpr (Team::size() == 1) {
      double changed[lanes] = {}, lost[lanes] = {};
      for (std::size_t v = begin; v != end; ++v) update(team, v, changed[v % lanes], lost[v % lanes]);
      for (unsigned d = lanes / 2; d != 0; d /= 2)
        for (unsigned r = 0; r != d; ++r) {
          changed[r] += changed[r + d];
          lost[r] += lost[r + d];
        }
      change[t] = changed[0];
      dangling[t] = lost[0];
    } else {
      double changed = 0, lost = 0;
      for (std::size_t v = begin + team.rank(); v < end; v += lanes) update(team, v, changed, lost);
      for (unsigned d = lanes / 2; d != 0; d /= 2) {
        changed += team.broadcast(changed, (team.rank() + d) % lanes);
        lost += team.broadcast(lost, (team.rank() + d) % lanes);
      }
      if (team.rank() == 0) {
        change[t] = changed;
        dangling[t] = lost;
      }
    }
  }
};

struct step_sums {
  double change, dangling;
};

template <class Exec> class core {
  template <class T> using buffer = typename Exec::template buffer<T>;

  static constexpr std::uint32_t first_steps = 4;
  static constexpr double worth_accelerating =
      0.6;  // Chebyshev's residual shrinks by 0.56, and needs some steps until it does

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
    if (may_accelerate()) before_ = buffer<double>(exec, n);
    if (single_precision())
      for (auto& share : float_share_) share = buffer<float>(exec, n);
    else
      for (auto& share : double_share_) share = buffer<double>(exec, n);
    if constexpr (Exec::on_device) {
      first_piece_ = buffer<std::uint32_t>(exec, n + 1);
      offsets_of(exec, n, count_pieces{enters_.begin.data()}, first_piece_.span());
      const std::uint32_t pieces = exec.read(first_piece_.data() + n);
      piece_row_ = buffer<std::uint32_t>(exec, pieces);
      piece_sum_ = buffer<double>(exec, pieces);
      exec.for_each(n, store_piece_rows{first_piece_.data(), piece_row_.data()});
    }
  }

  void solve() {
    iterations_ = 0;
    residual_ = 0;
    converged_ = true;
    if (enters_.vertices == 0) return;
    if (single_precision())
      iterate(float_share_);
    else
      iterate(double_share_);
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
  // Rounding shares then changes ranks by 1e-7 in all, far below the tolerance.
  [[nodiscard]] bool single_precision() const { return problem_.tolerance >= 1e-6; }

  template <class Share, class Pull>
  step_sums update(Pull pull, double base, double damping, buffer<Share>& share, double reach = 1,
                   double* before = nullptr) {
    exec_.for_each_team(
        tiles_, update_tile<Share, Pull>{pull, device_.graph().begin.data(), enters_.vertices, base, damping, reach,
                                         rank_.data(), before, share.data(), change_.data(), dangling_.data()});
    using load = detail::load_from<double>;
    reduce_into<double>(exec_, tiles_, load{change_.data()}, &sums_.data()->change, 0.0);
    reduce_into<double>(exec_, tiles_, load{dangling_.data()}, &sums_.data()->dangling, 0.0);
    return exec_.read(sums_.data());
  }

  // Shares are read from one array and written to the other.
  template <class Share> void iterate(buffer<Share> (&share)[2]) {
    const auto n = static_cast<double>(enters_.vertices);
    const double damping = problem_.damping;
    const bool drop = problem_.drop_dangling != 0, fixed_base = may_accelerate() && !drop;
    exec_.fill(rank_.span(), 0.0);
    step_sums sums = update<Share>(equal_ranks{}, 1 / n, 0, share[0]);
    // Nothing enters a vertex of an undirected graph that has no arcs: its rank is the base, which follows from their
    // number.
    const double without_arcs = sums.dangling * n, solved_base = (1 - damping) / (n - damping * without_arcs);
    // The others start with all that remains: a step shrinks an error of their sum by no more than the damping factor.
    if (fixed_base && without_arcs != 0) {
      const double rest = without_arcs < n ? (1 - without_arcs * solved_base) / (n - without_arcs) : 0;
      sums = update<Share>(start_ranks{device_.graph().begin.data(), solved_base, rest}, 0, 1, share[0]);
    }
    bool accelerated = false;
    double reach = 1;
    converged_ = false;
    while (!converged_ && iterations_ != problem_.max_iterations) {
      const buffer<Share>& from = share[iterations_ % 2];
      const double base = fixed_base ? solved_base : (1 - damping) / n + damping * ((drop ? 0 : sums.dangling) / n);
      if constexpr (Exec::on_device)
        exec_.for_each_team(piece_row_.size(), sum_pieces<Share>{enters_, first_piece_.data(), piece_row_.data(),
                                                                 from.data(), piece_sum_.data()});
      sums = update<Share>(pull_row<Share>{enters_, from.data(), first_piece_.data(), piece_sum_.data()}, base, damping,
                           share[(iterations_ + 1) % 2], reach, before_.data());
      ++iterations_;
      const double shrunk = sums.change / residual_;
      residual_ = sums.change;
      converged_ = residual_ < problem_.tolerance;
      if (accelerated)
        reach = 1 / (1 - damping * damping * reach / 4);
      else if (may_accelerate() && iterations_ >= first_steps && shrunk > worth_accelerating) {
        accelerated = true;
        reach = 1 / (1 - damping * damping / 2);
      }
      exec_.report("iteration", iterations_);
    }
    // The residual is that of the iterate before the last.
    if (accelerated) rank_.swap(before_);
  }

  Exec& exec_;
  device_graph<Exec> device_;
  csr enters_;  // row v: where the arcs that enter v come from
  pagerank::problem problem_;
  strategy strategy_ = strategy::pull;
  std::size_t tiles_;
  buffer<double> rank_, before_, change_, dangling_, double_share_[2], piece_sum_;
  buffer<float> float_share_[2];
  buffer<std::uint32_t> first_piece_, piece_row_;
  buffer<step_sums> sums_;
  std::uint32_t iterations_ = 0;
  double residual_ = 0;
  bool converged_ = true;
};

}  // namespace amorph::pagerank
