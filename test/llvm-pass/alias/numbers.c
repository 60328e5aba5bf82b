// RUN: %mem2reg -o %t.bc
// RUN: %opt -aa-pipeline=basic-aa,amorph-aa -passes='%check' -disable-output %t.bc | FileCheck %s
// CHECK: amorph-alias: {{[1-9][0-9]*}} checks hold, 0 fail
// Addresses that travel as numbers, with less than a word added on the way: through a union, an argument, a result, an
// atomic addition, a constant.
#include "amorph_check.h"
#include <stdint.h>
#include <stdlib.h>

struct s { int a, b; long c, d; };
union u { uintptr_t number; int *pointer; };
static union u stored, atomic, constant;
static uintptr_t passed_on;
static struct s named;

static void store(struct s *s) { stored.number = (uintptr_t)s + 4; }
static void pass(uintptr_t number) { passed_on = number; }
static uintptr_t second(struct s *s) { return (uintptr_t)s + 4; }

int main(void) {
  struct s *one = malloc(sizeof *one), *two = malloc(sizeof *two), *three = malloc(sizeof *three);
  struct s *four = malloc(sizeof *four);
  store(one);
  amorph_mayalias(stored.pointer, &one->b);
  pass((uintptr_t)two + 4);
  union u u = {passed_on};
  amorph_mayalias(u.pointer, &two->b);
  u.number = second(three);
  amorph_mayalias(u.pointer, &three->b);
  atomic.number = (uintptr_t)four;
  __atomic_fetch_add(&atomic.number, 4, __ATOMIC_RELAXED);
  amorph_mayalias(atomic.pointer, &four->b);
  constant.number = (uintptr_t)&named + 4;
  amorph_mayalias(constant.pointer, &named.b);
  return *stored.pointer + *constant.pointer + one->b + two->b + three->b + four->b + named.b;
}
