// Offline variable substitution: Rountev and Chandra (PLDI 2000), by the hash-based value numbering of Hardekopf and
// Lin, "Exploiting Pointer and Location Equivalence to Optimize Pointer Analysis" (SAS 2007).
//
// Each variable gets a label such that equal labels imply equal points-to sets at the fixed point. A variable's set is
// the union of its inflows: the address of o, another variable's set, *p, p moved by (offset, stride). Objects can be
// written through pointers, so each has a label of its own as a part. The label of a union of one part is that of the
// part; label 0 is the empty set. Differences: loads and shifts of labelled pointers are values too (*p and *q are
// equal for equal p and q), as in the paper's HR, but in one pass; unions are not flattened, unlike in the paper's HU.
#include <algorithm>
#include <bit>

#include "solver/andersen/cycles/components.hpp"
#include "solver/andersen/prepare/prepare.hpp"
#include "solver/andersen/sets/sets.hpp"

namespace amorph::andersen {

namespace {

// Labels of sequences of numbers: a hash table with open addressing. The sequences are stored in one array.
class sequence_table {
 public:
  explicit sequence_table(std::size_t expected) : slots_(std::bit_ceil(2 * expected + 2), slot{0, 0, 0, 0}) {}
  // The label of the sequence; `fresh` if the sequence is new.
  std::uint32_t find_or_add(const std::uint32_t* what, std::uint32_t n, std::uint32_t fresh) {
    if (2 * (used_ + 1) > slots_.size()) grow();
    std::uint64_t hash = n;
    for (std::uint32_t i = 0; i != n; ++i) hash = mix_bits(hash ^ what[i]);
    for (std::size_t at = hash & (slots_.size() - 1);; at = (at + 1) & (slots_.size() - 1)) {
      slot& here = slots_[at];
      if (here.label == 0) {
        here = {hash, written_.size(), n, fresh};
        ++used_;
        written_.insert(written_.end(), what, what + n);
        return fresh;
      }
      if (here.hash == hash && here.size == n &&
          std::equal(what, what + n, written_.begin() + static_cast<std::ptrdiff_t>(here.begin)))
        return here.label;
    }
  }

 private:
  struct slot {
    std::uint64_t hash, begin;
    std::uint32_t size, label;  // label 0: free
  };
  void grow() {
    std::vector<slot> old(2 * slots_.size(), slot{0, 0, 0, 0});
    old.swap(slots_);
    for (const slot& s : old) {
      if (s.label == 0) continue;
      std::size_t at = s.hash & (slots_.size() - 1);
      while (slots_[at].label != 0) at = (at + 1) & (slots_.size() - 1);
      slots_[at] = s;
    }
  }

  std::vector<slot> slots_;
  std::vector<std::uint32_t> written_;
  std::size_t used_ = 0;
};

class value_numbering {
 public:
  value_numbering(const problem& in, const effects& shifts, serial_disjoint_sets& same)
      : in_(in), shifts_(shifts), same_(same), moved_(shifts.number.size()), unions_(in.variables / 8) {}

  void run(std::vector<char>& no_pointer) {
    rep_ = same_.representatives();
    index();
    if (merge_copy_cycles()) {
      rep_ = same_.representatives();
      index();
    }
    number_all();
    std::vector<var> first(next_label_, none);
    for (var v = 0; v != in_.variables; ++v) {
      if (rep_[v] != v) continue;
      const std::uint32_t l = label_[v];
      if (l == 0)
        no_pointer[v] = 1;
      else if (first[l] == none)
        first[l] = v;
      else
        same_.unite(v, first[l]);
    }
  }

 private:
  // An inflow of a variable from a source; `by` is shifted + n for a shift with effect n.
  enum : std::uint32_t { address, copied, loaded, shifted };
  struct inflow {
    var src;
    std::uint32_t by;
  };
  // The graph of inflows of the kinds up to `last`, without addresses.
  struct graph {
    const value_numbering& all;
    std::uint32_t last;
    [[nodiscard]] std::uint64_t begin(var v) const { return all.begin_[v]; }
    [[nodiscard]] std::uint64_t end(var v) const { return all.begin_[v + 1]; }
    [[nodiscard]] std::uint32_t target(std::uint64_t e) const {
      const inflow& flow = all.flows_[e];
      return flow.by == address || flow.by > last ? none : flow.src;
    }
  };

  // Inflows of each representative, grouped (CSR by destination).
  void index() {
    begin_.assign(in_.variables + 1, 0);
    for (const constraint& c : in_.constraints)
      if (c.type != kind::store) ++begin_[rep_[c.dst]];
    std::uint32_t sum = 0;
    for (std::uint32_t& b : begin_) b = sum += b;
    flows_.resize(sum);
    const std::uint32_t* effect = shifts_.number.data();
    for (const constraint& c : in_.constraints) {
      std::uint32_t by = address;
      switch (c.type) {
        case kind::store: continue;
        case kind::address_of: break;
        case kind::copy: by = copied; break;
        case kind::load: by = loaded; break;
        case kind::offset:
        case kind::field:
        case kind::filter: by = shifted + *effect++; break;
      }
      flows_[--begin_[rep_[c.dst]]] = {by == address ? c.src : rep_[c.src], by};
    }
  }

  // Merges the variables on cycles of copies; true if there were any.
  bool merge_copy_cycles() {
    bool any = false;
    for_each_component(graph{*this, copied}, in_.variables, [&](const var* first, const var* last) {
      for (const var* v = first + 1; v != last; ++v) any |= same_.unite(*v, *first);
    });
    return any;
  }

  void number_all() {
    label_.assign(in_.variables, none);
    opaque_.assign(in_.variables, none);
    address_.assign(in_.objects, none);
    // The representative of an object's class may be no object.
    std::vector<char> holds_object(in_.variables, 0);
    for (var o = 0; o != in_.objects; ++o) holds_object[rep_[o]] = 1;
    std::vector<std::uint32_t> parts;
    for_each_component(graph{*this, none}, in_.variables, [&](const var* first, const var* last) {
      while (last != first) {
        const var v = *--last;
        parts.clear();
        if (holds_object[v] != 0) parts.push_back(opaque(v));
        for (std::uint32_t e = begin_[v]; e != begin_[v + 1]; ++e)
          if (const std::uint32_t l = value_of(flows_[e], v); l != 0) parts.push_back(l);
        if (parts.size() > 1) {
          std::sort(parts.begin(), parts.end());
          parts.erase(std::unique(parts.begin(), parts.end()), parts.end());
        }
        label_[v] = parts.empty() ? 0 : parts.size() == 1 ? parts[0] : united(parts);
      }
    });
  }

  std::uint32_t fresh_label() {
    load_.push_back(none);
    return next_label_++;
  }
  // The label of the variable's set as an unknown value, while it has no label of its own.
  std::uint32_t opaque(var v) {
    if (opaque_[v] == none) opaque_[v] = fresh_label();
    return opaque_[v];
  }

  std::uint32_t value_of(const inflow& flow, var into) {
    if (flow.by == address) {
      if (address_[flow.src] == none) address_[flow.src] = fresh_label();
      return address_[flow.src];
    }
    if (flow.by == copied && flow.src == into) return 0;
    const std::uint32_t from = label_[flow.src] != none ? label_[flow.src] : opaque(flow.src);
    if (flow.by == copied || from == 0) return from;
    if (flow.by == loaded) {
      if (load_[from] == none) {
        const std::uint32_t l = fresh_label();
        load_[from] = l;
      }
      return load_[from];
    }
    const std::uint32_t what[] = {from, flow.by};
    return kept(moved_.find_or_add(what, 2, next_label_));
  }
  std::uint32_t united(const std::vector<std::uint32_t>& parts) {
    return kept(unions_.find_or_add(parts.data(), static_cast<std::uint32_t>(parts.size()), next_label_));
  }
  std::uint32_t kept(std::uint32_t label) { return label == next_label_ ? fresh_label() : label; }

  const problem& in_;
  const effects& shifts_;
  serial_disjoint_sets& same_;
  std::vector<var> rep_;
  std::vector<std::uint32_t> begin_;
  std::vector<inflow> flows_;
  std::vector<std::uint32_t> label_, opaque_, address_;  // per variable or object, or none
  std::vector<std::uint32_t> load_{none};                // per label: that of a load through it, or none
  sequence_table moved_, unions_;
  std::uint32_t next_label_ = 1;
};

}  // namespace

void substitute_variables(const problem& in, const effects& shifts, serial_disjoint_sets& same,
                          std::vector<char>& no_pointer) {
  value_numbering(in, shifts, same).run(no_pointer);
}

}  // namespace amorph::andersen
