// The values of the variables are followed to the addresses that they select from; each pair of these must be apart.
#include "tools/commands/amorph-pta/source/overlap.hpp"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <vector>

#include "llvm-pass/extract/MemberOverlap.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/GlobalVariable.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"

namespace amorph::pta {
namespace {

using llvm::dyn_cast;

constexpr std::size_t max_values = 64;  // of a variable; pairs are compared

// The addresses that the values are chosen from, and the choices; empty: too many.
std::vector<const llvm::Value*> sources_of(const std::vector<const llvm::Value*>& values) {
  llvm::SetVector<const llvm::Value*> all(values.begin(), values.end());
  for (std::size_t n = 0; n != all.size(); ++n) {
    if (all.size() > max_values) return {};
    if (const auto* phi = dyn_cast<llvm::PHINode>(all[n])) all.insert(phi->op_begin(), phi->op_end());
    if (const auto* select = dyn_cast<llvm::SelectInst>(all[n])) {
      all.insert(select->getTrueValue());
      all.insert(select->getFalseValue());
    }
  }
  return {all.begin(), all.end()};
}

// Choices are compared by their operands; null and undefined pointers point to nothing.
bool is_place(const llvm::Value* v) {
  return !llvm::isa<llvm::PHINode, llvm::SelectInst, llvm::ConstantPointerNull, llvm::UndefValue>(v);
}

// True if more than the scalar is copied, or set, from there.
bool is_moved_in_bulk(const llvm::Value& address, std::uint64_t bytes) {
  return std::any_of(address.user_begin(), address.user_end(), [&](const llvm::User* u) {
    const auto* move = dyn_cast<llvm::MemIntrinsic>(u);
    if (move == nullptr) return false;
    const auto* length = dyn_cast<llvm::ConstantInt>(move->getLength());
    return length == nullptr || length->getValue().ugt(bytes);
  });
}

// A place in a variable, by the address's constant distance from its start.
struct place {
  const llvm::Value* variable = nullptr;
  std::uint64_t begin = 0;
};

std::optional<place> place_of(const llvm::Value& address, std::uint64_t bytes, const llvm::DataLayout& layout) {
  llvm::APInt offset(layout.getIndexTypeSizeInBits(address.getType()), 0);
  const llvm::Value* base = address.stripAndAccumulateConstantOffsets(layout, offset, /*AllowNonInbounds=*/true);
  std::optional<llvm::TypeSize> size;
  if (const auto* local = dyn_cast<llvm::AllocaInst>(base)) size = local->getAllocationSize(layout);
  if (const auto* global = dyn_cast<llvm::GlobalVariable>(base)) size = layout.getTypeAllocSize(global->getValueType());
  const bool inside =
      size && !size->isScalable() && !offset.isNegative() && (offset + bytes).ule(size->getFixedValue());
  if (!inside) return std::nullopt;
  return place{base, offset.getZExtValue()};
}

class comparison {
 public:
  explicit comparison(const PointsToResult& result)
      : types_(result.types()), layout_(result.Constraints.Source->getDataLayout()) {}

  bool apart(const llvm::Value& a, std::uint64_t a_bytes, const llvm::Value& b, std::uint64_t b_bytes) {
    return places_apart(a, a_bytes, b, b_bytes) || members_apart(a, a_bytes, b, b_bytes);
  }

 private:
  // Memory that begins with a character may be of any length.
  bool places_apart(const llvm::Value& a, std::uint64_t a_bytes, const llvm::Value& b, std::uint64_t b_bytes) const {
    if (a_bytes == 1 || b_bytes == 1) return false;
    const std::optional<place> x = place_of(a, a_bytes, layout_), y = place_of(b, b_bytes, layout_);
    return x && y && x->variable == y->variable && (x->begin + a_bytes <= y->begin || y->begin + b_bytes <= x->begin);
  }
  // The pointer must be one to the whole member.
  bool members_apart(const llvm::Value& a, std::uint64_t a_bytes, const llvm::Value& b, std::uint64_t b_bytes) {
    if (types_ == nullptr) return false;
    const MemberOverlap::Member x = types_->memberAt(&a), y = types_->memberAt(&b);
    return x.S != nullptr && y.S != nullptr && x.End - x.Begin == a_bytes && y.End - y.Begin == b_bytes &&
           !types_->mayOverlap(x, y);
  }

  MemberOverlap* types_;
  const llvm::DataLayout& layout_;
};

}  // namespace

std::vector<Var> covered(const source_index& program, const pointer& x) {
  std::vector<Var> objects = program.points_to(x);
  const llvm::DIType* target = withoutNames(x.target);
  if (target == nullptr ? asPointer(x.type) == nullptr : llvm::isa<llvm::DISubroutineType>(target)) return objects;
  const std::uint64_t bytes = target == nullptr ? 0 : target->getSizeInBits() / 8;
  // The words that it reaches into from the one that it begins in.
  const std::uint64_t words = bytes == 0 ? 0 : (bytes + 8 - alignment(target) + 7) / 8;
  const ModuleConstraints& c = program.result().Constraints;
  std::vector<Var> all;
  for (const Var o : objects) {
    const MemoryBlock& b = c.blockOf(o);
    if (b.Kind == ObjectKind::Function || b.Kind == ObjectKind::Unknown) {
      all.push_back(o);
      continue;
    }
    const andersen::layout& l = c.Problem.layouts[c.Problem.blocks[c.Problem.block_of[o]].layout];
    const std::uint32_t* const slots = c.Problem.slot_of_word.data() + l.first_word;
    const std::uint64_t each = (l.size + 7) / 8;
    if (bytes == 0 || words >= each) {
      for (Var q = b.First; q != b.First + b.Count; ++q) all.push_back(q);
      continue;
    }
    for (std::uint64_t from = 0; from != each; ++from)
      if (slots[from] == o - b.First)
        for (std::uint64_t n = 0; n != words; ++n) all.push_back(b.First + slots[(from + n) % each]);
  }
  std::sort(all.begin(), all.end());
  all.erase(std::unique(all.begin(), all.end()), all.end());
  return all;
}

bool accesses_are_apart(const source_index& program, const pointer& x, const pointer& y) {
  if (x.bytes == 0 || y.bytes == 0) return false;
  const std::vector<const llvm::Value*> from = sources_of(x.values), to = sources_of(y.values);
  if (from.empty() || to.empty()) return false;
  const auto moved = [](const auto& all, std::uint64_t bytes) {
    return std::any_of(all.begin(), all.end(), [&](const auto* v) { return is_moved_in_bulk(*v, bytes); });
  };
  if (moved(from, x.bytes) || moved(to, y.bytes)) return false;
  comparison compare(program.result());
  for (const llvm::Value* a : from)
    for (const llvm::Value* b : to)
      if (is_place(a) && is_place(b) && !compare.apart(*a, x.bytes, *b, y.bytes)) return false;
  return true;
}

}  // namespace amorph::pta
