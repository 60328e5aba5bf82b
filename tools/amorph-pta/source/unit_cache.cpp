#include "unit_cache.hpp"

#include <unistd.h>

#include <algorithm>
#include <charconv>
#include <cstdlib>
#include <filesystem>
#include <string_view>
#include <tuple>
#include <vector>

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Support/xxhash.h"

namespace amorph::pta {
namespace {

namespace fs = std::filesystem;
constexpr std::string_view first_line = "amorph unit 1";

// An entry is lines: the first one, a count before each list, one line an element; last the length of the bitcode, and it.
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

bool read(std::string_view text, unit& u) {
  reader in{text};
  if (in.line() != first_line) return false;
  for (auto n = in.number<std::uint64_t>(); in.good && n != 0; --n) {
    dependency d;
    d.hash = in.number<std::uint64_t>(16);
    d.path = in.line();
    // The first file that has changed ends it.
    if (in.good && content_hash(d.path) != d.hash) return false;
    u.files.push_back(std::move(d));
  }
  for (auto* list : {&u.defines, &u.uses, &u.weak, &u.dropped}) in.texts(*list);
  const auto size = in.number<std::uint64_t>();
  if (!in.good || in.rest.size() != size || size == 0) return false;
  u.bitcode = in.rest;
  return true;
}

void write(llvm::raw_ostream& out, const unit& u) {
  out << first_line << '\n' << u.files.size() << '\n';
  for (const dependency& d : u.files) out << llvm::utohexstr(d.hash, /*LowerCase=*/true) << '\n' << d.path << '\n';
  for (const auto* list : {&u.defines, &u.uses, &u.weak, &u.dropped}) {
    out << list->size() << '\n';
    for (const std::string& text : *list) out << text << '\n';
  }
  out << u.bitcode.size() << '\n' << u.bitcode;
}

bool can_be_lines(const unit& u) {
  const auto one = [](const std::string& text) { return text.find('\n') == std::string::npos; };
  for (const auto* list : {&u.defines, &u.uses, &u.weak, &u.dropped})
    if (!std::all_of(list->begin(), list->end(), one)) return false;
  return std::all_of(u.files.begin(), u.files.end(), [&](const dependency& d) { return d.hash != 0 && one(d.path); });
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
  for (const char* name : {"CPATH", "C_INCLUDE_PATH", "CPLUS_INCLUDE_PATH"})  // what the compiler reads besides
    if (const char* value = std::getenv(name); value != nullptr) (add(name), add(value));
  const llvm::XXH128_hash_t hash = llvm::xxh3_128bits(llvm::arrayRefFromStringRef(key));
  return folder_ + "/" + llvm::utohexstr(hash.high64, true, 16) + llvm::utohexstr(hash.low64, true, 16);
}

std::optional<unit> unit_cache::find(const unit_command& c) const {
  if (folder_.empty()) return std::nullopt;
  const std::string path = path_of(c);
  auto buffer = llvm::MemoryBuffer::getFile(path, /*IsText=*/false, /*RequiresNullTerminator=*/false);
  if (!buffer) return std::nullopt;
  unit u;
  const llvm::StringRef text = (*buffer)->getBuffer();
  if (!read({text.data(), text.size()}, u)) return std::nullopt;
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
    write(out, u);
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
    // What a run that was killed left behind.
    const bool left = at->path().extension() == ".part" && now - time > std::chrono::hours(1);
    if (left) fs::remove(at->path(), gone);
    if (at->path().extension() == ".part") continue;
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
