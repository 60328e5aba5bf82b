// The JSON writer, and text in UTF-8.
#include "tools/base/json.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <string>
#include <utility>

#include "tools/base/utf8.hpp"

namespace amorph::test {
namespace {

TEST(json, members_in_order_and_escapes) {
  json_writer j;
  j.begin_object();
  j.field("s", "q\" b\\ n\n t\t \x01 \x7f \xc3\xa9");
  j.field("n", std::uint64_t{18446744073709551615u});
  j.field("i", -3);
  j.field("d", 0.1);
  j.field("nan", std::nan(""));
  j.field("b", true);
  j.key("a");
  j.begin_array();
  j.value(1);
  j.begin_object();
  j.end_object();
  j.end_array();
  j.end_object();
  EXPECT_EQ(
      j.text(),
      "{\n  \"s\": \"q\\\" b\\\\ n\\n t\\t \\u0001 \\u007f \xc3\xa9\",\n  \"n\": 18446744073709551615,\n  \"i\": -3,\n"
      "  \"d\": 0.1,\n  \"nan\": null,\n  \"b\": true,\n  \"a\": [\n    1,\n    {}\n  ]\n}\n");
}

// Names of files may be any bytes; JSON is UTF-8.
TEST(json, is_utf8) {
  const std::pair<const char*, const char*> cases[] = {
      {"\xff", "\uFFFD"},
      {"a\xc3", "a\uFFFD"},          // cut off
      {"\xc3(", "\uFFFD("},          // what follows stays
      {"\xc0\xaf", "\uFFFD\uFFFD"},  // longer than need be
      {"\xe0\x80\x80", "\uFFFD\uFFFD\uFFFD"},
      {"\xed\xa0\x80", "\uFFFD\uFFFD\uFFFD"},            // a surrogate
      {"\xf4\x90\x80\x80", "\uFFFD\uFFFD\uFFFD\uFFFD"},  // above U+10FFFF
      {"\u0080\u07ff\u0800\ud7ff\ue000\uffff\U00010000\U0010ffff",
       "\u0080\u07ff\u0800\ud7ff\ue000\uffff\U00010000\U0010ffff"},
  };
  for (const auto& [bytes, text] : cases) {
    json_writer j;
    j.value(bytes);
    EXPECT_EQ(j.text(), std::string("\"").append(text).append("\"")) << bytes;
  }
  EXPECT_EQ(one_line("a\nb\t\x7f\xff\u0085\u00e9"), "a?b??\uFFFD?\u00e9");
}

}  // namespace
}  // namespace amorph::test
