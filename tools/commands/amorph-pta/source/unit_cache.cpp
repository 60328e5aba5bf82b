#include "tools/commands/amorph-pta/source/unit_cache.hpp"

#include <cstdlib>
#include <string_view>

#include "llvm/Support/MemoryBuffer.h"
#include "tools/commands/amorph-pta/source/bytes.hpp"
#include "tools/commands/amorph-pta/source/recording_files.hpp"

namespace amorph::pta {
namespace {

constexpr llvm::StringRef kind = "amorph unit";

// The dependencies of a unit, except the files.
std::string key_of(const unit_command& c) {
  std::string key = lowering_version();
  const auto add = [&](std::string_view text) { (key += '\0') += text; };
  add(c.directory);
  std::vector<std::string> dropped;
  for (const std::string& word : lowering_arguments(c, dropped)) add(word);
  // Environment variables that the compiler reads.
  for (const char* name :
       {"CPATH", "C_INCLUDE_PATH", "CPLUS_INCLUDE_PATH", "OBJC_INCLUDE_PATH", "OBJCPLUS_INCLUDE_PATH", "COMPILER_PATH",
        "GCC_EXEC_PREFIX", "SDKROOT", "SOURCE_DATE_EPOCH", "HOME"})
    if (const char* value = std::getenv(name); value != nullptr) (add(name), add(value));
  return key;
}

}  // namespace

std::string bytes_of(const unit& u) {
  byte_writer out;
  out.value(std::uint64_t{u.files.size()});
  for (const dependency& d : u.files) {
    out.value(d.state);
    out.array(d.path);
  }
  for (const auto* list : {&u.defines, &u.uses, &u.weak, &u.dropped}) out.texts(*list);
  out.array(u.problem);
  out.array(u.digest);
  if (u.lowered()) out.bytes.append(u.bitcode->getBufferStart(), u.bitcode->getBufferSize());
  return std::move(out.bytes);
}

std::optional<unit> unit_of(std::unique_ptr<llvm::MemoryBuffer> bytes, bool still) {
  const llvm::StringRef text = bytes->getBuffer();
  byte_reader in{text};
  unit u;
  std::uint64_t files = 0;
  for (in.value(files); in.good && files != 0; --files) {
    dependency d;
    in.value(d.state);
    in.array(d.path);
    // Stops at the first file that has changed.
    if (!in.good || (still && !is_still(d.path, d.state))) return std::nullopt;
  }
  for (auto* list : {&u.defines, &u.uses, &u.weak, &u.dropped}) in.texts(*list);
  in.array(u.problem);
  in.array(u.digest);
  if (!in.good || (u.problem.empty() && in.rest.empty())) return std::nullopt;
  if (u.problem.empty()) u.bitcode = rest_of(std::move(bytes), text.size() - in.rest.size());
  return u;
}

std::optional<unit> unit_cache::find(const unit_command& c) const {
  std::unique_ptr<llvm::MemoryBuffer> entry = store_.find(kind, key_of(c));
  std::optional<unit> u = entry ? unit_of(std::move(entry), /*still=*/true) : std::nullopt;
  if (u) u->from_cache = true;
  return u;
}

void unit_cache::store(const unit_command& c, const std::string& bytes) const { store_.store(kind, key_of(c), bytes); }

}  // namespace amorph::pta
