// Questions about a program, and their answers as text and JSON.
#pragma once

#include <string>
#include <vector>

#include "tools/amorph-pta/source/item.hpp"
#include "tools/amorph-pta/source/places.hpp"
#include "tools/formats/json.hpp"

namespace amorph::pta {

[[nodiscard]] const char* kind_name(ObjectKind k);  // in answers and reports

struct answer {
  std::string query, argument;  // as asked
  std::string verdict;          // aliases: no or may; escapes of one object: yes or no; else empty
  std::vector<item> items;      // ordered; what they are depends on the query
  std::string error;            // one line, where what was asked for names nothing; the rest is empty then
};

struct query_kind {
  const char* name;      // as --NAME and at the prompt
  const char* argument;  // what stands for its argument in help; empty: none
  const char* help;
};
[[nodiscard]] const std::vector<query_kind>& query_kinds();

// Throws error(bad_input) with one line if no program has an answer: no such query, or one without what it asks about.
void check_query(const std::string& query, const std::string& argument);

// Answers a query; throws error(bad_input) with one line where its argument names nothing.
[[nodiscard]] answer ask(const source_index& program, const std::string& query, const std::string& argument);

// The same with answer::error in place of error(bad_input).
[[nodiscard]] answer ask_guarded(const source_index& program, const std::string& query, const std::string& argument);

// One line an item, below a line with the question.
[[nodiscard]] std::string text(const answer& a);
void write(json_writer& j, const answer& a);

}  // namespace amorph::pta
