// RUN: %clang -O1 -emit-llvm -c %s -o %t.bc
// RUN: %opt -aa-pipeline=basic-aa,amorph-aa -passes='early-cse<memssa>,gvn,dse,instcombine' -S %t.bc | FileCheck %s
// Variables of the library that programs declare change when the library runs.
#define _GNU_SOURCE
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

// CHECK-LABEL: @zone(
// CHECK: load i64, ptr @timezone
// CHECK: call {{.*}}@mktime
// CHECK: load i64, ptr @timezone
long zone(struct tm *t) {
  long before = timezone;
  mktime(t);
  return timezone - before;
}

// CHECK-LABEL: @zone_name(
// CHECK: load ptr, ptr @tzname
// CHECK: call {{.*}}@localtime_r
// CHECK: load ptr, ptr @tzname
int zone_name(const time_t *now, struct tm *t) {
  char *before = tzname[0];
  localtime_r(now, t);
  return tzname[0] == before;
}

// CHECK-LABEL: @sign(
// CHECK: load i32, ptr @signgam
// CHECK: call {{.*}}@lgamma
// CHECK: load i32, ptr @signgam
double sign(double x, int *changed) {
  int before = signgam;
  double r = lgamma(x);
  *changed = signgam - before;
  return r;
}

// CHECK-LABEL: @environment(
// CHECK: store ptr %{{.*}}, ptr @environ
// CHECK: call {{.*}}@getenv
// CHECK: store ptr %{{.*}}, ptr @environ
int environment(char **other) {
  char **before = environ;
  environ = other;
  int found = getenv("HOME") != NULL;
  environ = before;
  return found;
}

// CHECK-LABEL: @output(
// CHECK: store ptr %{{.*}}, ptr @stdout
// CHECK: call {{.*}}@printf
// CHECK: store ptr %{{.*}}, ptr @stdout
void output(FILE *other, int n) {
  FILE *before = stdout;
  stdout = other;
  printf("%d", n);
  stdout = before;
}

// Another unit may have registered a conversion of printf whose handler counts.
// CHECK-LABEL: @formatted(
// CHECK: call {{.*}}@sprintf
// CHECK: load i32, ptr @converted
extern int converted;
int formatted(int n) {
  char text[32];
  converted = 3;
  sprintf(text, "%W", n);
  return converted + text[0];
}
