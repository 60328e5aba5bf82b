void fill(void);
int main(void) {
  fill();
  return 0;
}
