// Offline variable substitution: Rountev and Chandra (PLDI 2000), by the hash-based value numbering of Hardekopf and
// Lin, "Exploiting Pointer and Location Equivalence to Optimize Pointer Analysis" (SAS 2007).
//
// Each variable gets a label such that equal labels mean equal points-to sets at the fixed point. A variable's set is
// the union of what flows in: the address of o, another variable's set, *p, p moved by (offset, stride). Objects can be
// written through pointers, so each has a part of its own. The label of a union of one is that one's label; label 0 is
// the empty set. Differences: loads and shifts of pointers that are labelled already are values too ("*p" for equal p
// are equal), as in the paper's HR, in one pass; unions are not flattened (the paper's HU).
#include <algorithm>

#include "prepare.hpp"
#include "sets.hpp"

namespace amorph::andersen {

namespace {

// What flows into a variable, as one number with its operands.
struct inflow {
  kind type;
  var src;
  std::uint32_t constraint;
};

// Labels of expressions, by open addressing; what was written stands one after the other in one array.
class expression_table {
 public:
  // The label that the expression has, or gets now.
  std::uint32_t find_or_add(char what, const std::uint32_t* operands, std::size_t n, std::uint32_t fresh) {
    if (2 * (used_ + 1) > slots_.size()) grow();
    const auto head = static_cast<std::uint32_t>(n << 8 | static_cast<unsigned char>(what));
    std::uint64_t hash = head;
    for (std::size_t i = 0; i != n; ++i) hash = scramble(hash ^ operands[i]);
    for (std::size_t at = hash & (slots_.size() - 1);; at = (at + 1) & (slots_.size() - 1)) {
      slot& here = slots_[at];
      if (here.label == 0) {
        here = {hash, written_.size(), fresh};
        ++used_;
        written_.push_back(head);
        written_.insert(written_.end(), operands, operands + n);
        return fresh;
      }
      if (here.hash == hash && written_[here.begin] == head &&
          std::equal(operands, operands + n, written_.begin() + static_cast<std::ptrdiff_t>(here.begin) + 1))
        return here.label;
    }
  }

 private:
  struct slot {
    std::uint64_t hash, begin;
    std::uint32_t label;  // 0: free
  };
  void grow() {
    std::vector<slot> old(std::max<std::size_t>(1024, 2 * slots_.size()), slot{0, 0, 0});
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
  value_numbering(const problem& in, classes& same) : in_(in), same_(same) {}

  void run(std::vector<char>& no_pointer) {
    merge_copy_cycles();
    index();
    number_all();
    std::vector<var> first;
    for (var v = 0; v != in_.variables; ++v) {
      if (same_.find(v) != v) continue;
      const std::uint32_t l = label_[v];
      if (l == 0) {
        no_pointer[v] = 1;
        continue;
      }
      if (l >= first.size()) first.resize(std::max<std::size_t>(l + 1, 2 * first.size()), none);
      if (first[l] == none)
        first[l] = v;
      else
        same_.unite(v, first[l]);
    }
  }

 private:
  // Inflows of each representative, grouped (CSR by destination).
  void index() {
    begin_.assign(in_.variables + 1, 0);
    for (const constraint& c : in_.constraints)
      if (c.type != kind::store) ++begin_[same_.find(c.dst) + 1];
    for (var v = 0; v != in_.variables; ++v) begin_[v + 1] += begin_[v];
    flows_.resize(begin_.back());
    std::vector<std::uint64_t> next(begin_.begin(), begin_.end() - 1);
    for (std::uint32_t i = 0; i != in_.constraints.size(); ++i) {
      const constraint& c = in_.constraints[i];
      if (c.type == kind::store) continue;
      flows_[next[same_.find(c.dst)]++] = {c.type, c.type == kind::address_of ? c.src : same_.find(c.src), i};
    }
  }

  // Depth-first along what flows in, iterative; calls enter, then leave after everything that could be reached first.
  template <class Follow, class Leave> void walk(Follow follow, Leave leave) {
    std::vector<char> seen(in_.variables, 0);
    struct frame {
      var v;
      std::uint64_t next;
    };
    std::vector<frame> path;
    for (var root = 0; root != in_.variables; ++root) {
      if (seen[root] || same_.find(root) != root) continue;
      seen[root] = 1;
      path.push_back({root, begin_[root]});
      while (!path.empty()) {
        frame& top = path.back();
        if (top.next == begin_[top.v + 1]) {
          leave(top.v);
          path.pop_back();
          continue;
        }
        const inflow& flow = flows_[top.next++];
        if (follow(flow) && !seen[flow.src]) {
          seen[flow.src] = 1;
          path.push_back({flow.src, begin_[flow.src]});
        }
      }
    }
  }

  // Variables on a cycle of copies are equal. Kosaraju's two walks, the second on the reversed order.
  void merge_copy_cycles() {
    index();
    std::vector<std::uint64_t> out_begin(in_.variables + 1, 0);
    for (const constraint& c : in_.constraints)
      if (c.type == kind::copy) ++out_begin[same_.find(c.src) + 1];
    for (var v = 0; v != in_.variables; ++v) out_begin[v + 1] += out_begin[v];
    std::vector<var> out(out_begin.back());
    {
      std::vector<std::uint64_t> next(out_begin.begin(), out_begin.end() - 1);
      for (const constraint& c : in_.constraints)
        if (c.type == kind::copy) out[next[same_.find(c.src)]++] = same_.find(c.dst);
    }
    std::vector<var> finished;
    walk([](const inflow& f) { return f.type == kind::copy; }, [&](var v) { finished.push_back(v); });
    std::vector<char> taken(in_.variables, 0);
    std::vector<var> stack;
    std::vector<std::pair<var, var>> merges;
    for (auto it = finished.rbegin(); it != finished.rend(); ++it) {
      if (taken[*it]) continue;
      taken[*it] = 1;
      stack.push_back(*it);
      while (!stack.empty()) {
        const var v = stack.back();
        stack.pop_back();
        for (std::uint64_t e = out_begin[v]; e != out_begin[v + 1]; ++e)
          if (!taken[out[e]]) {
            taken[out[e]] = 1;
            merges.emplace_back(out[e], *it);
            stack.push_back(out[e]);
          }
      }
    }
    for (auto [a, b] : merges) same_.unite(a, b);
  }

  void number_all() {
    label_.assign(in_.variables, none);
    opaque_.assign(in_.variables, none);
    // A class may hold an object without being led by it.
    std::vector<char> holds_object(in_.variables, 0);
    for (var o = 0; o != in_.objects; ++o) holds_object[same_.find(o)] = 1;
    std::vector<std::uint32_t> parts;
    walk([](const inflow& f) { return f.type != kind::address_of; },
         [&](var v) {
           parts.clear();
           if (holds_object[v]) parts.push_back(opaque(v));
           for (std::uint64_t e = begin_[v]; e != begin_[v + 1]; ++e)
             if (const std::uint32_t l = value_of(flows_[e], v); l != 0) parts.push_back(l);
           std::sort(parts.begin(), parts.end());
           parts.erase(std::unique(parts.begin(), parts.end()), parts.end());
           label_[v] = parts.empty() ? 0 : parts.size() == 1 ? parts[0] : number('u', parts.data(), parts.size());
         });
  }

  // The label that stands for the variable's whole set before it has one of its own.
  std::uint32_t opaque(var v) {
    if (opaque_[v] == none) opaque_[v] = next_label_++;
    return opaque_[v];
  }
  std::uint32_t label(var v) { return label_[v] != none ? label_[v] : opaque(v); }

  std::uint32_t value_of(const inflow& flow, var into) {
    const constraint& c = in_.constraints[flow.constraint];
    if (flow.type == kind::address_of) return number('a', &flow.src, 1);
    if (flow.type == kind::copy && flow.src == into) return 0;
    const std::uint32_t from = label(flow.src);
    if (flow.type == kind::copy || from == 0) return from;
    if (flow.type == kind::load) return number('l', &from, 1);
    const std::uint32_t operands[] = {from, static_cast<std::uint32_t>(flow.type), c.stride,
                                      static_cast<std::uint32_t>(c.offset),
                                      static_cast<std::uint32_t>(static_cast<std::uint64_t>(c.offset) >> 32)};
    return number('s', operands, 5);
  }

  // The label of an expression; equal expressions have equal labels.
  std::uint32_t number(char what, const std::uint32_t* operands, std::size_t n) {
    const std::uint32_t known = expressions_.find_or_add(what, operands, n, next_label_);
    if (known == next_label_) ++next_label_;
    return known;
  }

  const problem& in_;
  classes& same_;
  std::vector<std::uint64_t> begin_;
  std::vector<inflow> flows_;
  std::vector<std::uint32_t> label_, opaque_;
  expression_table expressions_;
  std::uint32_t next_label_ = 1;
};

}  // namespace

void substitute_variables(const problem& in, classes& same, std::vector<char>& no_pointer) {
  value_numbering(in, same).run(no_pointer);
}

}  // namespace amorph::andersen
