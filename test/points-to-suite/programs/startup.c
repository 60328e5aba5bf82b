// What the C runtime gives to code before main, and what it keeps of it: one vector of arguments, one environment.
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/auxv.h>
extern char **environ, **__environ, *__progname, *__progname_full;
static char *none[1], **saved = none, **from_table = none, **early = none, **variables;
__attribute__((constructor)) static void init(int argc, char **argv, char **envp) {
  saved = argv;      //@ points-to argv: <argv>
  variables = envp;  //@ points-to envp: <environ_block>
}
static void entry(int argc, char **argv) { from_table = argv; }
static void before(int argc, char **argv) { early = argv; }
__attribute__((section(".init_array"), used)) static void (*at_start)(int, char **) = entry;
__attribute__((section(".preinit_array"), used)) static void (*first)(int, char **) = before;
int main(int argc, char **argv, char **envp) {
  assert(saved == argv && from_table == argv && early == argv && variables == envp);
  //@ may saved: <argv> //@ may from_table: <argv> //@ may early: <argv>
  //@ alias argv saved: may //@ alias argv from_table: may //@ alias argv early: may //@ alias argv envp: no
  //@ closed: points-to *saved: <argv_string>
  char *arg = argv[0], *name = program_invocation_name, *last = program_invocation_short_name;
  char *full = __progname_full, *brief = __progname;
  assert(name == arg && full == arg && last == brief && last >= arg && last <= arg + strlen(arg));
  //@ may name: <argv_string> //@ may last: <argv_string> //@ alias arg name: may //@ alias arg last: may
  //@ alias arg full: may //@ alias arg brief: may
  char **block = environ, **same = __environ;
  assert(block == envp && same == envp);
  //@ alias envp block: may //@ alias envp same: may //@ alias envp variables: may
  char *own[1] = {0};
  environ = own;
  same = __environ;  //@ may same: main::own
  program_invocation_name = "other";
  full = __progname_full;
  assert(same == own && !strcmp(full, "other"));  //@ may full: <literal>
  char *executable = (char *)getauxval(AT_EXECFN);
  assert(executable != 0);  //@ may executable: <environ_string>
  return 0;
}
