// What a program passes to a buffer or its stream, the virtual functions of the buffer get: a locale, a text.
#include <cassert>
#include <iostream>
#include <locale>
#include <string>
static int direct, streamed;
static const std::locale *kept;
static const char *written;
static char *wanted;
class direct_buffer : public std::streambuf {
  int *count_;

 public:
  explicit direct_buffer(int *count) : count_(count) {}

 protected:
  void imbue(const std::locale &given) override {
    int *n = count_;                //@ may n: direct
    const std::locale *l = &given;  //@ may l: main::first
    ++*n;
    kept = l;
  }
};
class streamed_buffer : public std::streambuf {
  int *count_;

 public:
  explicit streamed_buffer(int *count) : count_(count) {}

 protected:
  void imbue(const std::locale &given) override {
    int *n = count_;                //@ may n: streamed
    const std::locale *l = &given;  //@ may l: main::second
    ++*n;
    kept = l;
  }
  std::streamsize xsputn(const char *text, std::streamsize n) override {
    written = text;
    return n;
  }
  std::streamsize xsgetn(char *text, std::streamsize n) override {
    wanted = text;
    return n;
  }
};
class reading_buffer : public std::streambuf {
 public:
  explicit reading_buffer(char *text) { setg(text, text, text + 4); }
};
int main() {
  std::locale first, second;
  direct_buffer buffer(&direct);
  std::locale before = buffer.pubimbue(first);
  const std::locale *at = kept;  //@ may at: main::first, main::second
  assert(at == &first && direct == 1);
  streamed_buffer other(&streamed);
  std::iostream both(&other);
  std::locale former = both.imbue(second);
  at = kept;
  assert(at == &second && streamed == 1);
  static char text[] = "text", block[8], room[8];
  static std::string long_text(100, 'x');
  both << text;
  const char *w = written;  //@ may w: main::text, main::block
  assert(w == text);
  both.write(block, 8);
  w = written;
  assert(w == block);
  both << long_text;
  const char *s = long_text.data();  //@ alias s w: may
  w = written;
  assert(w == s);
  both.read(room, 8);
  char *r = wanted;  //@ may r: main::room
  assert(r == room);
  static char copied[] = "copy", moved[] = "move";
  reading_buffer from(copied), source(moved);
  both << &from;
  w = written;  //@ may w: main::copied, main::moved
  assert(w == copied);
  std::istream in(&source);
  in >> &other;
  w = written;
  assert(w == moved);
  return 0;
}
