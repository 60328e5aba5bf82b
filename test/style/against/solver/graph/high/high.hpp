// Against the arrows on purpose: a circle of headers, and a folder that its sibling must not include.
#pragma once
#include "solver/graph/high/turn.hpp"
