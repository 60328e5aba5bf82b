// A formula whose clauses lie on several devices, a range of them on each, while each has all variables: values,
// biases, products. Steps on variables are the same everywhere; what they need of clauses elsewhere is sent.
//
// Products come from a chain: the first shard multiplies the factors of its own edges, in ascending order, the next one
// continues with its edges, which are higher, and the last one sends the products back. So each product is the one of
// an undivided formula, to the bit. Variables pass through the chain in pieces, so that all shards work at once.
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <vector>

#include "amorph/kernels/sync/append_list.hpp"
#include "solver/sat/survey/propagation.hpp"
#include "solver/sat/survey/sharded/link.hpp"
#include "solver/sat/survey/state.hpp"

namespace amorph::sat {

// Multiplies the factors of the shard's edges into the products of listed variables.
struct extend_products {
  survey_view s;
  const std::uint32_t* variables;  // or null: all
  product_pair* product;           // per item
  std::size_t offset;
  bool begins, ends, fixed_only;

  AMORPH_BODY void operator()(std::size_t i) const {
    i += offset;
    const std::uint32_t v = variables != nullptr ? variables[i] : static_cast<std::uint32_t>(i);
    if (fixed_only && s.value[v] == truth::unknown) return;
    product_pair p = begins ? product_pair{{1, 1}} : product[i];
    for (unsigned side = 0; side != 2; ++side) {
      float of = p.of[side];
      const literal l = 2 * v + side;
      for (std::uint32_t o = s.graph.occurrence_begin[l], end = s.graph.occurrence_begin[l + 1]; o != end; ++o)
        of *= 1 - s.survey[s.graph.occurrences[o]];
      p.of[side] = ends && of < min_product ? min_product : of;
    }
    product[i] = p;
  }
};
struct take_products {
  const std::uint32_t* variables;
  const product_pair* from;
  product_pair* product;
  AMORPH_BODY void operator()(std::size_t i) const { product[variables[i]] = from[i]; }
};

struct shard_counters {
  std::int64_t unconverged;  // surveys, of a sweep
  propagation_counters units;
};

template <class Exec> class sharded_state {
 public:
  struct shard {
    shard(Exec* shared, std::unique_ptr<Exec> separate, const cnf_arrays& cnf, std::uint64_t clause, std::uint64_t edge)
        : own(std::move(separate)),
          exec(own != nullptr ? *own : *shared),
          state(exec, cnf, survey_strategy::gather),
          lists{{exec, cnf.variables}, {exec, cnf.variables}},
          counters(exec, 1),
          histogram(exec, 1),
          sums(exec, 2),
          first_clause(clause),
          first_edge(edge) {}
    shard(const shard&) = delete;
    shard& operator=(const shard&) = delete;
    ~shard() { activate(exec); }  // the members free their memory

    std::unique_ptr<Exec> own;  // or null
    Exec& exec;
    survey_state<Exec> state;
    append_list<Exec> lists[2];  // variables given a value in a pass of propagation, and in the next
    typename Exec::template buffer<shard_counters> counters;
    typename Exec::template buffer<bias_histogram> histogram;
    typename Exec::template buffer<std::int64_t> sums;
    std::uint64_t first_clause, first_edge;
  };

  // The first shard is on the executor's device. error: bad_input, no_device, out_of_memory.
  sharded_state(Exec& exec, const cnf_arrays& cnf, span<const std::int32_t> devices)
      : variables_(cnf.variables), length_(cnf.length), link_(load(exec, cnf, devices), bytes_to_exchange()) {}
  sharded_state(const sharded_state&) = delete;
  sharded_state& operator=(const sharded_state&) = delete;

  [[nodiscard]] unsigned count() const { return static_cast<unsigned>(shards_.size()); }
  [[nodiscard]] shard& operator[](unsigned i) { return *shards_[i]; }
  [[nodiscard]] shard_link& link() { return link_; }
  // f(shard, number) with each shard's device current; the first one's afterwards.
  template <class F> void each(F f) {
    for (unsigned i = 0; i != count(); ++i) {
      link_.activate(i);
      f(*shards_[i], i);
    }
    link_.activate(0);
  }
  template <class F> void each_state(F f) {
    each([&](shard& s, unsigned) { f(s.state); });
  }

  // Later work of every shard follows all earlier work of the others.
  void join() {
    for (unsigned from = 0; from != count(); ++from)
      for (unsigned to = 0; to != count(); ++to)
        if (from != to) link_.order(from, to);
    link_.activate(0);
  }

  // The products of the free variables, or of all or all fixed ones, in each shard's exchange memory: one per item.
  enum class products_of : std::uint8_t { free, fixed, all };
  void chain(products_of which) {
    const std::size_t n = which == products_of::free ? free_variables() : variables_;
    const std::size_t piece = std::clamp(n / pieces, smallest_piece, largest_piece);
    const unsigned last = count() - 1;
    join();
    for (std::size_t first = 0; first < n; first += piece) {
      const std::size_t size = std::min(piece, n - first);
      const std::size_t at = first * sizeof(product_pair), bytes = size * sizeof(product_pair);
      for (unsigned i = 0; i <= last; ++i) {
        link_.activate(i);
        survey_state<Exec>& state = shards_[i]->state;
        shards_[i]->exec.for_each(
            size,
            extend_products{state.view, which == products_of::free ? state.variables.data() : nullptr,
                            link_.exchange<product_pair>(i), first, i == 0, i == last, which == products_of::fixed});
        if (i == last) break;
        link_.send(i, i + 1, at, at, bytes);
        link_.order(i, i + 1);
      }
      // Waited for below, after the last piece: a shard need not see the end of a piece before it begins the next.
      for (unsigned to = 0; to != last; ++to) link_.send(last, to, at, at, bytes);
    }
    for (unsigned to = 0; to != last; ++to) link_.order(last, to);
    link_.activate(0);
  }
  void store_products() {
    chain(products_of::free);
    each([&](shard& s, unsigned i) {
      s.exec.for_each(s.state.variables.size(),
                      take_products{s.state.variables.data(), link_.exchange<product_pair>(i), s.state.view.product});
    });
  }

  void initialise(random_stream random) {
    each([&](shard& s, unsigned) { s.state.initialise(random, s.first_edge); });
  }
  void list_free() {
    each_state([](auto& s) { s.list_free(); });
  }
  void list_unsatisfied() {
    each_state([](auto& s) { s.list_unsatisfied(); });
  }
  void simplify() {
    each_state([](auto& s) { s.simplify(); });
  }
  void set_joker(float weight) {
    each_state([&](auto& s) { s.set_joker(weight); });
  }
  void forget_values() {
    each_state([](auto& s) { s.forget_listed_values(); });
    store_products();
  }
  void keep_values() {
    each_state([](auto& s) { s.keep_values(); });
  }
  void return_to_kept_values() {
    each_state([](auto& s) { s.exchange_kept(); });
    list_free();
    store_products();
    list_unsatisfied();
  }
  void ignore_stop() {
    each([](shard& s, unsigned) { s.exec.ignore_stop(); });
  }
  // The shards may have been interrupted at different steps: the first one's values hold.
  void take_back_round() {
    each_state([](auto& s) { s.forget_listed_values(); });
    const std::size_t n = variables_;
    join();
    shards_[0]->exec.template copy<truth>(shards_[0]->state.value.span(), {link_.exchange<truth>(0), n});
    for (unsigned to = 1; to != count(); ++to) {
      link_.send(0, to, 0, 0, n * sizeof(truth));
      link_.order(0, to);
    }
    each([&](shard& s, unsigned i) {
      s.exec.template copy<truth>({link_.exchange<truth>(i), n}, s.state.value.span());
    });
    list_free();
    list_unsatisfied();
  }
  void copy_answer(survey_answer& answer) {
    chain(products_of::all);
    shards_[0]->state.copy_values(answer, link_.exchange<product_pair>(0));
    answer.unsatisfied_count = answer.peak_bytes = 0;
    each([&](shard& s, unsigned) {
      std::uint32_t* const out = answer.unsatisfied + answer.unsatisfied_count;
      const std::size_t size = s.state.clauses.size();
      s.exec.template copy_out<std::uint32_t>(s.state.clauses.items(), {out, size});
      for (std::size_t i = 0; i != size; ++i) out[i] += static_cast<std::uint32_t>(s.first_clause);
      answer.unsatisfied_count += size;
      answer.peak_bytes = std::max(answer.peak_bytes, s.exec.memory().peak());
    });
    answer.halo_bytes = link_.moved();
  }

  [[nodiscard]] std::uint32_t length() const { return length_; }
  [[nodiscard]] std::size_t variables() const { return variables_; }
  [[nodiscard]] std::uint64_t free_variables() const { return shards_[0]->state.variables.size(); }
  [[nodiscard]] std::uint64_t fixed() const { return variables_ - free_variables(); }
  [[nodiscard]] std::uint64_t unsatisfied_clauses() const {
    std::uint64_t sum = 0;
    for (const auto& s : shards_) sum += s->state.clauses.size();
    return sum;
  }

 private:
  // Of the chain, in variables: small enough that shards wait little for the first piece of others, large enough that
  // a piece takes longer than its launches.
  static constexpr std::size_t pieces = 32, largest_piece = std::size_t{1} << 20,
                               smallest_piece = Exec::on_device ? std::size_t{1} << 16 : 1000;

  [[nodiscard]] std::size_t bytes_to_exchange() const { return variables_ * sizeof(product_pair); }

  // About as many literals in each shard.
  std::vector<Exec*> load(Exec& exec, const cnf_arrays& cnf, span<const std::int32_t> devices) {
    std::vector<Exec*> execs;
    std::uint64_t first = 0;
    for (std::size_t d = 0; d != devices.size(); ++d) {
      const std::uint64_t *const begin = cnf.clause_begin, *const end = begin + cnf.clauses;
      const std::uint64_t share = begin[0] + cnf.size() * (d + 1) / devices.size();
      const auto last = d + 1 == devices.size()
                            ? cnf.clauses
                            : static_cast<std::uint64_t>(std::lower_bound(begin + first, end, share) - begin);
      std::unique_ptr<Exec> own;
      if constexpr (Exec::on_device)
        if (d != 0) own = std::make_unique<Exec>(devices[d], exec.memory().limit(), exec.control());
      const std::uint64_t edge = begin[first] - begin[0];
      const cnf_arrays part{cnf.variables, cnf.length, last - first, begin + first, cnf.literals + edge};
      shards_.push_back(std::make_unique<shard>(&exec, std::move(own), part, first, edge));
      execs.push_back(&shards_.back()->exec);
      first = last;
    }
    return execs;
  }

  std::size_t variables_;
  std::uint32_t length_;
  std::vector<std::unique_ptr<shard>> shards_;
  shard_link link_;  // after the shards, on whose executors its copies run
};

}  // namespace amorph::sat
