//===- OutOfMemory.cpp - The end of a pass without memory -----------------===//
#include "llvm-pass/analysis/OutOfMemory.h"

#include "tools/formats/interrupt.hpp"

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/ErrorHandling.h"
#include "llvm/Support/Signals.h"

#include <atomic>
#include <cstdlib>
#include <unistd.h>

using namespace llvm;
using namespace amorph;

namespace {

/// The passes that are running: they call each other.
std::atomic<unsigned> Running{0};

[[noreturn]] void end(const char *Why) {
  static std::atomic_flag Ending;
  while (Ending.test_and_set())
    pause(); // another thread is about to end the process
  for (StringRef Text : {"error: amorph-pta: ", Why, "\n"}) {
    [[maybe_unused]] ssize_t Written =
        write(STDERR_FILENO, Text.data(), Text.size());
  }
  sys::RunInterruptHandlers();
  _exit(1);
}

void endWithoutMemory() { end("out of memory"); }

void endUncaught() {
  if (const char *Why = lack_of_resources())
    end(Why);
  abort();
}

} // namespace

EndWithoutMemory::EndWithoutMemory()
    : NewBefore(std::set_new_handler(endWithoutMemory)),
      TerminateBefore(std::set_terminate(endUncaught)) {
  if (Running++ == 0)
    install_bad_alloc_error_handler(
        [](void *, const char *, bool) { endWithoutMemory(); });
}

EndWithoutMemory::~EndWithoutMemory() {
  if (--Running == 0)
    remove_bad_alloc_error_handler();
  std::set_terminate(TerminateBefore);
  std::set_new_handler(NewBefore);
}
