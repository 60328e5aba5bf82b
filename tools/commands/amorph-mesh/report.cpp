// The figures of a run, for people and for programs.
#include "amorph/version.hpp"
#include "tools/base/counted.hpp"
#include "tools/base/json.hpp"
#include "tools/base/printf_text.hpp"
#include "tools/commands/amorph-mesh/mesh.hpp"
#include "tools/terminal/run_report.hpp"

namespace amorph::mesh_tool {

void warn_of_bad(const config& c, outcome& o) {
  auto warn = [&](std::uint64_t n, const std::string& why) {
    if (n != 0) o.warnings.push_back(counted(n, "triangle violates", "triangles violate") + " the bounds: " + why);
  };
  warn(o.left.precision, "their vertices are as near to each other as precision allows");
  const std::string limit =
      "the limit of " + counted(c.steiner, "Steiner point", "Steiner points") + " was reached (-S)";
  warn(o.left.point_limit, limit);
  if (c.conforming && o.left.point_limit == 0 && o.refined_points() >= c.steiner)
    o.warnings.push_back(limit + ": some triangles may not be Delaunay");
  warn(o.left.kept_segment,
       std::string("segments next to them must not be split (") + (c.whole_segments ? "-YY)" : "-Y)"));
}

std::string summary(const config& c, const outcome& o) {
  std::string s = counted(o.mesh.points.size(), "vertex", "vertices") + ", " +
                  counted(o.mesh.triangles(), "triangle", "triangles") + ", smallest angle " +
                  text("%.2f degrees", o.extremes.min_angle);
  if (!c.min_angle.empty()) s += ", " + std::to_string(o.extremes.below_bound) + " below " + text("%g", c.angle);
  if (o.left.input_angle != 0) s += " (" + std::to_string(o.left.input_angle) + " at small input angles)";
  s += o.triangulate_ms > 0 ? ", triangulated in " + text("%.1f ms", o.triangulate_ms) : "";
  if (c.refines())
    s += ", refined in " + text("%.1f ms", o.refinement.median_ms()) + " (" + o.refinement.strategy + ", " +
         backend_text(o.refinement) + ")";
  if (c.optimize)
    s += ", " + counted(o.optimized.removed, "vertex", "vertices") + " removed in " + text("%.1f ms", o.optimized.ms);
  s += o.verified ? ", verified\n" : "\n";
  if (c.verbose)
    s += "largest angle " + text("%.2f degrees", o.extremes.max_angle) + ", areas " +
         text("%.6g", o.extremes.min_area) + " to " + text("%.6g", o.extremes.max_area) + ", " +
         counted(o.steiner, "vertex", "vertices") + " added, " + counted(o.crossings, "crossing", "crossings") +
         " of segments, " + counted(o.duplicates, "duplicate", "duplicates") + ", read in " +
         text("%.1f ms", o.read_ms) + (c.refines() ? ", checked in " + text("%.1f ms", o.check_ms) : "") + "\n";
  return s;
}

std::string json(const config& c, const outcome& o) {
  json_writer j;
  j.begin_object();
  j.field("tool", "amorph-mesh");
  j.field("version", AMORPH_VERSION);
  j.field("input_vertices", o.vertices_in);
  j.field("input_segments", o.segments_in);
  j.field("input_triangles", o.triangles_in);
  j.field("vertices", o.mesh.points.size());
  j.field("triangles", o.mesh.triangles());
  j.field("steiner", o.steiner);
  j.field("min_angle", o.extremes.min_angle);
  j.field("max_angle", o.extremes.max_angle);
  j.field("min_area", o.extremes.min_area);
  j.field("max_area", o.extremes.max_area);
  j.field("angle_bound", c.angle);
  j.field("angle_wanted", o.angle_wanted > 0 ? o.angle_wanted : c.angle);
  j.field("below_bound", o.extremes.below_bound);
  j.field("bad", o.bad.size());
  j.field("bad_input_angle", o.left.input_angle);
  j.field("bad_precision", o.left.precision);
  j.field("bad_point_limit", o.left.point_limit);
  j.field("bad_kept_segment", o.left.kept_segment);
  j.field("duplicates", o.duplicates);
  j.field("crossings", o.crossings);
  j.field("splits", o.splits);
  j.field("unused", o.unused);
  j.field("flips", o.flips);
  j.field("rounds", o.rounds);
  j.field("peak_bytes", o.refinement.peak_bytes);
  j.field("strategy", o.refinement.strategy);
  write_backend(j, o.refinement);
  j.field("read_ms", o.read_ms);
  j.field("triangulate_device", o.triangulate_device);
  j.field("triangulate_ms", o.triangulate_ms);
  j.field("check_ms", o.check_ms);
  j.field("load_ms", o.refinement.load_ms);
  j.field("refine_ms", o.refinement.median_ms());
  j.field("finish_ms", o.refinement.finish_ms);
  j.field("optimize_removed", o.optimized.removed);
  j.field("optimize_passes", o.optimized.passes);
  j.field("optimize_ms", o.optimized.ms);
  j.field("lists_ms", o.lists_ms);
  j.field("verify_ms", o.verify_ms);
  j.field("write_ms", o.write_ms);
  j.field("total_ms", o.total_ms);
  j.field("verified", o.verified);
  j.end_object();
  return j.text();
}

}  // namespace amorph::mesh_tool
