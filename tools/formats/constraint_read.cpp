// Reads the project's dump of a constraint system. docs/points-to-formats.md describes the format: sections in a fixed
// order, each a line "NAME COUNT" followed by COUNT rows; sections without rows may be omitted.
#include <algorithm>

#include "amorph/kernels/backend/boundary.hpp"
#include "tools/formats/constraint_file.hpp"
#include "tools/formats/input_file.hpp"
#include "tools/formats/proportion.hpp"
#include "tools/formats/text_reader.hpp"

namespace amorph::constraint_file {
namespace {

using andersen::constraint;
using andersen::kind;
using andersen::none;
using andersen::problem;

class dump_reader {
 public:
  dump_reader(std::string_view text, std::string_view name, content& result, limits bounds)
      : in_(text, name), p_(result.problem), names_(result.names), limits_(bounds) {}

  void run() {
    head();
    extents();
    layouts();
    blocks();
    filters();
    constraints();
    pairs("merged", p_.merged, p_.variables);
    pairs("online", p_.online, p_.variables);
    names();
    in_.require_line("a section, in the order of the format, or 'end'");
    if (in_.token() != "end") in_.fail("a section, in the order of the format, or 'end'");
    in_.skip_token();
    in_.end_line();
    if (in_.next_line()) in_.fail("nothing after 'end'");
  }

 private:
  void head() {
    in_.require_line("'amorph-constraints 1'");
    if (in_.token() != "amorph-constraints") in_.fail("'amorph-constraints 1'");
    in_.skip_token();
    in_.space("a version");
    version_ = in_.number32(1, 4, "a version that this reader knows");
    in_.end_line();
    p_.variables = in_head("variables", 0, limits_.variables);
    require_proportion(in_, p_.variables, in_.size());
    p_.objects = in_head("objects", 0, p_.variables);
    p_.extent.assign(p_.objects, 1);
    p_.constraints.clear();
  }

  std::uint32_t in_head(const char* word, std::uint64_t low, std::uint64_t high) {
    const std::string expected = std::string("'") + word + " COUNT'";
    in_.require_line(expected.c_str());
    if (in_.token() != word) in_.fail(expected);
    in_.skip_token();
    in_.space("a count");
    const std::uint32_t n = in_.number32(low, high, "a count");
    in_.end_line();
    return n;
  }

  // Enters section `word` if it is next. A row takes at least `row_bytes`, so a count that the rest of the file cannot
  // contain is refused before memory is allocated.
  bool section(std::string_view word, std::uint64_t row_bytes, std::uint64_t& rows) {
    if (!in_.next_line() || in_.token() != word) return false;
    in_.skip_token();
    in_.space("a count of rows");
    rows = in_.number(0, none, "a count of rows");
    if (rows > (in_.left() + 1) / row_bytes)
      in_.fail_plain(std::string("section '").append(word) + "' announces " + std::to_string(rows) +
                     " rows, more than the rest of the file can hold");
    in_.end_line();
    return true;
  }

  void row(const char* expected) { in_.require_line(expected); }

  void extents() {
    std::uint64_t rows = 0;
    if (!section("extents", 4, rows)) return;
    while (rows-- != 0) {
      row("a row 'object extent'");
      const std::uint32_t o = id(p_.objects, "an object");
      in_.space("an extent");
      p_.extent[o] = in_.number32(1, p_.objects - o, "an extent that does not reach beyond the last object");
      in_.end_line();
    }
  }

  std::uint32_t id(std::uint32_t count, const char* what) {
    if (count == 0) in_.fail_plain(std::string("expected ") + what + ", but their number is 0");
    return in_.number32(0, count - 1, what);
  }

  void layouts() {
    std::uint64_t rows = 0;
    if (!section("layouts", 12, rows)) return;
    p_.layouts.reserve(rows);
    while (rows-- != 0) {
      row("a layout 'size slots'");
      andersen::layout l;
      l.size = in_.number(1, std::uint64_t{1} << 48, "a size in bytes");
      in_.space("a number of slots");
      const std::uint64_t words = (l.size + 7) / 8;
      l.slots = in_.number32(1, none - 1, "a number of slots");
      if (version_ >= 2) {
        in_.space("the bytes of an element of the trailing array, or 0");
        l.tail = in_.number32(0, std::min<std::uint64_t>(l.size, none - 1), "a number of bytes in the layout");
      }
      in_.end_line();
      if (words + std::uint64_t{2} * l.slots > (in_.left() + 1) / 2 || p_.slot_of_word.size() + words > none ||
          p_.slot_position.size() + l.slots > none)
        in_.fail_plain("the layout has more words and slots than the rest of the file can hold");
      l.first_word = static_cast<std::uint32_t>(p_.slot_of_word.size());
      l.first_slot = static_cast<std::uint32_t>(p_.slot_position.size());
      row("the slot of each word of the layout");
      for (std::uint64_t w = 0; w != words; ++w) {
        if (w != 0) in_.space("the slot of the next word of the layout");
        p_.slot_of_word.push_back(in_.number32(0, l.slots - 1, "a slot"));
      }
      in_.end_line("the end of the line: one slot per word, rounded up");
      row("position and stride of each slot of the layout");
      for (std::uint32_t s = 0; s != l.slots; ++s) {
        if (s != 0) in_.space("the position of the next slot");
        p_.slot_position.push_back(in_.number(0, l.size - 1, "a position in bytes"));
        in_.space("a stride");
        p_.slot_stride.push_back(in_.number32(0, none - 1, "a stride in bytes"));
      }
      in_.end_line("the end of the line: one position and stride per slot");
      p_.layouts.push_back(l);
    }
  }

  void blocks() {
    std::uint64_t rows = 0;
    if (!section("blocks", 4, rows)) return;
    p_.blocks.reserve(rows);
    p_.block_of.assign(p_.objects, none);
    while (rows-- != 0) {
      row("a block 'first layout'");
      andersen::block b;
      b.first = id(p_.objects, "an object");
      in_.space("a layout");
      b.layout = id(static_cast<std::uint32_t>(p_.layouts.size()), "a layout");
      const std::uint64_t end = std::uint64_t{b.first} + p_.layouts[b.layout].slots;
      if (end > p_.objects) in_.fail_plain("the block ends after the last object");
      for (std::uint64_t o = b.first; o != end; ++o) {
        if (p_.block_of[o] != none) in_.fail_plain("object " + std::to_string(o) + " is in a block already");
        p_.block_of[o] = static_cast<std::uint32_t>(p_.blocks.size());
      }
      in_.end_line();
      p_.blocks.push_back(b);
    }
  }

  void filters() {
    std::uint64_t rows = 0;
    if (version_ < 3 || !section("filters", 2, rows)) return;
    p_.filters.reserve(rows);
    while (rows-- != 0) {
      row(version_ == 3 ? "a filter: the number of its objects, and these"
                        : "a filter: the number of its runs, and of each the first object and the number of objects");
      andersen::object_runs& filter = p_.filters.emplace_back();
      std::uint64_t n =
          in_.number(0, p_.objects, version_ == 3 ? "the number of objects that pass" : "the number of runs");
      if (n > in_.left() / 2) in_.fail_plain("the filter has more objects than the rest of the file can hold");
      for (; n != 0; --n) {
        in_.space("an object");
        const std::uint32_t first = id(p_.objects, "an object");
        if (!filter.runs.empty() && first < filter.runs.back().last)
          in_.fail_plain("expected the objects of a filter in ascending order");
        std::uint32_t count = 1;
        if (version_ >= 4) {
          in_.space("a number of objects");
          count = in_.number32(1, p_.objects - first, "a number of objects");
        }
        filter.add(first, first + count);
      }
      in_.end_line();
    }
  }

  void constraints() {
    constraints_of("address_of", kind::address_of);
    constraints_of("copy", kind::copy);
    constraints_of("load", kind::load);
    constraints_of("store", kind::store);
    constraints_of("offset", kind::offset);
    constraints_of("field", kind::field);
    if (version_ >= 3) constraints_of("filter", kind::filter);
  }

  void constraints_of(const char* word, kind type) {
    const std::uint64_t row_bytes = type == kind::field ? 8 : type == kind::offset || type == kind::filter ? 6 : 4;
    std::uint64_t rows = 0;
    if (!section(word, row_bytes, rows)) return;
    p_.constraints.reserve(p_.constraints.size() + rows);
    while (rows-- != 0) {
      row("a row of the section: its count announces more");
      constraint c;
      c.type = type;
      c.dst = id(p_.variables, "a variable");
      in_.space("a source");
      c.src = type == kind::address_of ? id(p_.objects, "an object") : id(p_.variables, "a variable");
      if (type == kind::offset) {
        in_.space("an offset");
        c.offset = static_cast<std::int64_t>(in_.number(0, none, "an offset in objects"));
      } else if (type == kind::filter) {
        in_.space("a filter");
        c.offset = id(static_cast<std::uint32_t>(p_.filters.size()), "a filter");
      } else if (type == kind::field) {
        in_.space("an offset");
        c.offset = in_.signed_number("an offset in bytes");
        in_.space("a stride");
        if (in_.token() == "any") {
          c.stride = andersen::any_stride;
          in_.skip_token();
        } else {
          c.stride = in_.number32(0, none - 1, "a stride in bytes, or 'any'");
        }
      }
      in_.end_line();
      p_.constraints.push_back(c);
    }
  }

  void pairs(const char* word, std::vector<std::pair<andersen::var, andersen::var>>& to, std::uint32_t count) {
    std::uint64_t rows = 0;
    if (!section(word, 4, rows)) return;
    to.reserve(rows);
    while (rows-- != 0) {
      row("a row of the section: its count announces more");
      const std::uint32_t y = id(count, "a variable");
      in_.space("a variable");
      to.emplace_back(y, id(count, "a variable"));
      in_.end_line();
    }
  }

  void names() {
    std::uint64_t rows = 0;
    if (!section("names", 4, rows)) return;
    names_.resize(p_.variables);
    while (rows-- != 0) {
      row("a row 'variable name'");
      const std::uint32_t v = id(p_.variables, "a variable");
      if (!names_[v].empty()) in_.fail_plain("variable " + std::to_string(v) + " has a name already");
      in_.space("a name");
      names_[v] = unescaped();
      if (names_[v].empty()) in_.fail_plain("expected a name");
    }
  }

  std::string unescaped() {
    const text_reader start = in_;
    const std::string_view text = in_.rest_of_line();
    std::string name;
    name.reserve(text.size());
    for (std::size_t i = 0; i != text.size(); ++i) {
      const auto byte = static_cast<unsigned char>(text[i]);
      if (byte < ' ' || byte == 0x7f)
        start.fail_plain("expected a name without control characters (\\xHH stands for one)");
      if (text[i] != '\\') {
        name += text[i];
        continue;
      }
      unsigned code = 0;
      const char* digits = text.data() + i + 2;
      if (text.size() - i < 4 || text[i + 1] != 'x' || std::from_chars(digits, digits + 2, code, 16).ptr != digits + 2)
        start.fail_plain("expected \\xHH after a backslash in a name");
      name += static_cast<char>(code);
      i += 3;
    }
    return name;
  }

  text_reader in_;
  problem& p_;
  std::vector<std::string>& names_;
  limits limits_;
  std::uint32_t version_ = 1;
};

}  // namespace

status parse(std::string_view text, std::string_view name, content& result, std::string& message,
             limits bounds) noexcept {
  return guarded(message, [&] {
    result = {};
    dump_reader(text, name, result, bounds).run();
  });
}

status read(const std::string& path, content& result, std::string& message, std::uint64_t max_bytes) noexcept {
  input_text text;
  if (const status s = read_file(path, text, message, nullptr, max_bytes); s != status::ok) return s;
  return parse(text.view(), input_name(path), result, message);
}

}  // namespace amorph::constraint_file
