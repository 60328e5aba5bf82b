// One name at several places: the line says which is meant.
#include <assert.h>
static int x, y, z, w;
static int *p = &x;
static int *global_of_file(void) {
  return p;  //@ points-to p: x
}
static int *parameter(int *p) {
  return p;  //@ points-to p: y
}
static int *inner(int n) {
  int *p = &z, *result = p;  //@ points-to p: z
  if (n) {
    int *p = &w;
    result = p;  //@ points-to p: w
  }
  for (int *p = &y; p; p = 0) {
    result = n > 1 ? p : result;  //@ points-to p: y
  }
  return result;  //@ points-to result: w, y, z
}
static int *nothing(void) {
  int *p = 0;
  return p;  //@ points-to p:
}
int main(void) {
  assert(global_of_file() == &x && parameter(&y) == &y && inner(1) == &w && inner(2) == &y && !nothing());
  //@ points-to p: x //@ points-to parameter::p: y //@ points-to nothing::p: //@ points-to &p: p
  return 0;
}
