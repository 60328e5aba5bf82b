// Lists of variables and names, and the error for a name that fits several things.
#pragma once

#include <algorithm>
#include <string>
#include <vector>

#include "amorph/kernels/base/error.hpp"

namespace amorph::pta {

// Sorts and removes duplicates.
template <class T> void sort_unique(std::vector<T>& v) {
  std::sort(v.begin(), v.end());
  v.erase(std::unique(v.begin(), v.end()), v.end());
}

template <class T> void append(std::vector<T>& to, const std::vector<T>& more) {
  to.insert(to.end(), more.begin(), more.end());
}

// The names, sorted and without duplicates, separated by commas.
inline std::string listed(std::vector<std::string> names) {
  sort_unique(names);
  std::string text;
  for (const std::string& name : names) (text += text.empty() ? "" : ", ") += name;
  return text;
}

// A name is ambiguous; other interpretations of it are not tried then.
class ambiguous : public error {
 public:
  explicit ambiguous(const std::string& what) : error(status::bad_input, what) {}
};

}  // namespace amorph::pta
