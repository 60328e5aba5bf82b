// Runs against the arrows on purpose: the solver knows no LLVM; to include kernels is right.
#pragma once
#include <llvm/IR/Module.h>

#include "amorph/low.hpp"
