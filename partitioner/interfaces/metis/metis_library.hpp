// METIS's own library, opened on first use; never this library itself (see metis_library.cpp).
#pragma once

#include <mutex>
#include <string>

#include "partitioner/interfaces/metis/metis.h"

namespace amorph::metis {

class metis_library {
 public:
  // Searched at $AMORPH_METIS_LIBRARY (a path) if that is set, otherwise in the system's library folders.
  // Thread safe; opened once and kept.
  static const metis_library& get() noexcept;

  [[nodiscard]] bool available() const noexcept { return reason_.empty(); }
  [[nodiscard]] const std::string& reason() const noexcept { return reason_; }  // one line
  [[nodiscard]] const std::string& path() const noexcept { return path_; }

  // Throws amorph::error (no_device) with reason() if it is not available.
  static const metis_library& require();

  decltype(&METIS_PartGraphKway) part_kway = nullptr;
  decltype(&METIS_PartGraphRecursive) part_recursive = nullptr;

 private:
  metis_library() noexcept;
  void open();
  std::string reason_, path_;
};

// A lock held during every call into METIS, which keeps its state in globals (rand(), signal handlers): one call at a
// time, so that results depend on the seed only. If our library precedes METIS in the process, METIS's calls of its own
// public functions resolve to ours; ours then check this_thread() and forward to METIS.
class inside_metis {
 public:
  inside_metis();
  ~inside_metis();
  inside_metis(const inside_metis&) = delete;
  inside_metis& operator=(const inside_metis&) = delete;
  static bool this_thread() noexcept;

 private:
  std::unique_lock<std::mutex> lock_;
};

}  // namespace amorph::metis
