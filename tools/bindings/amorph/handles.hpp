// Common code of the C interface: the context, checks of arguments, and exceptions as status codes.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstring>
#include <memory>
#include <string>

#include "amorph/kernels/backend/boundary.hpp"
#include "amorph/kernels/base/error.hpp"
#include "amorph/kernels/base/refuse.hpp"
#include "solver/run/context.hpp"
#include "solver/run/options.hpp"
#include "tools/bindings/amorph/amorph.h"

struct amorph_context {
  amorph::run_options run;  // in `kept`, with the stop token below
  std::atomic<bool> stop{false};
  std::unique_ptr<amorph::context> kept;
};

namespace amorph::c_interface {

// The thread's line for amorph_last_error().
std::string& last_error() noexcept;

// Runs body(); an exception becomes a status and the thread's line.
template <class Body> amorph_status run(Body body) noexcept {
  last_error().clear();
  return static_cast<amorph_status>(guarded(last_error(), body));
}

// Bounds of `size`: minimum_size is that of the first version of the struct, maximum_size no version will exceed.
inline constexpr std::size_t maximum_size = 4096;
template <class T> inline constexpr std::size_t minimum_size = sizeof(T);
template <> inline constexpr std::size_t minimum_size<amorph_graph> = offsetof(amorph_graph, weights);
template <>
inline constexpr std::size_t minimum_size<amorph_partition_options> = offsetof(amorph_partition_options, contiguous);
template <>
inline constexpr std::size_t minimum_size<amorph_partition_figures> = offsetof(amorph_partition_figures, cost);
template <> inline constexpr std::size_t minimum_size<amorph_order_options> = offsetof(amorph_order_options, preset);
template <> inline constexpr std::size_t minimum_size<amorph_sat_options> = offsetof(amorph_sat_options, walkers);
template <> inline constexpr std::size_t minimum_size<amorph_constraints> = offsetof(amorph_constraints, moves);

template <class T> void check_size(const T* given, const char* name) {
  if (given->size < minimum_size<T> || given->size > maximum_size || given->size % alignof(T) != 0)
    refuse(std::string(name) + ": expected size to be that of the struct, " + std::to_string(sizeof(T)) + ", found " +
           std::to_string(given->size));
}

// `T* options`, or the defaults; a struct of an older caller is shorter than ours; missing members are zero.
template <class T> T read_struct(const T* given, const char* name) {
  T all{};
  if (given == nullptr) return all;
  check_size(given, name);
  const auto* from = reinterpret_cast<const unsigned char*>(given);
  auto* to = reinterpret_cast<unsigned char*>(&all);
  for (std::size_t i = 0; i != sizeof(T) && i != given->size; ++i) to[i] = from[i];
  for (std::size_t i = sizeof(T); i < given->size; ++i)  // members of a later version, unknown here
    if (from[i] != 0)
      refuse(std::string(name) + ": a member beyond the " + std::to_string(sizeof(T)) +
             " bytes of this version is not zero");
  return all;
}
template <class T> T require_struct(const T* given, const char* name) {
  if (given == nullptr) refuse(std::string("expected ") + name + ", found NULL");
  return read_struct(given, name);
}
// Of a struct for results, or NULL: before the work, so that a call that fails has changed nothing.
template <class T> void check_result(const T* given, const char* name) {
  if (given != nullptr) check_size(given, name);
}
// Writes a struct of results as far as the caller's reaches: an older one is shorter.
template <class T> void write_struct(T all, T* to, const char* name) {
  check_size(to, name);
  all.size = to->size;
  std::memcpy(to, &all, std::min(to->size, sizeof(T)));
}
// A number for the value of an enumeration that has a table of rows.
template <class Enum, class Row, std::size_t n>
Enum row_number(const char* name, std::int32_t value, const Row (&)[n]) {
  if (value < 0 || value >= static_cast<std::int32_t>(n))
    refuse(std::string(name) + ": expected 0 .. " + std::to_string(n - 1) + ", found " + std::to_string(value));
  return static_cast<Enum>(value);
}
inline void require(const void* pointer, const char* name) {
  if (pointer == nullptr) refuse(std::string("expected ") + name + ", found NULL");
}

}  // namespace amorph::c_interface
