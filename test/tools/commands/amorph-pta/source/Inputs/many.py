"""Prints a C source of N functions that pass pointers on, some 8 constraints each: many.py N."""
import sys

n = int(sys.argv[1])
for i in range(n):
    print(f"int x{i}, *p{i}, **q{i};")
    print(f"int *f{i}(int **a) {{ p{i} = *a; *a = &x{i}; q{i} = a; return *q{i}; }}")
print(f"int *last = &x{n - 1};")
