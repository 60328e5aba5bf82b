// The facts are those that the plugin finds in the linked bitcode of the same sources.
// A static name of several sources is always printed with its file here, and from the second on by the plugin.
// RUN: rm -rf %t && mkdir %t
// RUN: for f in list one; do clang -O0 -Xclang -disable-O0-optnone -fno-discard-value-names -g -emit-llvm -c %inputs/two/$f.c -o - | opt -passes=mem2reg -o %t/$f.bc; done
// RUN: llvm-link %t/list.bc %t/one.bc -o %t/both.bc
// RUN: opt -load-pass-plugin=%plugin -passes='print<amorph-pta>' -disable-output %t/both.bc | tail -n +2 | sed 's/%%[0-9]*/temporary/; s/last@[a-z]*.c:3/last/' > %t/plugin
// RUN: amorph-pta %inputs/two/list.c %inputs/two/one.c --exported --sets -- | tail -n +2 | sed 's/%%[0-9]*/temporary/; s/last@[a-z]*.c:3/last/' > %t/command
// RUN: cmp %t/plugin %t/command
