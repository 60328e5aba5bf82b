// Sums by key over an adjacency list: a vertex's connectivity to each part (part_tally), and the coarse neighbours of a
// coarse vertex (neighbour_tally).
//
//   part_tally t(team, memory, bound, parts);   // at most `bound` additions; all sums are 0
//   do {
//     t.add(key, sum);                          // by any member, for each entry of the list
//     t.for_each(f);                            // f(key, sum) once per key, in unspecified order
//   } while (t.next());                         // a table too small for all keys takes them in turns
//
// On the CPU they use a thread's scratch memory, on the device shared memory.
#pragma once

#include "amorph/kernels/sync/atomic.hpp"
#include "partitioner/common/tally_cpu.hpp"
#include "partitioner/common/tally_scratch.hpp"
#if AMORPH_DEVICE_COMPILER
#include "partitioner/common/tally.cuh"
#endif
