// Calls by function, by line and function as the call graph prints them, and what answers about them must say.
// What the preset leaves out is on the line of the answer; the option that includes it is the command's.
// RUN: amorph-pta %s --world closed --limit 1 --callees callees.c:52 --callees callees.c:53 --callees callees.c:54 -- > %t.out 2> %t.err
// RUN: FileCheck %s --check-prefix=OUT < %t.out
// OUT: callees callees.c:52: none (a call through a pointer reaches no function; preset c leaves out a function that it may hold: of_number; --preset strict includes it){{$}}
// OUT-NEXT: callees callees.c:53: none (a call through a pointer reaches no function; preset c leaves out 4 functions that it may hold: two, three, four, and 1 more; --preset strict includes them){{$}}
// OUT-NEXT: callees callees.c:54: none (a call through a pointer reaches no function by the assumptions of preset c; --preset strict has fewer){{$}}
// RUN: FileCheck %s --check-prefix=WARNING < %t.err
// WARNING: warning: pointers to functions are converted after they were loaded, and calls may leave their functions out (--calls any does not): callees.c:52 and 2 more places; amorph-pta --limit 0 lists them all{{$}}
// RUN: amorph-pta %s --world closed --limit 0 --preset strict --callees callees.c:52 --callees callees.c:53 -- 2>&1 | FileCheck %s --check-prefix=ANY
// ANY-NOT: amorph-pta: warning
// ANY: callees callees.c:52:{{$}}
// ANY-NEXT: {{^}}  of_number indirect function
// ANY-NEXT: callees callees.c:53:{{$}}
// ANY-NEXT: {{^}}  two indirect function
// Functions that a library function calls back follow it; so if it is called through a pointer.
// RUN: amorph-pta %s --callees callees.c:55 --callees callees.c:56 --callees main -- 2>&1 | FileCheck %s --check-prefix=BACK
// BACK: callees callees.c:55:
// BACK-NEXT: {{^}}  qsort direct declared function
// BACK-NEXT: {{^}}  compare called back function {{.*}}callees.c:36
// BACK-NEXT: callees callees.c:56:
// BACK-NEXT: {{^}}  bsearch indirect declared function
// BACK-NEXT: {{^}}  compare called back function {{.*}}callees.c:36
// BACK-NEXT: callees main:
// BACK: {{^}}  qsort direct declared function
// BACK-NEXT: {{^}}  compare called back function
// BACK-NOT: compare
// A function that is not known may call others, too.
// RUN: amorph-pta %s --callees callees.c:59 -- 2>&1 | FileCheck %s --check-prefix=UNKNOWN
// UNKNOWN: callees callees.c:59: (registers has neither body nor model: it may call any function that unknown code reaches; --escapes all lists them)
// UNKNOWN-NEXT: registers
// RUN: amorph-pta %s --world closed -q --callees callees.c:59 -- 2>&1 | FileCheck %s --check-prefix=CLOSED
// CLOSED: callees callees.c:59:{{$}}
#include <stdlib.h>
#include <stdio.h>
static int compare(const void *a, const void *b) { return *(const int *)a - *(const int *)b; }
static int x, many[3];
static int *of_number(int n) { return &x; }
typedef int *(*of_text)(char *);
static int *(*numbers[])(int) = {of_number};
static void two(double d) {}
static void three(float f) {}
static void four(double d, float f) {}
static void five(float f, double d) {}
typedef void (*function)(int *);
static void *functions[] = {two, three, four, five};
static function never;
void *(*search)(const void *, const void *, size_t, size_t, int (*)(const void *, const void *)) = bsearch;
void registers(int (*)(const void *, const void *));
int main(int argc, char **argv) {
  char *word;
  ((of_text)numbers[argc - 1])(argv[0]);
  ((function)functions[argc])(many);
  if (never) never(many);
  qsort(many, 3, sizeof *many, compare);
  search(many, many, 3, sizeof *many, compare);
  of_text kept = (of_text)numbers[argc - 1];
  scanf("%ms", &word);
  registers(compare);
  return *word + *kept(word);
}
// Names of the source, not of the C library's headers; a message has the whole name.
// RUN: amorph-pta %s --points-to main::word --callees callees.c:58 --callers scanf -- 2>&1 | FileCheck %s --check-prefix=NAME
// NAME: points-to main::word:
// NAME-NEXT: {{^}}  scanf@callees.c:58 heap
// NAME: callees callees.c:58:
// NAME-NEXT: {{^}}  scanf direct declared function
// NAME: callers scanf:
// NAME-NEXT: {{^}}  main direct function
// RUN: not amorph-pta %s --why 'main::word malloc@callees.old-name.c:12' --callees 'callees.c:55 in main' --callees nobody --callees 'callees.c:55 in nobody' --callees callees.c:55: -- > %t.out 2> %t.err
// RUN: FileCheck %s --check-prefix=WHOLE < %t.err
// WHOLE: found 'malloc@callees.old-name.c:12'
// WHOLE-NEXT: amorph-pta: 'nobody': expected FILE:LINE, FILE:LINE:COLUMN, or a function
// WHOLE-NEXT: amorph-pta: 'callees.c:55 in nobody': expected a function of the program after 'in', found 'nobody'
// RUN: FileCheck %s --check-prefix=IN < %t.out
// IN: callees callees.c:55 in main:
// IN-NEXT: {{^}}  qsort direct declared function
