// Scan and reduction within segments of an array, as the rows of a CSR matrix: segment s consists of the values
// begin[s] .. begin[s+1]-1. `begin` is ascending, has one element more than there are segments, starts with 0 and ends
// with the number of values.
//
// O(values + segments) work whatever the sizes of the segments, because the array is cut evenly: one scan over pairs
// (value, whether a segment starts here), after Blelloch 1990. `op` is associative; for floating-point values the order
// is fixed, as in scan.hpp.
#pragma once

#include "amorph/kernels/primitives/scan.hpp"

namespace amorph {

namespace detail {

// The scanned element: the sum since the last start of a segment, and whether there was one.
template <class T> struct flagged {
  T value;
  bool head;
};
template <class T, class Op> struct flagged_op {
  Op op;
  AMORPH_BODY flagged<T> operator()(flagged<T> a, flagged<T> b) const {
    return b.head ? b : flagged<T>{static_cast<T>(op(a.value, b.value)), a.head};
  }
};
template <class In, class T> struct load_flagged {
  const In* values;
  const unsigned char* heads;
  AMORPH_BODY flagged<T> operator()(std::size_t i) const { return {static_cast<T>(values[i]), heads[i] != 0}; }
};
template <class Index> struct mark_head {
  const Index* begin;
  unsigned char* heads;
  AMORPH_BODY void operator()(std::size_t s) const {
    if (begin[s] != begin[s + 1]) heads[begin[s]] = 1;
  }
};
template <class T> struct store_segment_inclusive {
  T* out;
  AMORPH_BODY void operator()(std::size_t i, flagged<T> sum, flagged<T> = {}) const { out[i] = sum.value; }
};
// Writes the sum up to i to i + 1, unless a segment starts there; those elements keep init.
template <class T, class Op> struct store_segment_exclusive {
  T* out;
  const unsigned char* heads;
  std::size_t n;
  T init;
  Op op;
  AMORPH_BODY void operator()(std::size_t i, flagged<T> sum, flagged<T> = {}) const {
    if (i + 1 < n && heads[i + 1] == 0) out[i + 1] = op(init, sum.value);
  }
};
// The last value of a segment holds its total; the segment is found by binary search.
template <class T, class Index, class Op> struct store_segment_total {
  T* out;
  const Index* begin;
  const unsigned char* heads;
  std::size_t n, segments;
  T init;
  Op op;
  AMORPH_BODY void operator()(std::size_t i, flagged<T> sum, flagged<T> = {}) const {
    if (i + 1 < n && heads[i + 1] == 0) return;
    std::size_t low = 0, high = segments;  // the last segment that begins at or before i
    while (high - low > 1) {
      std::size_t middle = low + (high - low) / 2;
      (begin[middle] <= i ? low : high) = middle;
    }
    out[low] = op(init, sum.value);
  }
};

template <class T, class Exec, class In, class Index, class Store, class Op>
void flagged_scan(Exec& exec, span<In> values, span<Index> begin, span<unsigned char> heads, Store store, Op op) {
  using load = load_flagged<std::remove_const_t<In>, T>;
  const std::size_t n = values.size();
  exec.fill(heads, 0);
  exec.for_each(begin.size() - 1, mark_head<std::remove_const_t<Index>>{begin.data(), heads.data()});
  if constexpr (uses_cub<Exec, T>) {
#if AMORPH_DEVICE_COMPILER
    using typed = typed_op<flagged<T>, flagged_op<T, Op>>;
    with_scratch(exec, "segmented scan", [&](void* scratch, std::size_t& bytes) {
      return cub::DeviceScan::InclusiveScan(scratch, bytes,
                                            load_iterator<flagged<T>, load>{{values.data(), heads.data()}},
                                            store_iterator<flagged<T>, Store>{store}, typed{{op}}, n, exec.stream());
    });
#endif
  } else {
    blocked_scan<flagged<T>>(exec, n, load{values.data(), heads.data()}, store, flagged_op<T, Op>{op}, flagged<T>{},
                             false, block_of<T>);
  }
}

template <class Index> void need_offsets(span<Index> begin, const char* what) {
  if (begin.empty()) throw error(status::internal, std::string(what) + ": offsets have one element more than segments");
}

}  // namespace detail

// Inclusive scan within each segment. `out` is not `values`.
template <class Exec, class In, class Index, class T, class Op = plus<T>>
void segmented_inclusive_scan(Exec& exec, span<In> values, span<Index> begin, span<T> out, Op op = {}) {
  detail::same_size(values.size(), out.size(), "segmented_inclusive_scan");
  detail::need_offsets(begin, "segmented_inclusive_scan");
  if (values.empty()) return;
  typename Exec::template buffer<unsigned char> heads(exec, values.size());
  detail::flagged_scan<T>(exec, values, begin, heads.span(), detail::store_segment_inclusive<T>{out.data()}, op);
}

// Exclusive scan within each segment, starting with init. `out` is not `values`.
template <class Exec, class In, class Index, class T, class Op = plus<T>>
void segmented_exclusive_scan(Exec& exec, span<In> values, span<Index> begin, span<T> out,
                              std::type_identity_t<T> init = {}, Op op = {}) {
  detail::same_size(values.size(), out.size(), "segmented_exclusive_scan");
  detail::need_offsets(begin, "segmented_exclusive_scan");
  if (values.empty()) return;
  typename Exec::template buffer<unsigned char> heads(exec, values.size());
  exec.fill(out, init);
  detail::flagged_scan<T>(exec, values, begin, heads.span(),
                          detail::store_segment_exclusive<T, Op>{out.data(), heads.data(), values.size(), init, op},
                          op);
}

// out[s] = init op all values of segment s; init for an empty segment.
template <class Exec, class In, class Index, class T, class Op = plus<T>>
void segmented_reduce(Exec& exec, span<In> values, span<Index> begin, span<T> out, std::type_identity_t<T> init = {},
                      Op op = {}) {
  detail::need_offsets(begin, "segmented_reduce");
  detail::same_size(begin.size() - 1, out.size(), "segmented_reduce");
  exec.fill(out, init);
  if (values.empty()) return;
  typename Exec::template buffer<unsigned char> heads(exec, values.size());
  using total = detail::store_segment_total<T, std::remove_const_t<Index>, Op>;
  detail::flagged_scan<T>(exec, values, begin, heads.span(),
                          total{out.data(), begin.data(), heads.data(), values.size(), out.size(), init, op}, op);
}

}  // namespace amorph
