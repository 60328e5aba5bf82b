// What OpenMP runs in threads and tasks is called with what the threads share; other announced callbacks, by !callback.
// RUN: %clang -g -O0 -Xclang -disable-O0-optnone -fopenmp -emit-llvm -c %s -o %t.bc
// RUN: %opt -passes='internalize,mem2reg,amorph-pta<world=closed>,print<amorph-callgraph>' -internalize-public-api-list=main -disable-output %t.bc | FileCheck %s
// RUN: %opt -passes='internalize,mem2reg,amorph-pta<world=open>,print<amorph-callgraph>' -internalize-public-api-list=main -disable-output %t.bc | FileCheck %s
typedef struct { void (*f)(int *); } job;
static void one(int *p) { *p += 1; }
static void two(int *p) { *p += 2; }
static void three(int *p) { *p += 3; }
static void four(int *p) { *p += 4; }
__attribute__((callback(1, 2, __))) void each(void (*)(job *, int), job *, int);
static void visit(job *j, int n) {
  // CHECK: openmp.c:[[#@LINE+1]] in visit: {{[^,]*}}:four{{($|, <unknown code>$)}}
  j->f(&n);
}
int main(void) {
  job j[2] = {{one}, {two}}, t = {three}, announced = {four};
  int sum = 0, last = 0;
#pragma omp parallel for reduction(+ : sum)
  for (int i = 0; i < 2; i++)
    // CHECK: openmp.c:[[#@LINE+1]] in {{[^:]*}}: {{[^,]*}}:one, {{[^,]*}}:two{{$}}
    j[i].f(&sum);
#pragma omp parallel
#pragma omp single
#pragma omp task shared(last)
  // CHECK: openmp.c:[[#@LINE+1]] in {{[^:]*}}: {{[^,]*}}:three{{$}}
  t.f(&last);
  each(visit, &announced, 3);
  return sum + last;
}
