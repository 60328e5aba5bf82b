// Against the arrows on purpose: the solver knows no LLVM; to include the core is right.
#pragma once
#include <llvm/IR/Module.h>
