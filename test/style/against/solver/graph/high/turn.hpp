#pragma once
#include "solver/graph/high/high.hpp"
