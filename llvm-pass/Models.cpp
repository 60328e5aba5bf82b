//===- Models.cpp - The language of library models ------------------------===//
#include "Models.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MemoryBuffer.h"

using namespace llvm;
using namespace amorph;

namespace amorph {
/// models/*.models, embedded by CMake: name and text, ended by null names.
extern const char *const BuiltInModels[][2];
} // namespace amorph

namespace {

/// A recursive-descent parser of one line. On the first error Failure is set
/// and everything after it is a no-op.
class LineParser {
  StringRef Text; // what is left
  std::string Failure;

  void skip() { Text = Text.ltrim(" \t"); }
  void expected(const Twine &What) {
    if (!Failure.empty())
      return;
    skip();
    Failure = ("expected " + What + ", got " +
               (Text.empty() ? Twine("the end of the line")
                             : "'" + Text.substr(0, 20) + "'"))
                  .str();
  }
  bool accept(char C) {
    skip();
    if (!Text.starts_with(StringRef(&C, 1)))
      return false;
    Text = Text.drop_front();
    return true;
  }
  void require(char C) {
    if (!accept(C))
      expected(Twine("'") + Twine(C) + "'");
  }
  static bool isNameChar(char C) {
    return isAlnum(C) || C == '_' || C == '.' || C == '$';
  }
  StringRef word() {
    skip();
    StringRef W = Text.take_while(isNameChar);
    Text = Text.drop_front(W.size());
    return W;
  }
  bool acceptWord(StringRef W) {
    skip();
    if (Text.take_while(isNameChar) != W)
      return false;
    Text = Text.drop_front(W.size());
    return true;
  }
  void requireWord(StringRef W) {
    if (!acceptWord(W))
      expected("'" + W + "'");
  }
  static bool argument(StringRef W, unsigned &Number) {
    if (!W.consume_front("arg") || W.empty() || W.getAsInteger(10, Number) ||
        Number == 0 || Number > 64)
      return false;
    --Number;
    return true;
  }
  unsigned argument() {
    unsigned N = 0;
    StringRef Before = Text;
    if (!argument(word(), N)) {
      Text = Before;
      expected("arg1 to arg64");
    }
    return N;
  }

  ModelPointer pointer() {
    ModelPointer P;
    if (accept('%')) {
      P.Base = ModelPointer::Local;
      P.Name = word().str();
      if (P.Name.empty())
        expected("a name after '%'");
    } else {
      StringRef Before = Text, W = word();
      if (W == "ret") {
        P.Base = ModelPointer::Return;
      } else if (argument(W, P.Number)) {
        P.Base = ModelPointer::Argument;
      } else if (W.starts_with("arg") && W != "argv" &&
                 all_of(W.drop_front(3), isDigit)) {
        Text = Before;
        expected("arg1 to arg64");
      } else if (!W.empty() && !isDigit(W[0])) {
        P.Base = ModelPointer::Static;
        P.Name = W.str();
      } else {
        Text = Before;
        expected("argN, ret, %local or a name");
      }
    }
    if (accept('[')) {
      skip();
      if (accept(']')) {
        P.Step = ModelPointer::Anywhere;
        return P;
      }
      if (!Text.empty() && isDigit(Text[0])) {
        P.Step = ModelPointer::Bytes;
        if (word().getAsInteger(10, P.Amount) || P.Amount == 0 ||
            P.Amount >= 0xffffffffu)
          expected("a number of bytes, 1 or more");
      } else {
        P.Step = ModelPointer::ByArg;
        P.Amount = argument();
      }
      require(']');
    }
    return P;
  }

  ModelValue value() {
    ModelValue V;
    if (accept('*')) {
      V.K = ModelValue::Deref;
      V.Depth = accept('*') ? 2 : 1;
      V.P = pointer();
    } else if (accept('&')) {
      V.K = ModelValue::AddressOf;
      V.P = pointer();
      if (V.P.Base != ModelPointer::Static)
        expected("a library variable after '&'");
    } else if (acceptWord("alloc")) {
      V.K = ModelValue::Alloc;
      if (accept('(')) {
        do
          V.Size.push_back(argument());
        while (accept('*'));
        require(')');
      }
    } else if (acceptWord("bytes")) {
      V.K = ModelValue::Bytes;
    } else if (acceptWord("unknown")) {
      V.K = ModelValue::Unknown;
    } else if (acceptWord("exception")) {
      V.K = ModelValue::Exception;
    } else if (acceptWord("null")) {
      V.K = ModelValue::Null;
    } else {
      V.K = ModelValue::Pointer;
      V.P = pointer();
    }
    return V;
  }

  void callee(ModelStatement &S) {
    S.K = ModelStatement::Call;
    S.Callee = pointer();
    require('(');
    if (!accept(')')) {
      do
        S.Arguments.push_back(value());
      while (accept(','));
      require(')');
    }
  }

  void statement(LibraryModel &M) {
    if (acceptWord("none"))
      return;
    if (acceptWord("unknown")) {
      M.Unknown = true;
      return;
    }
    if (acceptWord("touches")) {
      requireWord("nothing");
      M.Effect = LibraryEffect::None;
      return;
    }
    if (acceptWord("reads")) {
      requireWord("args");
      M.Effect = LibraryEffect::Reads;
      return;
    }
    if (acceptWord("writes")) {
      requireWord("args");
      M.Effect = LibraryEffect::Writes;
      return;
    }
    if (acceptWord("uses")) {
      requireWord("stream");
      M.UsesStream = true;
      return;
    }
    if (acceptWord("opens")) {
      requireWord("stream");
      M.OpensStream = true;
      return;
    }
    ModelStatement S;
    if (acceptWord("call")) {
      callee(S);
    } else if (acceptWord("copy")) {
      S.K = ModelStatement::Copy;
      S.Target = pointer();
      require(',');
      S.Source.K = ModelValue::Pointer;
      S.Source.P = pointer();
      if (accept(',')) {
        S.SizeArgument = argument();
        if (accept('*'))
          S.TimesArgument = argument();
      }
    } else if (acceptWord("permute")) {
      S.K = ModelStatement::Permute;
      S.Target = pointer();
      require(',');
      S.SizeArgument = argument();
    } else if (acceptWord("throw")) {
      S.K = ModelStatement::Throw;
      S.Source = value();
    } else if (acceptWord("escape")) {
      S.K = ModelStatement::Escape;
      S.Source = value();
    } else {
      S.HasTarget = true;
      S.Store = accept('*');
      S.Target = pointer();
      if (!S.Store && S.Target.Base == ModelPointer::Argument)
        expected("ret, *pointer, %local or a name on the left of '='");
      require('=');
      if (acceptWord("call"))
        callee(S);
      else
        S.Source = value();
    }
    M.Statements.push_back(std::move(S));
  }

public:
  explicit LineParser(StringRef Text) : Text(Text) {}

  std::string parse(std::vector<StringRef> &Names, LibraryModel &M) {
    for (;;) {
      StringRef W = word();
      if (W.empty())
        break;
      Names.push_back(W);
      accept(',');
    }
    if (Names.empty())
      expected("the name of a function");
    require(':');
    do {
      skip();
      if (Failure.empty())
        statement(M);
    } while (Failure.empty() && accept(';'));
    skip();
    if (Failure.empty() && !Text.empty())
      expected("';' or the end of the line");
    return Failure;
  }
};

} // namespace

bool LibraryModel::keepsNoInteriorPointer() const {
  return !Unknown && all_of(Statements, [](const ModelStatement &S) {
    if (S.K == ModelStatement::Copy)
      return true;
    return S.K == ModelStatement::Assign && !S.Store &&
           S.Target.Base == ModelPointer::Return &&
           (S.Source.K == ModelValue::Alloc ||
            S.Source.K == ModelValue::Bytes ||
            (S.Source.K == ModelValue::Pointer &&
             S.Source.P.Base == ModelPointer::Argument &&
             S.Source.P.Step == ModelPointer::NoStep));
  });
}

Error LibraryModels::add(StringRef File, StringRef Text) {
  unsigned Line = 0;
  while (!Text.empty()) {
    auto [One, Rest] = Text.split('\n');
    Text = Rest;
    ++Line;
    StringRef Code = One.split('#').first.trim(" \t\r");
    if (Code.empty())
      continue;
    std::vector<StringRef> Names;
    LibraryModel M;
    std::string Failure = LineParser(Code).parse(Names, M);
    if (!Failure.empty())
      return createStringError(inconvertibleErrorCode(),
                               File + ":" + Twine(Line) + ": " + Failure);
    for (StringRef Name : Names)
      Functions[Name] = M;
  }
  return Error::success();
}

Error LibraryModels::addBuiltIn() {
  for (auto *Entry = BuiltInModels; (*Entry)[0]; ++Entry)
    if (Error E = add((*Entry)[0], (*Entry)[1]))
      return E;
  return Error::success();
}

Error LibraryModels::addFile(StringRef Path) {
  auto Buffer = MemoryBuffer::getFile(Path, /*IsText=*/true);
  if (!Buffer)
    return createStringError(Buffer.getError(),
                             Path + ": cannot be read as library models: " +
                                 Buffer.getError().message());
  return add(Path, (*Buffer)->getBuffer());
}

const LibraryModel *LibraryModels::find(StringRef Name) const {
  Name.consume_front("\1"); // asm labels
  auto Look = [&](StringRef N) -> const LibraryModel * {
    auto It = Functions.find(N);
    return It == Functions.end() ? nullptr : &It->second;
  };
  if (auto *M = Look(Name))
    return M;
  StringRef N = Name;
  N.consume_front("__builtin_");
  for (StringRef Prefix :
       {"__isoc99_", "__isoc23_", "__xpg_", "__xpg_", "__xstat_"})
    N.consume_front(Prefix);
  if (auto *M = Look(N))
    return M;
  if (N.consume_back("_chk"))
    N = N.ltrim('_');
  if (auto *M = Look(N))
    return M;
  StringRef Plain = N;
  if (Plain.consume_back("64"))
    if (auto *M = Look(Plain))
      return M;
  // C locale variants: strtol_l, __strtol_internal.
  StringRef Internal = N;
  if (Internal.consume_front("__"))
    if (auto *M = Look(Internal))
      return M;
  return nullptr;
}
