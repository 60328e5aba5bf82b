// Square matrices in MatrixMarket's format as graphs.
#pragma once

#include "tools/formats/arc_text.hpp"

namespace amorph::arc_file {

// The undirected graph of a matrix of any field and symmetry, as partitioners and orderings take it: rows are vertices,
// and i and j are adjacent if (i, j) or (j, i) is an entry, i != j; neighbours ascend. Values are weights only of an
// integer matrix that METIS's format can hold as it is, in the file's order: positive 32-bit values, equal in both
// directions (with `both_ways`, once the missing reverse arcs are added), each entry once, none on the diagonal.
// Returns what of the matrix the graph does not have, for a message; empty if nothing.
std::string read_matrix_graph(const arc_text& from, bool both_ways, weighted_graph& g);

}  // namespace amorph::arc_file
