#include "solver/run/work.hpp"

#include "amorph/kernels/backend/device_start.hpp"
#include "amorph/kernels/exec/cpu.hpp"

namespace amorph {

bool device_is_faster(const run_work& work, unsigned threads, double start_ms) {
  return start_ms + work.started_device_ms() + device_start::close_ms < work.cpu_ms(threads_or_all(threads));
}

unsigned threads_or_all(unsigned threads) { return threads != 0 ? threads : cpu_exec().threads(); }

}  // namespace amorph
