// What gpmetis and mpmetis do with a graph once they have it: divide it, tell of what METIS had to do, judge the answer.
#pragma once

#include "tools/metis-common/quality.hpp"
#include "tools/metis-common/report.hpp"
#include "tools/metis-common/settings.hpp"

namespace amorph::metis {

// Divides with the chosen engine; a remark becomes a line on stderr. `o` gets the reporting of -dbglvl.
// Without `report`, nothing is printed on stdout.
[[nodiscard]] answer divide_reporting(const char* program, const settings& s, const partition::graph& g,
                                      partition::options o, bool report, times& t);

// `o` without what the graph makes impossible: connected parts of a graph that is not connected. Says so as METIS does, in
// a report.
[[nodiscard]] partition::options without_vain_wishes(partition::options o, const partition::graph& g, bool report);

// More parts than vertices leave parts empty, as with METIS; more than that by orders of magnitude is a slip of the finger
// that would only use up memory. Throws error.
void refuse_needless_parts(std::uint32_t parts, std::uint32_t vertices);

// What METIS answers by chance: edges that stand twice, and a constraint without any weight. Throws error.
void refuse_doubtful(const std::string& path, const partition::graph& g, std::uint32_t constraints, unsigned threads);

}  // namespace amorph::metis
