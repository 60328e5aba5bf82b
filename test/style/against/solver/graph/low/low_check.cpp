// Against the arrows on purpose: a checker shares no code with the algorithm.
#include "solver/run/deep.hpp"
