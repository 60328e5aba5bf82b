#include "solver/run/work.hpp"

#include "amorph/kernels/exec/cpu.hpp"

namespace amorph {

bool device_is_faster(const run_work& work, unsigned threads, double start_ms, bool loaded) {
  return start_ms + work.started_device_ms(loaded) < work.cpu_ms(threads_or_all(threads));
}

unsigned threads_or_all(unsigned threads) { return threads != 0 ? threads : cpu_exec().threads(); }

}  // namespace amorph
