// Texts that list arcs, one per line, parsed by all threads: common code of the readers.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <limits>
#include <string>
#include <string_view>
#include <vector>

#include "amorph/kernels/exec/cpu.hpp"
#include "tools/formats/arc_file.hpp"
#include "tools/formats/arc_rows.hpp"

namespace amorph::arc_file {

inline constexpr std::uint64_t any_number = std::numeric_limits<std::uint64_t>::max();
inline constexpr std::uint32_t maximum_vertices = std::numeric_limits<std::uint32_t>::max() - 1;

// A text that lists arcs, and the parameters of its parser.
struct arc_text {
  std::string_view text;
  const std::string& name;
  char comment;
  cpu_exec& exec;
  std::size_t piece_bytes;
  bool no_negative = false, integer = false;  // weights

  [[nodiscard]] weight_rule rule(const char* name) const { return {name, no_negative, integer}; }
  [[nodiscard]] text_reader reader() const { return {text, name, comment}; }
};

// Splits the lines from `in` on into pieces, which threads parse by line(in, list). Returns the lists in order, or none
// if a line is malformed: the caller then parses serially to find that line. So the answer and the message are those of
// a serial parser.
template <class Line>
std::vector<arc_list> read_pieces(const arc_text& from, const text_reader& in, std::uint64_t expected, Line line) {
  const char *const first = in.position(), *const last = from.text.data() + from.text.size();
  std::vector<std::string_view> texts;
  for (const char* at = first; at != last;) {
    const char* end = static_cast<std::size_t>(last - at) > from.piece_bytes ? at + from.piece_bytes : last;
    if (end != last) end = std::find(end, last, '\n');
    if (end != last) ++end;
    texts.emplace_back(at, static_cast<std::size_t>(end - at));
    at = end;
  }
  std::vector<arc_list> lists(texts.size());
  std::atomic<bool> fault{texts.size() < 2};
  from.exec.ranges(texts.size(), 1, [&](std::size_t a, std::size_t b, unsigned) {
    for (; a != b && !fault.load(std::memory_order_relaxed); ++a) try {
        lists[a].reserve(texts[a].size() / 12);
        text_reader piece(texts[a], from.name, from.comment);
        while (piece.next_line()) line(piece, lists[a]);
      } catch (const error&) {
        fault = true;
      }
  });
  std::uint64_t arcs = 0;
  bool weighted = false, plain = false;
  for (const arc_list& list : lists) {
    arcs += list.size();
    (list.weighted() ? weighted : plain) |= list.size() != 0;
  }
  if (fault || (weighted && plain) || (expected != any_number && arcs != expected)) lists.clear();
  return lists;
}

inline std::uint32_t read_vertices(text_reader& in, const char* what) {
  return in.number32(0, std::min<std::uint64_t>(maximum_vertices, plausible_vertices(in.size())), what);
}

// The number of arcs in a header; each arc takes at least one byte.
inline std::uint64_t read_count(text_reader& in, const char* what) { return in.number(0, in.size(), what); }
inline void require_all(text_reader& in, std::uint64_t found, std::uint64_t announced, const char* what) {
  if (found != announced) in.fail(what + (" " + std::to_string(found + 1)) + " of " + std::to_string(announced));
}

}  // namespace amorph::arc_file
