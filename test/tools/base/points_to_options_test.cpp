// The table of options that the LLVM plugin and amorph-pta share: its parser, and that docs/points-to.md shows it.
#include <gtest/gtest.h>

#include <fstream>
#include <regex>
#include <string>

#include "tools/base/points_to_options.hpp"

namespace amorph {
namespace {

std::string wrong(const std::string& text) {
  points_to_options o;
  return parse_points_to_options(text, o);
}

std::string fallback(const points_to_option& row) {
  if (std::holds_alternative<points_to_option::file>(row.type)) return "none";
  const std::string value = value_text(row, {});
  if (const auto* size = std::get_if<points_to_option::size>(&row.type)) return value + ": " + size->zero;
  const auto* number = std::get_if<points_to_option::number>(&row.type);
  return number != nullptr && number->zero != nullptr ? value + ": " + number->zero : value;
}

std::string rows_of_table() {
  std::string text;
  for (const points_to_option& row : points_to_option_table())
    text += "| " + std::string(row.name) + " | " + value_range(row) + " | " + fallback(row) + " | " + row.help + " |\n";
  return text;
}

// The rows of the page's table, without backticks and the addresses of links.
std::string rows_of_page() {
  std::ifstream page(AMORPH_DOCS "/points-to.md");
  std::string text;
  bool within = false;
  for (std::string line; std::getline(page, line);) {
    if (line == "| parameter | values | default | meaning |") {
      within = true;
      std::getline(page, line);  // | --- |
    } else if (within && line.empty()) {
      break;
    } else if (within) {
      line = std::regex_replace(line, std::regex("`"), "");
      text += std::regex_replace(line, std::regex(R"(\[([^\]]*)\]\([^)]*\))"), "$1") + "\n";
    }
  }
  return text;
}

TEST(PointsToOptions, ThePageShowsTheTable) { EXPECT_EQ(rows_of_page(), rows_of_table()); }

TEST(PointsToOptions, ReadsEachKindOfValue) {
  points_to_options o;
  ASSERT_EQ(parse_points_to_options("world=closed; threads = 4 ;memory-limit=2M;fields=off;json=sets.json", o), "");
  EXPECT_EQ(o.world, "closed");
  EXPECT_EQ(o.threads, 4);
  EXPECT_EQ(o.memory_limit, 2U << 20);
  EXPECT_FALSE(o.fields);
  EXPECT_EQ(o.json, "sets.json");
  EXPECT_EQ(to_string(o), "threads=4;memory-limit=2097152;world=closed;fields=off;json=sets.json");
}

TEST(PointsToOptions, NamesWhatWasExpected) {
  EXPECT_EQ(wrong("threads=5000"), "parameter 'threads': expected a number from 0 (all) to 4096, got '5000'");
  EXPECT_EQ(wrong("field-limit=0"), "parameter 'field-limit': expected a number from 1 to 16384, got '0'");
  EXPECT_EQ(wrong("wrappers=all"), "parameter 'wrappers': expected off, on or constructors, got 'all'");
  EXPECT_EQ(wrong("device=1024"), "parameter 'device': expected a number from 0 to 1023, got '1024'");
  EXPECT_EQ(wrong("memory-limit=2X"),
            "parameter 'memory-limit': expected a number of bytes, as in 500M or 16G, got '2X'");
  EXPECT_EQ(wrong("world=a\nb"), "parameter 'world': expected open or closed, got 'a?b'");
  EXPECT_EQ(wrong("json="), "parameter 'json': expected a file name");
  EXPECT_EQ(wrong("stats"), "expected KEY=VALUE, got 'stats'");
  EXPECT_EQ(wrong("stats=on;stats=on"), "parameter 'stats': expected once, got it twice");
  EXPECT_TRUE(wrong("colour=red").starts_with("unknown parameter 'colour', expected backend, device, threads, "));
}

}  // namespace
}  // namespace amorph
