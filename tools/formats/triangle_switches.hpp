// The switches of the mesh tools, Triangle's letters and long options, in one table: the command amorph-mesh (parser,
// --help, man page), libamorph_triangle and amorph.triangle in Python iterate over it. A new switch is a member of
// switch_values, a row, and the code that acts on it. This header needs the standard library only, since Python's
// extension module links nothing but libamorph.so.
#pragma once

#include <array>
#include <cstdint>
#include <limits>
#include <string>
#include <string_view>
#include <variant>

namespace amorph::mesh_tool {

struct switch_values {
  bool poly = false, rebuild = false, convex = false, conforming = false, regions = false, no_holes = false;
  bool bounds = false;  // -a without a number
  bool splits = false, optimize = false, user_test = false;
  bool whole_boundary = false, whole_segments = false;
  bool zero = false, jettison = false, edges = false, neighbours = false, voronoi = false, off = false;
  bool quadratic = false, no_markers = false, no_poly = false, no_nodes = false, no_elements = false;
  bool no_iteration = false, quiet = false, verbose = false, verify = false;
  std::string sizing, json, svg, vtk, format = "auto", precision = "double";
  std::string min_angle, max_area, max_steiner, growth;  // as typed; empty: not given
  double angle = 0, area = 0, gradation = 0;             // the numbers; 0: no bound
  std::uint64_t steiner = std::numeric_limits<std::uint64_t>::max();

  [[nodiscard]] bool sizes() const { return !sizing.empty() || !growth.empty(); }
  [[nodiscard]] bool refines() const {
    return !min_angle.empty() || !max_area.empty() || bounds || conforming || user_test || sizes();
  }
};

// A row of the table. A character without a row is refused by the command and by Python, and ignored by the library.
struct mesh_switch {
  enum option_group { meshing, output, execution, no_option };
  enum letter_form {
    plain,
    bare,     // the letter of a number, without one
    doubled,  // the letter for the second time
    with_2    // the letter with a 2 directly after it
  };
  enum effect { used, ignored, refused };
  struct reading {
    effect does = used;
    const char* why = nullptr;  // of a refusal; null: refused as an unknown character is
  };
  struct number {
    std::string switch_values::* typed;
    std::variant<double switch_values::*, std::uint64_t switch_values::*> value;
    const char* expected;
    double low, high;
    double library_high = std::numeric_limits<double>::infinity();
    bool above_low = false;
    const char* expected_integer = nullptr;  // null: fractions are allowed. The library cuts them off, as Triangle does
    const char* alone = nullptr;    // the number that the letter alone stands for; in the command, unless one was given
    const char* example = nullptr;  // null: the command accepts the letter alone
  };
  using flag = bool switch_values::*;
  using text = std::string switch_values::*;

  const char* name = nullptr;  // the long option
  char letter = 0;
  letter_form form = plain;
  option_group group = no_option;
  std::variant<flag, text, number> target = flag{};
  const char* argument = nullptr;           // placeholder of the value in help
  std::array<const char*, 3> choices = {};  // of a text, or none; the first is the default
  reading command = {}, library = {};
  bool python = false;  // whether amorph.triangle accepts the letter
  const char* help = "";
};

namespace switch_rows {

using m = mesh_switch;
using v = switch_values;
using enum mesh_switch::option_group;
using enum mesh_switch::letter_form;
using enum mesh_switch::effect;

// clang-format off: an option per two lines, like a table.
inline constexpr mesh_switch all[] = {
    {.name = "poly", .letter = 'p', .group = meshing, .target = &v::poly, .python = true,
     .help = "Read segments, holes and regions from a .poly file, and remove what segments do not enclose."},
    {.name = "rebuild", .letter = 'r', .group = meshing, .target = &v::rebuild, .python = true,
     .help = "Start from the triangles of an .ele file. With -p, keep the segments of the .poly file."},
    {.name = "min-angle", .letter = 'q', .group = meshing,
     .target = m::number{.typed = &v::min_angle, .value = &v::angle, .expected = "an angle of 0 to 60 degrees",
                         .low = 0, .high = 60, .library_high = 60, .alone = "20"},
     .argument = "ANGLE", .python = true,
     .help = "Add vertices until no angle is below ANGLE degrees, except at small input angles; -q alone is -q20. "
             "Refinement to more than 30 degrees may not terminate; without -S the mesh is then refined to 34, 33 or "
             "30 degrees, and the exit code is 5."},
    {.name = "max-area", .letter = 'a', .group = meshing,
     .target = m::number{.typed = &v::max_area, .value = &v::area, .expected = "an area above 0", .low = 0,
                         .high = 1e300, .above_low = true},
     .argument = "AREA", .python = true,
     .help = "Add vertices until no triangle is larger than AREA. -a without a number takes area bounds from regions "
             "(-p) or from the .area file (-r)."},
    {.name = "area-bounds", .letter = 'a', .form = bare, .group = meshing, .target = &v::bounds, .python = true,
     .help = "Same as -a without a number."},
    {.name = "conforming", .letter = 'D', .group = meshing, .target = &v::conforming, .python = true,
     .help = "Add vertices until all triangles are Delaunay, not just constrained Delaunay."},
    {.letter = 'L', .target = &v::conforming, .command = {refused}},
    {.name = "max-steiner", .letter = 'S', .group = meshing,
     .target = m::number{.typed = &v::max_steiner, .value = &v::steiner, .expected = "a number of vertices", .low = 0,
                         .high = 4e9, .expected_integer = "an integer number of vertices", .alone = "0",
                         .example = "1000"},
     .argument = "N", .python = true, .help = "Add at most N vertices, not counting crossings of segments."},
    {.letter = 'u', .target = &v::user_test,
     .command = {refused, "no function is linked with this command; --sizing reads sizes from a file, and "
                          "libamorph_triangle calls triunsuitable()"}},
    {.name = "sizing", .group = meshing, .target = &v::sizing, .argument = "FILE",
     .help = "Add vertices until no triangle is larger than the equilateral one of the edge length in FILE: a .node or "
             ".amesh file whose first attribute is a length, or a grid in ESRI's ASCII format."},
    {.name = "gradation", .group = meshing,
     .target = m::number{.typed = &v::growth, .value = &v::gradation, .expected = "a number above 0", .low = 0,
                         .high = 1e300, .above_low = true},
     .argument = "G",
     .help = "Limit the growth of edge lengths to G per unit of distance (0.2: slow, 1: fast); without --sizing, they "
             "grow from the input's shortest edges."},
    {.name = "optimize", .group = meshing, .target = &v::optimize,
     .help = "After refinement, remove and move vertices while all bounds hold: fewer triangles, in several times the "
             "time. On the CPU."},
    {.name = "split", .letter = 's', .group = meshing, .target = &v::splits,
     .help = "Recover segments by splitting them where they are not edges of the Delaunay triangulation."},
    {.name = "whole-boundary", .letter = 'Y', .group = meshing, .target = &v::whole_boundary, .python = true,
     .help = "Add no vertices on the boundary; -YY: on no segment."},
    {.name = "whole-segments", .letter = 'Y', .form = doubled, .group = meshing, .target = &v::whole_segments,
     .python = true, .help = "Same as -YY."},
    {.name = "region-attributes", .letter = 'A', .group = meshing, .target = &v::regions, .python = true,
     .help = "Give each triangle the attribute of its region."},
    {.name = "convex", .letter = 'c', .group = meshing, .target = &v::convex, .python = true,
     .help = "Mesh the convex hull of the vertices."},
    {.name = "no-holes", .letter = 'O', .group = meshing, .target = &v::no_holes,
     .help = "Ignore the holes of the .poly file."},

    {.name = "format", .group = output, .target = &v::format, .argument = "F", .choices = {"auto", "text", "binary"},
     .help = "binary: write one .amesh file instead of .node, .ele, .poly and .neigh; -E omits its triangles, -P its "
             "segments, -N the file. auto: as the input."},
    {.name = "edges", .letter = 'e', .group = output, .target = &v::edges, .python = true,
     .help = "Write an .edge file."},
    {.name = "neighbours", .letter = 'n', .group = output, .target = &v::neighbours, .python = true,
     .help = "Write a .neigh file."},
    {.name = "voronoi", .letter = 'v', .group = output, .target = &v::voronoi, .python = true,
     .help = "Write the Voronoi diagram: .v.node and .v.edge files."},
    {.name = "off", .letter = 'g', .group = output, .target = &v::off,
     .help = "Write an .off file for Geomview."},
    {.name = "quadratic", .letter = 'o', .form = with_2, .group = output, .target = &v::quadratic, .python = true,
     .help = "Same as -o2: triangles of six nodes, the last three on the edges opposite to the corners."},
    {.name = "jettison", .letter = 'j', .group = output, .target = &v::jettison, .python = true,
     .help = "Leave out vertices that belong to no triangle."},
    {.name = "zero", .letter = 'z', .group = output, .target = &v::zero, .python = true,
     .help = "Number from 0. Default: as the input."},
    {.name = "no-markers", .letter = 'B', .group = output, .target = &v::no_markers, .python = true,
     .help = "Write no boundary markers."},
    {.name = "no-poly", .letter = 'P', .group = output, .target = &v::no_poly, .help = "Write no .poly file."},
    {.name = "no-node", .letter = 'N', .group = output, .target = &v::no_nodes, .help = "Write no .node file."},
    {.name = "no-ele", .letter = 'E', .group = output, .target = &v::no_elements, .help = "Write no .ele file."},
    {.name = "no-iteration", .letter = 'I', .group = output, .target = &v::no_iteration,
     .help = "Add no number to output names; then no .poly is written, and no .node if it was read."},
    {.name = "json", .group = output, .target = &v::json, .argument = "FILE",
     .help = "Write the figures to FILE as JSON; '-' is the standard output."},
    {.name = "svg", .group = output, .target = &v::svg, .argument = "FILE", .help = "Draw the mesh as SVG."},
    {.name = "vtk", .group = output, .target = &v::vtk, .argument = "FILE",
     .help = "Write the mesh for ParaView and meshio: a name in .vtu in VTK's XML format, with binary arrays; others "
             "in its legacy format, as text."},
    {.name = "quiet", .letter = 'Q', .group = output, .target = &v::quiet, .python = true,
     .help = "Print neither figures nor warnings."},
    {.name = "verbose", .letter = 'V', .group = output, .target = &v::verbose, .python = true,
     .help = "Print more figures, and with --backend auto the estimates."},

    {.name = "precision", .group = execution, .target = &v::precision, .argument = "P", .choices = {"double", "single"},
     .help = "single: round vertices to a grid of 2^24 steps across the domain, and place new ones on it; refused if "
             "two would coincide."},
    {.name = "verify", .letter = 'C', .group = execution, .target = &v::verify, .python = true,
     .help = "Check the mesh with independent code and exact arithmetic; exit with code 4 if it is wrong."},

    // Choices of arithmetic and algorithm: the mesh does not depend on them.
    {.letter = 'X', .command = {ignored}, .library = {ignored}, .python = true},
    {.letter = 'i', .command = {ignored}, .library = {ignored}, .python = true},
    {.letter = 'F', .command = {ignored}, .library = {ignored}, .python = true},
    {.letter = 'l', .command = {ignored}, .library = {ignored}, .python = true},
    {.letter = 'w', .command = {refused}, .library = {refused, "weighted triangulations are not supported"}},
    {.letter = 'W', .command = {refused}, .library = {refused, "weighted triangulations are not supported"}},
};
// clang-format on

}  // namespace switch_rows

// The letters of the rows that are wanted, each once, in their order.
template <class Wanted> [[nodiscard]] std::string letters_of(Wanted wanted) {
  std::string letters;
  for (const mesh_switch& row : switch_rows::all)
    if (row.letter != 0 && letters.find(row.letter) == std::string::npos && wanted(row)) letters += row.letter;
  return letters;
}
[[nodiscard]] inline std::string letters_with_numbers() {
  return letters_of([](const mesh_switch& row) {
    return std::holds_alternative<mesh_switch::number>(row.target) || row.form == mesh_switch::with_2;
  });
}

enum class switch_reader { command, library };

// Triangle's switches: letters, a dash before them for the command, with numbers among them. The library checks numbers
// at once; the command, after the long options, by store_number. Returns "", or an error message.
[[nodiscard]] std::string read_switches(std::string_view text, switch_reader reader, switch_values& values);

// Stores the number that was typed; returns "" or an error message.
[[nodiscard]] std::string store_number(const mesh_switch& row, switch_reader reader, switch_values& values);

}  // namespace amorph::mesh_tool
