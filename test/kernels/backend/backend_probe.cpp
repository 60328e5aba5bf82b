// Prints what the loader finds; backend_test runs it in prepared folders and environments. Compiled without exceptions
// and RTTI, as LLVM plugins are, which the header of the loader must support.
#include <cstdio>
#include <cstring>
#include <thread>
#include <vector>

#include "amorph/kernels/backend/backend.hpp"

int main(int argc, char** argv) {
  using namespace amorph;
  if (argc != 2) return 1;
  std::vector<const cuda_module*> seen(4);  // opened once, whichever thread is first
  std::vector<std::thread> threads;
  threads.reserve(seen.size());
  for (auto& s : seen) threads.emplace_back([&s] { s = &cuda_module::get(); });
  for (auto& t : threads) t.join();
  for (const auto* s : seen)
    if (s != seen[0]) return 2;

  const auto asked = parse_backend(argv[1]);
  if (!asked) {
    std::printf("no backend\n");
    return 1;
  }
  const backend_choice choice = select_backend(*asked, "answer", 3);
  if (choice.code != status::ok) {
    std::printf("status %d: %s\n", static_cast<int>(choice.code), choice.message.c_str());
    return 0;
  }
  std::printf("%s", std::string(to_string(choice.backend)).c_str());
  if (choice.backend == backend::cuda) {
    amorph_cuda_device device;
    std::string message;
    const status good = seen[0]->query(1, device, message);
    const status bad = seen[0]->query(7, device, message);
    std::printf(" devices %d, query %d, %d (%s), answer %d, other version %s", seen[0]->device_count(),
                static_cast<int>(good), static_cast<int>(bad), message.c_str(), seen[0]->entry<int()>("answer", 3)(),
                seen[0]->entry<int()>("answer", 4) == nullptr ? "absent" : "there");
  }
  std::printf("\n");
  return 0;
}
