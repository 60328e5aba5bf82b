//===- OutOfMemory.cpp - The end of a pass without memory -----------------===//
#include "llvm-pass/analysis/OutOfMemory.h"

#include "tools/base/interrupt.hpp"

#include "llvm/Support/ErrorHandling.h"
#include "llvm/Support/Signals.h"

#include <atomic>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <mutex>
#include <new>
#include <sys/uio.h>
#include <unistd.h>

using namespace llvm;
using namespace amorph;

namespace {

/// Passes call each other, and a program may run some in several threads: the
/// first one installs the handlers, and the last one to end restores the
/// program's own.
std::mutex Installing;
unsigned Running = 0;
std::new_handler NewBefore = nullptr;
std::terminate_handler TerminateBefore = nullptr;

[[noreturn]] void end(const char *Why) {
  static std::atomic_flag Ending;
  while (Ending.test_and_set())
    pause(); // another thread is about to end the process
  iovec Line[3];
  unsigned Parts = 0;
  for (const char *Text : {"error: amorph-pta: ", Why, "\n"})
    Line[Parts++] = {const_cast<char *>(Text), std::strlen(Text)};
  [[maybe_unused]] ssize_t Written = writev(STDERR_FILENO, Line, Parts);
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

EndWithoutMemory::EndWithoutMemory() {
  const std::lock_guard Lock(Installing);
  if (Running++ != 0)
    return;
  NewBefore = std::set_new_handler(endWithoutMemory);
  TerminateBefore = std::set_terminate(endUncaught);
  install_bad_alloc_error_handler(
      [](void *, const char *, bool) { endWithoutMemory(); });
}

EndWithoutMemory::~EndWithoutMemory() {
  const std::lock_guard Lock(Installing);
  if (--Running != 0)
    return;
  remove_bad_alloc_error_handler();
  // A handler that the program has installed in the meantime stays.
  if (std::get_terminate() == endUncaught)
    std::set_terminate(TerminateBefore);
  if (std::get_new_handler() == endWithoutMemory)
    std::set_new_handler(NewBefore);
}
