// What the C runtime gives to constructors and keeps is what main gets; a registered conversion of printf runs wherever
// text is formatted.
#define _GNU_SOURCE
#include <errno.h>
#include <printf.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <wchar.h>

#define NOINLINE __attribute__((noinline))
extern char **environ;
extern char *__progname_full;
static char *none[2] = {"x", 0}, **saved = none, **table = none, **variables = none;
__attribute__((constructor)) static void init(int argc, char **argv, char **envp) {
  if (argc > 0) saved = argv, variables = envp;
}
static void entry(int argc, char **argv) { table = argv; }
__attribute__((section(".init_array"), used)) static void (*const at_start)(int, char **) = entry;

static int calls;
struct widget { int *count; };
static int handler(FILE *f, const struct printf_info *info, const void *const *args) {
  const struct widget *w = *(const struct widget *const *)args[0];
  ++*w->count;
  return fputc('w', f);
}
static int arguments(const struct printf_info *info, size_t n, int *types, int *sizes) {
  if (n > 0) types[0] = PA_POINTER, sizes[0] = sizeof(void *);
  return 1;
}
static int listed(char *text, size_t size, const char *format, ...) {
  va_list list;
  va_start(list, format);
  int n = vsnprintf(text, size, format, list);
  va_end(list);
  return n;
}
#define FORMATS(CALL) (calls = 3, CALL, calls)

int main(int argc, char **argv, char **envp) {
  char **p = saved, **q = table, **e = variables, **s = environ;
  argv[0][0] = 'a';
  char *name = program_invocation_name, *full = __progname_full;
  name[0] = 'b';
  int first = argv[0][0];
  argv[0][0] = 'c';
  full[0] = 'd';
  int second = argv[0][0];
  argv[0] = "e";
  p[0] = "f";
  int third = argv[0][0];
  argv[0] = "g";
  q[0] = "h";
  int fourth = argv[0][0];
  envp[0] = "i";
  e[0] = "j";
  int fifth = envp[0][0];
  envp[0] = "k";
  s[0] = "l";
  printf("%c %c %c %c %c %c\n", first, second, third, fourth, fifth, envp[0][0]);

  char text[32];
  wchar_t wide[32];
  struct widget w = {&calls};
  register_printf_specifier('W', handler, arguments);
  printf("%d", FORMATS(sprintf(text, "%W", &w)));
  printf(" %d", FORMATS(snprintf(text, sizeof text, "%W", &w)));
  printf(" %d", FORMATS(fprintf(stdout, "%W", &w)));
  printf(" %d", FORMATS(printf("%W", &w)));
  printf(" %d", FORMATS(listed(text, sizeof text, "%W", &w)));
  printf(" %d\n", FORMATS(swprintf(wide, 32, L"%W", &w)));
  return 0;
}
