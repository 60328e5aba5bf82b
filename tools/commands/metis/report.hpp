// The report of METIS's commands; lines that scripts parse are identical to METIS's.
#pragma once

#include <string>

#include "partitioner/common/partition.hpp"
#include "tools/base/printf_text.hpp"
#include "tools/commands/metis/quality.hpp"
#include "tools/commands/metis/settings.hpp"

namespace amorph::metis {

struct times {
  double read_ms = 0, partition_ms = 0, report_ms = 0, write_ms = 0;
};

// The heading: the backend, and the sizes of METIS's types.
[[nodiscard]] std::string heading(const std::string& backend);
[[nodiscard]] std::string options_block(const settings& s, std::uint32_t constraints, bool mesh);
[[nodiscard]] std::string scheme_line(const settings& s);
[[nodiscard]] std::string quality_block(const quality& q, const partition::options& o);
// Transaction statistics, on one line: commits, no-ops, aborts by cause.
[[nodiscard]] std::string transactions_line(const char* what, const transaction_statistics& t);

// Timing and memory. `step`: METIS's name for the computation, of 14 characters.
[[nodiscard]] std::string closing(const times& t, const char* step = "Partitioning: ");

[[nodiscard]] std::string json(const settings& s, const partition::graph& g, const partition::options& o,
                               const partition::result& r, const quality& q, const times* t);

// The maximum resident set size of this process, in bytes.
[[nodiscard]] std::uint64_t peak_memory();

}  // namespace amorph::metis
