#pragma once
#include "llvm-pass/analysis/One.h"
