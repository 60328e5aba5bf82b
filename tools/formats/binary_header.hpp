// What readers and writers of binary forms share. The forms are little-endian: arrays as in memory.
#pragma once

#include <bit>
#include <cstddef>
#include <string>
#include <string_view>

#include "amorph/kernels/base/error.hpp"

namespace amorph {

static_assert(std::endian::native == std::endian::little, "amorph: the binary formats are little-endian");

[[noreturn]] inline void refuse_binary(const std::string& name, const std::string& why) {
  throw error(status::bad_input, name + ": " + why);
}

[[nodiscard]] inline std::string_view bytes_of(const void* data, std::size_t size) {
  return {static_cast<const char*>(data), size};
}

}  // namespace amorph
