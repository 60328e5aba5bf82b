// What LLVM's debug information says of files, scopes, variables and types.
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

// Symbolic links and dots resolved, as far as the file is there: whoever asks may come by another way than the build.
[[nodiscard]] std::string resolved(const std::string& path);
// The file that a scope stands in, resolved; empty: unknown.
[[nodiscard]] const std::string& file_of(const llvm::DIScope* scope);
// The function that a block or its variables stand in; null: none.
[[nodiscard]] const llvm::DISubprogram* function_around(const llvm::DIScope* scope);
// The variable of the source; null: unknown.
[[nodiscard]] const llvm::DIGlobalVariable* declared_as(const llvm::GlobalVariable& g);

// Of types, as seen through typedefs and qualifiers; null: `t` is none such, or unknown.
[[nodiscard]] const llvm::DIType* pointee(const llvm::DIType* t);  // of pointers and references
[[nodiscard]] const llvm::DICompositeType* array_type(const llvm::DIType* t);
[[nodiscard]] bool is_reference(const llvm::DIType* t);

struct member {
  std::int64_t offset = 0;  // bytes
  const llvm::DIType* type = nullptr;
};
// The member of that name, of bases and of members without a name too.
[[nodiscard]] std::optional<member> find_member(const llvm::DIType* t, std::string_view name);
// All of them, parted by commas.
[[nodiscard]] std::string members_of(const llvm::DIType* t);

}  // namespace amorph::pta
