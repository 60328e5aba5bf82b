// Sources and LLVM IR are read by a program of its own, which links Clang: whoever has constraint files does not wait for its
// 150 MB to load, and an installation without LLVM lacks that program alone.
#include <unistd.h>
#include <cerrno>
#include <climits>
#include <cstdlib>
#include <cstring>

#include <array>

#include "tools/amorph-pta/pta.hpp"
#include "tools/terminal/run_command.hpp"

namespace amorph::pta {

void start_sources(char** argv) {
  std::array<char, PATH_MAX> self{};
  if (::realpath("/proc/self/exe", self.data()) == nullptr)
    refuse("cannot find its own folder: " + std::string(std::strerror(errno)));
  const std::string own = self.data();
  const std::string folder = own.substr(0, own.rfind('/') + 1);
  for (const std::string& path : {folder + "amorph-pta-sources", folder + "../libexec/amorph/amorph-pta-sources"}) {
    if (::access(path.c_str(), X_OK) != 0) continue;
    ::execv(path.c_str(), argv);
    refuse(path + ": cannot start it: " + std::strerror(errno));
  }
  refuse("this installation was built without Clang: it analyses constraint files alone");
}

}  // namespace amorph::pta
