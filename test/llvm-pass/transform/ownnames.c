// Functions of the program that have the names of library functions but other prototypes, or that are no builtins.
// RUN: %clang -O2 -DOTHER -fno-builtin -c -o %t.other.o %s
// RUN: %clang -O2 -fno-builtin-strcat -fpass-plugin=%plugin -c -o %t.main.o %s
// RUN: %clang %t.main.o %t.other.o -o %t.units && %t.units | FileCheck %s
// RUN: %clang -O2 -fno-builtin -fpass-plugin=%plugin -c -o %t.main.o %s
// RUN: %clang %t.main.o %t.other.o -o %t.units && %t.units | FileCheck %s
// RUN: %clang -O2 -ffreestanding -fpass-plugin=%plugin -c -o %t.main.o %s
// RUN: %clang %t.main.o %t.other.o -o %t.units && %t.units | FileCheck %s
// CHECK: connect 2, link 2, error 2, valloc 2, listen 2, strcat 2
struct node {
  struct node *next;
  int value;
};
void connect(struct node *a, struct node *b);
void link(struct node *a, struct node *b);
void error(struct node *a, struct node *b);
void listen(struct node **slot, struct node *b);
struct node *valloc(struct node **slot);
char *strcat(char *, const char *);
#ifdef OTHER
void connect(struct node *a, struct node *b) { a->next = b; }
void link(struct node *a, struct node *b) { a->next = b; }
void error(struct node *a, struct node *b) { a->next = b; }
void listen(struct node **slot, struct node *b) { *slot = b; }
struct node *valloc(struct node **slot) { return *slot; }
char *strcat(char *a, const char *b) {
  ((struct node *)a)->next = (struct node *)b;
  return a;
}
#else
int printf(const char *, ...);
static struct node z;
#define TEST(NAME, CALL)                                                                                               \
  static int test_##NAME(void) {                                                                                       \
    struct node a = {&z, 1}, b = {0, 2}, *s = &a;                                                                      \
    CALL;                                                                                                              \
    b.value = 1;                                                                                                       \
    a.next->value = 2;                                                                                                 \
    return b.value;                                                                                                    \
  }
TEST(connect, connect(&a, &b))
TEST(link, link(&a, &b))
TEST(error, error(&a, &b))
TEST(strcat, strcat((char *)&a, (char *)&b))

static int test_listen(void) {
  struct node a = {&z, 1}, b = {0, 2}, *s = &a;
  listen(&s, &b);
  b.value = 1;
  s->value = 2;
  return b.value;
}

static int test_valloc(void) {
  struct node b = {0, 2}, *s = &b, *p = valloc(&s);
  b.value = 1;
  p->value = 2;
  return b.value;
}

int main(void) {
  printf("connect %d, link %d, error %d, valloc %d, listen %d, strcat %d\n", test_connect(), test_link(), test_error(),
         test_valloc(), test_listen(), test_strcat());
  return 0;
}
#endif
