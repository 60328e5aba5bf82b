// A header that no installation has: found by a target's include path.
#pragma once
