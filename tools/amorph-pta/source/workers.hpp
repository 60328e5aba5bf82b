// Tasks in processes of their own: one that crashes, or takes all memory, ends without the others.
#pragma once

#include <cstddef>
#include <functional>
#include <string>

namespace amorph::pta {

enum class lost_by { crash, memory };

// Runs work(i) for i below `tasks` in up to `workers` children of this process, which must have one thread; each runs one task
// after another. Here done(i, what work(i) returned) or lost(i, why) is called for each, in the order in which they end. A
// child sees memory as it was when it was started, prints nothing, and ends with this process. Fewer workers where the
// system gives no more; throws error(out_of_memory) where it gives none.
void in_processes(std::size_t tasks, unsigned workers, const std::function<std::string(std::size_t)>& work,
                  const std::function<void(std::size_t, std::string)>& done,
                  const std::function<void(std::size_t, lost_by)>& lost);

}  // namespace amorph::pta
