// Runs against the arrows on purpose: kernels know no solver.
#pragma once
#include "amorph/high.hpp"
#include "deep.hpp"
