// A name that dlsym looks up may be that of a variable of the library which the module uses, in a closed world, too.
// RUN: %mem2reg -o %t.bc && %pta < %t.bc | FileCheck %s && %open < %t.bc | FileCheck %s --check-prefix=OPEN
extern char **environ;
void *dlsym(void *, const char *);
static char ***found;
int main(void) {
  found = dlsym(0, "environ");
  environ = 0;
  return *found == 0;
}
// CHECK: found ({{.*}}) -> { <unknown>, environ }
// OPEN: found ({{.*}}) -> { <unknown>, {{.*}}environ
