// Propagation of minima along arcs: every vertex has a signature, the minimum vertex that reaches it (`in`) and the
// minimum vertex that it reaches (`out`). If both are the same vertex, it is the minimum of the component. Vertices of
// one component have equal signatures, so arcs between different signatures are dropped, and propagation is repeated on
// the remaining arcs until none is left. (Alabandi, Sands, Biros, Burtscher, "A GPU Algorithm for Detecting Strongly
// Connected Components", SC 2023. How it differs: minima, which are the labels, instead of maxima; arcs of vertices
// without incoming or without outgoing arcs are dropped first; a rebuilt list keeps arcs in row order; warps repeat
// tiles of arcs, where the paper's blocks repeat all of theirs; minima are atomic, so none is lost.)
#pragma once

#include "amorph/kernels/exec/team.hpp"
#include "amorph/kernels/graph/csr.hpp"
#include "amorph/kernels/primitives/select.hpp"
#include "amorph/kernels/sync/atomic.hpp"
#include "amorph/kernels/sync/grid.hpp"

namespace amorph::scc {

// An arc as one word, its tail above its head.
AMORPH_HD constexpr std::uint64_t arc_of(std::uint32_t from, std::uint32_t to) {
  return std::uint64_t{from} << 32 | to;
}
AMORPH_HD constexpr std::uint32_t tail_of(std::uint64_t arc) { return static_cast<std::uint32_t>(arc >> 32); }
AMORPH_HD constexpr std::uint32_t head_of(std::uint64_t arc) { return static_cast<std::uint32_t>(arc); }

struct signature {
  std::uint32_t in, out;
};
// in at 2 v, out at 2 v + 1.
struct signatures {
  std::uint32_t* words;
  AMORPH_BODY std::uint32_t* in(std::uint32_t v) const { return words + 2 * std::size_t{v}; }
  AMORPH_BODY std::uint32_t* out(std::uint32_t v) const { return words + 2 * std::size_t{v} + 1; }
  AMORPH_BODY signature of(std::uint32_t v) const {
#if defined(__CUDA_ARCH__)
    const std::uint64_t both = atomic_load(reinterpret_cast<const std::uint64_t*>(in(v)));  // one access for both
    return {static_cast<std::uint32_t>(both), static_cast<std::uint32_t>(both >> 32)};
#else
    return {atomic_load(in(v)), atomic_load(out(v))};
#endif
  }
};

// Each vertex that still has a component to find starts with itself.
struct start_signature {
  signatures sig;
  bool all;
  AMORPH_BODY void operator()(std::size_t i) const {
    const auto v = static_cast<std::uint32_t>(i);
    if (all || *sig.in(v) != *sig.out(v)) *sig.in(v) = *sig.out(v) = v;
  }
};

// Intended races: a signature may fall while it is read. Signatures only fall, by atomic minima, to vertices that do
// reach or are reached. A thread that sees or makes one fall requests another pass; in the last pass no arc changed
// any.
struct pass_minima {
  signatures sig;
  AMORPH_BODY static bool offer(std::uint32_t* to, std::uint32_t seen, std::uint32_t value) {
    if (value >= seen) return false;
    atomic_min(to, value);
    return true;
  }
  // Whether any signature fell.
  AMORPH_BODY bool operator()(std::uint32_t from, std::uint32_t to) const {
    const signature f = sig.of(from), t = sig.of(to);
    std::uint32_t in = f.in, out = t.out;
    // Pointer jumping: reachability is transitive.
    if (in != from) in = atomic_load(sig.in(in));
    if (out != to) out = atomic_load(sig.out(out));
    bool fell = offer(sig.in(from), f.in, in);
    fell |= offer(sig.in(to), t.in, in);
    fell |= offer(sig.out(from), f.out, out);
    fell |= offer(sig.out(to), t.out, out);
    // A path leads from f.in and t.in to `out`, and from `in` to f.out and t.out.
    if (out < f.in) fell |= offer(sig.out(f.in), atomic_load(sig.out(f.in)), out);
    if (t.in != f.in && out < t.in) fell |= offer(sig.out(t.in), atomic_load(sig.out(t.in)), out);
    if (in < f.out) fell |= offer(sig.in(f.out), atomic_load(sig.in(f.out)), in);
    if (t.out != f.out && in < t.out) fell |= offer(sig.in(t.out), atomic_load(sig.in(t.out)), in);
    return fell;
  }
};

// Passes over all arcs until nothing falls, in one launch. `changed` are three words: one is set, one read, one
// cleared.
template <class Exec> struct propagate_minima {
  static constexpr unsigned each = Exec::on_device ? 4 : 1024, repeats = 8;
  const std::uint64_t* arcs;
  std::size_t n;
  pass_minima pass;
  std::uint32_t* changed;

  template <class Team> AMORPH_BODY void tile(Team team, std::size_t t, std::uint32_t* any) const {
    constexpr std::size_t size = std::size_t{each} * Team::size();
    const std::size_t first = t * size + team.rank(), last = n - t * size < size ? n : (t + 1) * size;
    bool fell = false;
    for (unsigned k = 0; k != repeats; ++k) {
      bool now = false;
      for (std::size_t i = first; i < last; i += Team::size()) now |= pass(tail_of(arcs[i]), head_of(arcs[i]));
      if (!team.any(now)) break;
      fell = true;
    }
    if (fell && team.rank() == 0) atomic_store(any, 1);
  }
  AMORPH_BODY void operator()(grid_of<Exec> grid) const {
    using team = typename Exec::team;
    constexpr std::size_t size = std::size_t{each} * team::size();
    for (unsigned k = 0;; ++k) {
      std::uint32_t* const any = changed + k % 3;
      if (grid.first()) atomic_store(changed + (k + 1) % 3, 0);
      grid.template for_each_team<team>((n + size - 1) / size,
                                        [=, *this](auto team, std::size_t t) { this->tile(team, t, any); });
      grid.sync();
      if (atomic_load(any) == 0) return;
    }
  }
};

// Arcs that may lie within a component that is not found yet: the signatures of both ends are equal.
struct is_within {
  signatures sig;
  AMORPH_BODY bool operator()(std::uint64_t arc) const {
    const signature f = sig.of(tail_of(arc)), t = sig.of(head_of(arc));
    return f.in != f.out && f.in == t.in && f.out == t.out;
  }
};

// Bit 0: an arc leads to the vertex, bit 1: one leads from it. Intended race: flags are only set, and read after the
// step.
struct flag_ends {
  const std::uint64_t* arcs;
  std::uint32_t *entered, *left;
  AMORPH_BODY static void set(std::uint32_t* bits, std::uint32_t v) {
    if ((atomic_load(&bits[v / 32]) >> v % 32 & 1) == 0) atomic_or(&bits[v / 32], 1u << v % 32);
  }
  AMORPH_BODY void operator()(std::size_t i) const {
    set(left, tail_of(arcs[i]));
    set(entered, head_of(arcs[i]));
  }
};
struct can_be_on_cycle {
  const std::uint32_t *entered, *left;
  AMORPH_BODY static bool is_set(const std::uint32_t* bits, std::uint32_t v) {
    return (bits[v / 32] >> v % 32 & 1) != 0;
  }
  AMORPH_BODY bool operator()(std::uint64_t arc) const {
    return is_set(entered, tail_of(arc)) && is_set(left, head_of(arc));
  }
};

struct take_label {
  signatures sig;
  std::uint32_t* label;
  AMORPH_BODY void operator()(std::size_t v) const { label[v] = *sig.in(static_cast<std::uint32_t>(v)); }
};

struct store_arc {
  std::uint64_t* arcs;
  AMORPH_BODY void operator()(std::uint32_t from, std::uint64_t e, std::uint32_t to) const {
    arcs[e] = arc_of(from, to);
  }
};

}  // namespace amorph::scc
