// One prepared problem per combination of the offline analyses, its arrays resident.
#include "solver/andersen/resident_problem.hpp"

#include <array>
#include <mutex>
#include <vector>

#include "amorph/kernels/base/error.hpp"
#include "solver/andersen/prepare/prepare.hpp"

namespace amorph::andersen {

struct resident_problem::parts {
  struct one {
    prepared ready;
    std::vector<resident_array> arrays;  // of `ready`
  };

  context& in;
  const problem& input;
  std::mutex mutex;
  std::array<std::unique_ptr<one>, 4> of{};  // by substitute and hybrid_cycles
};

namespace {

template <class T> void keep(context& in, const host_array<T>& array, std::vector<resident_array>& all) {
  if (array.size != 0) all.emplace_back(in, span<const T>(array.data, array.size));
}

// The arrays that a run copies to its backend.
std::vector<resident_array> keep_all(context& in, const core_problem& core) {
  std::vector<resident_array> all;
  const auto keep_each = [&](const auto&... arrays) { (keep(in, arrays, all), ...); };
  keep_each(core.rep, core.facts, core.copies, core.loads, core.stores, core.shifts, core.hybrid, core.hybrid_group,
            core.extent, core.moves, core.object_slot, core.object_first, core.object_count, core.slot_position,
            core.slot_stride, core.slot_layout, core.layouts, core.slot_of_word, core.passes);
  return all;
}

}  // namespace

resident_problem::resident_problem(context& in, const problem& input) : parts_(new parts{in, input, {}}) {
  if (const std::string fault = validate(input); !fault.empty()) throw error(status::bad_input, fault);
}
resident_problem::~resident_problem() = default;

const problem& resident_problem::view() const { return parts_->input; }

const prepared& resident_problem::prepared_for(const options& options) const {
  const std::lock_guard lock(parts_->mutex);
  auto& known = parts_->of[(options.substitute ? 2 : 0) + (options.hybrid_cycles ? 1 : 0)];
  if (known == nullptr) {
    auto made = std::make_unique<parts::one>();
    prepare(parts_->input, options, made->ready);
    made->arrays = keep_all(parts_->in, made->ready.core);
    known = std::move(made);
  }
  return known->ready;
}

}  // namespace amorph::andersen
