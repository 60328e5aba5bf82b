// Against the arrows on purpose: the core knows no solver, and a name without its path is no path.
#pragma once
#include "low.hpp"
#include "solver/run/deep.hpp"
