// Descriptors, which a solver must not know.
#pragma once
#include "solver/graph/low/low.hpp"
