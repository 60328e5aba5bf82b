// Lists that grow inside a kernel, chunk by chunk: "Morph Algorithms on GPUs" (Nasre, Burtscher, Pingali, PPoPP 2013),
// section 7.1, Kernel-Only. Every owner (a vertex) has a linked list of chunks of elements (its incoming neighbours). A
// kernel that needs a chunk allocates one, and a kernel that deletes a list frees its chunks (section 7.2, explicit
// deletion).
//
// How it differs from the paper, which calls malloc in the kernel: the heap of malloc has a fixed size and a lock. Here
// chunks come from slabs that the host adds between steps, so that chunks never move and pointers into them stay valid;
// allocating or freeing one is a single atomic addition without retries. In return, a freed chunk is available again
// only after the next settle().
//
// The interface is that of growable.hpp: prepare(chunks), append(...) in the kernel, settle(). One thread (one member
// of a team) changes the list of one owner at a time; different owners are independent. Which chunk a list gets is not
// deterministic with several threads; the contents of lists and their order are.
#pragma once

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <string>
#include <vector>

#include "amorph/kernels/base/error.hpp"
#include "amorph/kernels/base/span.hpp"
#include "amorph/kernels/memory/buffer.hpp"
#include "amorph/kernels/memory/recycle.hpp"
#include "amorph/kernels/sync/atomic.hpp"

namespace amorph {

namespace detail {

inline constexpr std::uint32_t no_chunk = 0xffffffffu;

template <class T, unsigned Capacity> struct chunk {
  std::uint32_t next;
  std::uint32_t used;
  T element[Capacity];
};
template <class T, unsigned Capacity> struct chunk_slab {
  chunk<T, Capacity>* first;
};
struct chunk_list {
  std::uint32_t first, last;
  std::uint64_t size;
};
struct chunk_counters {
  std::uint64_t taken;  // chunks requested in this step, including failed requests
  std::uint64_t given;  // chunks freed in this step
};

// The allocator of chunks as kernels see it.
struct chunk_supply {
  recycled_view<std::uint32_t> places;
  std::uint64_t limit;  // chunks available to this step
  std::uint32_t* given;
  chunk_counters* counters;

  AMORPH_HD std::uint32_t take() const {
    const std::uint64_t k = atomic_add(&counters->taken, 1);
    return k < limit ? places.place(k) : no_chunk;
  }
  AMORPH_HD void give(std::uint32_t c) const { given[atomic_add(&counters->given, 1)] = c; }
};

}  // namespace detail

template <class T, unsigned Capacity> class chunk_lists_view {
 public:
  using chunk = detail::chunk<T, Capacity>;
  using slab = detail::chunk_slab<T, Capacity>;

  chunk_lists_view(slab* slabs, unsigned slab_bits, detail::chunk_list* lists, detail::chunk_supply supply)
      : slabs_(slabs), slab_bits_(slab_bits), lists_(lists), supply_(supply) {}

  [[nodiscard]] AMORPH_HD std::uint64_t size(std::uint64_t owner) const { return lists_[owner].size; }

  // Appends x to the list of the owner; false, with nothing changed, if no chunk is available.
  [[nodiscard]] AMORPH_HD bool append(std::uint64_t owner, T x) const {
    detail::chunk_list& list = lists_[owner];
    if (list.last == detail::no_chunk || at(list.last).used == Capacity) {
      const std::uint32_t c = supply_.take();
      if (c == detail::no_chunk) return false;
      at(c).next = detail::no_chunk;
      at(c).used = 0;
      (list.last == detail::no_chunk ? list.first : at(list.last).next) = c;
      list.last = c;
    }
    chunk& tail = at(list.last);
    tail.element[tail.used++] = x;
    ++list.size;
    return true;
  }

  // f(element) in the order of the appends.
  template <class F> AMORPH_HD void for_each(std::uint64_t owner, F f) const {
    for (std::uint32_t c = lists_[owner].first; c != detail::no_chunk; c = at(c).next)
      for (std::uint32_t k = 0; k != at(c).used; ++k) f(at(c).element[k]);
  }

  // Deletes the list.
  AMORPH_HD void clear(std::uint64_t owner) const {
    for (std::uint32_t c = lists_[owner].first; c != detail::no_chunk; c = at(c).next) supply_.give(c);
    lists_[owner] = {detail::no_chunk, detail::no_chunk, 0};
  }

 private:
  AMORPH_HD chunk& at(std::uint32_t c) const { return slabs_[c >> slab_bits_].first[c & ((1u << slab_bits_) - 1)]; }

  slab* slabs_;
  unsigned slab_bits_;
  detail::chunk_list* lists_;
  detail::chunk_supply supply_;
};

// Lists for `owners` owners, with `Capacity` elements per chunk. The paper measures 512 to 4096 as best, depending on
// the input; small chunks waste less if most lists are short.
template <class T, unsigned Capacity, class Exec> class chunk_lists {
  using chunk = detail::chunk<T, Capacity>;
  using slab = detail::chunk_slab<T, Capacity>;
  template <class U> using array = typename Exec::template buffer<U>;

 public:
  // `slab_size`: chunks that the host adds at a time, a power of two. Fewer than 2^32 chunks. Throws out_of_memory.
  chunk_lists(Exec& exec, std::uint64_t owners, std::uint64_t chunks = 0, unsigned slab_size = 1024)
      : exec_(&exec), lists_(exec, owners), counters_(exec, 1), given_(exec, 0), table_(exec, 0), places_(exec, 0) {
    if (slab_size == 0 || (slab_size & (slab_size - 1)) != 0)
      throw error(status::internal, "chunks: a slab of " + std::to_string(slab_size) + " chunks is not a power of two");
    while ((1u << slab_bits_) != slab_size) ++slab_bits_;
    exec.fill(lists_.span(), {detail::no_chunk, detail::no_chunk, 0});
    exec.write(counters_.data(), {0, 0});
    prepare(chunks);
  }

  [[nodiscard]] chunk_lists_view<T, Capacity> view() const {
    return {table_.data(), slab_bits_, lists_.data(), {places_.view(), available(), given_.data(), counters_.data()}};
  }
  [[nodiscard]] std::uint64_t chunks() const { return static_cast<std::uint64_t>(slabs_.size()) << slab_bits_; }

  // Ensures that `more` chunks can be allocated, so that a step that needs no more never fails. prepare and settle
  // invalidate views; chunks do not move.
  void prepare(std::uint64_t more) {
    if (more > available()) add(more - available());
  }

  // False if an append found no chunk: the step must be repeated for those items, with enough chunks now. One
  // read-back.
  [[nodiscard]] bool settle() {
    const detail::chunk_counters now = exec_->read(counters_.data());
    const std::uint64_t served = std::min(now.taken, available()), missing = now.taken - served;
    places_.take(served);
    if (now.given != 0) places_.release(given_.span().subspan(0, now.given));
    if (now.taken != 0 || now.given != 0) exec_->write(counters_.data(), {0, 0});
    if (missing > available()) prepare(std::max(missing, chunks() / 2));
    return missing == 0;
  }

 private:
  [[nodiscard]] std::uint64_t available() const { return places_.available() + (chunks() - places_.end()); }

  void add(std::uint64_t more) {
    const std::uint64_t slabs = slabs_.size() + (more >> slab_bits_) + ((more & ((1u << slab_bits_) - 1)) != 0);
    if (slabs > (std::uint64_t{detail::no_chunk} >> slab_bits_))
      throw error(status::out_of_memory,
                  "chunks: " + std::to_string(slabs << slab_bits_) + " chunks exceed 32-bit indices");
    given_.resize(slabs << slab_bits_);
    std::vector<array<chunk>> added;  // moved into slabs_ once all allocations have succeeded
    while (slabs_.size() + added.size() < slabs) added.emplace_back(*exec_, std::size_t{1} << slab_bits_);
    std::vector<slab> firsts;
    firsts.reserve(slabs);
    for (const auto& chunks : slabs_) firsts.push_back({chunks.data()});
    for (const auto& chunks : added) firsts.push_back({chunks.data()});
    array<slab> table(*exec_, amorph::span<const slab>(firsts));
    slabs_.reserve(slabs);
    std::move(added.begin(), added.end(), std::back_inserter(slabs_));
    table_.swap(table);
  }

  Exec* exec_;
  unsigned slab_bits_ = 0;
  array<detail::chunk_list> lists_;
  array<detail::chunk_counters> counters_;
  array<std::uint32_t> given_;
  array<slab> table_;
  std::vector<array<chunk>> slabs_;
  recycler<std::uint32_t, Exec> places_;
};

}  // namespace amorph
