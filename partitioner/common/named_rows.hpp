// Tables of rows with a `name`, in the order of an enumeration.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace amorph::partition {

template <class Enum, class Row, std::size_t n>
[[nodiscard]] std::optional<Enum> find_by_name(const Row (&rows)[n], std::string_view name) noexcept {
  for (std::size_t i = 0; i != n; ++i)
    if (rows[i].name == name) return static_cast<Enum>(i);
  return std::nullopt;
}

// The names, as an option's choices.
template <class Row, std::size_t n> [[nodiscard]] std::vector<const char*> names_of(const Row (&rows)[n]) {
  std::vector<const char*> names;
  for (const Row& r : rows) names.push_back(r.name);
  return names;
}
// "a, b or c": the names, or text_of() of the rows.
template <class Row, std::size_t n, class TextOf>
[[nodiscard]] std::string alternatives(const Row (&rows)[n], TextOf text_of) {
  std::string all;
  for (std::size_t i = 0; i != n; ++i) all.append(i == 0 ? "" : i + 1 == n ? " or " : ", ").append(text_of(rows[i]));
  return all;
}
template <class Row, std::size_t n> [[nodiscard]] std::string alternatives(const Row (&rows)[n]) {
  return alternatives(rows, [](const Row& r) { return r.name; });
}

}  // namespace amorph::partition
