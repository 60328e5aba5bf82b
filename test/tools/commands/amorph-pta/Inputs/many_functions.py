"""many_functions.py N: LLVM IR of N functions that allocate, store and call."""
import sys

count = int(sys.argv[1])
print("declare ptr @malloc(i64)")
for i in range(count):
    print(f"""@g{i} = global ptr null
define ptr @f{i}(ptr %a, ptr %b) {{
  %x = load ptr, ptr @g{i * 7 % count}
  store ptr %a, ptr @g{i}
  %m = call ptr @malloc(i64 8)
  store ptr %m, ptr %x
  %c = call ptr @f{i * 13 % count}(ptr %m, ptr %x)
  ret ptr %c
}}""")
