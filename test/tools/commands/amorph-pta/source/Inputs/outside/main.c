int *g, x;
int *keep;
const char *argp_program_version = "1", *argp_program_bug_address;
void fill(void);
void hook(int *p) { keep = p; }
int main(void) {
  fill();
  return g != 0;
}
