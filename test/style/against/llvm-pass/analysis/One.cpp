// Against the arrows on purpose: a circle of classes.
#include "llvm-pass/analysis/Two.h"
