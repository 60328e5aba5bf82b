#include "unit_cache.hpp"

#include <algorithm>
#include <charconv>
#include <cstdlib>
#include <string_view>

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/raw_ostream.h"
#include "recording_files.hpp"

namespace amorph::pta {
namespace {

constexpr llvm::StringRef kind = "amorph unit";

// An entry is lines: a count before each list, one line an element; then the digest of the bitcode, its length,
// and it.
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

// The length of the bitcode, with which the entry ends; 0 if it is none, is damaged, or is of files that have changed.
std::uint64_t read(std::string_view text, unit& u) {
  reader in{text};
  for (auto n = in.number<std::uint64_t>(); in.good && n != 0; --n) {
    const auto state = in.number<std::uint64_t>(16);
    // The first file that has changed ends it.
    if (!is_still(std::string(in.line()), state)) return 0;
  }
  for (auto* list : {&u.defines, &u.uses, &u.weak, &u.dropped}) in.texts(*list);
  u.digest = in.line();
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
  out << u.digest << '\n' << u.bitcode->getBufferSize() << '\n';
  return text;
}

bool can_be_lines(const unit& u) {
  const auto one = [](const std::string& text) { return text.find('\n') == std::string::npos; };
  for (const auto* list : {&u.defines, &u.uses, &u.weak, &u.dropped})
    if (!std::all_of(list->begin(), list->end(), one)) return false;
  return std::all_of(u.files.begin(), u.files.end(), [&](const dependency& d) { return one(d.path); });
}

// What a unit is made from, but the files.
std::string key_of(const unit_command& c) {
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
  return key;
}

}  // namespace

std::optional<unit> unit_cache::find(const unit_command& c) const {
  std::unique_ptr<llvm::MemoryBuffer> entry = store_.find(kind, key_of(c));
  if (!entry) return std::nullopt;
  unit u;
  const llvm::StringRef text = entry->getBuffer();
  const std::uint64_t size = read({text.data(), text.size()}, u);
  if (size == 0) return std::nullopt;
  u.bitcode = rest_of(std::move(entry), text.size() - size);
  u.from_cache = true;
  return u;
}

void unit_cache::store(const unit_command& c, const unit& u) const {
  if (store_.keeps() && u.lowered() && can_be_lines(u))
    store_.store(kind, key_of(c), head_of(u).append(u.bitcode->getBufferStart(), u.bitcode->getBufferSize()));
}

}  // namespace amorph::pta
