//===- Models.cpp - The language of library models ------------------------===//
//
// The parser of the models, and the built-in models. Where SVF keeps models as
// code (extapi.c), they are tables here, so that users can add their own.
//
//===----------------------------------------------------------------------===//
#include "llvm-pass/models/Models.h"
#include "llvm-pass/models/BuiltIn.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MemoryBuffer.h"

#include <algorithm>
#include <cstring>

using namespace llvm;
using namespace amorph;

namespace {

/// A recursive-descent parser of one line. On the first error Failure is set
/// and everything after it is a no-op.
class LineParser {
  StringRef Text; // the rest of the line
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

  uint64_t bytes() {
    uint64_t N = 0;
    if (word().getAsInteger(10, N) || N == 0 || N >= 0xffffffffu)
      expected("a number of bytes, 1 or more");
    return N;
  }

  /// InCall: of a callback's arguments, where argN... is that argument and all
  /// after it.
  ModelPointer pointer(bool InCall = false) {
    ModelPointer P;
    if (accept('%')) {
      P.Base = ModelPointer::Local;
      P.Name = word().str();
      if (P.Name.empty())
        expected("a name after '%'");
    } else {
      StringRef Before = Text, W = word();
      P.AndAllAfter = InCall && W.consume_back("...");
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
    if (accept('+')) {
      P.Step = ModelPointer::Offset;
      P.Amount = bytes();
    } else if (accept('[')) {
      skip();
      if (accept(']')) {
        P.Step = ModelPointer::Anywhere;
        return P;
      }
      if (!Text.empty() && isDigit(Text[0])) {
        P.Step = ModelPointer::Bytes;
        P.Amount = bytes();
      } else {
        P.Step = ModelPointer::ByArg;
        P.Amount = argument();
      }
      require(']');
    }
    return P;
  }

  ModelValue value(bool InCall = false) {
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
      V.P = pointer(InCall);
    }
    return V;
  }

  void callee(ModelStatement &S) {
    S.K = ModelStatement::Call;
    S.Callee = pointer();
    require('(');
    if (!accept(')')) {
      do
        S.Arguments.push_back(value(/*InCall=*/true));
      while (accept(','));
      require(')');
    }
  }

  void effect(LibraryModel &M, LibraryEffect E) {
    if (M.Effect != LibraryEffect::Unknown && Failure.empty())
      Failure = "expected one of 'touches', 'reads' and 'writes', got two";
    M.Effect = E;
  }

  /// Reports a contradiction within the line. The order of statements is free.
  void consistent(const LibraryModel &M) {
    if (!Failure.empty())
      return;
    bool Calls = false, Stores = false;
    for (const ModelStatement &S : M.Statements) {
      Calls |= S.K == ModelStatement::Call;
      Stores |= S.Store || S.K == ModelStatement::Copy ||
                S.K == ModelStatement::Permute;
    }
    bool Effect = M.Effect != LibraryEffect::Unknown;
    if (M.Unknown && (Effect || !M.Statements.empty()))
      Failure = "expected no effect and no statement beside 'unknown'";
    else if (Effect && Calls)
      Failure = "expected no effect beside a 'call': it accesses what the "
                "called function does";
    else if (Effect && Stores && M.Effect != LibraryEffect::Writes)
      Failure = "expected 'writes args' or no effect beside a store";
  }

  /// A statement about the function as a whole; false: something else follows.
  bool property(LibraryModel &M) {
    if (acceptWord("none"))
      return true;
    if (acceptWord("unknown")) {
      M.Unknown = true;
    } else if (acceptWord("touches")) {
      requireWord("nothing");
      effect(M, LibraryEffect::None);
    } else if (acceptWord("reads")) {
      requireWord("args");
      effect(M, LibraryEffect::Reads);
    } else if (acceptWord("writes")) {
      requireWord("args");
      effect(M, LibraryEffect::Writes);
    } else if (acceptWord("uses")) {
      if (acceptWord("stream"))
        M.UsesStream = true;
      else if (acceptWord("conversions"))
        M.UsesConversions = true;
      else
        expected("'stream' or 'conversions'");
    } else if (acceptWord("opens")) {
      requireWord("stream");
      M.OpensStream = true;
    } else if (acceptWord("registers")) {
      requireWord("conversions");
      M.RegistersConversions = true;
    } else if (acceptWord("scans")) {
      M.Scans = argument();
    } else if (acceptWord("is")) {
      M.Is = word().str();
      if (M.Is.empty())
        expected("the name of a variable");
    } else {
      return false;
    }
    return true;
  }

  void copy(ModelStatement &S) {
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
  }

  void assignment(ModelStatement &S) {
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
    if (acceptWord("unless")) {
      S.UnlessArgument = argument();
      requireWord("has");
      StringRef Before = Text;
      if (word().getAsInteger(10, S.UnlessBits) || S.UnlessBits == 0) {
        Text = Before;
        expected("a number of bits, 1 or more");
      }
    }
  }

  void statement(LibraryModel &M) {
    if (property(M))
      return;
    ModelStatement S;
    if (acceptWord("call")) {
      callee(S);
    } else if (acceptWord("copy")) {
      copy(S);
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
      assignment(S);
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
    consistent(M);
    return Failure;
  }
};

} // namespace

bool LibraryModel::keepsNoInteriorPointer() const {
  auto IsPlain = [](const ModelPointer &P, ModelPointer::BaseKind Base) {
    return P.Base == Base && P.Step == ModelPointer::NoStep;
  };
  return !Unknown && all_of(Statements, [&](const ModelStatement &S) {
    if (S.K == ModelStatement::Copy)
      return true;
    if (S.K != ModelStatement::Assign)
      return false;
    // A pointer from memory, the library's too, is passed on unchanged: the
    // store that put it there has been examined.
    if (S.Source.K == ModelValue::Deref ||
        (S.Source.K == ModelValue::Pointer &&
         IsPlain(S.Source.P, ModelPointer::Static)))
      return true;
    return !S.Store && S.Target.Base == ModelPointer::Return &&
           (S.Source.K == ModelValue::Alloc ||
            S.Source.K == ModelValue::Bytes ||
            (S.Source.K == ModelValue::Pointer &&
             IsPlain(S.Source.P, ModelPointer::Argument)));
  });
}

/// Calls Visit(line number, code) for each line of Text that is not empty,
/// without comments.
static void forEachLine(StringRef Text,
                        function_ref<void(unsigned, StringRef)> Visit) {
  for (unsigned Line = 1; !Text.empty(); ++Line) {
    auto [One, Rest] = Text.split('\n');
    Text = Rest;
    StringRef Code = One.split('#').first.trim(" \t\r");
    if (!Code.empty())
      Visit(Line, Code);
  }
}

Error LibraryModels::add(StringRef File, StringRef Text) {
  std::string First;
  forEachLine(Text, [&](unsigned Line, StringRef Code) {
    std::vector<StringRef> Names;
    LibraryModel M;
    std::string Failure = LineParser(Code).parse(Names, M);
    if (!Failure.empty() && First.empty())
      First = (File + ":" + Twine(Line) + ": " + Failure).str();
    for (StringRef Name : Names)
      Functions[Name] = M;
  });
  Known.clear();
  return First.empty() ? Error::success()
                       : createStringError(inconvertibleErrorCode(), First);
}

/// The index entry of a function's built-in model; null if it has none.
static const builtin::Function *builtInEntry(StringRef Name) {
  auto NameOf = [](const builtin::Function &F) {
    return StringRef(builtin::Tables[F.Table] + F.Name, F.NameLength);
  };
  const auto *End = builtin::Functions + builtin::FunctionCount;
  const auto *Found = std::partition_point(
      builtin::Functions, End,
      [&](const builtin::Function &F) { return NameOf(F) < Name; });
  return Found == End || NameOf(*Found) != Name ? nullptr : Found;
}

const LibraryModel *LibraryModels::builtIn(StringRef Name) const {
  const builtin::Function *Entry = builtInEntry(Name);
  if (!Entry)
    return nullptr;
  const char *Begin = builtin::Tables[Entry->Table] + Entry->Line;
  const StringRef Line(Begin, size_t(std::strchr(Begin, '\n') - Begin));
  std::vector<StringRef> Names;
  LibraryModel M;
  std::string Failure = LineParser(Line).parse(Names, M);
  assert(Failure.empty() && "the built-in models have an error");
  M.Unknown |= !Failure.empty();
  M.BuiltIn = true;
  M.Prototype = builtin::Prototypes + Entry->Prototype;
  return &(Functions[Name] = std::move(M));
}

Error LibraryModels::addFile(StringRef Path) {
  auto Buffer = MemoryBuffer::getFile(Path, /*IsText=*/true);
  if (!Buffer)
    return createStringError(Buffer.getError(),
                             Path + ": cannot be read as library models: " +
                                 Buffer.getError().message());
  return add(Path, (*Buffer)->getBuffer());
}

Expected<std::shared_ptr<const LibraryModels>>
LibraryModels::read(StringRef Path) {
  auto Read = std::make_shared<LibraryModels>();
  if (!Path.empty())
    if (Error E = Read->addFile(Path))
      return E;
  return Read;
}
