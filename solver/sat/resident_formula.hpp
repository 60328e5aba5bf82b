// A formula that is checked, simplified and uploaded once, for many searches in a context: with other seeds, methods or
// limits.
#pragma once

#include <memory>

#include "solver/run/context.hpp"
#include "solver/sat/satisfy.hpp"

namespace amorph::sat {

class prepared_formula;

class resident_formula {
 public:
  // `f` must keep its value as long as this lives, and this must not outlive the context. The first search that needs
  // it simplifies. O(clauses + literals). error: as check_formula(), no_device, out_of_memory.
  resident_formula(context& in, const formula& f);
  ~resident_formula();
  resident_formula(const resident_formula&) = delete;
  resident_formula& operator=(const resident_formula&) = delete;

  [[nodiscard]] const formula& view() const;
  [[nodiscard]] prepared_formula& prepared() const { return *prepared_; }  // for satisfy()

 private:
  std::unique_ptr<prepared_formula> prepared_;
};

// satisfy() in the formula's context: options.run is that of context::run().
[[nodiscard]] satisfy_result satisfy(const resident_formula& f, const satisfy_options& options = {});

}  // namespace amorph::sat
