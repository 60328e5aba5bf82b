// Virtual tables of distances instead of addresses, as on Fuchsia.
//@ flags -fexperimental-relative-c++-abi-vtables
static int n;
struct base {
  virtual void act() { n += 1; }
  virtual void rest() { n += 100; }
};
struct side {
  virtual void turn() { n += 10; }
};
struct derived : base, side {
  void act() override { n += 2; }
  void turn() override { n += 20; }
};
struct unrelated {
  virtual void act() { n += 1000; }
};
static void through_base(base *p) {
  p->act();   //@ may-callees: derived::act() //@ not-callees: unrelated::act(), side::turn()
  p->rest();  //@ may-callees: base::rest()
}
static void through_side(side *p) {
  p->turn();  //@ may-callees: derived::turn()
}
static void through_unrelated(unrelated *p) {
  p->act();  //@ callees: unrelated::act()
}
int main() {
  derived d;
  unrelated u;
  through_base(&d);
  through_side(&d);
  through_unrelated(&u);
  return n != 2 + 100 + 20 + 1000;
}
