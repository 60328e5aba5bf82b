#include "tools/terminal/run_command.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <new>
#include <system_error>

#include "amorph/kernels/backend/device_start.hpp"
#include "tools/base/interrupt.hpp"

namespace amorph {

void require(status s, const std::string& message) {
  if (s != status::ok) throw error(s, message);
}

exit_code run_guarded(const command& about, const std::function<void()>& body) {
  const auto fail = [&about](const std::string& why, exit_code code) {
    claim_last_line();
    return complain(about, why, code);
  };
  try {
    body();
    return exit_code::success;
  } catch (const error& e) {
    return fail(e.what(), exit_code_of(e.code()));
  } catch (const std::bad_alloc&) {
    return fail("out of memory", exit_code::out_of_memory);
  } catch (const std::system_error& e) {
    if (e.code() == std::errc::resource_unavailable_try_again)  // of std::thread
      return fail(no_thread, exit_code::out_of_memory);
    return fail(std::string("internal error: ") + e.what(), exit_code::internal);
  } catch (const std::exception& e) {
    return fail(std::string("internal error: ") + e.what(), exit_code::internal);
  }
}

namespace {

// A closed standard descriptor would be reused for the next file, so messages would be written into that file. Its
// replacement fails at the first use, as the closed descriptor would.
void occupy_standard_descriptors() {
  for (const int wanted : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO})
    if (::fcntl(wanted, F_GETFD) < 0 && errno == EBADF)
      (void)::open("/dev/null",
                   wanted == STDIN_FILENO ? O_WRONLY : O_RDONLY);  // takes the lowest free number: this one
}

}  // namespace

exit_code run_command(const command& about, int argc, char** argv,
                      const std::function<void(std::vector<std::string>& operands)>& body) {
  occupy_standard_descriptors();
  exit_on_interrupt(about.name);
  std::optional<exit_code> ended;
  const exit_code code = run_guarded(about, [&] {
    std::vector<std::string> operands;
    ended = parse(about, argc, argv, operands);
    if (!ended) body(operands);
  });
  return ended.value_or(code);
}

int end_process(int code) {
  claim_last_line();
  if (device_start::running()) {
    std::fflush(nullptr);
    std::_Exit(code);
  }
  return code;
}

}  // namespace amorph
