// Reading, which the time limit ends too: a pipe may have a slow writer, and a large file takes seconds.
#include <chrono>
#include <future>
#include <thread>
#include <utility>

#include "amorph/kernels/exec/cpu.hpp"
#include "tools/commands/amorph-sat/sat.hpp"
#include "tools/formats/cnf_file.hpp"
#include "tools/terminal/run_command.hpp"

namespace amorph::sat_tool {
namespace {

std::shared_ptr<input> read_all(const std::string& path, unsigned threads, std::uint64_t memory_limit) {
  auto in = std::make_shared<input>();
  std::string message;
  cpu_exec exec(threads);
  require(read_file(path, in->text, message, &exec, memory_limit), message);
  const std::string name(input_name(path));
  require(cnf_file::parse(in->text.view(), name, in->formula, message, {.threads = threads}), message);
  return in;
}

}  // namespace

std::shared_ptr<input> read_input(const config& c, const std::string& path, unsigned threads, double elapsed_ms) {
  if (c.seconds == 0) return read_all(path, threads, c.memory_limit);
  // The thread has copies of all that it uses, since it may go on when the process ends.
  std::packaged_task<std::shared_ptr<input>()> task(
      [path, threads, limit = c.memory_limit] { return read_all(path, threads, limit); });
  std::future<std::shared_ptr<input>> result = task.get_future();
  std::thread(std::move(task)).detach();
  const std::chrono::duration<double, std::milli> left(1000 * c.seconds - elapsed_ms);
  if (result.wait_for(left) == std::future_status::timeout) return nullptr;
  return result.get();
}

}  // namespace amorph::sat_tool
