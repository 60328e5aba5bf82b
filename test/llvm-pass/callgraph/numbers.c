// Pointers to functions that go through other pointers or numbers: a call that reaches none of the functions that its
// pointer holds is named with file and line.
// RUN: %mem2reg -o %t.bc
// RUN: %opt -passes='print<amorph-callgraph>' -disable-output %t.bc 2>&1 | FileCheck %s
// CHECK: amorph-pta: warning: pointers to functions are converted {{.*}}: {{.*}}numbers.c:13, {{.*}}numbers.c:14{{$}}
// CHECK: numbers.c:13 in main: <none>
// CHECK: numbers.c:14 in main: <none>
static int by(struct record { int key; } *a, struct record *b) { return a->key - b->key; }
static struct { void *hooks[2]; } all = {{(void *)by, (void *)by}};
int main(int argc, char **argv) {
  long number = (long)all.hooks[argc - 1]; int a = 1;
  int (*by_number)(int *, int *) = (int (*)(int *, int *))number, (*by_pointer)(int *, int *) = all.hooks[argc - 1];
  return by_number(&a, &a) +
         by_pointer(&a, &a);
}
