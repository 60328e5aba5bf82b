// A communicator of our own, on which errors are exceptions, and agreement on failures: a process that fails alone
// would leave the others waiting in the next collective call.
#pragma once

#include <mpi.h>

#include <cstdint>
#include <new>
#include <string>
#include <vector>

#include "amorph/kernels/base/error.hpp"

namespace amorph::parmetis {

inline MPI_Datatype mpi_type(std::int32_t) { return MPI_INT32_T; }
inline MPI_Datatype mpi_type(std::uint32_t) { return MPI_UINT32_T; }
inline MPI_Datatype mpi_type(std::int64_t) { return MPI_INT64_T; }
inline MPI_Datatype mpi_type(std::uint64_t) { return MPI_UINT64_T; }
inline MPI_Datatype mpi_type(float) { return MPI_FLOAT; }
inline MPI_Datatype mpi_type(double) { return MPI_DOUBLE; }

void require_mpi(int code);  // throws status::internal

class communicator {
 public:
  explicit communicator(MPI_Comm users);  // a duplicate; collective. bad_input if there is none
  communicator(const communicator&) = delete;
  communicator& operator=(const communicator&) = delete;
  ~communicator();

  [[nodiscard]] int rank() const { return rank_; }
  [[nodiscard]] int size() const { return size_; }
  [[nodiscard]] bool is_root() const { return rank_ == 0; }
  [[nodiscard]] MPI_Comm get() const { return comm_; }

  template <class T> [[nodiscard]] T reduce(T value, MPI_Op by) const {
    T all{};
    require_mpi(MPI_Allreduce(&value, &all, 1, mpi_type(T{}), by, comm_));
    return all;
  }
  template <class T> [[nodiscard]] T sum(T value) const { return reduce(value, MPI_SUM); }
  template <class T> [[nodiscard]] T maximum(T value) const { return reduce(value, MPI_MAX); }
  template <class T> void sum(std::vector<T>& values) const {
    require_mpi(
        MPI_Allreduce(MPI_IN_PLACE, values.data(), static_cast<int>(values.size()), mpi_type(T{}), MPI_SUM, comm_));
  }
  template <class T> void broadcast(T& value, int from = 0) const {
    require_mpi(MPI_Bcast(&value, 1, mpi_type(T{}), from, comm_));
  }
  template <class T> void broadcast(std::vector<T>& values, int from = 0) const {  // equally many everywhere
    require_mpi(MPI_Bcast(values.data(), static_cast<int>(values.size()), mpi_type(T{}), from, comm_));
  }
  void broadcast(std::string& text, int from = 0) const;
  // The blocks of all processes, one after another.
  template <class T> [[nodiscard]] std::vector<T> concatenate(const std::vector<T>& here) const {
    std::vector<int> count(static_cast<std::size_t>(size_)), offset(count.size());
    all_gather(static_cast<int>(here.size()), count);
    std::vector<T> all;
    together([&] {
      std::size_t total = 0;
      for (std::size_t r = 0; r != count.size(); total += static_cast<std::size_t>(count[r++]))
        offset[r] = static_cast<int>(total);
      all.resize(total);
    });
    require_mpi(MPI_Allgatherv(here.data(), static_cast<int>(here.size()), mpi_type(T{}), all.data(), count.data(),
                               offset.data(), mpi_type(T{}), comm_));
    return all;
  }
  // Of all processes, in their order; `result` has one entry per process.
  template <class T> void all_gather(T value, std::vector<T>& result) const {
    require_mpi(MPI_Allgather(&value, 1, mpi_type(T{}), result.data(), 1, mpi_type(T{}), comm_));
  }

  // Runs f, which communicates nothing, on every process. If it throws on any, throws on all: there what f threw, on
  // the others the most severe status.
  template <class F> void together(F f) const {
    status code = status::ok;
    std::string message;
    try {
      f();
    } catch (const error& e) {
      code = e.code();
      message = e.what();
    } catch (const std::bad_alloc&) {
      code = status::out_of_memory;
      message = "out of memory";
    } catch (const std::exception& e) {
      code = status::internal;
      message = e.what();
    }
    const auto worst = static_cast<status>(maximum(static_cast<std::int32_t>(code)));
    if (worst == status::ok) return;
    throw error(worst, message.empty() ? "another process failed; see its report" : message);
  }

  // Waits for the root without keeping a core busy, which MPI's own calls do: the root computes on all of them.
  void wait_for_root() const;
  // Processes on this machine; threads are shared among them.
  [[nodiscard]] int processes_here() const { return processes_here_; }

 private:
  MPI_Comm comm_ = MPI_COMM_NULL;
  int rank_ = 0, size_ = 1, processes_here_ = 1;
};

// Exchanges blocks between all pairs of processes: `send` holds the blocks for processes 0, 1, ... one after another,
// of `counts` entries. Returns the received blocks, in the order of their senders; `received`, if not null, their
// sizes.
template <class T>
[[nodiscard]] std::vector<T> exchange(const communicator& c, const std::vector<T>& send, const std::vector<int>& counts,
                                      std::vector<int>* received = nullptr) {
  const auto p = static_cast<std::size_t>(c.size());
  std::vector<int> in(p), from(p + 1), to(p + 1);
  require_mpi(MPI_Alltoall(counts.data(), 1, MPI_INT, in.data(), 1, MPI_INT, c.get()));
  std::vector<T> result;
  c.together([&] {
    std::int64_t total = 0;
    for (std::size_t i = 0; i != p; ++i) {
      to[i + 1] = to[i] + counts[i];
      from[i + 1] = static_cast<int>(total += in[i]);
      if (total > std::int64_t{0x7fffffff})
        throw error(status::out_of_memory, "more than 2^31 entries for one process");
    }
    result.resize(static_cast<std::size_t>(total));
  });
  require_mpi(MPI_Alltoallv(send.data(), counts.data(), to.data(), mpi_type(T{}), result.data(), in.data(), from.data(),
                            mpi_type(T{}), c.get()));
  if (received != nullptr) *received = std::move(in);
  return result;
}

}  // namespace amorph::parmetis
