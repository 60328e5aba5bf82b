// Serialises plain values, arrays and strings in the representation of this machine.
#pragma once

#include <cstdint>
#include <cstring>
#include <string>
#include <type_traits>
#include <vector>

#include "llvm/ADT/StringRef.h"

namespace amorph::pta {

struct byte_writer {
  std::string bytes;

  template <class T> void value(const T& v) {
    static_assert(std::is_trivially_copyable_v<T>);
    bytes.append(reinterpret_cast<const char*>(&v), sizeof v);
  }
  // The length, then the elements. A string is an array too.
  template <class Array> void array(const Array& a) {
    static_assert(std::has_unique_object_representations_v<typename Array::value_type>);  // no padding
    value(std::uint64_t{a.size()});
    bytes.append(reinterpret_cast<const char*>(a.data()), a.size() * sizeof *a.data());
  }
  void texts(const std::vector<std::string>& list) {
    value(std::uint64_t{list.size()});
    for (const std::string& text : list) array(text);
  }
};

// Reading past the end sets `good` to false; nothing is read from then on.
struct byte_reader {
  llvm::StringRef rest;
  bool good = true;

  template <class T> void value(T& v) {
    good = good && rest.size() >= sizeof v;
    if (!good) return;
    std::memcpy(&v, rest.begin(), sizeof v);
    rest = rest.drop_front(sizeof v);
  }
  template <class Array> void array(Array& a) {
    std::uint64_t n = 0;
    value(n);
    good = good && n <= rest.size() / sizeof *a.data();
    if (!good) return;
    a.resize(n);
    std::memcpy(a.data(), rest.begin(), n * sizeof *a.data());
    rest = rest.drop_front(n * sizeof *a.data());
  }
  void texts(std::vector<std::string>& list) {
    std::uint64_t n = 0;
    for (value(n); good && n != 0; --n) array(list.emplace_back());
  }
};

}  // namespace amorph::pta
