// A stable bucket sort of clauses: blocks of clauses distribute their numbers to buckets of variables, then each bucket
// is sorted by counting and its clauses are copied. Fresh memory costs more than reading literals twice: each clause
// takes four bytes besides its copy.
#include "solver/sat/formula/order.hpp"

#include <algorithm>
#include <bit>
#include <utility>
#include <vector>

#include "amorph/kernels/memory/buffer.hpp"

namespace amorph::sat {
namespace {

constexpr unsigned bucket_bits = 10, buckets = 1U << bucket_bits;
constexpr std::size_t block = std::size_t{1} << 16;  // of clauses

class clauses_in_order {
 public:
  clauses_in_order(cpu_exec& exec, const formula& f)
      : exec_(exec),
        clauses_(f.clauses()),
        length_(f.clause(0).size()),
        from_(f.literals.data()),
        shift_(std::max<int>(bucket_bits, std::bit_width(std::max(1U, f.variables) - 1)) - bucket_bits),
        blocks_((clauses_ + block - 1) / block),
        first_(exec, std::size_t{buckets} * blocks_ + 1),
        number_(exec, clauses_) {}

  void copy_to(literal* to) {
    distribute();
    struct scratch {
      std::vector<std::uint32_t> key, place;
    };
    std::vector<scratch> of_thread(exec_.threads());
    exec_.ranges(buckets, 1, [&](std::size_t b, std::size_t end, unsigned thread) {
      for (; b != end; ++b) copy_bucket(b, of_thread[thread].key, of_thread[thread].place, to);
    });
  }

 private:
  [[nodiscard]] std::uint32_t smallest_variable(std::size_t c) const {
    const literal* const l = from_ + c * length_;
    return variable_of(*std::min_element(l, l + length_));
  }
  template <class Body> void each_block(Body body) {
    exec_.ranges(blocks_, 1, [&](std::size_t a, std::size_t b, unsigned) {
      for (; a != b; ++a) body(a, a * block, std::min(clauses_, (a + 1) * block));
    });
  }

  // The numbers of clauses, bucket by bucket, ascending in each.
  void distribute() {
    std::uint64_t* const first = first_.data();  // [bucket][block]
    const std::size_t stride = blocks_;
    exec_.fill(first_.span(), 0);
    each_block([&](std::size_t b, std::size_t c, std::size_t end) {
      for (; c != end; ++c) ++first[(smallest_variable(c) >> shift_) * stride + b];
    });
    std::uint64_t all = 0;
    for (std::size_t i = 0; i != first_.size(); ++i) all += std::exchange(first[i], all);
    // Each place moves on to where the next block's begins, so that first[i] is then the end of i.
    each_block([&](std::size_t b, std::size_t c, std::size_t end) {
      for (; c != end; ++c)
        number_.data()[first[(smallest_variable(c) >> shift_) * stride + b]++] = static_cast<std::uint32_t>(c);
    });
  }

  void copy_bucket(std::size_t b, std::vector<std::uint32_t>& key, std::vector<std::uint32_t>& place, literal* to) {
    const std::uint64_t begin = b == 0 ? 0 : first_.data()[b * blocks_ - 1], end = first_.data()[(b + 1) * blocks_ - 1];
    const std::uint32_t* const number = number_.data() + begin;
    const auto size = static_cast<std::size_t>(end - begin);
    const std::uint32_t low = (1U << shift_) - 1;
    key.resize(std::max(key.size(), size));
    place.assign(std::size_t{low} + 1, 0);
    for (std::size_t i = 0; i != size; ++i) ++place[key[i] = smallest_variable(number[i]) & low];
    std::uint32_t all = 0;
    for (std::uint32_t& p : place) all += std::exchange(p, all);
    for (std::size_t i = 0; i != size; ++i) {
      const literal* const clause = from_ + number[i] * length_;
      std::copy(clause, clause + length_, to + (begin + place[key[i]]++) * length_);
    }
  }

  cpu_exec& exec_;
  std::size_t clauses_, length_;
  const literal* from_;
  unsigned shift_;
  std::size_t blocks_;
  buffer<std::uint64_t, cpu_exec> first_;
  buffer<std::uint32_t, cpu_exec> number_;
};

}  // namespace

formula in_order_of_variables(cpu_exec& exec, const formula& f) {
  formula g;
  g.variables = f.variables;
  g.literals.resize(f.literals.size());
  clauses_in_order(exec, f).copy_to(g.literals.data());
  g.clause_begin.resize(f.clause_begin.size());
  exec.copy(f.clause_begin, span<std::uint64_t>(g.clause_begin));  // all have the same length
  return g;
}

}  // namespace amorph::sat
