// The library's hash tables return the entries that the program has put there: a key and its data.
#define _GNU_SOURCE
#include <assert.h>
#include <search.h>
#include <string.h>
static int x, y, z, other;
static char first[] = "first", second[] = "second", third[] = "third";
int main(void) {
  assert(hcreate(10));
  ENTRY *entered = hsearch((ENTRY){first, &x}, ENTER);
  hsearch((ENTRY){second, &y}, ENTER);
  ENTRY *found = hsearch((ENTRY){second, 0}, FIND);
  int *data = found->data;  //@ closed: points-to data: x, y //@ open: may data: x, y
  char *key = found->key;   //@ may key: second //@ closed: not key: x, y
  int *same = entered->data;  //@ alias same data: may
  struct hsearch_data table = {0}, unused = {0};
  assert(hcreate_r(10, &table) && hcreate_r(10, &unused));
  ENTRY *in_table, *in_unused;
  hsearch_r((ENTRY){third, &z}, ENTER, &in_table, &table);
  hsearch_r((ENTRY){first, &other}, ENTER, &in_unused, &unused);
  assert(hsearch_r((ENTRY){third, 0}, FIND, &in_table, &table));
  int *held = in_table->data;        //@ points-to held: z
  char *name = in_table->key;        //@ points-to name: third
  int *elsewhere = in_unused->data;  //@ points-to elsewhere: other //@ alias held elsewhere: no
  assert(data == &y && same == &x && held == &z && elsewhere == &other && strcmp(key, "second") == 0 && name == third);
  hdestroy_r(&table);
  hdestroy_r(&unused);
  hdestroy();
  return 0;
}
