//===- FindModel.cpp - Which model belongs to a function ------------------===//
//
// By name, which may be a fortified, large-file or underscored variant, and by
// prototype: a program may define connect(struct node *, struct node *) in
// another unit. Names that are reserved to the implementation, and those of the
// C++ library, which contain the types, are not checked.
//
//===----------------------------------------------------------------------===//
#include "llvm-pass/models/Models.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/GlobalVariable.h"
#include "llvm/IR/InstrTypes.h"

using namespace llvm;
using namespace amorph;

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

/// Functions with a 64-bit variant: NAME64 has NAME's effects. Other names
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

StringRef amorph::withoutStandard(StringRef Symbol) {
  for (StringRef Prefix : {"__isoc99_", "__isoc23_", "__xpg_"})
    Symbol.consume_front(Prefix);
  return Symbol;
}

const LibraryModel *LibraryModels::named(StringRef Name) const {
  auto [It, New] = Known.try_emplace(Name);
  return New ? It->second = lookUp(Name) : It->second;
}

const LibraryModel *LibraryModels::lookUp(StringRef Name) const {
  auto Lookup = [&](StringRef N) -> const LibraryModel * {
    auto It = Functions.find(N);
    return It == Functions.end() ? builtIn(N) : &It->second;
  };
  if (auto *M = Lookup(Name))
    return M;
  StringRef N = Name;
  N.consume_front("__builtin_");
  N = withoutStandard(N);
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

/// The letter of a type in prototypes.txt.
static char kindOf(const Type *T) {
  return T->isPointerTy()         ? 'p'
         : T->isIntegerTy()       ? 'i'
         : T->isFloatingPointTy() ? 'f'
         : T->isVoidTy()          ? 'v'
                                  : 'x';
}

/// How a structure is passed depends on the target.
static bool fits(const Type *T, char Kind) {
  return Kind == 'x' ? !T->isVoidTy() : kindOf(T) == Kind;
}

/// True for a call by the library's prototype, whatever the type of the
/// declaration.
static bool fits(const CallBase &Call, StringRef Prototype) {
  StringRef Parameters = Prototype.drop_front();
  const bool More = Parameters.consume_back(".");
  if (!fits(Call.getType(), Prototype[0]) ||
      Call.arg_size() < Parameters.size() ||
      (Call.arg_size() > Parameters.size() && !More))
    return false;
  return all_of(enumerate(Parameters), [&](auto P) {
    return fits(Call.getArgOperand(P.index())->getType(), P.value());
  });
}

static bool fits(const Function &F, StringRef Prototype) {
  const FunctionType *T = F.getFunctionType();
  if (!fits(T->getReturnType(), Prototype[0]))
    return false;
  // A declaration without parameters, f(): its calls show them.
  if (T->isVarArg() && T->getNumParams() == 0)
    return all_of(F.users(), [&](const User *U) {
      auto *Call = dyn_cast<CallBase>(U);
      return !Call || Call->getCalledOperand() != &F || fits(*Call, Prototype);
    });
  StringRef Parameters = Prototype.drop_front();
  return Parameters.consume_back(".") == T->isVarArg() &&
         Parameters.size() == T->getNumParams() &&
         all_of(enumerate(Parameters), [&](auto P) {
           return fits(T->getParamType(P.index()), P.value());
         });
}

static bool isOfCxx(StringRef Name) { return Name.starts_with("_Z"); }

/// True for a name that a program may not define.
static bool isReserved(StringRef Name) {
  return Name.size() > 1 && Name[0] == '_' &&
         (Name[1] == '_' || isUpper(Name[1]));
}

static StringRef nameOf(const GlobalValue &G) {
  StringRef Name = G.getName();
  Name.consume_front("\1"); // asm labels
  return Name;
}

/// True if calls in F of the named function are not of a builtin.
static bool isWithoutBuiltin(const Function &F, StringRef Name) {
  return F.hasFnAttribute("no-builtins") ||
         F.hasFnAttribute(("no-builtin-" + Name).str());
}

/// True if the prototype of a model of that name is checked.
static bool isChecked(const LibraryModel &M, StringRef Name) {
  return M.BuiltIn && !isReserved(Name) && !M.Prototype.empty();
}

const LibraryModel *LibraryModels::find(const Function &F) const {
  const StringRef Name = nameOf(F);
  const LibraryModel *M = named(Name);
  // The replaceable operator new is `nobuiltin` but does what is required.
  if (!M || !M->BuiltIn || isOfCxx(Name))
    return M;
  if (F.hasFnAttribute(Attribute::NoBuiltin) || isWithoutBuiltin(F, Name) ||
      (isChecked(*M, Name) && !fits(F, M->Prototype)))
    return nullptr;
  return M;
}

const LibraryModel *LibraryModels::find(const CallBase &Call,
                                        const Function &F) const {
  const StringRef Name = nameOf(F);
  const LibraryModel *M = find(F);
  if (!M || !M->BuiltIn || isOfCxx(Name))
    return M;
  const BasicBlock *Block = Call.getParent(); // null: not in a function yet
  const Function *Caller = Block ? Block->getParent() : nullptr;
  if (Call.isNoBuiltin() || (Caller && isWithoutBuiltin(*Caller, Name)) ||
      (isChecked(*M, Name) && Call.getFunctionType() != F.getFunctionType() &&
       !fits(Call, M->Prototype)))
    return nullptr;
  return M;
}

const LibraryModel *LibraryModels::find(const GlobalVariable &G) const {
  const StringRef Name = nameOf(G);
  const LibraryModel *M = named(Name);
  if (M && isChecked(*M, Name) &&
      !(M->Prototype[0] == '=' && fits(G.getValueType(), M->Prototype[1])))
    return nullptr;
  return M;
}
