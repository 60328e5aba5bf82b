// Constructors of other code get the vector of arguments too, and may hand it out or write to it.
// RUN: %clang -O2 -DOTHER -c %s -o %t.other.o
// RUN: %clang -O2 -fpass-plugin=%plugin -c %s -o %t.o
// RUN: %clang %t.o %t.other.o -o %t.program
// RUN: %t.program | FileCheck %s
// CHECK: Z b c
#include <stdio.h>
#ifdef OTHER
static char **arguments, **variables;
__attribute__((constructor)) static void init(int argc, char **argv, char **envp) { arguments = argv, variables = envp; }
void retitle(void) { arguments[0][0] = 'Z'; }
char **arguments_of(void) { return arguments; }
char **variables_of(void) { return variables; }
#else
void retitle(void);
char **arguments_of(void), **variables_of(void);
int main(int argc, char **argv, char **envp) {
  argv[0][0] = 'A';
  retitle();
  argv[0][1] = 'a';
  arguments_of()[0][1] = 'b';
  envp[0] = "x";
  variables_of()[0] = "c";
  printf("%c %c %s\n", argv[0][0], argv[0][1], envp[0]);
  return 0;
}
#endif
