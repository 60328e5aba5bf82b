int call_one(void), call_two(void);
int main(void) { return call_one() + call_two(); }
