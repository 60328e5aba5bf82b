/* Two libraries in one process, one linked with each width of the METIS library. */
#include <stdio.h>

int divide_ring_32(void);
int divide_ring_64(void);

int main(void) {
  const int narrow = divide_ring_32(), wide = divide_ring_64(), again = divide_ring_32();
  printf("%d %d %d\n", narrow, wide, again);
  return narrow == 32 && wide == 64 && again == 32 ? 0 : 1;
}
