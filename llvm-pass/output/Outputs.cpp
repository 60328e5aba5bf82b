//===- Outputs.cpp - JSON, DOT and constraint files -----------------------===//
//
// A regular file is written to a temporary file and renamed on success. Pipes,
// devices and standard output ("-") are written directly, and symbolic links
// are followed. docs/points-to.md documents the JSON, docs/points-to-formats.md
// the constraint file.
//
//===----------------------------------------------------------------------===//
#include "llvm-pass/output/Outputs.h"

#include "llvm-pass/output/Report.h"

#include "tools/base/dot_string.hpp"
#include "tools/formats/constraint_file.hpp"
#include "tools/formats/output_file.hpp"

#include "llvm/ADT/StringExtras.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/Signals.h"
#include "llvm/Support/raw_ostream.h"

#include <algorithm>

using namespace llvm;
using namespace amorph;

namespace {

const char *kindName(ObjectKind K) {
  switch (K) {
  case ObjectKind::Null:
    return "null";
  case ObjectKind::Integer:
    return "integer";
  case ObjectKind::Unknown:
    return "unknown";
  case ObjectKind::Global:
    return "global";
  case ObjectKind::Function:
    return "function";
  case ObjectKind::FunctionSlot:
    return "function-slot";
  case ObjectKind::Stack:
    return "stack";
  case ObjectKind::Heap:
    return "heap";
  case ObjectKind::Library:
    return "library";
  }
  return "?";
}

/// The kind of an object. In a function's block, only the first object is the
/// function.
const char *kindName(const ModuleConstraints &C, Var O) {
  const MemoryBlock &B = C.blockOf(O);
  return kindName(B.Kind == ObjectKind::Function && O != B.First
                      ? ObjectKind::FunctionSlot
                      : B.Kind);
}

/// Objects that some row points to, ascending.
std::vector<Var> pointedTo(const PointsToResult &R,
                           const std::vector<PointerRow> &Rows) {
  std::vector<bool> Seen(R.Constraints.Problem.objects);
  std::vector<bool> SeenSet(R.Solution.set_begin.size());
  for (const PointerRow &Row : Rows) {
    for (Var O : Row.Objects)
      Seen[O] = true;
    for (Var V : Row.Holders)
      if (!SeenSet[R.Solution.set_of[V]]) {
        SeenSet[R.Solution.set_of[V]] = true;
        R.Solution.for_each(V, [&](Var O) { Seen[O] = true; });
      }
  }
  std::vector<Var> Objects;
  for (Var O = 0; O != Seen.size(); ++O)
    if (Seen[O])
      Objects.push_back(O);
  return Objects;
}

void writeStatistics(json::OStream &J, const PointsToResult &R) {
  const andersen::statistics &S = R.Solution.stats;
  J.attribute("backend", S.backend_name);
  J.attribute("threads", S.threads);
  J.attribute("variables", uint64_t(R.Constraints.Problem.variables));
  J.attribute("objects", uint64_t(R.Constraints.Problem.objects));
  J.attribute("constraints",
              uint64_t(R.Constraints.Problem.constraints.size()));
  if (R.InContexts) {
    J.attribute("contexts", R.InContexts->contexts);
    J.attribute("constraints_in_contexts", R.InContexts->constraints);
  }
  J.attribute("rounds", S.rounds);
  J.attribute("facts", S.facts);
  J.attribute("extract_ms", R.ExtractMilliseconds);
  J.attribute("solve_ms", S.solve_ms);
  J.attribute("peak_bytes", S.peak_bytes);
}

void writeJson(raw_ostream &OS, const PointsToResult &R, const Module &M) {
  Names N(M);
  std::vector<PointerRow> Rows = pointerRows(R, M, N);
  json::OStream J(OS, 1);
  J.object([&] {
    J.attribute("module", json::fixUTF8(M.getModuleIdentifier()));
    J.attribute("world", R.Parameters.ClosedWorld ? "closed" : "open");
    J.attribute("preset", R.Parameters.Preset);
    J.attribute("solved", R.Solved);
    J.attributeObject("statistics", [&] { writeStatistics(J, R); });
    J.attributeArray("objects", [&] {
      for (Var O : pointedTo(R, Rows))
        J.object([&] {
          J.attribute("id", uint64_t(O));
          J.attribute("name", json::fixUTF8(N.object(R.Constraints, O)));
          J.attribute("kind", kindName(R.Constraints, O));
          J.attribute("block", uint64_t(R.Constraints.blockOf(O).First));
          J.attribute("offset", R.Constraints.byteOffset(O));
        });
    });
    J.attributeArray("pointers", [&] {
      for (const PointerRow &Row : Rows)
        J.object([&] {
          if (Row.Function)
            J.attribute("function", json::fixUTF8(N.symbol(*Row.Function)));
          J.attribute("name", json::fixUTF8(Row.Name));
          if (!Row.Location.empty())
            J.attribute("location", json::fixUTF8(Row.Location));
          J.attributeBegin("points_to"); // on one line
          J.rawValue([&](raw_ostream &To) {
            To << '[';
            ListSeparator Comma;
            for (Var O : pointsTo(R, Row))
              To << Comma << O;
            To << ']';
          });
          J.attributeEnd();
        });
    });
  });
  OS << '\n';
}

/// Boxes are memory; ellipses are pointers in registers.
void writeDot(raw_ostream &OS, const PointsToResult &R, const Module &M) {
  Names N(M);
  std::vector<PointerRow> Rows = pointerRows(R, M, N);
  OS << "digraph " << dot_string("points-to sets of " + M.getModuleIdentifier())
     << " {\n  rankdir=LR;\n  node [shape=box];\n";
  const Var Objects = R.Constraints.Problem.objects;
  std::vector<bool> Named(Objects);
  auto Box = [&](Var O) {
    if (!Named[O])
      OS << "  o" << O << " [label=" << dot_string(N.content(R.Constraints, O))
         << "];\n";
    Named[O] = true;
  };
  unsigned Number = 0;
  for (const PointerRow &Row : Rows) {
    std::vector<Var> To = pointsTo(R, Row);
    if (To.empty())
      continue;
    std::string From;
    bool Memory =
        Row.Holders.size() == 1 && Row.Holders[0] < Objects &&
        R.Constraints.blockOf(Row.Holders[0]).Kind != ObjectKind::Function;
    if (Memory) {
      Box(Row.Holders[0]);
      From = ("o" + Twine(Row.Holders[0])).str();
    } else {
      From = ("p" + Twine(Number++)).str();
      std::string Label = Row.Name;
      if (Row.Function)
        Label.insert(0, N.symbol(*Row.Function) + "::");
      OS << "  " << From << " [shape=ellipse,label=" << dot_string(Label)
         << "];\n";
    }
    for (Var O : To) {
      Box(O);
      OS << "  " << From << " -> o" << O << ";\n";
    }
  }
  OS << "}\n";
}

/// The name of each variable: of its object, or of the first value that it
/// stands for.
std::vector<std::string> variableNames(const ModuleConstraints &C,
                                       const Module &M) {
  Names N(M);
  std::vector<std::string> Text(C.Problem.variables);
  for (Var O = 2; O < C.Problem.objects; ++O)
    Text[O] = N.content(C, O);
  for (const Function &F : M) {
    auto Name = [&](const Value &V) {
      Var Of = C.varOf(&V);
      if (Of == NoVar || Of < C.Problem.objects || !Text[Of].empty())
        return;
      auto Variables = N.variables(&V);
      Text[Of] = N.symbol(F) + "::" +
                 (Variables.empty() ? N.ir(&V) : Variables[0]->getName().str());
    };
    for (const Argument &A : F.args())
      Name(A);
    for (const Instruction &I : instructions(F))
      Name(I);
  }
  return Text;
}

/// An LLVM stream into an output_file.
class OutputStream : public raw_ostream {
  output_file &File;
  uint64_t Position = 0;

  void write_impl(const char *Text, size_t Size) override {
    File.write({Text, Size});
    Position += Size;
  }
  uint64_t current_pos() const override { return Position; }

public:
  explicit OutputStream(output_file &File) : File(File) {}
  ~OutputStream() override { flush(); }
};

} // namespace

/// An error unless Done is ok.
static Error checked(status Done, const std::string &Message) {
  if (Done != status::ok)
    return createStringError(inconvertibleErrorCode(), Message);
  return Error::success();
}

OutputFiles::OutputFiles(const Module &M) : Input(M.getModuleIdentifier()) {}
OutputFiles::~OutputFiles() = default;

Error OutputFiles::write(StringRef Path,
                         function_ref<Error(output_file &)> Write) {
  if (Path.empty())
    return Error::success();
  StringRef From = Input == "<stdin>" ? "/dev/stdin" : StringRef(Input);
  if (sys::fs::is_regular_file(Path) && sys::fs::equivalent(Path, From))
    return checked(status::bad_input,
                   (Path + ": cannot write: it is an input").str());
  // Keeps the order if the file is standard output, too.
  outs().flush();
  Files.push_back(std::make_unique<output_file>());
  std::string Message;
  if (Error E = checked(Files.back()->open(Path.str(), Message), Message))
    return E;
  return Write(*Files.back());
}

Error OutputFiles::print(StringRef Path,
                         function_ref<void(raw_ostream &)> Print) {
  return write(Path, [&](output_file &File) {
    OutputStream OS(File);
    Print(OS);
    return Error::success();
  });
}

Error OutputFiles::commit() {
  std::string Message;
  status Done = commit_all(Files, Message);
  return checked(Done, Message);
}

void amorph::removeTemporariesOnSignal() {
  set_temporary_file_hooks(
      {[](const char *Path) { sys::RemoveFileOnSignal(Path); },
       [](const char *Path) { sys::DontRemoveFileOnSignal(Path); }});
}

Error amorph::writeConstraints(OutputFiles &Files, const std::string &Path,
                               const PointsToResult &R, const Module &M) {
  return Files.write(Path, [&](output_file &File) {
    std::string Message;
    status Done = constraint_file::write(
        File, R.Constraints.Problem, variableNames(R.Constraints, M), Message);
    return checked(Done, Path + ": cannot write: " + Message);
  });
}

Error amorph::writeOutputs(const PointsToResult &R, const Module &M) {
  const PointsToParameters &P = R.Parameters;
  OutputFiles Files(M);
  if (Error E = writeConstraints(Files, P.Constraints, R, M))
    return E;
  if (Error E =
          Files.print(P.Json, [&](raw_ostream &OS) { writeJson(OS, R, M); }))
    return E;
  if (Error E =
          Files.print(P.Dot, [&](raw_ostream &OS) { writeDot(OS, R, M); }))
    return E;
  return Files.commit();
}
