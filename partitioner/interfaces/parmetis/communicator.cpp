#include "partitioner/interfaces/parmetis/communicator.hpp"

#include <time.h>

namespace amorph::parmetis {

void require_mpi(int code) {
  if (code == MPI_SUCCESS) return;
  char text[MPI_MAX_ERROR_STRING] = "";
  int length = 0;
  MPI_Error_string(code, text, &length);
  throw error(status::internal, std::string("MPI: ") + text);
}

communicator::communicator(MPI_Comm users) {
  int running = 0, over = 0;
  MPI_Initialized(&running);
  MPI_Finalized(&over);
  if (running == 0 || over != 0) throw error(status::internal, "MPI is not initialised");
  if (users == MPI_COMM_NULL) throw error(status::bad_input, "*comm is MPI_COMM_NULL");
  require_mpi(MPI_Comm_dup(users, &comm_));
  MPI_Comm_set_errhandler(comm_, MPI_ERRORS_RETURN);
  MPI_Comm_rank(comm_, &rank_);
  MPI_Comm_size(comm_, &size_);
  MPI_Comm here = MPI_COMM_NULL;
  if (MPI_Comm_split_type(comm_, MPI_COMM_TYPE_SHARED, rank_, MPI_INFO_NULL, &here) == MPI_SUCCESS) {
    MPI_Comm_size(here, &processes_here_);
    MPI_Comm_free(&here);
  }
}

communicator::~communicator() { MPI_Comm_free(&comm_); }

void communicator::broadcast(std::string& text, int from) const {
  auto size = static_cast<std::int32_t>(text.size());
  broadcast(size, from);
  text.resize(static_cast<std::size_t>(size));
  require_mpi(MPI_Bcast(text.data(), size, MPI_CHAR, from, comm_));
}

void communicator::wait_for_root() const {
  MPI_Request request = MPI_REQUEST_NULL;
  require_mpi(MPI_Ibarrier(comm_, &request));
  const timespec pause = {0, 200'000};
  for (int done = 0; done == 0;) {
    require_mpi(MPI_Test(&request, &done, MPI_STATUS_IGNORE));
    if (done == 0) nanosleep(&pause, nullptr);
  }
}

}  // namespace amorph::parmetis
