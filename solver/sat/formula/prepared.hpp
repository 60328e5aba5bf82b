// A formula as searches need it: checked, over the variables that occur, and simplified. For one search, or for many in
// a context.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <mutex>
#include <vector>

#include "solver/run/context.hpp"
#include "solver/sat/formula/formula.hpp"
#include "solver/sat/formula/simplify.hpp"

namespace amorph::sat {

class prepared_formula {
 public:
  // `f` must outlive this. With a context the arrays that runs read are resident in it. error: as check_formula(),
  // out_of_memory, no_device.
  explicit prepared_formula(const formula& f, context* in = nullptr);

  // Without the variables that occur nowhere if most are such, which then take memory in the model alone.
  [[nodiscard]] const formula& searched() const { return sparse_ ? dense_ : f_; }
  [[nodiscard]] const formula& original() const { return f_; }
  [[nodiscard]] bool looks_random() const { return random_; }

  struct simpler {
    sat::simplified simple;
    const formula* rest = nullptr;      // of simplification, or what was searched if there was nothing to do
    const formula* in_order = nullptr;  // the rest, for searches: if it is random and large, by order.hpp, where
                                        // the memory limit allows the copy
    formula ordered;                    // if the order is another
    std::vector<resident_array> arrays;
  };
  // What simplified() takes at most, with the model and, if the clauses are put in another order, their copy.
  [[nodiscard]] std::uint64_t simplification_bytes(bool all) const;
  // With `all`, also without pure literals and duplicates. Computed on the first call; several threads may call.
  [[nodiscard]] const simpler& simplified(bool all, const run_options& run);

  // The original's variables that those of searched() are; empty if they are the same.
  [[nodiscard]] span<const std::uint32_t> original_variables() const { return used_; }
  // A model of the original from one of searched().
  [[nodiscard]] std::vector<truth> whole_model(std::vector<truth> model) const;

 private:
  // Whether simplified() orders clauses within `limit` bytes (0: no limit). A function of the options alone.
  [[nodiscard]] bool orders(bool all, std::uint64_t limit) const;

  const formula& f_;
  context* in_;
  bool sparse_ = false, random_ = false;
  std::vector<std::uint32_t> used_;  // variables of `f_`, if sparse_
  formula dense_;
  std::mutex mutex_;
  std::array<std::unique_ptr<simpler>, 3> of_{};  // as it is, in order, with `all`
};

}  // namespace amorph::sat
