// Writes the project's dump of a constraint system. docs/points-to-formats.md describes the format.
#include <array>

#include "amorph/kernels/backend/boundary.hpp"
#include "tools/formats/constraint_file.hpp"
#include "tools/formats/output_file.hpp"

namespace amorph::constraint_file {
namespace {

using andersen::constraint;
using andersen::kind;
using andersen::problem;
using andersen::var;

// `Out` is an output_file, or a text in memory.
template <class Out> class writer {
 public:
  writer(Out& out, const problem& p) : out_(out), p_(p) {}

  // A line of words and numbers.
  template <class... Parts> void line(const Parts&... parts) {
    bool first = true;
    ((first ? void() : out_.write(' '), first = false, part(parts)), ...);
    out_.write('\n');
  }

  void all(const std::vector<std::string>& names_of_variables) {
    head();
    extents();
    layouts();
    blocks();
    filters();
    constraints();
    pairs("merged", p_.merged);
    pairs("online", p_.online);
    names(names_of_variables);
    line("end");
  }

 private:
  void head() {
    // Version 2 adds the trailing array of each layout, version 4 filters as runs. The lowest that will do is written.
    for (const andersen::layout& l : p_.layouts) tails_ |= l.tail != 0;
    const bool filters = !p_.filters.empty();
    tails_ |= filters;
    line("amorph-constraints", std::uint64_t{filters ? 4u : tails_ ? 2u : 1u});
    line("variables", p_.variables);
    line("objects", p_.objects);
  }

  void extents() {
    std::uint64_t rows = 0;
    for (std::uint32_t e : p_.extent) rows += e != 1;
    if (rows == 0) return;
    line("extents", rows);
    for (std::size_t o = 0; o != p_.extent.size(); ++o)
      if (p_.extent[o] != 1) line(o, p_.extent[o]);
  }

  void layouts() {
    if (p_.layouts.empty()) return;
    line("layouts", p_.layouts.size());
    for (const andersen::layout& l : p_.layouts) {
      if (tails_)
        line(l.size, l.slots, l.tail);
      else
        line(l.size, l.slots);
      const std::uint64_t words = (l.size + 7) / 8;
      for (std::uint64_t w = 0; w != words; ++w) {
        if (w != 0) out_.write(' ');
        part(p_.slot_of_word[l.first_word + w]);
      }
      out_.write('\n');
      for (std::uint32_t s = 0; s != l.slots; ++s) {
        if (s != 0) out_.write("  ");
        part(p_.slot_position[l.first_slot + s]);
        out_.write(' ');
        part(p_.slot_stride[l.first_slot + s]);
      }
      out_.write('\n');
    }
  }

  void blocks() {
    if (p_.blocks.empty()) return;
    line("blocks", p_.blocks.size());
    for (const andersen::block& b : p_.blocks) line(b.first, b.layout);
  }

  void filters() {
    if (p_.filters.empty()) return;
    line("filters", p_.filters.size());
    for (const andersen::object_runs& filter : p_.filters) {
      part(std::uint64_t{filter.runs.size()});
      for (const auto& [first, last] : filter.runs) {
        out_.write("  ");
        part(first);
        out_.write(' ');
        part(last - first);
      }
      out_.write('\n');
    }
  }

  void constraints() {
    constexpr std::array names{"address_of", "copy", "load", "store", "offset", "field", "filter"};
    std::array<std::uint64_t, names.size()> count{};
    for (const constraint& c : p_.constraints) ++count[static_cast<std::size_t>(c.type)];
    for (std::size_t k = 0; k != names.size(); ++k) {
      if (count[k] == 0) continue;
      line(names[k], count[k]);
      for (const constraint& c : p_.constraints) {
        if (c.type != static_cast<kind>(k)) continue;
        if (c.type == kind::offset || c.type == kind::filter)
          line(c.dst, c.src, c.offset);
        else if (c.type == kind::field && c.stride == andersen::any_stride)
          line(c.dst, c.src, c.offset, "any");
        else if (c.type == kind::field)
          line(c.dst, c.src, c.offset, c.stride);
        else
          line(c.dst, c.src);
      }
    }
  }

  void pairs(const char* name, const std::vector<std::pair<var, var>>& rows) {
    if (rows.empty()) return;
    line(name, rows.size());
    for (auto [y, x] : rows) line(y, x);
  }

  void names(const std::vector<std::string>& all) {
    std::uint64_t rows = 0;
    for (const std::string& name : all) rows += !name.empty();
    if (rows == 0) return;
    line("names", rows);
    for (std::size_t v = 0; v != all.size(); ++v) {
      if (all[v].empty()) continue;
      part(v);
      out_.write(' ');
      escaped(all[v]);
      out_.write('\n');
    }
  }

  void part(const char* word) { out_.write(word); }
  void part(std::uint64_t n) { out_.write_number(n); }
  void part(std::uint32_t n) { out_.write_number(std::uint64_t{n}); }
  void part(std::int64_t n) { out_.write_number(n); }

  // Control characters and the backslash are written as \xHH, so that a name is always one line. So is a leading space,
  // which a reader would take for part of the separator after the number.
  void escaped(std::string_view name) {
    constexpr std::string_view digits = "0123456789abcdef";
    for (std::size_t i = 0; i != name.size(); ++i) {
      const char c = name[i];
      const auto byte = static_cast<unsigned char>(c);
      if (byte >= ' ' && byte != 0x7f && c != '\\' && !(i == 0 && c == ' ')) {
        out_.write(c);
      } else {
        out_.write("\\x");
        out_.write(digits[byte / 16]);
        out_.write(digits[byte % 16]);
      }
    }
  }

  Out& out_;
  const problem& p_;
  bool tails_ = false;
};

// Why the problem cannot be written, or "". The format derives block_of from the blocks, so the two must agree.
std::string contradiction(const problem& p, const std::vector<std::string>& names) {
  std::string wrong = andersen::validate(p);
  if (!wrong.empty()) return wrong;
  if (names.size() > p.variables) return "there are more names than variables";
  if (p.extent.size() != p.objects) return "the number of extents differs from that of objects";
  if (p.blocks.empty() && p.block_of.empty()) return {};
  if (p.block_of.size() != p.objects) return "the size of block_of differs from the number of objects";
  std::vector<std::uint32_t> derived(p.objects, andersen::none);
  for (std::size_t b = 0; b != p.blocks.size(); ++b)
    for (std::uint64_t s = 0; s != p.layouts[p.blocks[b].layout].slots; ++s) {
      std::uint32_t& owner = derived[p.blocks[b].first + s];
      if (owner != andersen::none) return "block " + std::to_string(b) + " overlaps block " + std::to_string(owner);
      owner = static_cast<std::uint32_t>(b);
    }
  for (std::size_t o = 0; o != derived.size(); ++o)
    if (derived[o] != p.block_of[o]) return "block_of[" + std::to_string(o) + "] contradicts the blocks";
  return {};
}

struct text_in_memory {
  std::string& text;
  void write(std::string_view more) { text += more; }
  void write(char c) { text += c; }
  template <class N> void write_number(N n) { text += std::to_string(n); }
};

}  // namespace

status format(const problem& p, const std::vector<std::string>& names, std::string& text,
              std::string& message) noexcept {
  return guarded(message, [&] {
    text.clear();
    message = contradiction(p, names);
    if (!message.empty()) return status::bad_input;
    text_in_memory out{text};
    writer(out, p).all(names);
    return status::ok;
  });
}

status write(const std::string& path, const problem& p, const std::vector<std::string>& names,
             std::string& message) noexcept {
  return guarded(message, [&] {
    output_file out;
    if (const status s = out.open(path, message); s != status::ok) return s;
    if (const status s = write(out, p, names, message); s != status::ok) {
      message.insert(0, path + ": cannot write: ");
      return s;
    }
    return out.commit(message);
  });
}

status write(output_file& out, const problem& p, const std::vector<std::string>& names, std::string& message) noexcept {
  return guarded(message, [&] {
    message = contradiction(p, names);
    if (!message.empty()) return status::bad_input;
    writer(out, p).all(names);
    return status::ok;
  });
}

}  // namespace amorph::constraint_file
