// The options of METIS's commands: one table with names, arguments and help texts.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "partitioner/common/partition.hpp"
#include "tools/terminal/command_line.hpp"

namespace amorph::metis {

struct settings {
  // METIS's options.
  std::string ptype = "kway", ctype = "shem", iptype, objtype = "cut", gtype = "dual", tpwgts, ubvec;
  bool no2hop = false, contig = false, minconn = false, nooutput = false, verbose = false;
  std::int32_t ufactor = 0, niter = 10, ncuts = 1, seed = -1, dbglvl = 0, ncommon = 1;  // ufactor 0: the default
  // Amorph's options.
  std::string rtype = "lp", preset = "default", start, hierarchy, distances, evaluate, fixed, groups, backend = "auto",
              json, svg, coordinates;
  std::uint64_t move_cost = 0, device = 0, threads = 0, memory_limit = 0;
};

// Groups of the table of options. `mesh`: for mpmetis, which has neither -no2hop nor -ubvec.
[[nodiscard]] option_group partitioning_options(settings& s, bool mesh);
[[nodiscard]] option_group mesh_graph_options(settings& s);  // -gtype, -ncommon
// --start, --move-cost: for gpmetis.
[[nodiscard]] option_group start_options(settings& s);
// --fixed, --groups: for gpmetis.
[[nodiscard]] option_group constraint_options(settings& s);
// --hierarchy, --distances: for gpmetis.
[[nodiscard]] option_group mapping_options(settings& s);
[[nodiscard]] option_group run_options_group(settings& s);  // --backend, --device, --threads, --memory-limit, --preset
[[nodiscard]] option_group report_options(settings& s, bool picture);  // --json; --svg, --coordinates

// The partitioner's options, for a graph with `constraints` weights per vertex. Reads the -tpwgts file. Throws error.
[[nodiscard]] partition::options partition_options(const settings& s, std::uint32_t parts, std::uint32_t constraints);

// The load imbalance tolerance of -ufactor, or its default.
[[nodiscard]] double tolerance(const settings& s, std::uint32_t constraints);

// Throws error for options that exclude each other, as in METIS.
void check_compatible(const settings& s);

// The machine of --hierarchy and --distances, or none. Throws error.
[[nodiscard]] partition::machine machine_of(const settings& s);

// Parses the number of parts, 2 .. 2^28. Throws error.
[[nodiscard]] std::uint32_t number_of_parts(const std::string& operand);
// The same of GRAPH [PARTS]: the number of cores, if there is a machine; 0 for --evaluate without either.
[[nodiscard]] std::uint32_t number_of_parts(const settings& s, const std::vector<std::string>& operands);

}  // namespace amorph::metis
