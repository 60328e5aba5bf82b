// A list of vertices in an executor's memory, whose number the host knows.
#pragma once

#include <bit>
#include <cstdint>
#include <string>
#include <utility>

#include "amorph/buffer.hpp"
#include "amorph/error.hpp"
#include "amorph/primitives/sort.hpp"
#include "amorph/span.hpp"

namespace amorph {

template <class Exec> class frontier {
 public:
  // Empty, with room for `capacity` vertices.
  frontier(Exec& exec, std::uint32_t capacity) : exec_(&exec), vertices_(exec, capacity), count_(exec, 1) {}

  void assign(std::uint32_t v) {
    need(1);
    exec_->write(vertices_.data(), v);
    size_ = 1;
  }
  void assign(span<const std::uint32_t> host) {
    need(host.size());
    exec_->copy_in(host, vertices_.span().subspan(0, host.size()));
    size_ = static_cast<std::uint32_t>(host.size());
  }

  [[nodiscard]] std::uint32_t size() const { return size_; }
  [[nodiscard]] bool empty() const { return size_ == 0; }
  [[nodiscard]] std::uint32_t capacity() const { return static_cast<std::uint32_t>(vertices_.size()); }
  [[nodiscard]] span<const std::uint32_t> vertices() const { return {vertices_.data(), size_}; }

  // Ascending: what advance() leaves in the order of chance becomes the same in every run. O(size), a radix sort.
  void sort() { amorph::sort(*exec_, vertices_.span().subspan(0, size_)); }

  // For operators: where to write, and the counter that says how much was written.
  [[nodiscard]] std::uint32_t* data() { return vertices_.data(); }
  [[nodiscard]] std::uint32_t* begin_writing() {
    exec_->write(count_.data(), 0);
    size_ = 0;
    return count_.data();
  }
  void end_writing() {
    const std::uint32_t n = exec_->read(count_.data());
    need(n);
    size_ = n;
  }
  // False, and empty, when more was counted than there is room for.
  [[nodiscard]] bool end_writing_within_room() {
    const std::uint32_t n = exec_->read(count_.data());
    size_ = n <= vertices_.size() ? n : 0;
    return n <= vertices_.size();
  }

  void swap(frontier& other) noexcept {
    std::swap(exec_, other.exec_);
    vertices_.swap(other.vertices_);
    count_.swap(other.count_);
    std::swap(size_, other.size_);
  }

 private:
  void need(std::size_t n) const {
    if (n > vertices_.size())
      throw error(status::internal,
                  "a frontier of " + std::to_string(vertices_.size()) + " vertices was given " + std::to_string(n));
  }

  Exec* exec_;
  typename Exec::template buffer<std::uint32_t> vertices_, count_;
  std::uint32_t size_ = 0;
};

}  // namespace amorph
