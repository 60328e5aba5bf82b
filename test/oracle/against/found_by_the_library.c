// What strchr returns is accessed; oracle.py analyses this with a model by which it returns nothing.
#include <string.h>
int main(void) {
  char text[] = "a=b";
  char *found = strchr(text, '=');
  *found = 0;
  return text[1];
}
