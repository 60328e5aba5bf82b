// The reader of text formats: numbers at the borders of their range, lines, rows, and what it says when it refuses.
#include "tools/formats/text_reader.hpp"

#include <gtest/gtest.h>

#include <cstdlib>
#include <limits>
#include <random>
#include <vector>

namespace amorph::test {
namespace {

constexpr std::uint64_t greatest = std::numeric_limits<std::uint64_t>::max();

// The line that reading `text` ends with, or "" if nothing is wrong.
template <class Read> std::string refusal(std::string_view text, Read read) {
  text_reader in(text, "f", '%');
  try {
    read(in);
  } catch (const error& e) {
    EXPECT_EQ(e.code(), status::bad_input);
    return e.what();
  }
  return {};
}

std::uint64_t number_of(std::string_view text) { return text_reader(text, "f").number(0, greatest, "a number"); }

// 19 digits are read without a look at overflow, 20 with one; leading zeros count as digits, not as value.
TEST(text_reader, numbers_at_every_length) {
  std::mt19937_64 random(1);
  for (unsigned bits = 0; bits != 65; ++bits)
    for (unsigned i = 0; i != 50; ++i) {
      const std::uint64_t n = bits == 0 ? 0 : random() >> (64 - bits);
      for (const char* zeros : {"", "0", "0000000000000000000000"})
        for (const char* after : {"", " 7", "\n", ",", "\r\n"})
          ASSERT_EQ(number_of(zeros + std::to_string(n) + after), n) << zeros;
    }
  EXPECT_EQ(number_of("18446744073709551615"), greatest);
}

TEST(text_reader, refuses_what_is_no_number_in_range) {
  for (const char* text :
       {"18446744073709551616", "18446744073709551620", "99999999999999999999", "100000000000000000000", "-1", "+1",
        "1x", "0x10", "1.5", "1e3", "x", ".", "", " 1", "\n", "1\xff", "1_000"})
    EXPECT_EQ(refusal(text, [](text_reader& in) { in.number(0, greatest, "a count"); })
                  .find("f:1: expected a count (0 .. 18446744073709551615), found "),
              0u)
        << text;
  const auto in_range = [](text_reader& in) { in.number(2, 4, "a count"); };
  EXPECT_EQ(refusal("1", in_range), "f:1: expected a count (2 .. 4), found '1'");
  EXPECT_EQ(refusal("5", in_range), "f:1: expected a count (2 .. 4), found '5'");
  EXPECT_EQ(refusal("2", in_range), "");
  EXPECT_EQ(refusal("4", in_range), "");
}

// A blank line is a row without entries, a comment line is no row; the last line need not end.
TEST(text_reader, rows) {
  text_reader in("%head\n\n1 2\r\n \t\n%in between\n%and again\n3\t4  \n\r\n5", "f", '%');
  std::vector<std::vector<std::uint64_t>> rows;
  while (in.next_row()) {
    auto& row = rows.emplace_back();
    while (!in.at_line_end()) row.push_back(in.number(0, 9, "an entry"));
    in.end_row();
  }
  EXPECT_EQ(rows, (std::vector<std::vector<std::uint64_t>>{{}, {1, 2}, {}, {3, 4}, {}, {5}}));
}

TEST(text_reader, lines_skip_what_means_nothing) {
  text_reader in("\n  %one\n \r\n\t1\n%two\n2%no comment\n%", "f", '%');
  ASSERT_TRUE(in.next_line());
  EXPECT_EQ(in.number(0, 9, "n"), 1u);
  in.end_line();
  ASSERT_TRUE(in.next_line());
  EXPECT_EQ(in.rest_of_line(), "2%no comment");
  EXPECT_FALSE(in.next_line());
}

TEST(text_reader, says_where_and_what) {
  const auto all = [](text_reader& in) {
    while (in.next_row()) {
      while (!in.at_line_end()) in.number(1, 9, "a neighbour");
      in.end_row();
    }
  };
  EXPECT_EQ(refusal("1\n%c\n\n2 x\n", all), "f:4: expected a neighbour (1 .. 9), found 'x'");
  EXPECT_EQ(refusal("1\r\n2,3", all), "f:2: expected a neighbour (1 .. 9), found ','");
  EXPECT_EQ(refusal(std::string_view("1 \0", 3), all), "f:1: expected a neighbour (1 .. 9), found a NUL byte");
  EXPECT_EQ(refusal("\r1", all), "f:1: expected a neighbour (1 .. 9), found '?'");
  const auto two = [](text_reader& in) {
    in.number(0, 9, "a number");
    in.space("a second number");
    in.number(0, 9, "a second number");
    in.end_line();
  };
  EXPECT_EQ(refusal("1", two), "f:1: expected a second number, found the end of the file");
  EXPECT_EQ(refusal("1\n", two), "f:1: expected a second number, found the end of the line");
  EXPECT_EQ(refusal("1 2 3", two), "f:1: expected the end of the line, found '3'");
  EXPECT_EQ(refusal("1 2-", two), "f:1: expected a second number (0 .. 9), found '2-'");
}

// A copy is a bookmark: what is found wrong later can be blamed on the line where it began.
TEST(text_reader, bookmarks) {
  const auto late = [](text_reader& in) {
    in.next_line();
    const text_reader start = in;
    in.rest_of_line();
    in.rest_of_line();
    EXPECT_EQ(in.left(), 0u);
    start.fail_plain("two lines");
  };
  EXPECT_EQ(refusal("\n\na\nb\n", late), "f:3: two lines");
}

}  // namespace
}  // namespace amorph::test
