// Queries about a program, and their answers as text and JSON.
#pragma once

#include <string>
#include <vector>

#include "tools/base/json.hpp"
#include "tools/commands/amorph-pta/source/item.hpp"
#include "tools/commands/amorph-pta/source/source_index.hpp"

namespace amorph::pta {

[[nodiscard]] const char* kind_name(ObjectKind k);  // in answers and reports

// Functions that the program uses and that have neither a body nor a model.
[[nodiscard]] std::vector<const llvm::Function*> functions_without_model(const ModuleConstraints& c);

struct answer {
  std::string query, argument;  // as asked
  std::string verdict;          // aliases: no or may; escapes of an object: yes or no; otherwise empty
  std::vector<item> items;      // ordered; their meaning depends on the query
  std::string note;             // why there are no items, or not more, if a reader may not expect it
  std::string error;            // one line if the argument names nothing; the rest is empty then
};

struct query_kind {
  const char* name;      // as --NAME and at the prompt
  const char* argument;  // placeholder of its argument in help; empty: none
  const char* help;
};
[[nodiscard]] const std::vector<query_kind>& query_kinds();

// Throws error(bad_input) with one line if there is no such query, or its argument is missing.
void check_query(const std::string& query, const std::string& argument);

// Answers a query. Throws error(bad_input) with one line if its argument names nothing.
[[nodiscard]] answer ask(const source_index& program, const std::string& query, const std::string& argument);

// The same, but stores the message in answer::error.
[[nodiscard]] answer ask_guarded(const source_index& program, const std::string& query, const std::string& argument);

// A line with the query, and one line per item, or per block of memory with its fields; after `limit` lines (0: never)
// the rest is counted.
[[nodiscard]] std::string text(const answer& a, std::size_t limit);
void write(json_writer& j, const answer& a);

}  // namespace amorph::pta
