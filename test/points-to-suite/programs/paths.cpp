// Paths, folders and clocks are memory of the library, apart from the program's.
#include <cassert>
#include <chrono>
#include <condition_variable>
#include <filesystem>
#include <mutex>
#include <stdexcept>
#include <string>
static int x;
static int *kept = &x;
static void once(int *p) { kept = p; }  //@ closed: points-to p: x //@ open: may p: x
int main() {
  namespace fs = std::filesystem;
  fs::path root = "/proc", below = root / "self";
  const char *text = below.c_str();     //@ closed: not text: x
  std::string stem = below.filename().string();
  for (const fs::directory_entry &e : fs::directory_iterator(below)) {
    const char *name = e.path().c_str();  //@ closed: alias name kept: no //@ open: alias name kept: may
    assert(*name);
    break;
  }
  std::once_flag flag;
  std::call_once(flag, once, &x);
  auto now = std::chrono::steady_clock::now();
  std::condition_variable wait;
  wait.notify_all();
  try {
    throw std::runtime_error("text");
  } catch (const std::exception &e) {
    assert(std::string(e.what()) == "text");
  }
  int *p = kept;                        //@ closed: points-to p: x //@ open: may p: x
  assert(fs::exists(root) && stem == "self" && p == &x && now <= std::chrono::steady_clock::now() && *text == '/');
  return 0;
}
