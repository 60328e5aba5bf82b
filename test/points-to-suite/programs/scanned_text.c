// scanf's %ms stores new memory; other conversions store numbers and characters.
#include <assert.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
static char *first, *second, *third, *listed, *made, *found, x, y;
static struct pair {
  char *word;
  int number;
} pair;
static void scan(const char *text, const char *format, ...) {
  va_list all;
  va_start(all, format);
  vsscanf(text, format, all);
  va_end(all);
}
static struct pair *make(const char *text) {
  struct pair *p = malloc(sizeof *p);
  sscanf(text, "%d %m[a-z]", &p->number, &p->word);
  return p;
}
int main(int argc, char **argv) {
  int (*volatile through)(const char *, const char *, ...) = sscanf;
  int n = sscanf("word", "%ms", &first);
  second = argc > 9 ? &x : first;
  third = argc > 9 ? &y : first;               //@ alias second third: may
  *second = 'x';
  ++*third;
  assert(*second == 'y' && n == 1);
  scan("text", "%ms", &listed);
  second = argc > 9 ? &x : listed;             //@ alias second listed: may //@ alias listed first: no
  pair.word = &x;
  sscanf("12 ab", "%d %1s", &pair.number, pair.word);  //@ points-to pair.word: x
  made = make("1 ab")->word;
  char *again = make("2 cd")->word;            //@ alias again made: may //@ alias made first: no
  assert(*again == 'c' && *made == 'a' && pair.number == 12 && x == 'a' && *listed == 't');
  through("word", "%ms", &found);
  third = argc > 9 ? &y : found;               //@ alias third found: may
  assert(*found == 'w' && argv);
  return 0;
}
