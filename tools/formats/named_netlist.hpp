// Netlists whose vertices have names, from other tools' files: Yosys's JSON, Bookshelf, MatrixMarket.
//
// Nothing here throws. On failure the result is unspecified and `message` is one line, "FILE:LINE: expected WHAT, found
// WHAT" or "FILE: reason". Inputs in gzip and xz are recognised by content; "-" is the standard input. Nets of fewer
// than two vertices are dropped, duplicate pins of a net merged. O(file), on one thread.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "amorph/kernels/base/error.hpp"

namespace amorph::named_netlist {

struct place {
  double x = 0, y = 0;  // of the centre
};

// The pins of net i are pin[begin[i]] .. pin[begin[i+1]-1], from 0.
struct netlist {
  std::vector<std::uint64_t> begin{0};
  std::vector<std::uint32_t> pin;
  std::vector<std::string> name;         // per vertex, without blanks
  std::vector<std::int32_t> weight;      // per vertex; empty: all 1
  std::vector<std::int32_t> net_weight;  // per net; empty: all 1
  std::vector<std::uint8_t> fixed;       // per vertex, whether it cannot be moved; empty: none
  std::vector<place> position;           // per vertex; empty: unknown
  [[nodiscard]] std::uint32_t vertices() const { return static_cast<std::uint32_t>(name.size()); }
  [[nodiscard]] std::uint32_t nets() const { return static_cast<std::uint32_t>(begin.size() - 1); }

  // Ends the net whose pins were appended: sorted, each once; dropped if they are fewer than two.
  void end_net();
};

// Yosys's write_json. Vertices are the cells of the top module, after those of the modules that it contains
// were put in their places with names "INSTANCE.CELL" (as Yosys's flatten does); nets join cells that share a bit.
// Blanks and control characters of names become \xHH.
struct yosys_options {
  std::string top;  // name of a module; empty: the one with the attribute "top", or the only one that no other contains
  bool ports = false;  // each bit of a port of the top module is a vertex too, of weight 0
};
// Whether this build can read JSON.
[[nodiscard]] bool reads_yosys() noexcept;
[[nodiscard]] status read_yosys(const std::string& path, const yosys_options& options, netlist& result,
                                std::string& message) noexcept;
[[nodiscard]] status parse_yosys(std::string_view text, const std::string& name, const yosys_options& options,
                                 netlist& result, std::string& message) noexcept;

// The .nodes and .nets files of the ISPD placement contests; positions and fixed nodes are those of the .pl file, and
// weights those of the .wts file.
struct bookshelf_files {
  std::string nodes, nets, places, weights;  // places, weights: empty: none
};
struct bookshelf_options {
  bool areas = false;    // weights are areas, of fixed nodes and terminals 0; else all 1
  bool weights = false;  // of nodes and nets that the .wts file names
};
// The files that an .aux file names, or that are beside a .nodes, .nets or .pl file.
[[nodiscard]] status find_bookshelf(const std::string& path, bookshelf_files& files, std::string& message) noexcept;
[[nodiscard]] status read_bookshelf(const bookshelf_files& files, const bookshelf_options& options, netlist& result,
                                    std::string& message) noexcept;

// A sparse matrix in MatrixMarket's format. With nets of rows, vertices are columns, which are pins of the rows where
// they have an entry, and weigh as many as they have; with nets of columns the other way round. Names are numbers.
enum class matrix_nets : std::uint8_t { rows, columns };
[[nodiscard]] status read_matrix(const std::string& path, matrix_nets nets, netlist& result,
                                 std::string& message) noexcept;
[[nodiscard]] status parse_matrix(std::string_view text, const std::string& name, matrix_nets nets, netlist& result,
                                  std::string& message) noexcept;

}  // namespace amorph::named_netlist
