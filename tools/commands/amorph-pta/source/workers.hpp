// Tasks in child processes: one that crashes or runs out of memory does not affect the others.
#pragma once

#include <cstddef>
#include <functional>
#include <string>

namespace amorph::pta {

enum class lost_by { crash, memory };

// Runs work(i) for i below `tasks` in up to `workers` children of this process, which must have a single thread. Each
// child runs one task after another. In this process done(i, result of work(i)) or lost(i, why) is called for each
// task, in order of completion. A child has the memory of this process at the time of the fork, prints nothing, and
// ends with this process. There are fewer workers if the system starts no more; throws error(out_of_memory) if it
// starts none.
void in_processes(std::size_t tasks, unsigned workers, const std::function<std::string(std::size_t)>& work,
                  const std::function<void(std::size_t, std::string)>& done,
                  const std::function<void(std::size_t, lost_by)>& lost);

}  // namespace amorph::pta
