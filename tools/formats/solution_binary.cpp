// The binary format of points-to sets (docs/points-to-formats.md). Equal solutions have equal files, whatever solved
// them: sets and their elements are numbered as the variables first need them.
#include <algorithm>
#include <string_view>
#include <unordered_map>

#include "amorph/kernels/backend/boundary.hpp"
#include "tools/formats/input_file.hpp"
#include "tools/formats/solution_file.hpp"

namespace amorph {
namespace {

using andersen::solution;
using andersen::var;

constexpr std::string_view magic = "AMORPH-SETS-1\n";
constexpr std::uint32_t words_each = solution::words_each, bits = solution::bits;

void put(std::string& out, std::uint64_t n) {
  for (; n >= 0x80; n >>= 7) out += static_cast<char>(n | 0x80);
  out += static_cast<char>(n);
}

// The bits of an element as runs: how many are clear before each run, and how many are set, less one.
std::string element(const std::uint64_t* words) {
  std::string runs;
  std::uint64_t count = 0;
  std::uint32_t at = 0;
  const auto is_set = [words](std::uint32_t b) { return (words[b / 64] >> (b % 64) & 1) != 0; };
  while (true) {
    std::uint32_t begin = at;
    while (begin != bits && !is_set(begin)) ++begin;
    if (begin == bits) break;
    std::uint32_t end = begin;
    while (end != bits && is_set(end)) ++end;
    put(runs, begin - at);
    put(runs, end - begin - 1);
    ++count;
    at = end;
  }
  std::string out;
  put(out, count);
  return out + runs;
}

class encoder {
  const solution& s_;
  std::unordered_map<std::string, std::uint64_t> element_ids_, set_ids_;
  std::vector<std::uint64_t> id_of_store_, id_of_set_;  // plus 1; 0: not yet known
  std::string elements_, sets_, variables_;

  std::uint64_t id_of_element(std::uint32_t store) {
    std::uint64_t& id = id_of_store_[store];
    if (id != 0) return id - 1;
    std::string text = element(s_.words.data() + std::uint64_t{words_each} * store);
    const auto [at, is_new] = element_ids_.try_emplace(std::move(text), element_ids_.size());
    if (is_new) elements_ += at->first;
    id = at->second + 1;
    return at->second;
  }
  std::uint64_t id_of_set(std::uint32_t set) {
    std::uint64_t& id = id_of_set_[set];
    if (id != 0) return id - 1;
    std::string text;
    std::uint64_t next_base = 0;
    put(text, s_.set_begin[set + 1] - s_.set_begin[set]);
    for (std::uint64_t e = s_.set_begin[set]; e != s_.set_begin[set + 1]; ++e) {
      put(text, s_.base[e] - next_base);
      put(text, id_of_element(s_.store[e]));
      next_base = std::uint64_t{s_.base[e]} + 1;
    }
    const auto [at, is_new] = set_ids_.try_emplace(std::move(text), set_ids_.size());
    if (is_new) sets_ += at->first;
    id = at->second + 1;
    return at->second;
  }

 public:
  explicit encoder(const solution& s) : s_(s), id_of_store_(s.words.size() / words_each) {
    id_of_set_.resize(s.set_begin.empty() ? 0 : s.set_begin.size() - 1);
    for (const std::uint32_t set : s.set_of) put(variables_, id_of_set(set));
  }
  void write(output_file& out) const {
    std::string head(magic);
    put(head, s_.set_of.size());
    put(head, element_ids_.size());
    put(head, set_ids_.size());
    out.write(head);
    out.write(elements_);
    out.write(sets_);
    out.write(variables_);
  }
};

class decoder {
  std::string_view text_;
  std::size_t at_ = magic.size();
  std::string name_;

 public:
  decoder(std::string_view text, std::string name) : text_(text), name_(std::move(name)) {}
  [[noreturn]] void fail(const char* what) const {
    throw error(status::bad_input, name_ + ": byte " + std::to_string(at_) + ": expected " + what);
  }
  // At most `largest`.
  std::uint64_t number(std::uint64_t largest, const char* what) {
    std::uint64_t n = 0;
    for (unsigned shift = 0;; shift += 7) {
      if (at_ == text_.size() || shift > 63) fail(what);
      const auto byte = static_cast<unsigned char>(text_[at_++]);
      n |= static_cast<std::uint64_t>(byte & 0x7f) << shift;
      if ((byte & 0x80) == 0) break;
    }
    if (n > largest) fail(what);
    return n;
  }
  // A count of things that take a byte each.
  std::uint64_t count(const char* what) { return number(text_.size() - at_, what); }
  void end() const {
    if (at_ != text_.size()) fail("the end of the file");
  }
};

// Returns the number of bits up to its last one.
std::uint64_t read_element(decoder& in, std::vector<std::uint64_t>& words) {
  std::uint64_t* const own = &*words.insert(words.end(), words_each, 0);
  std::uint64_t at = 0;
  for (std::uint64_t runs = in.number(bits, "a number of runs"); runs != 0; --runs) {
    at += in.number(bits - 1, "the gap before a run");
    const std::uint64_t length = in.number(bits - 1, "the length of a run") + 1;
    if (at + length > bits) in.fail("runs within 1024 bits");
    for (std::uint64_t end = at + length; at != end; ++at) own[at / 64] |= std::uint64_t{1} << (at % 64);
  }
  return at;
}

void read_sets(decoder in, solution& s) {
  const std::uint64_t variables = in.count("the number of variables"), elements = in.count("the number of elements"),
                      sets = in.count("the number of sets");
  std::vector<std::uint64_t> lengths;
  for (std::uint64_t i = 0; i != elements; ++i) lengths.push_back(read_element(in, s.words));
  s.set_begin.push_back(0);
  for (std::uint64_t i = 0; i != sets; ++i) {
    std::uint64_t next_base = 0;
    for (std::uint64_t n = in.count("the number of a set's elements"); n != 0; --n) {
      const std::uint64_t base = next_base + in.number(variables / bits, "the place of an element");
      if (base > variables / bits || elements == 0) in.fail("the place of an element, within the variables");
      s.base.push_back(static_cast<std::uint32_t>(base));
      s.store.push_back(static_cast<std::uint32_t>(in.number(elements - 1, "the number of an element")));
      if (bits * base + lengths[s.store.back()] > variables) in.fail("objects among the variables");
      next_base = base + 1;
    }
    s.set_begin.push_back(s.base.size());
  }
  for (std::uint64_t v = 0; v != variables; ++v) {
    if (sets == 0) in.fail("a set");
    s.set_of.push_back(static_cast<std::uint32_t>(in.number(sets - 1, "the number of a set")));
  }
  in.end();
}

}  // namespace

bool is_binary_solution_name(std::string_view path) {
  if (path.ends_with(".gz")) path.remove_suffix(3);
  return path.ends_with(".pts");
}

status write_binary_solution(const andersen::solution& s, output_file& out) noexcept try {
  encoder(s).write(out);
  return status::ok;
} catch (const std::bad_alloc&) {
  return status::out_of_memory;
}

status read_binary_solution(const std::string& path, andersen::solution& result, std::string& message) noexcept {
  result = {};
  input_text text;
  if (const status s = read_file(path, text, message); s != status::ok) return s;
  return guarded(message, [&] {
    const std::string name(input_name(path));
    if (!std::string_view(text.view()).starts_with(magic))
      throw error(status::bad_input, name + ": expected binary points-to sets, as --output FILE.pts writes");
    read_sets(decoder(text.view(), name), result);
  });
}

std::string difference_of(const andersen::solution& a, const andersen::solution& b) {
  if (a.set_of.size() != b.set_of.size())
    return std::to_string(a.set_of.size()) + " variables and " + std::to_string(b.set_of.size());
  std::unordered_map<std::uint64_t, bool> equal;  // pairs of sets
  for (var v = 0; v != a.set_of.size(); ++v) {
    const auto [at, is_new] = equal.try_emplace(std::uint64_t{a.set_of[v]} << 32 | b.set_of[v], true);
    if (!is_new) continue;
    const std::vector<var> x = a.points_to(v), y = b.points_to(v);
    if (x == y) continue;
    const auto [in_x, in_y] = std::mismatch(x.begin(), x.end(), y.begin(), y.end());
    const bool only_x = in_y == y.end() || (in_x != x.end() && *in_x < *in_y);
    return "variable " + std::to_string(v) + " points to " + std::to_string(only_x ? *in_x : *in_y) + " in the " +
           (only_x ? "first" : "second") + " alone";
  }
  return {};
}

}  // namespace amorph
