// Writes graphs in Graphviz's language, and runs its program dot to render them.
#include "tools/commands/amorph-pta/source/graph.hpp"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstring>
#include <map>
#include <memory>
#include <set>

#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Program.h"
#include "llvm/Support/raw_ostream.h"
#include "tools/base/dot_string.hpp"
#include "tools/commands/amorph-pta/source/locations.hpp"
#include "tools/terminal/run_command.hpp"

namespace amorph::pta {
namespace {

using llvm::dyn_cast;

struct descriptor {
  int number;
  explicit descriptor(int n) : number(n) {}
  descriptor(const descriptor&) = delete;
  descriptor& operator=(const descriptor&) = delete;
  ~descriptor() {
    if (number >= 0) ::close(number);
  }
};

const llvm::Function* function_at(const ModuleConstraints& c, Var o) {
  const MemoryBlock& b = c.blockOf(o);
  return b.Kind == ObjectKind::Function && b.First == o ? llvm::cast<llvm::Function>(b.Site) : nullptr;
}

}  // namespace

std::string call_graph(const source_index& program) {
  const PointsToResult& r = program.result();
  std::map<std::pair<std::string, std::string>, bool> edges;  // through a pointer?
  const auto add = [&](const std::string& from, const std::string& to, bool indirect) {
    const auto [it, is_new] = edges.try_emplace({from, to}, indirect);
    if (!is_new && !indirect) it->second = false;
  };
  for (const llvm::Function& f : *r.Constraints.Source)
    for (const llvm::Instruction& i : llvm::instructions(f)) {
      const auto* call = dyn_cast<llvm::CallBase>(&i);
      if (call == nullptr || call->isInlineAsm()) continue;
      const std::string from = program.names().symbol(f);
      if (const auto* callee = dyn_cast<llvm::Function>(calleeOf(*call))) {
        if (!callee->isIntrinsic()) add(from, program.names().symbol(*callee), false);
        continue;
      }
      bool unknown = false;
      for (const llvm::Function* callee : r.targets(*call, unknown)) add(from, program.names().symbol(*callee), true);
      if (unknown) add(from, "<unknown code>", true);
    }
  for (const auto& [site, holder] : r.Constraints.CallBacks) {
    const auto* call = llvm::dyn_cast_or_null<llvm::CallBase>(site);
    const auto* library = llvm::dyn_cast_or_null<llvm::Function>(call != nullptr ? calleeOf(*call) : site);
    if (library == nullptr) continue;
    r.Solution.for_each(holder, [&](Var o) {
      if (const llvm::Function* callee = function_at(r.Constraints, o))
        add(program.names().symbol(*library), program.names().symbol(*callee), true);
    });
  }
  std::string text = "digraph calls {\n  rankdir=LR;\n  node [shape=box];\n";
  for (const auto& [edge, indirect] : edges)
    text +=
        "  " + dot_string(edge.first) + " -> " + dot_string(edge.second) + (indirect ? " [style=dashed];\n" : ";\n");
  return text + "}\n";
}

std::string neighbourhood(const source_index& program, const std::string& p, unsigned steps, std::size_t max_objects) {
  const PointsToResult& r = program.result();
  const ModuleConstraints& c = r.Constraints;
  const auto name = [&](Var o) { return program.names().object(c, o); };
  std::string text =
      "digraph pointers {\n  rankdir=LR;\n  node [shape=box];\n  " + dot_string(p) + " [shape=ellipse];\n";
  std::set<Var> seen;
  std::vector<Var> now = program.points_to(find_pointer(program, p));
  bool cut = false;
  if (now.size() > max_objects) {
    now.resize(max_objects);
    cut = true;
  }
  for (const Var o : now) text += "  " + dot_string(p) + " -> " + dot_string(name(o)) + ";\n";
  for (unsigned step = 1; step < steps && !now.empty(); ++step) {
    std::vector<Var> next;
    for (const Var o : now) {
      if (!seen.insert(o).second) continue;
      const MemoryBlock& b = c.blockOf(o);
      if (b.Kind == ObjectKind::Function || b.Kind == ObjectKind::Unknown) continue;
      // The contents of the block: edges from its fields.
      for (Var slot = b.First; slot != b.First + b.Count; ++slot)
        r.Solution.for_each(slot, [&](Var to) {
          if (seen.size() + next.size() > max_objects) {
            cut = true;
            return;
          }
          std::string field = program.names().content(c, slot);
          const std::string whole = name(b.First);
          field = field.starts_with(whole) ? field.substr(whole.size()) : field;
          text += "  " + dot_string(name(b.First)) + " -> " + dot_string(name(to)) +
                  (field.empty() ? ";\n" : " [label=" + dot_string(field) + "];\n");
          next.push_back(to);
        });
    }
    now = std::move(next);
  }
  if (cut) text += "  \"...\" [shape=plaintext];\n";
  return text + "}\n";
}

void check_drawing() {
  if (!llvm::sys::findProgramByName("dot"))
    refuse("a picture in SVG needs the program dot (Debian's package graphviz); a name in .dot does not");
}

std::string drawn(const std::string& dot) {
  check_drawing();
  const auto program = llvm::sys::findProgramByName("dot");
  // Unnamed files in memory, which disappear with this process. The child is killed with it, too.
  const descriptor in(::memfd_create("dot", MFD_CLOEXEC)), out(::memfd_create("svg", MFD_CLOEXEC));
  if (in.number < 0 || out.number < 0) refuse(std::string("cannot draw: ").append(std::strerror(errno)));
  {
    llvm::raw_fd_ostream to(in.number, /*shouldClose=*/false);
    to << dot;
    to.flush();
    const bool failed = to.has_error();
    to.clear_error();
    if (failed || ::lseek(in.number, 0, SEEK_SET) != 0) refuse("out of memory for a picture");
  }
  const pid_t parent = ::getpid();
  const pid_t child = ::fork();
  if (child < 0) refuse(std::string("cannot start dot: ").append(std::strerror(errno)));
  if (child == 0) {
    ::prctl(PR_SET_PDEATHSIG, SIGKILL);
    const int nothing = ::open("/dev/null", O_WRONLY);
    if (::getppid() == parent && nothing >= 0 && ::dup2(in.number, 0) == 0 && ::dup2(out.number, 1) == 1 &&
        ::dup2(nothing, 2) == 2)
      ::execl(program->c_str(), program->c_str(), "-Tsvg", static_cast<char*>(nullptr));
    ::_exit(127);
  }
  int exit_state = 0;
  while (::waitpid(child, &exit_state, 0) < 0 && errno == EINTR) {}
  auto picture = llvm::MemoryBuffer::getOpenFile(llvm::sys::fs::convertFDToNativeFile(out.number), "svg",
                                                 static_cast<std::uint64_t>(-1), /*RequiresNullTerminator=*/false);
  if (exit_state != 0 || !picture) refuse("dot could not draw the picture");
  return (*picture)->getBuffer().str();
}

}  // namespace amorph::pta
