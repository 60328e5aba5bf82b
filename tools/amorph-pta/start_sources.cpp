// Sources and LLVM IR are read by a separate program, which links Clang. Runs on constraint files need not load its
// 150 MB, and an installation without LLVM only lacks that program.
#include <unistd.h>
#include <cerrno>
#include <climits>
#include <cstdlib>
#include <cstring>

#include <array>

#include "tools/amorph-pta/pta.hpp"
#include "tools/formats/interrupt.hpp"
#include "tools/terminal/run_command.hpp"

namespace amorph::pta {

void start_sources(char** argv) {
  std::array<char, PATH_MAX> self{};
  if (::realpath("/proc/self/exe", self.data()) == nullptr)
    refuse("cannot find the folder of this program: " + std::string(std::strerror(errno)));
  const std::string own = self.data();
  const std::string folder = own.substr(0, own.rfind('/') + 1);
  for (const std::string& path : {folder + "amorph-pta-sources", folder + "../libexec/amorph/amorph-pta-sources"}) {
    if (::access(path.c_str(), X_OK) != 0) continue;
    hold_interrupts();  // loading takes a while
    ::execv(path.c_str(), argv);
    refuse(path + ": cannot be started: " + std::strerror(errno));
  }
  refuse("this installation was built without Clang: it only analyses constraint files");
}

}  // namespace amorph::pta
