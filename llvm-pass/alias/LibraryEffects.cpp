//===- LibraryEffects.cpp - Memory effects of library functions -----------===//
//
// Left out on purpose, so that they count as unknown code: everything that
// calls back (qsort, bsearch, atexit), that reaches memory through a pointer in
// memory (strtok, strtok_r, strsep, getline, the v*printf family), that may
// synchronise with other threads (pthread_*, sleep, read, write, waitpid), that
// reads or writes variables which programs may declare (timezone, tzname and
// daylight: mktime, localtime_r, gmtime_r, strftime; signgam: lgamma; environ:
// getenv; optind: getopt; program_invocation_name: error), and
// that does not return (exit runs handlers, abort and raise run signal
// handlers, longjmp).
//
//===----------------------------------------------------------------------===//
#include "LibraryEffects.h"

#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringSet.h"

using namespace llvm;
using namespace amorph;

namespace {

struct Entry {
  LibraryEffect Effect;
  bool Stdio;
};

constexpr const char *NoEffect =
    "malloc calloc aligned_alloc memalign valloc "
    "abs labs llabs div ldiv lldiv rand srand random srandom drand48 lrand48 "
    "isalnum isalpha isblank iscntrl isdigit isgraph islower isprint ispunct "
    "isspace isupper isxdigit tolower toupper isascii toascii "
    "iswalnum iswalpha iswdigit iswlower iswprint iswpunct iswspace iswupper "
    "iswxdigit towlower towupper wcwidth "
    "__ctype_b_loc __ctype_tolower_loc __ctype_toupper_loc __errno_location "
    "acos asin atan atan2 ceil cos cosh exp exp2 expm1 fabs floor fmod hypot "
    "ldexp log log10 log1p log2 pow rint round sin sinh sqrt tan tanh trunc "
    "cbrt copysign erf erfc fdim fma fmax fmin ilogb llrint llround logb lrint "
    "lround nearbyint nextafter remainder scalbn tgamma asinh acosh "
    "atanh acosf asinf atanf atan2f ceilf cosf coshf expf exp2f fabsf floorf "
    "fmodf hypotf ldexpf logf log10f log2f powf rintf roundf sinf sinhf sqrtf "
    "tanf tanhf truncf fmaxf fminf copysignf "
    "getpid getppid getuid geteuid getgid getegid clock sysconf isatty "
    "htons htonl ntohs ntohl "
    "amorph_points_to amorph_not_points_to amorph_noalias_sized "
    "amorph_mayalias_sized amorph_mustalias_sized";

constexpr const char *ReadsArguments =
    "strlen strnlen strcmp strncmp strcasecmp strncasecmp strcoll strchr "
    "strrchr strstr strcasestr strpbrk strspn strcspn strchrnul index rindex "
    "memchr memrchr memcmp bcmp memmem rawmemchr "
    "wcslen wcscmp wcsncmp wcschr wcsrchr wcsstr wmemchr wmemcmp "
    "atoi atol atoll atof strdup strndup wcsdup strerror";

constexpr const char *WritesArguments =
    "free cfree realloc reallocarray "
    "memcpy memmove memset mempcpy memccpy bzero bcopy explicit_bzero "
    "strcpy strncpy strcat strncat stpcpy stpncpy strlcpy strlcat strxfrm "
    "__memcpy_chk __memmove_chk __memset_chk __strcpy_chk __strncpy_chk "
    "__strcat_chk __strncat_chk __stpcpy_chk "
    "wcscpy wcsncpy wcscat wcsncat wmemcpy wmemmove wmemset "
    "strtol strtoll strtoul strtoull strtod strtof strtold strtoimax strtoumax "
    "__isoc23_strtol __isoc23_strtoul __isoc23_strtoll __isoc23_strtoull "
    "sprintf snprintf __sprintf_chk __snprintf_chk sscanf __isoc99_sscanf "
    "__isoc23_sscanf mbtowc wctomb mbstowcs wcstombs mbrtowc wcrtomb mbrlen "
    "mblen time difftime gettimeofday "
    "clock_gettime frexp frexpf modf modff remquo rand_r";

constexpr const char *ReadsArgumentsStdio =
    "puts putchar putc fputc fputs fwrite ferror feof fileno perror "
    "putc_unlocked putchar_unlocked fputs_unlocked fwrite_unlocked";

constexpr const char *WritesArgumentsStdio =
    "printf fprintf __printf_chk __fprintf_chk scanf fscanf __isoc99_scanf "
    "__isoc99_fscanf __isoc23_scanf __isoc23_fscanf fgetc getc getchar fgets "
    "fread ungetc fflush fseek ftell rewind fclose fopen fopen64 fdopen "
    "freopen tmpfile clearerr getc_unlocked fread_unlocked fseeko ftello "
    "fseeko64 ftello64";

StringMap<Entry> makeTable() {
  StringMap<Entry> Table;
  auto Add = [&](StringRef Names, LibraryEffect E, bool Stdio) {
    SmallVector<StringRef, 64> Each;
    Names.split(Each, ' ', -1, /*KeepEmpty=*/false);
    for (StringRef Name : Each)
      Table[Name] = {E, Stdio};
  };
  Add(NoEffect, LibraryEffect::None, false);
  Add(ReadsArguments, LibraryEffect::Reads, false);
  Add(WritesArguments, LibraryEffect::Writes, false);
  Add(ReadsArgumentsStdio, LibraryEffect::Reads, true);
  Add(WritesArgumentsStdio, LibraryEffect::Writes, true);
  return Table;
}

} // namespace

LibraryEffect amorph::libraryEffect(StringRef Name, bool &Stdio) {
  static const StringMap<Entry> Table = makeTable();
  auto It = Table.find(Name);
  Stdio = It != Table.end() && It->second.Stdio;
  return It == Table.end() ? LibraryEffect::Unknown : It->second.Effect;
}

bool amorph::opensStdio(StringRef Name) {
  static const StringSet<> Names{"setbuf",
                                 "setbuffer",
                                 "setvbuf",
                                 "setlinebuf",
                                 "fopencookie",
                                 "funopen",
                                 "fmemopen",
                                 "open_memstream",
                                 "open_wmemstream",
                                 "register_printf_function",
                                 "register_printf_specifier"};
  return Names.contains(Name);
}
