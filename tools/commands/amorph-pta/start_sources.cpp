// Sources and LLVM IR are read by a separate program, which links Clang. Runs on constraint files need not load its
// 150 MB, and an installation without LLVM only lacks that program.
#include <fcntl.h>
#include <spawn.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <climits>
#include <cstdlib>
#include <cstring>

#include <array>

#include "amorph/kernels/base/error.hpp"
#include "tools/base/interrupt.hpp"
#include "tools/commands/amorph-pta/pta.hpp"
#include "tools/terminal/run_command.hpp"

namespace amorph::pta {
namespace {

// Under a limit on memory the dynamic linker may fail to load LLVM and Clang, or LLVM to construct its globals: the
// program would end before its main, with the linker's or LLVM's exit codes and messages. A child tries this first.
bool can_start(const std::string& path) {
  rlimit memory{};
  if (::getrlimit(RLIMIT_AS, &memory) != 0 || memory.rlim_cur == RLIM_INFINITY) return true;
  posix_spawn_file_actions_t silent;
  if (::posix_spawn_file_actions_init(&silent) != 0) return false;
  for (const int stream : {STDOUT_FILENO, STDERR_FILENO})
    (void)::posix_spawn_file_actions_addopen(&silent, stream, "/dev/null", O_WRONLY, 0);
  std::string program = path, option = "--version";
  const std::array<char*, 3> words{program.data(), option.data(), nullptr};
  pid_t child = 0;
  int state = 0;
  rlimit core{};
  (void)::getrlimit(RLIMIT_CORE, &core);
  const rlimit no_core{0, core.rlim_max};
  (void)::setrlimit(RLIMIT_CORE, &no_core);
  const bool started = ::posix_spawn(&child, path.c_str(), &silent, nullptr, words.data(), environ) == 0;
  (void)::setrlimit(RLIMIT_CORE, &core);
  (void)::posix_spawn_file_actions_destroy(&silent);
  if (!started) return false;
  while (::waitpid(child, &state, 0) < 0)
    if (errno != EINTR) return false;
  return WIFEXITED(state) && WEXITSTATUS(state) == 0;
}

}  // namespace

void start_sources(char** argv) {
  std::array<char, PATH_MAX> self{};
  if (::realpath("/proc/self/exe", self.data()) == nullptr)
    refuse("cannot find the folder of this program: " + std::string(std::strerror(errno)));
  const std::string own = self.data();
  const std::string folder = own.substr(0, own.rfind('/') + 1);
  for (const std::string& path : {folder + "amorph-pta-sources", folder + "../libexec/amorph/amorph-pta-sources"}) {
    if (::access(path.c_str(), X_OK) != 0) continue;
    if (!can_start(path)) throw error(status::out_of_memory, "out of memory: LLVM and Clang cannot be loaded");
    hold_interrupts();  // loading takes a while
    ::execv(path.c_str(), argv);
    refuse(path + ": cannot be started: " + std::strerror(errno));
  }
  refuse(
      "sources and bitcode need amorph-pta-sources, which is not there (build all targets, or install the Debian "
      "package "
      "amorph-llvm-19)");
}

}  // namespace amorph::pta
