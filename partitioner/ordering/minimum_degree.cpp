// Approximate minimum degree on the quotient graph.
#include "partitioner/ordering/minimum_degree.hpp"

#include <algorithm>
#include <utility>

namespace amorph::ordering {

void minimum_degree::order(const halo_graph& g, host_array<std::uint32_t>& order,
                           const partition::stop_check& check_stop) {
  load(g);
  order.clear();
  order.reserve(interior_);
  for (std::uint32_t pivots = 0; interior_left_ != 0; ++pivots) {
    if (pivots % 1024 == 0) check_stop();
    make_element(take_pivot());
    measure_overlaps();
    update_variables();
    merge_indistinguishable();
    close_element();
    for (id v = pivot_; v != none; v = joined_[v]) order.push_back(v);
  }
}

void minimum_degree::load(const halo_graph& g) {
  n_ = g.vertices();
  interior_ = g.interior;
  used_ = g.to.size();
  if (pool_.size() < used_ + used_ / 2 + n_) pool_.resize(used_ + used_ / 2 + n_);
  std::copy(g.to.begin(), g.to.end(), pool_.begin());
  start_.resize(n_);
  length_.resize(n_);
  degree_.resize(n_);
  next_.resize(n_);
  previous_.resize(n_);
  hash_.resize(n_);
  last_.resize(n_);
  elements_.assign(n_, 0);
  kind_.assign(n_, kind::variable);
  mark_.assign(n_, 0);
  joined_.assign(n_, none);
  bucket_.assign(n_, none);
  size_.assign(g.size.begin(), g.size.end());
  stamp_ = 1;
  total_ = interior_left_ = 0;
  for (id v = 0; v != n_; ++v) {
    total_ += size_[v];
    if (v < interior_) interior_left_ += size_[v];
    start_[v] = g.begin[v];
    length_[v] = g.begin[v + std::size_t{1}] - g.begin[v];
    last_[v] = v;
  }
  left_ = total_;
  slots_ = static_cast<std::uint32_t>(std::min<std::int64_t>(total_, std::int64_t{8} * n_)) + 1;
  head_.assign(slots_, none);
  minimum_ = 0;
  for (id v = interior_; v-- != 0;) {
    std::int64_t degree = 0;
    for (std::size_t p = start_[v]; p != start_[v] + length_[v]; ++p) degree += size_[pool_[p]];
    degree_[v] = degree;
    enlist(v);
  }
}

void minimum_degree::enlist(id i) {
  const std::uint32_t slot = slot_of(degree_[i]);
  const id head = head_[slot];
  next_[i] = head;
  previous_[i] = none;
  if (head != none) previous_[head] = i;
  head_[slot] = i;
  minimum_ = std::min(minimum_, slot);
}

void minimum_degree::delist(id i) {
  const id after = next_[i], before = previous_[i];
  if (after != none) previous_[after] = before;
  (before != none ? next_[before] : head_[slot_of(degree_[i])]) = after;
}

minimum_degree::id minimum_degree::take_pivot() {
  while (head_[minimum_] == none) ++minimum_;
  const id pivot = head_[minimum_];
  delist(pivot);
  return pivot;
}

// Makes space for `more` entries at the end of the pool; drops the lists of nodes that are gone.
void minimum_degree::reserve_pool(std::size_t more) {
  if (used_ + more <= pool_.size()) return;
  std::size_t live = 0;
  for (id v = 0; v != n_; ++v)
    if (kind_[v] != kind::gone) live += length_[v];
  spare_.resize(std::max(pool_.size(), 2 * (live + more)));
  used_ = 0;
  for (id v = 0; v != n_; ++v) {
    if (kind_[v] == kind::gone) continue;
    std::copy_n(pool_.begin() + static_cast<std::ptrdiff_t>(start_[v]), length_[v],
                spare_.begin() + static_cast<std::ptrdiff_t>(used_));
    start_[v] = used_;
    used_ += length_[v];
  }
  pool_.swap(spare_);
}

// Moves the variables of a list that are not in the pivot's yet to the pivot's list, which ends at `out`.
void minimum_degree::take_variables(std::size_t from, std::size_t count, std::size_t& out) {
  for (std::size_t p = from; p != from + count; ++p) {
    const id v = pool_[p];
    if (size_[v] <= 0) continue;
    element_weight_ += size_[v];
    size_[v] = -size_[v];
    pool_[out++] = v;
    if (v < interior_) delist(v);
  }
}

// The pivot becomes an element that replaces the elements around it.
void minimum_degree::make_element(id pivot) {
  pivot_ = pivot;
  pivot_weight_ = size_[pivot];
  element_weight_ = 0;
  size_[pivot] = -size_[pivot];
  const std::uint32_t elements = elements_[pivot], length = length_[pivot];
  std::size_t begin = start_[pivot];
  if (elements != 0) {
    std::size_t longest = length - elements;
    for (std::uint32_t k = 0; k != elements; ++k) longest += length_[pool_[start_[pivot] + k]];
    reserve_pool(longest);
    begin = used_;
  }
  std::size_t out = begin;
  const std::size_t list = start_[pivot];
  for (std::uint32_t k = 0; k != elements; ++k) {
    const id e = pool_[list + k];
    if (kind_[e] == kind::gone) continue;
    take_variables(start_[e], length_[e], out);
    kind_[e] = kind::gone;
  }
  take_variables(list + elements, length - elements, out);
  if (elements != 0) used_ = out;
  kind_[pivot] = kind::element;
  start_[pivot] = begin;
  length_[pivot] = static_cast<std::uint32_t>(out - begin);
  elements_[pivot] = 0;
}

// For each element next to the pivot's variables: the weight of its list outside the pivot's list.
void minimum_degree::measure_overlaps() {
  const std::size_t begin = start_[pivot_];
  for (std::size_t p = begin; p != begin + length_[pivot_]; ++p) {
    const id i = pool_[p];
    const std::int64_t size = -size_[i];
    for (std::size_t q = start_[i]; q != start_[i] + elements_[i]; ++q) {
      const id e = pool_[q];
      if (kind_[e] == kind::gone) continue;
      if (mark_[e] < stamp_) mark_[e] = stamp_ + static_cast<std::uint64_t>(degree_[e]);
      mark_[e] -= static_cast<std::uint64_t>(size);
    }
  }
}

// Removes from i's lists what the pivot's element covers, and adds the pivot. Returns the weight that i is adjacent to
// outside the pivot's element, an upper bound.
std::int64_t minimum_degree::update_lists(id i, std::uint32_t& hash) {
  const std::size_t begin = start_[i], end_elements = begin + elements_[i], end = begin + length_[i];
  std::size_t out = begin;
  std::int64_t degree = 0;
  hash = pivot_;
  for (std::size_t p = begin; p != end_elements; ++p) {
    const id e = pool_[p];
    if (kind_[e] == kind::gone) continue;
    if (mark_[e] == stamp_) {  // within the pivot's element
      kind_[e] = kind::gone;
      continue;
    }
    degree += static_cast<std::int64_t>(mark_[e] - stamp_);
    pool_[out++] = e;
    hash += e;
  }
  const std::size_t variables = out;
  for (std::size_t p = end_elements; p != end; ++p) {
    const id j = pool_[p];
    if (size_[j] <= 0) continue;
    degree += size_[j];
    pool_[out++] = j;
    hash += j;
  }
  // There is space: the pivot or an element that it replaced has left the list.
  pool_[out++] = pool_[variables];
  pool_[variables] = pivot_;
  elements_[i] = static_cast<std::uint32_t>(variables - begin) + 1;
  length_[i] = static_cast<std::uint32_t>(out - begin);
  return degree;
}

void minimum_degree::update_variables() {
  const std::size_t begin = start_[pivot_];
  for (std::size_t p = begin; p != begin + length_[pivot_]; ++p) {
    const id i = pool_[p];
    std::uint32_t hash = 0;
    const std::int64_t degree = update_lists(i, hash);
    if (i >= interior_) continue;
    if (degree == 0) {  // nothing but the pivot's element: eliminating i now adds no fill
      pivot_weight_ -= size_[i];
      element_weight_ += size_[i];
      join(i, pivot_);
      continue;
    }
    degree_[i] = std::min(degree_[i], degree);
    hash_[i] = hash % n_;
    next_[i] = std::exchange(bucket_[hash_[i]], i);
  }
  stamp_ += static_cast<std::uint64_t>(total_) + 1;
}

void minimum_degree::join(id variable, id into) {
  joined_[last_[into]] = variable;
  last_[into] = last_[variable];
  size_[variable] = 0;
  kind_[variable] = kind::gone;
}

// Whether j's lists equal those of i, whose entries are marked with stamp_.
bool minimum_degree::same_lists(id i, id j) const {
  if (length_[i] != length_[j] || elements_[i] != elements_[j]) return false;
  for (std::size_t p = start_[j]; p != start_[j] + length_[j]; ++p)
    if (mark_[pool_[p]] != stamp_) return false;
  return true;
}

void minimum_degree::merge_indistinguishable() {
  const std::size_t begin = start_[pivot_];
  for (std::size_t p = begin; p != begin + length_[pivot_]; ++p) {
    if (pool_[p] >= interior_ || size_[pool_[p]] == 0) continue;
    for (id i = std::exchange(bucket_[hash_[pool_[p]]], none); i != none && next_[i] != none; i = next_[i]) {
      ++stamp_;
      for (std::size_t q = start_[i]; q != start_[i] + length_[i]; ++q) mark_[pool_[q]] = stamp_;
      for (id before = i, j = next_[i]; j != none; j = next_[j]) {
        if (same_lists(i, j)) {
          size_[i] += size_[j];
          join(j, i);
          next_[before] = next_[j];
        } else {
          before = j;
        }
      }
    }
  }
  ++stamp_;
}

// The remaining variables of the pivot's element return to the lists of degrees.
void minimum_degree::close_element() {
  left_ -= pivot_weight_;
  interior_left_ -= pivot_weight_;
  const std::size_t begin = start_[pivot_];
  std::size_t out = begin;
  for (std::size_t p = begin; p != begin + length_[pivot_]; ++p) {
    const id i = pool_[p];
    if (size_[i] == 0) continue;
    size_[i] = -size_[i];
    pool_[out++] = i;
    if (i >= interior_) continue;
    degree_[i] = std::min(degree_[i] + element_weight_, left_) - size_[i];
    enlist(i);
  }
  if (begin + length_[pivot_] == used_) used_ = out;
  length_[pivot_] = static_cast<std::uint32_t>(out - begin);
  degree_[pivot_] = element_weight_;
  size_[pivot_] = 0;
  if (length_[pivot_] == 0) kind_[pivot_] = kind::gone;
}

}  // namespace amorph::ordering
