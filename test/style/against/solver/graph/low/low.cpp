// Against the arrows on purpose: the descriptor knows the solver, so the solver knows no descriptor.
#include "solver/graph/algorithm.hpp"
