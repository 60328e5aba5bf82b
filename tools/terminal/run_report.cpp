#include "tools/terminal/run_report.hpp"

#include <cstdio>

#include "tools/base/counted.hpp"

namespace amorph {

std::string backend_text(const run_statistics& stats) {
  if (stats.backend_name != "cpu" || stats.threads == 0) return stats.backend_name;
  return "cpu, " + counted(stats.threads, "thread", "threads");
}

void write_backend(json_writer& j, const run_statistics& stats) {
  j.field("backend", stats.backend_name.starts_with("cuda") ? "cuda" : "cpu");
  j.field("device", stats.backend_name);
  j.field("threads", stats.threads);
  if (!stats.weighed.empty()) j.field("weighed", stats.weighed);
}

void print_weighed(const char* command, const run_statistics& stats) {
  if (!stats.weighed.empty()) std::fprintf(stderr, "%s: auto: %s\n", command, stats.weighed.c_str());
}

}  // namespace amorph
