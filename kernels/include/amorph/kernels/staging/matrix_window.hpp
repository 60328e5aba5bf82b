// A rectangular block of a matrix in row-major order.
#pragma once

#include <cstddef>

namespace amorph {

struct matrix_window {
  std::size_t row, column, rows, columns;
};

// Out-of-core access to a matrix, in terms of such blocks: block_stream.hpp.
template <class T, class Exec> class block_stream;

}  // namespace amorph
