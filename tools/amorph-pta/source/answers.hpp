// Questions about a program, and their answers as text and JSON.
#pragma once

#include <string>
#include <vector>

#include "amorph/json.hpp"
#include "places.hpp"

namespace amorph::pta {

struct item {
  std::string name, kind;
  source_place place;
  std::string how;  // calls: direct or indirect; empty elsewhere
};

struct answer {
  std::string query, argument;  // as asked
  std::string verdict;          // aliases: no, may or must; escapes of one object: yes or no; else empty
  std::vector<item> items;      // ordered; what they are depends on the query
};

struct query_kind {
  const char* name;      // as --NAME and at the prompt
  const char* argument;  // what stands for its argument in help; empty: none
  const char* help;
};
[[nodiscard]] const std::vector<query_kind>& query_kinds();

// Answers a query; throws error(bad_input) with one line where its argument names nothing.
[[nodiscard]] answer ask(const source_index& program, const std::string& query, const std::string& argument);

// One line an item, below a line with the question.
[[nodiscard]] std::string text(const answer& a);
void write(json_writer& j, const answer& a);

}  // namespace amorph::pta
