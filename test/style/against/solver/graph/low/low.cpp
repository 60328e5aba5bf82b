// Against the arrows on purpose: the descriptor knows the solver, so the solver knows no descriptor; algorithms
// do not include each other.
#include "solver/graph/algorithm.hpp"
#include "solver/graph/high/high.hpp"
