// The plugin loads in clang, changes nothing, and runs where its pass is asked for in a pipeline of clang's own.
// RUN: %clang -O1 -fpass-plugin=%plugin -S -emit-llvm -o %t.with %s
// RUN: %clang -O1 -S -emit-llvm -o %t.without %s
// RUN: cmp %t.with %t.without
int f(int *p) { return *p; }
