// Bytes of graph arrays that one process holds at a time: the limit on its share of the memory bounds them.
#pragma once

#include <algorithm>
#include <cstdint>

namespace amorph::parmetis {

class footprint {
 public:
  [[nodiscard]] std::int64_t peak() const { return peak_; }

  // Counts bytes for as long as it lives, or until it counts others.
  class hold {
   public:
    hold(footprint& of, std::int64_t bytes) : of_(of) { set(bytes); }
    hold(const hold&) = delete;
    hold& operator=(const hold&) = delete;
    ~hold() { of_.now_ -= bytes_; }
    void set(std::int64_t bytes) {
      of_.now_ += bytes - bytes_;
      bytes_ = bytes;
      of_.peak_ = std::max(of_.peak_, of_.now_);
    }

   private:
    footprint& of_;
    std::int64_t bytes_ = 0;
  };

 private:
  std::int64_t now_ = 0, peak_ = 0;
};

}  // namespace amorph::parmetis
