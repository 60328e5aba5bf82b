//===- Models.cpp - The language of library models ------------------------===//
//
// The parser of the models, and the lookup of a function's name, which knows
// the fortified, large-file and underscored variants of the C library's names.
// Where SVF keeps models as code (extapi.c), they are tables here, so that
// users can add their own.
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

  /// What is said of the function as a whole; false: something else follows.
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
      requireWord("stream");
      M.UsesStream = true;
    } else if (acceptWord("opens")) {
      requireWord("stream");
      M.OpensStream = true;
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
  return First.empty() ? Error::success()
                       : createStringError(inconvertibleErrorCode(), First);
}

/// The line of a function's built-in model; empty if it has none.
static StringRef builtInLine(StringRef Name) {
  auto NameOf = [](const builtin::Function &F) {
    return StringRef(builtin::Tables[F.Table] + F.Name, F.NameLength);
  };
  const auto *End = builtin::Functions + builtin::FunctionCount;
  const auto *Found = std::partition_point(
      builtin::Functions, End,
      [&](const builtin::Function &F) { return NameOf(F) < Name; });
  if (Found == End || NameOf(*Found) != Name)
    return {};
  const char *Line = builtin::Tables[Found->Table] + Found->Line;
  return {Line, size_t(std::strchr(Line, '\n') - Line)};
}

const LibraryModel *LibraryModels::builtIn(StringRef Name) const {
  const StringRef Line = builtInLine(Name);
  if (Line.empty())
    return nullptr;
  std::vector<StringRef> Names;
  LibraryModel M;
  std::string Failure = LineParser(Line).parse(Names, M);
  assert(Failure.empty() && "the built-in models have an error");
  M.Unknown |= !Failure.empty();
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

/// True if Name is one of the words of List.
static bool isListed(StringRef Name, StringRef List) {
  for (size_t At = List.find(Name); At != StringRef::npos;
       At = List.find(Name, At + 1)) {
    size_t End = At + Name.size();
    if ((At == 0 || List[At - 1] == ' ') &&
        (End == List.size() || List[End] == ' '))
      return true;
  }
  return false;
}

/// Functions with a 64-bit variant: NAME64 does what NAME does. Other names
/// that end in 64, such as a program's pow64 or link64, are different
/// functions.
static constexpr StringLiteral LargeFile =
    "fopen freopen tmpfile fseeko ftello fgetpos fsetpos lseek open openat "
    "creat mmap pread pwrite preadv pwritev stat fstat lstat fstatat __xstat "
    "__fxstat __lxstat __fxstatat statfs fstatfs statvfs fstatvfs truncate "
    "ftruncate readdir scandir scandirat alphasort versionsort glob globfree "
    "ftw nftw getrlimit setrlimit prlimit lockf fallocate posix_fallocate "
    "posix_fadvise sendfile mkstemp mkostemp mkstemps mkostemps gzopen gzseek "
    "gztell gzoffset adler32_combine crc32_combine aio_read aio_write "
    "aio_error "
    "aio_return aio_cancel aio_suspend aio_fsync lio_listio getdirentries "
    "preadv2 pwritev2 fcntl";

/// Functions that _FORTIFY_SOURCE calls as __NAME_chk.
static constexpr StringLiteral Fortified =
    "memcpy memmove mempcpy memset memccpy explicit_bzero bcopy bzero strcpy "
    "strncpy strcat strncat stpcpy stpncpy strlcpy strlcat sprintf snprintf "
    "vsprintf vsnprintf printf fprintf vprintf vfprintf dprintf vdprintf "
    "asprintf vasprintf gets fgets fgets_unlocked fread fread_unlocked read "
    "pread pread64 readlink readlinkat recv recvfrom getcwd getwd realpath "
    "confstr getgroups gethostname getdomainname getlogin_r ttyname_r "
    "ptsname_r poll ppoll wctomb mbstowcs wcstombs wcrtomb mbsrtowcs wcsrtombs "
    "mbsnrtowcs wcsnrtombs wcscpy wcsncpy wcscat wcsncat wcpcpy wcpncpy "
    "wmemcpy wmemmove wmempcpy wmemset swprintf vswprintf wprintf fwprintf "
    "vwprintf vfwprintf fgetws fgetws_unlocked syslog vsyslog inet_ntop "
    "inet_pton error error_at_line warn warnx err errx";

/// Functions that glibc also has as __NAME.
static constexpr StringLiteral Underscored =
    "strdup strndup strtok_r stpcpy stpncpy rawmemchr mempcpy bzero ffs "
    "strcasecmp strncasecmp strcasestr strverscmp strsep asprintf vsscanf "
    "vsnprintf vfscanf snprintf sigaction sigsuspend open open64 close read "
    "write fcntl fork vfork connect send lseek pread64 pwrite64 select poll "
    "dup2 wait waitpid getpid getpagesize sched_yield gettimeofday nanosleep "
    "sbrk secure_getenv toupper_l tolower_l isalpha_l isspace_l newlocale "
    "duplocale freelocale uselocale nl_langinfo_l strtod_l strtof_l strtold_l "
    "strtol_l strtoul_l mbrlen mbrtowc wctype_l overflow uflow "
    "pthread_mutex_init pthread_mutex_destroy pthread_mutex_lock "
    "pthread_mutex_trylock pthread_mutex_unlock pthread_mutexattr_init "
    "pthread_mutexattr_destroy pthread_mutexattr_settype pthread_once "
    "pthread_key_create pthread_getspecific pthread_setspecific "
    "pthread_rwlock_init pthread_rwlock_destroy pthread_rwlock_rdlock "
    "pthread_rwlock_wrlock pthread_rwlock_unlock pthread_atfork";

const LibraryModel *LibraryModels::find(StringRef Name) const {
  Name.consume_front("\1"); // asm labels
  auto Lookup = [&](StringRef N) -> const LibraryModel * {
    auto It = Functions.find(N);
    return It == Functions.end() ? builtIn(N) : &It->second;
  };
  if (auto *M = Lookup(Name))
    return M;
  StringRef N = Name;
  N.consume_front("__builtin_");
  for (StringRef Prefix : {"__isoc99_", "__isoc23_", "__xpg_"})
    N.consume_front(Prefix);
  if (auto *M = Lookup(N))
    return M;
  StringRef Bare = N;
  if (Bare.consume_front("__")) {
    StringRef Plain = Bare;
    if (Plain.consume_back("_chk") && isListed(Plain, Fortified))
      N = Plain;
    else if (isListed(Bare, Underscored))
      N = Bare;
  }
  if (auto *M = Lookup(N))
    return M;
  if (StringRef Plain = N;
      Plain.consume_back("64") && isListed(Plain, LargeFile))
    return Lookup(Plain);
  return nullptr;
}
