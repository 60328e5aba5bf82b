/* AmorphPTA.so: the plugin that LLVM's tools are given, whatever their release. It uses nothing of LLVM: it asks the
   host which LLVM it has, and opens the plugin that is built for that one, AmorphPTA-llvmN.so beside it. A host without
   one gets a line that says so, and LLVM's own refusal.

   The host looks llvmGetPassPluginInfo up with dlsym after the constructor has run. The name is an indirect function
   (ELF's STT_GNU_IFUNC), which dlsym resolves then: the host gets the other plugin's own entry, and calls it directly.
   A call from here would have to know how large the structure is that it returns: 22 added a member. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <glob.h>
#include <limits.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* PassPluginLibraryInfo as every release has it; later ones append members. LLVM reads the rest only if the first is
   the version that it expects. */
struct info {
  uint32_t api_version;
  const char *name, *version;
  void (*register_callbacks)(void *);
};
typedef struct info entry(void);

static struct info refuse(void) {
  const struct info none = {0, "AmorphPTA", "", NULL};
  return none;
}
static entry *chosen = refuse;

/* The release of the LLVM in this process; 0: there is none that shares its functions. */
static unsigned host_release(void) {
  unsigned major = 0;
  void (*get_version)(unsigned *, unsigned *, unsigned *) = NULL; /* since 16 */
  *(void **)&get_version = dlsym(RTLD_DEFAULT, "LLVMGetVersion");
  if (get_version) {
    get_version(&major, NULL, NULL);
    return major;
  }
  Dl_info library;
  char file[PATH_MAX];
  void *symbol = dlsym(RTLD_DEFAULT, "LLVMContextCreate");
  if (!symbol || !dladdr(symbol, &library) || !realpath(library.dli_fname, file)) return 0;
  const char *number = strrchr(file, '/'); /* libLLVM-14.so.1 */
  number = number ? strpbrk(number, "0123456789") : NULL;
  return number ? (unsigned)strtoul(number, NULL, 10) : 0;
}

/* Appends the releases of the plugins FOLDER/AmorphPTA-llvm*.so to text: "19, 22". */
static void list_releases(const char *folder, char *text, size_t size) {
  char pattern[PATH_MAX + 32];
  glob_t found;
  snprintf(pattern, sizeof pattern, "%s/AmorphPTA-llvm*.so", folder);
  if (glob(pattern, 0, NULL, &found) != 0) return;
  for (size_t i = 0; i != found.gl_pathc; ++i) {
    const char *number = strrchr(found.gl_pathv[i], '/') + strlen("/AmorphPTA-llvm");
    const size_t used = strlen(text);
    snprintf(text + used, size - used, "%s%lu", used ? ", " : "", strtoul(number, NULL, 10));
  }
  globfree(&found);
}

__attribute__((constructor)) static void choose(void) {
  Dl_info self;
  char folder[PATH_MAX], plugin[PATH_MAX + 32], host[64] = "a program without an LLVM that plugins can share";
  if (!dladdr((void *)&chosen, &self) || !realpath(self.dli_fname, folder)) return;
  *strrchr(folder, '/') = '\0';
  const unsigned release = host_release();
  if (release) snprintf(host, sizeof host, "LLVM %u", release);
  snprintf(plugin, sizeof plugin, "%s/AmorphPTA-llvm%u.so", folder, release);
  if (access(plugin, F_OK) == 0) {
    void *library = dlopen(plugin, RTLD_LAZY | RTLD_LOCAL), *function = NULL;
    if (library) function = dlsym(library, "llvmGetPassPluginInfo");
    if (function)
      *(void **)&chosen = function;
    else
      fprintf(stderr, "AmorphPTA.so: %s\n", dlerror());
    return;
  }
  char releases[256] = "";
  list_releases(folder, releases, sizeof releases);
  fprintf(stderr, "AmorphPTA.so: this is %s; %s has plugins for LLVM %s (others: cmake -D AMORPH_LLVM_VERSION=N)\n",
          host, folder, *releases ? releases : "(none)");
}

static entry *resolve(void) { return chosen; }
__attribute__((visibility("default"), ifunc("resolve"))) struct info llvmGetPassPluginInfo(void);
