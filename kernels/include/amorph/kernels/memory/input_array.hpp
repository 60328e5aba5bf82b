// A host array as a run reads it, in the memory of its executor: in place on the CPU, and on a device the resident
// copy, or a copy for this run.
#pragma once

#include "amorph/kernels/memory/buffer.hpp"

namespace amorph {

template <class T, class Exec> class input_array {
 public:
  input_array() = default;
  // `host` must outlive this. O(bytes), or O(1) if nothing is copied.
  input_array(Exec& exec, amorph::span<const T> host) {
    const T* const resident = exec.resident_copy(host);
    resident_ = resident != nullptr;
    if constexpr (!Exec::on_device) {
      view_ = host;
    } else if (resident_) {
      view_ = {resident, host.size()};
    } else {
      copy_ = buffer<T, Exec>(exec, host);
      view_ = copy_.span();
    }
  }

  [[nodiscard]] amorph::span<const T> span() const { return view_; }
  [[nodiscard]] const T* data() const { return view_.data(); }
  // The array is unchanged and at the same address after this run.
  [[nodiscard]] bool resident() const { return resident_; }

 private:
  buffer<T, Exec> copy_;
  amorph::span<const T> view_;
  bool resident_ = false;
};

}  // namespace amorph
