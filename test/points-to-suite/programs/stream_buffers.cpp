// A stream calls the virtual functions of the program's buffer; what the program set in a buffer comes back.
#include <cassert>
#include <iostream>
#include <sstream>
static int seen, other, derived;
class collecting : public std::streambuf {
  char text_[16];
  int *count_;

 public:
  explicit collecting(int *count) : count_(count) { setp(text_, text_ + 1); }
  char *begin() { return pbase(); }

 protected:
  int_type overflow(int_type c) override {
    int *n = count_;  //@ may n: seen //@ closed: not n: other
    ++*n;
    return traits_type::not_eof(c);
  }
};
class passing : public std::streambuf {
  std::streambuf *to_;

 public:
  explicit passing(std::streambuf *to) : to_(to) {}

 protected:
  int_type overflow(int_type c) override {
    std::streambuf *next = to_;  //@ may next: main::first
    return next->sputc(traits_type::to_char_type(c));
  }
};
class counting : public std::streambuf {
  int *count_;

 public:
  explicit counting(int *count) : count_(count) {}

 protected:
  int_type overflow(int_type c) override {
    int *n = count_;  //@ may n: derived //@ closed: not n: seen
    ++*n;
    return traits_type::not_eof(c);
  }
};
class counting_stream : public std::ostream {
  counting buffer_;

 public:
  counting_stream() : std::ostream(&buffer_), buffer_(&derived) {}
};
int main() {
  collecting first(&seen);
  passing second(&first);
  std::ostream out(&second);
  out << "text" << 7;
  counting_stream derived_stream;
  derived_stream << "text";
  assert(derived == 4);
  std::streambuf *held = out.rdbuf();  //@ may held: main::second
  char *area = first.begin();          //@ may area: main::first.text_[]
  std::ostringstream text;
  std::ostream *before = text.tie(&out);
  std::ostream *tied = text.tie();     //@ may tied: main::out
  std::exception_ptr kept;
  try {
    throw &other;
  } catch (int *) {
    kept = std::current_exception();
  }
  int *again = nullptr;
  try {
    std::rethrow_exception(kept);
  } catch (int *p) {
    again = p;                         //@ may again: other
  }
  assert(held == &second && area != nullptr && tied == &out && before == nullptr && seen > 0 && again == &other);
  return 0;
}
