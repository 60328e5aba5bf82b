// argz and envz: vectors of strings in memory of the library, and pointers into them.
#include <argz.h>
#include <assert.h>
#include <envz.h>
#include <stdlib.h>
#include <string.h>
static int x;
int main(void) {
  char *words[] = {"one", "two", NULL}, *vector = NULL;
  size_t size = 0;
  argz_create(words, &vector, &size);                  //@ site made
  argz_add(&vector, &size, "three");                   //@ site added
  char *all = vector;                                  //@ points-to all: argz_create@{made}, argz_add@{added}
  char *second = argz_next(vector, size, vector);      //@ alias second all: may
  char *list[4];
  argz_extract(vector, size, list);
  char *last = list[2];                                //@ alias last all: may
  char *environment = NULL;
  size_t length = 0;
  envz_add(&environment, &length, "name", "value");    //@ site environment
  char *value = envz_get(environment, length, "name");  //@ points-to value: envz_add@{environment} //@ alias value all: no
  assert(strcmp(second, "two") == 0 && strcmp(last, "three") == 0 && strcmp(value, "value") == 0);
  return x;
}
