#include "unit_cache.hpp"

#include <unistd.h>

#include <algorithm>
#include <charconv>
#include <cstdlib>
#include <filesystem>
#include <memory>
#include <string_view>
#include <tuple>
#include <vector>

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Support/xxhash.h"
#include "recording_files.hpp"

namespace amorph::pta {
namespace {

namespace fs = std::filesystem;
constexpr std::string_view first_line = "amorph unit 2";

// An entry is lines: the first one, a hash of all that follows, a count before each list, one line an element; last the
// length of the bitcode, and it.
struct reader {
  std::string_view rest;
  bool good = true;

  std::string_view line() {
    const std::size_t end = rest.find('\n');
    if (end == std::string_view::npos) good = false;
    if (!good) return {};
    const std::string_view text = rest.substr(0, end);
    rest.remove_prefix(end + 1);
    return text;
  }
  template <class T> T number(int base = 10) {
    const std::string_view text = line();
    T n{};
    const auto [end, code] = std::from_chars(text.data(), text.data() + text.size(), n, base);
    good = good && code == std::errc() && end == text.data() + text.size();
    return n;
  }
  void texts(std::vector<std::string>& to) {
    for (auto n = number<std::uint64_t>(); good && n != 0; --n) to.emplace_back(line());
  }
};

// A part of a file, which stays mapped as long.
class part_of_file : public llvm::MemoryBuffer {
 public:
  part_of_file(std::unique_ptr<llvm::MemoryBuffer> file, std::size_t begin) : file_(std::move(file)) {
    init(file_->getBufferStart() + begin, file_->getBufferEnd(), /*RequiresNullTerminator=*/false);
  }
  [[nodiscard]] BufferKind getBufferKind() const override { return file_->getBufferKind(); }

 private:
  std::unique_ptr<llvm::MemoryBuffer> file_;
};

std::string digits(llvm::StringRef text) {
  const llvm::XXH128_hash_t hash = llvm::xxh3_128bits(llvm::arrayRefFromStringRef(text));
  return llvm::utohexstr(hash.high64, true, 16) + llvm::utohexstr(hash.low64, true, 16);
}

// The length of the bitcode, with which the entry ends; 0 if it is none, is damaged, or is of files that have changed.
std::uint64_t read(std::string_view text, unit& u) {
  reader in{text};
  if (in.line() != first_line) return 0;
  if (const std::string_view hash = in.line(); hash != digits(in.rest)) return 0;
  for (auto n = in.number<std::uint64_t>(); in.good && n != 0; --n) {
    const auto state = in.number<std::uint64_t>(16);
    // The first file that has changed ends it.
    if (!is_still(std::string(in.line()), state)) return 0;
  }
  for (auto* list : {&u.defines, &u.uses, &u.weak, &u.dropped}) in.texts(*list);
  const auto size = in.number<std::uint64_t>();
  return in.good && in.rest.size() == size ? size : 0;
}

std::string head_of(const unit& u) {
  std::string text;
  llvm::raw_string_ostream out(text);
  out << u.files.size() << '\n';
  for (const dependency& d : u.files) out << llvm::utohexstr(d.state, /*LowerCase=*/true) << '\n' << d.path << '\n';
  for (const auto* list : {&u.defines, &u.uses, &u.weak, &u.dropped}) {
    out << list->size() << '\n';
    for (const std::string& line : *list) out << line << '\n';
  }
  out << u.bitcode->getBufferSize() << '\n';
  return text;
}

bool can_be_lines(const unit& u) {
  const auto one = [](const std::string& text) { return text.find('\n') == std::string::npos; };
  for (const auto* list : {&u.defines, &u.uses, &u.weak, &u.dropped})
    if (!std::all_of(list->begin(), list->end(), one)) return false;
  return std::all_of(u.files.begin(), u.files.end(), [&](const dependency& d) { return one(d.path); });
}

bool is_hexadecimal(std::string_view text, std::size_t size) {
  return text.size() == size && text.find_first_not_of("0123456789abcdef") == std::string_view::npos;
}

// The names that the cache gives, to whole entries and to those that are being written. Others are not its own.
bool is_entry(std::string_view name) { return is_hexadecimal(name, 32); }
bool is_begun(std::string_view name) {
  return name.size() == 46 && is_entry(name.substr(0, 32)) && name[32] == '.' &&
         is_hexadecimal(name.substr(33, 8), 8) && name.substr(41) == ".part";
}

}  // namespace

std::string unit_cache::default_folder() {
  const char* given = std::getenv("XDG_CACHE_HOME");
  if (given != nullptr && *given == '/') return std::string(given) + "/amorph/units";
  const char* home = std::getenv("HOME");
  return home != nullptr && *home == '/' ? std::string(home) + "/.cache/amorph/units" : std::string();
}

std::string unit_cache::path_of(const unit_command& c) const {
  std::string key = lowering_version();
  const auto add = [&](std::string_view text) { (key += '\0') += text; };
  add(c.directory);
  std::vector<std::string> dropped;
  for (const std::string& word : lowering_arguments(c, dropped)) add(word);
  // What the compiler reads besides.
  for (const char* name :
       {"CPATH", "C_INCLUDE_PATH", "CPLUS_INCLUDE_PATH", "OBJC_INCLUDE_PATH", "OBJCPLUS_INCLUDE_PATH", "COMPILER_PATH",
        "GCC_EXEC_PREFIX", "SDKROOT", "SOURCE_DATE_EPOCH", "HOME"})
    if (const char* value = std::getenv(name); value != nullptr) (add(name), add(value));
  return folder_ + "/" + digits(key);
}

std::optional<unit> unit_cache::find(const unit_command& c) const {
  if (folder_.empty()) return std::nullopt;
  const std::string path = path_of(c);
  auto buffer = llvm::MemoryBuffer::getFile(path, /*IsText=*/false, /*RequiresNullTerminator=*/false);
  if (!buffer) return std::nullopt;
  unit u;
  const llvm::StringRef text = (*buffer)->getBuffer();
  const std::uint64_t size = read({text.data(), text.size()}, u);
  if (size == 0) return std::nullopt;
  u.bitcode = std::make_shared<part_of_file>(std::move(*buffer), text.size() - size);
  std::error_code ignored;
  fs::last_write_time(path, fs::file_time_type::clock::now(), ignored);  // when it was used
  u.from_cache = true;
  return u;
}

void unit_cache::store(const unit_command& c, const unit& u) const {
  if (folder_.empty() || !u.lowered() || !can_be_lines(u)) return;
  std::error_code failed;
  fs::create_directories(folder_, failed);
  const std::string path = path_of(c);
  int descriptor = -1;
  llvm::SmallString<128> beside;
  if (failed || llvm::sys::fs::createUniqueFile(path + ".%%%%%%%%.part", descriptor, beside)) return;
  bool good = false;
  {
    llvm::raw_fd_ostream out(descriptor, /*shouldClose=*/true);
    const std::string rest = head_of(u).append(u.bitcode->getBufferStart(), u.bitcode->getBufferSize());
    out << first_line << '\n' << digits(rest) << '\n' << rest;
    out.close();
    good = !out.has_error();
    out.clear_error();
  }
  if (good) fs::rename(beside.str().str(), path, failed);
  if (!good || failed) fs::remove(beside.str().str(), failed);
}

void unit_cache::prune() const {
  if (folder_.empty()) return;
  std::error_code failed;
  std::vector<std::tuple<fs::file_time_type, std::uint64_t, fs::path>> entries;
  std::uint64_t total = 0;
  const auto now = fs::file_time_type::clock::now();
  for (fs::directory_iterator at(folder_, failed), end; !failed && at != end; at.increment(failed)) {
    std::error_code gone;
    const auto time = at->last_write_time(gone);
    const std::uint64_t size = gone ? 0 : at->file_size(gone);
    if (gone) continue;
    const std::string name = at->path().filename().string();
    if (is_begun(name) && now - time > std::chrono::hours(1)) fs::remove(at->path(), gone);  // its run was killed
    if (!is_entry(name)) continue;
    entries.emplace_back(time, size, at->path());
    total += size;
  }
  if (total <= limit_) return;
  std::sort(entries.begin(), entries.end());
  for (const auto& [time, size, path] : entries) {
    if (total <= limit_) break;
    std::error_code gone;
    fs::remove(path, gone);
    total -= size;
  }
}

}  // namespace amorph::pta
