#include <memory>
#include <new>

#include "amorph/version.hpp"
#include "tools/bindings/amorph/handles.hpp"

using namespace amorph;
using namespace amorph::c_interface;

std::string& c_interface::last_error() noexcept {
  thread_local std::string line;
  return line;
}

namespace {
constexpr std::uint32_t most_threads = 4096;  // as in the commands
}

extern "C" {

const char* amorph_version(void) { return AMORPH_VERSION; }
const char* amorph_last_error(void) { return last_error().c_str(); }

amorph_status amorph_context_create(const amorph_context_options* options, amorph_context** context) {
  return run([&] {
    require(context, "a place for the context");
    const amorph_context_options o = read_struct(options, "amorph_context_options");
    if (o.backend < AMORPH_AUTO || o.backend > AMORPH_CUDA)
      refuse("expected a backend 0 .. 2, found " + std::to_string(o.backend));
    if (o.threads > most_threads) refuse("expected at most 4096 threads, found " + std::to_string(o.threads));
    auto made = std::make_unique<amorph_context>();
    made->run.backend = static_cast<backend>(o.backend);
    made->run.device = o.device;
    made->run.threads = o.threads;
    made->run.memory_limit = o.memory_limit;
    made->run.stop = &made->stop;
    if (o.progress != nullptr)
      made->run.progress = [call = o.progress, user = o.user](const progress& p) {
        call(user, p.phase, p.done, p.total);
      };
    made->kept = std::make_unique<amorph::context>(made->run);
    made->run = made->kept->run();
    *context = made.release();
  });
}
void amorph_context_destroy(amorph_context* context) { delete context; }
void amorph_context_stop(amorph_context* context) {
  if (context != nullptr) context->stop = true;
}
void amorph_context_resume(amorph_context* context) {
  if (context != nullptr) context->stop = false;
}

amorph_status amorph_keep(amorph_context* context, const void* array, uint64_t bytes, const void* copy) {
  return run([&] {
    require(context, "a context");
    require(array, "an array");
    context->kept->keep(array, bytes, copy);
  });
}
amorph_status amorph_forget(amorph_context* context, const void* array) {
  return run([&] {
    require(context, "a context");
    if (!context->kept->holds(array)) refuse("this array is not resident in the context");
    context->kept->forget(array);
  });
}

amorph_status amorph_fetch(amorph_context* context, void* to, const void* from, uint64_t bytes) {
  return run([&] {
    require(context, "a context");
    if (bytes != 0) {
      require(to, "a place for the array");
      require(from, "an array");
    }
    context->kept->fetch(from, to, bytes);
  });
}

}  // extern "C"
