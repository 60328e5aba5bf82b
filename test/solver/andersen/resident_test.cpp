// Constraint systems that stay in a context: the answers of solve() without one, prepared once, asked by several
// threads.
#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "amorph/kernels/base/error.hpp"
#include "solver/andersen/prepare/prepare.hpp"
#include "solver/andersen/resident_problem.hpp"
#include "test/solver/andersen/random_problem.hpp"
#include "test/support/device.hpp"
#include "tools/checkers/points_to.hpp"

namespace amorph::test {
namespace {

using andersen::options;
using andersen::problem;
using andersen::resident_problem;
using andersen::solution;

run_options on(backend where) {
  run_options run;
  run.backend = where;
  run.threads = 2;
  return run;
}

std::vector<options> all_options(const run_options& run) {
  std::vector<options> all;
  for (unsigned bits = 0; bits != 16; ++bits) {
    options o;
    o.run = run;
    o.substitute = (bits & 1) == 0;
    o.hybrid_cycles = (bits & 2) == 0;
    o.collapse_cycles = (bits & 4) == 0;
    o.overlap = (bits & 8) == 0;
    all.push_back(o);
  }
  return all;
}

// Every combination of options twice, against the naive solver.
void answers_as_without_a_context(backend where) {
  context kept(on(where));
  for (const std::uint64_t seed : {2, 3, 7, 11}) {
    const problem p = random_problem(seed, 4);
    const check::points_to expected = check::solve_naively(p);
    const resident_problem resident(kept, p);
    for (unsigned time = 0; time != 2; ++time)
      for (const options& o : all_options(kept.run())) {
        solution answer;
        std::string message;
        ASSERT_EQ(andersen::solve(resident, o, answer, message), status::ok) << message;
        ASSERT_EQ(check::difference(check::plain(answer), expected), "") << "seed " << seed << ", time " << time;
      }
  }
}
TEST(resident_problem, answers_as_without_a_context) { answers_as_without_a_context(backend::cpu); }
TEST(resident_problem_cuda, answers_as_without_a_context) {
  AMORPH_NEEDS_DEVICE();
  answers_as_without_a_context(backend::cuda);
}

// The host's arrays are changed behind the context's back: a device reads its copies.
TEST(resident_problem_cuda, is_uploaded_once) {
  AMORPH_NEEDS_DEVICE();
  const problem p = random_problem(5, 4);
  context kept(on(backend::cuda));
  options o;
  o.run = kept.run();
  const resident_problem resident(kept, p);
  solution first, second;
  std::string message;
  ASSERT_EQ(andersen::solve(resident, o, first, message), status::ok) << message;
  auto& ready = const_cast<andersen::prepared&>(resident.prepared_for(o));
  ASSERT_FALSE(ready.facts.empty());
  std::fill(ready.facts.begin(), ready.facts.end(), ready.facts[0]);
  std::fill(ready.copies.begin(), ready.copies.end(), 0);
  ASSERT_EQ(andersen::solve(resident, o, second, message), status::ok) << message;
  EXPECT_EQ(check::difference(check::plain(second), check::plain(first)), "");
}

// The arrays that a run reads are resident, and no longer than the problem is.
TEST(resident_problem, is_prepared_once) {
  const problem p = random_problem(5, 4);
  context kept(on(backend::cpu));
  options o, plain;
  plain.substitute = false;
  std::optional<resident_problem> resident(std::in_place, kept, p);
  const andersen::prepared& ready = resident->prepared_for(o);
  EXPECT_EQ(&resident->prepared_for(o), &ready);
  EXPECT_NE(&resident->prepared_for(plain), &ready);
  const void* const rep = ready.core.rep.data;
  EXPECT_TRUE(kept.holds(rep));
  EXPECT_TRUE(kept.holds(p.extent.data()));
  resident.reset();
  EXPECT_FALSE(kept.holds(rep));
  EXPECT_FALSE(kept.holds(p.extent.data()));
}

void asked_by_several_threads(backend where) {
  const problem p = random_problem(9, 8);
  const check::points_to expected = check::solve_naively(p);
  context kept(on(where));
  const resident_problem resident(kept, p);
  std::atomic<int> wrong{0};
  std::vector<std::thread> threads;
  for (unsigned t = 0; t != 4; ++t)
    threads.emplace_back([&] {
      for (const options& o : all_options(kept.run())) {
        solution answer;
        std::string message;
        if (andersen::solve(resident, o, answer, message) != status::ok ||
            !check::difference(check::plain(answer), expected).empty())
          ++wrong;
      }
    });
  for (std::thread& t : threads) t.join();
  EXPECT_EQ(wrong, 0);
}
TEST(resident_problem, asked_by_several_threads) { asked_by_several_threads(backend::cpu); }
TEST(resident_problem_cuda, asked_by_several_threads) {
  AMORPH_NEEDS_DEVICE();
  asked_by_several_threads(backend::cuda);
}

TEST(resident_problem, refuses) {
  problem p = random_problem(4);
  p.extent.pop_back();
  context kept(on(backend::cpu));
  EXPECT_THROW((resident_problem(kept, p)), error);
}

}  // namespace
}  // namespace amorph::test
