// Lists that grow inside a kernel, chunk by chunk: "Morph Algorithms on GPUs", section 7.1, Kernel-Only. Each owner (a
// node) has a linked list of chunks of elements (its incoming neighbours); a kernel that needs a chunk takes one, and a
// list that is deleted gives its chunks back at once (section 7.2, explicit deletion).
//
// How it differs from the paper: that calls malloc in the kernel, whose heap has a fixed size and a lock; here chunks
// come from slabs that the host adds between steps, so that chunks never move and pointers into them stay good. A take
// is an addition while slabs are fresh and a compare-and-swap on a list of free chunks when not.
//
// The words are those of growable.hpp: prepare(chunks), append(...) in the kernel, settle(). One thread (one member of
// a team) changes one owner's list at a time; any number work on different ones. Which chunk a list gets is not fixed on several
// threads; what the list holds, and its order, is.
#pragma once

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <string>
#include <vector>

#include "amorph/atomic.hpp"
#include "amorph/buffer.hpp"
#include "amorph/error.hpp"
#include "amorph/memory/growable.hpp"
#include "amorph/span.hpp"

namespace amorph {

namespace detail {

inline constexpr std::uint32_t no_chunk = 0xffffffffu;

template <class T, unsigned Capacity> struct chunk {
  std::uint32_t next;  // in its list, or among the free
  std::uint32_t used;
  T element[Capacity];
};

template <class T, unsigned Capacity> struct chunk_slab {
  chunk<T, Capacity>* first;
};

struct chunk_counters {
  std::uint64_t fresh;    // chunks ever taken from slabs, with tries that found none left
  std::uint64_t missing;  // tries that found none at all
  std::uint64_t free;     // top of the free list: a tag against reuse between look and swap, and the chunk
};

struct chunk_list {
  std::uint32_t first, last;
  std::uint64_t size;
};

}  // namespace detail

template <class T, unsigned Capacity> class chunk_lists_view {
 public:
  using chunk = detail::chunk<T, Capacity>;
  using slab = detail::chunk_slab<T, Capacity>;

  chunk_lists_view(slab* slabs, std::uint64_t chunks, unsigned slab_bits, detail::chunk_list* lists,
                   detail::chunk_counters* counters)
      : slabs_(slabs), chunks_(chunks), slab_bits_(slab_bits), lists_(lists), counters_(counters) {}

  [[nodiscard]] AMORPH_HD std::uint64_t size(std::uint64_t owner) const { return lists_[owner].size; }

  // Adds x at the end of the owner's list; false when there is no chunk for it, and nothing has changed.
  AMORPH_HD bool append(std::uint64_t owner, T x) const {
    detail::chunk_list& list = lists_[owner];
    if (list.last == detail::no_chunk || at(list.last).used == Capacity) {
      const std::uint32_t c = take();
      if (c == detail::no_chunk) return false;
      atomic_store(&at(c).next, detail::no_chunk);
      at(c).used = 0;
      if (list.last == detail::no_chunk)
        list.first = c;
      else
        atomic_store(&at(list.last).next, c);
      list.last = c;
    }
    chunk& tail = at(list.last);
    tail.element[tail.used++] = x;
    ++list.size;
    return true;
  }

  // f(element) in the order of the appends.
  template <class F> AMORPH_HD void for_each(std::uint64_t owner, F f) const {
    for (std::uint32_t c = lists_[owner].first; c != detail::no_chunk; c = atomic_load(&at(c).next))
      for (std::uint32_t k = 0; k != at(c).used; ++k) f(at(c).element[k]);
  }

  // Deletes the list; its chunks are free for any owner at once.
  AMORPH_HD void clear(std::uint64_t owner) const {
    for (std::uint32_t c = lists_[owner].first; c != detail::no_chunk;) {
      const std::uint32_t next = atomic_load(&at(c).next);
      give(c);
      c = next;
    }
    lists_[owner] = {detail::no_chunk, detail::no_chunk, 0};
  }

 private:
  AMORPH_HD chunk& at(std::uint32_t c) const { return slabs_[c >> slab_bits_].first[c & ((1u << slab_bits_) - 1)]; }

  AMORPH_HD std::uint32_t take() const {
    std::uint64_t top = atomic_load_acquire(&counters_->free);
    while (static_cast<std::uint32_t>(top) != detail::no_chunk) {
      const std::uint32_t c = static_cast<std::uint32_t>(top);
      const std::uint64_t below = ((top >> 32) + 1) << 32 | atomic_load(&at(c).next);
      const std::uint64_t seen = atomic_publish(&counters_->free, top, below);
      if (seen == top) return c;
      top = seen;
    }
    if (atomic_load(&counters_->fresh) < chunks_) {
      const std::uint64_t c = atomic_add(&counters_->fresh, 1);
      if (c < chunks_) return static_cast<std::uint32_t>(c);
    }
    atomic_add(&counters_->missing, 1);
    return detail::no_chunk;
  }
  AMORPH_HD void give(std::uint32_t c) const {
    std::uint64_t top = atomic_load_acquire(&counters_->free);
    while (true) {
      atomic_store(&at(c).next, static_cast<std::uint32_t>(top));
      const std::uint64_t seen = atomic_publish(&counters_->free, top, ((top >> 32) + 1) << 32 | c);
      if (seen == top) return;
      top = seen;
    }
  }

  slab* slabs_;
  std::uint64_t chunks_;
  unsigned slab_bits_;
  detail::chunk_list* lists_;
  detail::chunk_counters* counters_;
};

// Lists for `owners` owners. `Capacity` elements a chunk: the paper measures 512 to 4096 as best, by input; small ones
// waste less where most lists are short.
template <class T, unsigned Capacity, class Exec> class chunk_lists {
  using chunk = detail::chunk<T, Capacity>;
  using slab = detail::chunk_slab<T, Capacity>;

 public:
  // `slab_size`: chunks that the host adds at a time, a power of two. Throws out_of_memory; at most 2^32 - 1 chunks.
  chunk_lists(Exec& exec, std::uint64_t owners, std::uint64_t chunks = 0, unsigned slab_size = 1024)
      : exec_(&exec), lists_(exec, owners), counters_(exec, 1), table_(exec, 0) {
    if (slab_size == 0 || (slab_size & (slab_size - 1)) != 0)
      throw error(status::internal, "chunks: a slab of " + std::to_string(slab_size) + " is no power of two");
    while ((1u << slab_bits_) != slab_size) ++slab_bits_;
    exec.fill(lists_.span(), {detail::no_chunk, detail::no_chunk, 0});
    exec.write(counters_.data(), {0, 0, detail::no_chunk});
    add(chunks);
  }

  [[nodiscard]] chunk_lists_view<T, Capacity> view() const {
    return {table_.data(), chunks(), slab_bits_, lists_.data(), counters_.data()};
  }
  [[nodiscard]] std::uint64_t chunks() const { return static_cast<std::uint64_t>(slabs_.size()) << slab_bits_; }

  // Room for at least `more` chunks beyond those in use, so that a step that takes no more never fails. Views taken
  // before are void after prepare and settle; the chunks stay where they are.
  void prepare(std::uint64_t more) {
    const std::uint64_t taken = std::min(exec_->read(counters_.data()).fresh, chunks());
    if (more > chunks() - taken) add(more - (chunks() - taken));
  }

  // False when some append found no chunk: there are more now. One round trip to the device.
  [[nodiscard]] bool settle() {
    detail::chunk_counters now = exec_->read(counters_.data());
    if (now.missing == 0) return true;
    now.fresh = std::min(now.fresh, chunks());
    add(std::max(now.missing, chunks() / 2));
    now.missing = 0;
    exec_->write(counters_.data(), now);
    return false;
  }

 private:
  void add(std::uint64_t more) {
    const std::uint64_t slabs = slabs_.size() + (more >> slab_bits_) + ((more & ((1u << slab_bits_) - 1)) != 0);
    if (slabs > (std::uint64_t{detail::no_chunk} >> slab_bits_))
      throw error(status::out_of_memory,
                  "chunks: " + std::to_string(slabs << slab_bits_) + " of them exceed 32-bit numbers");
    std::vector<typename Exec::template buffer<chunk>> added;  // kept when all of it is there
    while (slabs_.size() + added.size() < slabs) added.emplace_back(*exec_, std::size_t{1} << slab_bits_);
    std::vector<slab> places;
    places.reserve(slabs);
    for (const auto& chunks : slabs_) places.push_back({chunks.data()});
    for (const auto& chunks : added) places.push_back({chunks.data()});
    typename Exec::template buffer<slab> table(*exec_, amorph::span<const slab>(places));
    slabs_.reserve(slabs);
    std::move(added.begin(), added.end(), std::back_inserter(slabs_));
    table_.swap(table);
  }

  Exec* exec_;
  unsigned slab_bits_ = 0;
  typename Exec::template buffer<detail::chunk_list> lists_;
  typename Exec::template buffer<detail::chunk_counters> counters_;
  typename Exec::template buffer<slab> table_;
  std::vector<typename Exec::template buffer<chunk>> slabs_;
};

}  // namespace amorph
