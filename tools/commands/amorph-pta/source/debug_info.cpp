// Helpers for LLVM's debug information that the index and the expressions share.
#include "tools/commands/amorph-pta/source/debug_info.hpp"

#include <algorithm>
#include <filesystem>
#include <unordered_map>

#include "llvm-pass/extract/DebugTypes.h"
#include "llvm/BinaryFormat/Dwarf.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/GlobalVariable.h"

namespace amorph::pta {
namespace {

namespace fs = std::filesystem;
using llvm::dyn_cast;
using llvm::dyn_cast_or_null;

// Removes typedefs and qualifiers.
const llvm::DIType* stripped(const llvm::DIType* t) {
  while (const auto* d = dyn_cast_or_null<llvm::DIDerivedType>(t)) {
    switch (d->getTag()) {
      case llvm::dwarf::DW_TAG_typedef:
      case llvm::dwarf::DW_TAG_const_type:
      case llvm::dwarf::DW_TAG_volatile_type:
      case llvm::dwarf::DW_TAG_restrict_type:
      case llvm::dwarf::DW_TAG_atomic_type: t = d->getBaseType(); continue;
      default: return t;
    }
  }
  return t;
}

}  // namespace

std::string resolved(const std::string& path) {
  std::error_code failed;
  const fs::path real = fs::weakly_canonical(path, failed);
  return failed ? fs::path(path).lexically_normal().string() : real.string();
}

// Cached: every scope names its file, and resolving a path needs system calls.
const std::string& file_of(const llvm::DIScope* scope) {
  static const std::string none;
  static std::unordered_map<std::string, std::string> known;
  if (scope == nullptr || scope->getFilename().empty()) return none;
  const fs::path path(scope->getFilename().str());
  const std::string whole = (path.is_absolute() ? path : fs::path(scope->getDirectory().str()) / path).string();
  const auto [it, is_new] = known.try_emplace(whole);
  if (is_new) it->second = resolved(whole);
  return it->second;
}

const llvm::DISubprogram* function_around(const llvm::DIScope* scope) {
  while (llvm::isa_and_nonnull<llvm::DILexicalBlockBase>(scope)) scope = scope->getScope();
  return dyn_cast_or_null<llvm::DISubprogram>(scope);
}

const llvm::DIGlobalVariable* declared_as(const llvm::GlobalVariable& g) {
  llvm::SmallVector<llvm::DIGlobalVariableExpression*, 1> found;
  g.getDebugInfo(found);
  return found.empty() ? nullptr : found[0]->getVariable();
}

const llvm::DIType* pointee(const llvm::DIType* t) {
  const auto* d = dyn_cast_or_null<llvm::DIDerivedType>(stripped(t));
  if (d == nullptr) return nullptr;
  switch (d->getTag()) {
    case llvm::dwarf::DW_TAG_pointer_type:
    case llvm::dwarf::DW_TAG_reference_type:
    case llvm::dwarf::DW_TAG_rvalue_reference_type: return stripped(d->getBaseType());
    default: return nullptr;
  }
}

bool is_reference(const llvm::DIType* t) {
  const auto* d = dyn_cast_or_null<llvm::DIDerivedType>(stripped(t));
  return d != nullptr && (d->getTag() == llvm::dwarf::DW_TAG_reference_type ||
                          d->getTag() == llvm::dwarf::DW_TAG_rvalue_reference_type);
}

const llvm::DICompositeType* array_type(const llvm::DIType* t) {
  const auto* c = dyn_cast_or_null<llvm::DICompositeType>(stripped(t));
  return c != nullptr && c->getTag() == llvm::dwarf::DW_TAG_array_type ? c : nullptr;
}

std::uint64_t scalar_size(const llvm::DIType* t) {
  t = stripped(t);
  if (t == nullptr) return 0;
  switch (t->getTag()) {
    case llvm::dwarf::DW_TAG_base_type:
    case llvm::dwarf::DW_TAG_enumeration_type:
    case llvm::dwarf::DW_TAG_pointer_type: return t->getSizeInBits() / 8;
    default: return 0;
  }
}

std::uint64_t alignment(const llvm::DIType* t) {
  t = stripped(t);
  if (t == nullptr) return 1;
  const std::uint64_t bytes = t->getSizeInBits() / 8;
  const auto power = [](std::uint64_t n) { return std::min<std::uint64_t>(n & -n, 8); };
  if (const auto* c = dyn_cast<llvm::DICompositeType>(t); c != nullptr && asStruct(c) != nullptr) {
    std::uint64_t most = 1;
    for (const llvm::DIDerivedType* m : membersOf(*c)) {
      const std::uint64_t own = alignment(m->getBaseType());
      if (!m->isBitField() && m->getOffsetInBits() / 8 % own != 0) return 1;  // packed
      most = std::max(most, own);
    }
    return bytes % most == 0 ? most : 1;
  }
  if (const llvm::DICompositeType* array = array_type(t); array != nullptr && !array->isVector())
    return alignment(array->getBaseType());
  const auto* basic = dyn_cast<llvm::DIBasicType>(t);
  const bool complex = basic != nullptr && basic->getEncoding() == llvm::dwarf::DW_ATE_complex_float;
  return bytes == 0 ? 1 : power(complex ? bytes / 2 : bytes);
}

std::string non_pointer(const llvm::DIType* t) {
  t = stripped(t);
  if (t == nullptr) return {};
  const auto [plain, arguments] = t->getName().split('<');
  const std::string name = plain.str() + (arguments.empty() ? "" : "<...>");
  switch (t->getTag()) {
    case llvm::dwarf::DW_TAG_base_type: return name;
    case llvm::dwarf::DW_TAG_enumeration_type: return name.empty() ? "enum" : "enum " + name;
    case llvm::dwarf::DW_TAG_structure_type: return name.empty() ? "struct" : "struct " + name;
    case llvm::dwarf::DW_TAG_class_type: return name.empty() ? "class" : "class " + name;
    case llvm::dwarf::DW_TAG_union_type: return name.empty() ? "union" : "union " + name;
    default: return {};
  }
}

std::optional<member> find_member(const llvm::DIType* t, std::string_view name) {
  const auto* c = dyn_cast_or_null<llvm::DICompositeType>(stripped(t));
  if (c == nullptr) return std::nullopt;
  for (const llvm::DINode* n : c->getElements()) {
    const auto* d = dyn_cast_or_null<llvm::DIDerivedType>(n);
    if (d == nullptr || d->isStaticMember()) continue;
    const auto at = static_cast<std::int64_t>(d->getOffsetInBits() / 8);
    if (d->getTag() == llvm::dwarf::DW_TAG_member && d->getName() == llvm::StringRef(name.data(), name.size()))
      return member{at, d->getBaseType()};
    // The offset of a virtual base is in the virtual table, not in the type.
    if (d->getTag() == llvm::dwarf::DW_TAG_inheritance && d->isVirtual()) continue;
    if (d->getTag() == llvm::dwarf::DW_TAG_inheritance || d->getName().empty())
      if (const auto inner = find_member(d->getBaseType(), name)) return member{at + inner->offset, inner->type};
  }
  return std::nullopt;
}

std::string members_of(const llvm::DIType* t) {
  std::string list;
  if (const auto* c = dyn_cast_or_null<llvm::DICompositeType>(stripped(t)))
    for (const llvm::DINode* n : c->getElements())
      if (const auto* d = dyn_cast_or_null<llvm::DIDerivedType>(n); d != nullptr && !d->getName().empty())
        (list += list.empty() ? "" : ", ") += d->getName();
  return list;
}

}  // namespace amorph::pta
