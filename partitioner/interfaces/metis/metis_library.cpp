// Search for METIS's library. Our library may itself be installed as libmetis.so.5 in LD_LIBRARY_PATH, or be preloaded,
// so a bare name could find it: only full paths are opened, and each library is then checked.
#include "partitioner/interfaces/metis/metis_library.hpp"

#include <dlfcn.h>
#include <unistd.h>

#include <array>
#include <cstdlib>
#include <exception>
#include <filesystem>
#include <fstream>
#include <vector>

#include "amorph/kernels/base/error.hpp"

namespace amorph::metis {
namespace {

constexpr const char* file_name = "libmetis.so.5";
thread_local bool inside = false;

std::mutex& metis_mutex() {
  static std::mutex mutex;
  return mutex;
}

// The folders listed in the dynamic linker's configuration, then the standard ones.
std::vector<std::string> system_folders() {
  std::vector<std::string> folders;
  std::error_code ignored;
  for (const auto& entry : std::filesystem::directory_iterator("/etc/ld.so.conf.d", ignored)) {
    std::ifstream lines(entry.path());
    for (std::string line; std::getline(lines, line);)
      if (line.starts_with('/')) folders.push_back(line);
  }
  for (const char* usual : {"/usr/lib/x86_64-linux-gnu", "/usr/lib64", "/usr/lib", "/usr/local/lib"})
    folders.emplace_back(usual);
  return folders;
}

template <class Function> bool symbol(void* library, const char* name, Function*& f) {
  f = reinterpret_cast<Function*>(::dlsym(library, name));
  return f != nullptr;
}

// Why this library is not a usable METIS; empty if it is one.
std::string mismatch(void* library) {
  if (::dlsym(library, "amorph_metis_version") != nullptr) return "is Amorph's own library";
  decltype(&METIS_SetDefaultOptions) defaults = nullptr;
  if (!symbol(library, "METIS_SetDefaultOptions", defaults)) return "has no METIS_SetDefaultOptions";
  std::array<idx_t, 2 * METIS_NOPTIONS> options{};
  defaults(options.data());
  if (options.front() != -1 || options[METIS_NOPTIONS] != 0) return "was built with another width of idx_t";
  return {};
}

}  // namespace

void metis_library::open() {
  std::vector<std::string> paths;
  const char* requested = std::getenv("AMORPH_METIS_LIBRARY");
  if (requested != nullptr) {
    paths.emplace_back(requested);
  } else {
    for (const std::string& folder : system_folders()) (paths.emplace_back(folder) += "/") += file_name;
  }
  std::string last;
  for (const std::string& path : paths) {
    if (::access(path.c_str(), F_OK) != 0) continue;
    void* library = ::dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
    if (library == nullptr) {
      const char* reason = ::dlerror();
      last = reason != nullptr ? reason : path + " cannot be opened";
      continue;
    }
    if (const std::string reason = mismatch(library); !reason.empty()) {
      last = path + " " + reason;
      ::dlclose(library);
      continue;
    }
    if (symbol(library, "METIS_PartGraphKway", part_kway) &&
        symbol(library, "METIS_PartGraphRecursive", part_recursive)) {
      path_ = path;
      return;
    }
    last = path + " is not METIS 5.1";
    ::dlclose(library);
  }
  reason_ = "METIS's own library is needed for this: ";
  if (!last.empty())
    reason_ += last;
  else if (requested != nullptr)
    reason_ += "there is no " + std::string(requested) + " ($AMORPH_METIS_LIBRARY)";
  else
    reason_ += std::string("no ") + file_name + " in the system's library folders (Debian's package libmetis5)";
}

metis_library::metis_library() noexcept {
  try {
    open();
  } catch (const std::exception& e) {
    reason_ = e.what();
  }
}

const metis_library& metis_library::get() noexcept {
  static const metis_library one;
  return one;
}

const metis_library& metis_library::require() {
  const metis_library& library = get();
  if (!library.available()) throw error(status::no_device, library.reason());
  return library;
}

inside_metis::inside_metis() : lock_(metis_mutex()) { inside = true; }
inside_metis::~inside_metis() { inside = false; }
bool inside_metis::this_thread() noexcept { return inside; }

}  // namespace amorph::metis
