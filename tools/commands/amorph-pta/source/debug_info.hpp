// Files, scopes, variables and types in LLVM's debug information.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace llvm {
class DICompositeType;
class DIGlobalVariable;
class DIScope;
class DISubprogram;
class DIType;
class GlobalVariable;
}  // namespace llvm

namespace amorph::pta {

// Resolves symbolic links and dots if the file exists, since queries may use other paths than the build.
[[nodiscard]] std::string resolved(const std::string& path);
// The file of a scope, resolved; empty: unknown.
[[nodiscard]] const std::string& file_of(const llvm::DIScope* scope);
// The function that contains a block; null: none.
[[nodiscard]] const llvm::DISubprogram* function_around(const llvm::DIScope* scope);
// The variable of the source; null: unknown.
[[nodiscard]] const llvm::DIGlobalVariable* declared_as(const llvm::GlobalVariable& g);

// These look through typedefs and qualifiers; null: `t` is not such a type, or unknown.
[[nodiscard]] const llvm::DIType* pointee(const llvm::DIType* t);  // of pointers and references
[[nodiscard]] const llvm::DICompositeType* array_type(const llvm::DIType* t);
[[nodiscard]] bool is_reference(const llvm::DIType* t);
// The bytes of a number, an enumeration or a pointer; 0: of another type, or unknown.
[[nodiscard]] std::uint64_t scalar_size(const llvm::DIType* t);
// A power of two, up to 8, that divides every address of an object of the type. Structures are asked for their members,
// since a type's size says nothing about them: {int, int} and float _Complex have 8 bytes and may begin at 4.
[[nodiscard]] std::uint64_t alignment(const llvm::DIType* t);

// "int", "struct node": the name of a type that is no pointer, reference, array or function; empty: it may be one.
[[nodiscard]] std::string non_pointer(const llvm::DIType* t);

struct member {
  std::int64_t offset = 0;  // bytes
  const llvm::DIType* type = nullptr;
};
// The member of that name, also in bases and unnamed members.
[[nodiscard]] std::optional<member> find_member(const llvm::DIType* t, std::string_view name);
// The names of all members, separated by commas.
[[nodiscard]] std::string members_of(const llvm::DIType* t);

}  // namespace amorph::pta
