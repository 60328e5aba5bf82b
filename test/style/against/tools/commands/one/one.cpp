// A command that takes a header of another one.

#include "tools/commands/two/two.hpp"
