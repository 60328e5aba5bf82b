// Finds and opens the CUDA module, and chooses between it and the CPU.
#include <dlfcn.h>
#include <link.h>
#include <unistd.h>

#include <array>
#include <climits>
#include <cstdlib>

#include "amorph/kernels/backend/backend.hpp"

namespace amorph {

namespace {

constexpr const char* file_name = "libamorph_cuda.so";

std::string resolved(const char* path) {
  std::array<char, PATH_MAX> full{};
  return ::realpath(path, full.data()) != nullptr ? full.data() : "";
}

// The folder of the library or program that holds this code, "" when unknown.
std::string own_folder() {
  Dl_info info{};
  link_map* map = nullptr;
  std::string file;
  if (::dladdr1(reinterpret_cast<void*>(&own_folder), &info, reinterpret_cast<void**>(&map), RTLD_DL_LINKMAP) != 0 &&
      map != nullptr)
    file = map->l_name[0] != 0 ? resolved(map->l_name) : resolved("/proc/self/exe");  // a program's name is empty here
  return file.substr(0, file.rfind('/') + 1);
}

std::vector<std::string> candidates() {
  if (const char* asked = std::getenv("AMORPH_CUDA_MODULE"); asked != nullptr) return {asked};
  std::vector<std::string> paths;
  if (std::string folder = own_folder(); !folder.empty()) {
    for (const char* place : {"", "amorph/", "../", "../lib/", "../lib/amorph/", "../../lib/amorph/",
#ifdef AMORPH_LIBDIR
                              "../" AMORPH_LIBDIR "/amorph/", "../../" AMORPH_LIBDIR "/amorph/"
#endif
         })
      paths.push_back(folder + place + file_name);
  }
  paths.emplace_back(file_name);
  return paths;
}

template <class Function> Function* symbol(void* library, const char* name) {
  return reinterpret_cast<Function*>(::dlsym(library, name));
}

}  // namespace

void cuda_module::open() {
  void* library = nullptr;
  for (const std::string& path : candidates()) {
    bool named = path.find('/') != std::string::npos;
    if (named && ::access(path.c_str(), F_OK) != 0) continue;
    library = ::dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
    if (library != nullptr) {
      path_ = path;
      break;
    }
    if (named) {  // the file exists, so that this is an error and not a missing module
      const char* why = ::dlerror();
      reason_ = "cannot open the CUDA module: " + std::string(why != nullptr ? why : path.c_str());
      return;
    }
  }
  if (library == nullptr) {
    const char* asked = std::getenv("AMORPH_CUDA_MODULE");
    reason_ = asked != nullptr ? "no CUDA module at " + std::string(asked) + " ($AMORPH_CUDA_MODULE)"
                               : "this installation has no CUDA module (" + std::string(file_name) + ")";
    return;
  }
  auto* version = symbol<amorph_cuda_abi_version_type>(library, "amorph_cuda_abi_version");
  auto* count = symbol<amorph_cuda_device_count_type>(library, "amorph_cuda_device_count");
  query_ = symbol<amorph_cuda_device_query_type>(library, "amorph_cuda_device_query");
  start_ = symbol<amorph_cuda_start_type>(library, "amorph_cuda_start");
  entry_ = symbol<amorph_cuda_entry_type>(library, "amorph_cuda_entry");
  if (version == nullptr || count == nullptr || query_ == nullptr || entry_ == nullptr) {
    reason_ = path_ + " is not a CUDA module of Amorph";
    return;
  }
  if (version() != AMORPH_CUDA_ABI_VERSION) {
    reason_ = path_ + " has interface version " + std::to_string(version()) + ", this program needs " +
              std::to_string(AMORPH_CUDA_ABI_VERSION);
    return;
  }
  if (start_ == nullptr) {
    reason_ = path_ + " is not a CUDA module of Amorph";
    return;
  }
  std::array<char, 512> message{};
  std::int32_t n = 0;
  if (count(&n, message.data(), message.size()) != 0) reason_ = message.data();
  devices_ = n;
}

cuda_module::cuda_module() noexcept {
  try {
    open();
  } catch (...) {
    try {
      reason_ = "out of host memory while opening the CUDA module";
    } catch (...) {  // the line fits no small string: say less
      reason_ = "out of memory";
    }
  }
}

const cuda_module& cuda_module::get() noexcept {
  static const cuda_module module;
  return module;
}

status cuda_module::query(int device, amorph_cuda_device& answer, std::string& message) const noexcept {
  if (!available()) {
    message = reason_;
    return status::no_device;
  }
  std::array<char, 512> text{};
  auto code = static_cast<status>(query_(device, &answer, text.data(), text.size()));
  message = text.data();
  return code;
}

void cuda_module::start(int device) const noexcept {
  std::array<char, 512> message{};
  if (available() && device >= 0 && device < devices_) (void)start_(device, message.data(), message.size());
}

std::optional<backend> parse_backend(std::string_view word) noexcept {
  for (backend b : {backend::automatic, backend::cpu, backend::cuda})
    if (word == to_string(b)) return b;
  return std::nullopt;
}

std::string_view to_string(backend b) noexcept {
  switch (b) {
    case backend::automatic: return "auto";
    case backend::cpu: return "cpu";
    case backend::cuda: return "cuda";
  }
  return "";
}

backend_choice select_backend(backend asked, const char* algorithm, std::uint32_t version, int device) noexcept {
  if (asked == backend::cpu) return {};
  const cuda_module& module = cuda_module::get();
  if (module.entry<void()>(algorithm, version) != nullptr) {
    if (device >= 0 && device < module.device_count()) return {status::ok, backend::cuda, {}};
    return {status::bad_input, backend::cuda,
            "expected a CUDA device 0 .. " + std::to_string(module.device_count() - 1) + ", found " +
                std::to_string(device)};
  }
  if (asked == backend::automatic) return {};
  backend_choice none{status::no_device, backend::cuda, {}};
  none.message = "backend cuda: " +
                 (module.available() ? module.path() + " lacks " + algorithm + ", version " + std::to_string(version)
                                     : module.reason());
  return none;
}

}  // namespace amorph
