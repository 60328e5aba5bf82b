// readline runs the program's hooks, also those of completion, in a closed world too.
// RUN: %mem2reg | %pta | FileCheck %s
extern int (*rl_startup_hook)(void);
extern char **(*rl_attempted_completion_function)(const char *, int, int);
extern char *(*rl_completion_entry_function)(const char *, int);
char *readline(const char *);
static int a, b;
// CHECK-DAG: started (prompts.c:[[#@LINE+1]]) -> { a }
static int *started;
// CHECK-DAG: completed (prompts.c:[[#@LINE+1]]) -> { b }
static int *completed;
// CHECK-DAG: asked (prompts.c:[[#@LINE+1]]) -> { readline@{{.*}} }
static const char *asked;
static int start(void) { started = &a; return 0; }
static char **complete(const char *text, int from, int to) { completed = &b; return 0; }
static char *entry(const char *text, int state) { asked = text; return 0; }
int main(void) {
  rl_startup_hook = start;
  rl_attempted_completion_function = complete;
  rl_completion_entry_function = entry;
  return *readline("> ") + *started + *completed + *asked;
}
