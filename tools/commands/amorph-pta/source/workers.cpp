// A pool of forked children that take tasks from a shared counter and send their results through pipes.
#include "tools/commands/amorph-pta/source/workers.hpp"

#include <fcntl.h>
#include <poll.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstdint>
#include <cstring>
#include <memory>
#include <new>
#include <vector>

#include "amorph/kernels/base/error.hpp"
#include "llvm/Support/ErrorHandling.h"

namespace amorph::pta {
namespace {

constexpr int exit_out_of_memory = 3;
constexpr rlim_t stack_bytes = rlim_t{64} << 20;  // Clang's parser recurses as deep as the source nests

// A message of a child: it begins a task, or the result of a task follows.
struct message {
  std::uint64_t task = 0, size = 0;
};
constexpr std::uint64_t begins = ~std::uint64_t{0};

bool write_all(int to, const char* bytes, std::size_t n) {
  while (n != 0) {
    const ssize_t written = ::write(to, bytes, n);
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) return false;
    bytes += written;
    n -= static_cast<std::size_t>(written);
  }
  return true;
}

bool send(int to, std::uint64_t task, std::uint64_t size) {
  const message m{task, size};
  return write_all(to, reinterpret_cast<const char*>(&m), sizeof m);
}

void no_memory() { ::_exit(exit_out_of_memory); }

// The loop of a child, until there are no tasks left.
[[noreturn]] void run_child(int to, pid_t parent, std::atomic<std::size_t>& next, std::size_t tasks,
                            const std::function<std::string(std::size_t)>& work) {
  for (const int s : {SIGINT, SIGTERM, SIGHUP, SIGPIPE}) std::signal(s, SIG_DFL);
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (::getppid() != parent) ::_exit(1);  // the parent has ended already
  if (const int nowhere = ::open("/dev/null", O_WRONLY); nowhere >= 0) ::dup2(nowhere, STDERR_FILENO);
  const rlimit no_core{0, 0};
  ::setrlimit(RLIMIT_CORE, &no_core);
  rlimit stack{};
  if (::getrlimit(RLIMIT_STACK, &stack) == 0 && stack.rlim_cur < stack_bytes) {
    stack.rlim_cur = std::min(stack_bytes, stack.rlim_max);
    ::setrlimit(RLIMIT_STACK, &stack);
  }
  std::set_new_handler(no_memory);
  llvm::remove_bad_alloc_error_handler();
  llvm::install_bad_alloc_error_handler([](void*, const char*, bool) { no_memory(); });
  for (std::size_t i = next++; i < tasks; i = next++) {
    if (!send(to, i, begins)) ::_exit(1);
    const std::string result = work(i);
    if (!send(to, i, result.size()) || !write_all(to, result.data(), result.size())) ::_exit(1);
  }
  ::_exit(0);
}

struct child {
  pid_t process = -1;
  int from = -1;
  std::string received;              // not yet split into messages
  std::uint64_t busy_with = begins;  // the task that it has started and not finished
};

class child_pool {
 public:
  child_pool(std::size_t tasks, const std::function<std::string(std::size_t)>& work) : tasks_(tasks), work_(work) {
    void* shared = ::mmap(nullptr, sizeof *next_, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (shared == MAP_FAILED) throw std::bad_alloc();
    next_ = new (shared) std::atomic<std::size_t>(0);
  }
  ~child_pool() {
    for (const child& c : children_) {
      ::kill(c.process, SIGKILL);
      wait_for(c);
    }
    ::munmap(next_, sizeof *next_);
  }
  child_pool(const child_pool&) = delete;
  child_pool& operator=(const child_pool&) = delete;

  [[nodiscard]] bool has_more() const { return *next_ < tasks_; }
  [[nodiscard]] std::vector<child>& children() { return children_; }

  // False if the system cannot start another process.
  bool add() {
    int ends[2];
    if (::pipe2(ends, O_CLOEXEC) != 0) return false;
    const pid_t parent = ::getpid();
    children_.reserve(children_.size() + 1);
    const pid_t process = ::fork();
    if (process == 0) run_child(ends[1], parent, *next_, tasks_, work_);
    ::close(ends[1]);
    if (process < 0) ::close(ends[0]);
    if (process < 0) return false;
    children_.push_back({process, ends[0], {}, begins});
    return true;
  }

  // The task that a terminated child did not finish, or `begins` if none, and why it ended.
  std::pair<std::uint64_t, lost_by> remove(std::size_t i) {
    const child c = std::move(children_[i]);
    children_.erase(children_.begin() + static_cast<std::ptrdiff_t>(i));
    const int state = wait_for(c);
    // SIGKILL comes from the kernel, for lack of memory.
    const bool memory = WIFEXITED(state) ? WEXITSTATUS(state) == exit_out_of_memory : WTERMSIG(state) == SIGKILL;
    return {c.busy_with, memory ? lost_by::memory : lost_by::crash};
  }

 private:
  static int wait_for(const child& c) {
    ::close(c.from);
    int state = 0;
    while (::waitpid(c.process, &state, 0) < 0 && errno == EINTR) {}
    return state;
  }

  std::size_t tasks_;
  const std::function<std::string(std::size_t)>& work_;
  std::atomic<std::size_t>* next_ = nullptr;  // in shared memory
  std::vector<child> children_;
};

// Reads the available bytes; false at the end of the input.
bool receive(child& c) {
  char part[1 << 16];
  const ssize_t n = ::read(c.from, part, sizeof part);
  if (n > 0) c.received.append(part, static_cast<std::size_t>(n));
  return n > 0 || (n < 0 && errno == EINTR);
}

// Extracts complete messages from the received bytes.
void split_messages(child& c, const std::function<void(std::size_t, std::string)>& done) {
  message m;
  while (c.received.size() >= sizeof m) {
    std::memcpy(&m, c.received.data(), sizeof m);
    if (m.size == begins) {
      c.busy_with = m.task;
      c.received.erase(0, sizeof m);
      continue;
    }
    if (c.received.size() - sizeof m < m.size) return;
    std::string result = c.received.substr(sizeof m, m.size);
    c.received.erase(0, sizeof m + m.size);
    c.busy_with = begins;
    done(m.task, std::move(result));
  }
}

}  // namespace

void in_processes(std::size_t tasks, unsigned workers, const std::function<std::string(std::size_t)>& work,
                  const std::function<void(std::size_t, std::string)>& done,
                  const std::function<void(std::size_t, lost_by)>& lost) {
  child_pool all(tasks, work);
  std::vector<bool> ended(tasks, false);
  const auto end = [&](std::size_t task, std::string result) {
    ended[task] = true;
    done(task, std::move(result));
  };
  while (all.children().size() < std::min<std::size_t>(workers, tasks) && all.add()) {}
  for (;;) {
    if (all.children().empty() && all.has_more() && !all.add())
      throw error(status::out_of_memory, "out of memory: no process could be started for compiling");
    if (all.children().empty()) break;
    std::vector<pollfd> pipes;
    for (const child& c : all.children()) pipes.push_back({c.from, POLLIN, 0});
    if (::poll(pipes.data(), pipes.size(), -1) < 0) continue;  // a signal
    for (std::size_t i = pipes.size(); i-- != 0;) {
      if (pipes[i].revents == 0) continue;
      child& c = all.children()[i];
      const bool more = receive(c);
      split_messages(c, end);
      if (more) continue;
      const auto [task, why] = all.remove(i);
      if (task == begins) continue;
      ended[task] = true;
      lost(task, why);
      if (all.has_more()) all.add();
    }
  }
  // Tasks of children that were killed after taking one and before reporting it.
  for (std::size_t i = 0; i != tasks; ++i)
    if (!ended[i]) lost(i, lost_by::crash);
}

}  // namespace amorph::pta
