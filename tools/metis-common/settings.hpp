// The options of METIS's commands: one place says how each is called, what it takes and what it means.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "partitioner/metis/engine.hpp"
#include "partitioner/multilevel/partition.hpp"
#include "tools/terminal/command_line.hpp"

namespace amorph::metis {

struct settings {
  // METIS's.
  std::string ptype = "kway", ctype = "shem", iptype, objtype = "cut", gtype = "dual", tpwgts, ubvec;
  bool no2hop = false, contig = false, minconn = false, nooutput = false;
  std::int32_t ufactor = 0, niter = 10, ncuts = 1, seed = -1, dbglvl = 0, ncommon = 1;  // ufactor 0: the default
  // Ours.
  std::string rtype = "lp", backend = "auto", engine_name = "amorph", json, svg, coordinates;
  std::uint64_t device = 0, threads = 0, memory_limit = 0;
};

// Groups for a table of options. `mesh`: mpmetis, which has neither -no2hop nor -ubvec.
[[nodiscard]] option_group partitioning_options(settings& s, bool mesh);
[[nodiscard]] option_group mesh_graph_options(settings& s);  // -gtype, -ncommon
[[nodiscard]] option_group engine_options(settings& s);      // --backend, --device, --threads, --memory-limit, --engine
[[nodiscard]] option_group report_options(settings& s, bool picture);  // --json; --svg, --coordinates

// What the options say, for a graph of `constraints` weights a vertex. Reads the -tpwgts file. Throws error.
[[nodiscard]] partition::options partition_options(const settings& s, std::uint32_t parts, std::uint32_t constraints);
[[nodiscard]] metis_parameters metis_parameters_of(const settings& s);
[[nodiscard]] engine chosen_engine(const settings& s);

// The allowed imbalance of -ufactor, or its default.
[[nodiscard]] double tolerance(const settings& s, std::uint32_t constraints);

// Options that exclude each other, as METIS has it. Throws error.
void check_together(const settings& s);

// Two numbers of parts or more, and not so many that memory for them alone would run out. Throws error.
[[nodiscard]] std::uint32_t number_of_parts(const std::string& operand);

}  // namespace amorph::metis
