#include "run.hpp"

#include <cstring>
#include <new>
#include <string_view>
#include <utility>

#include "amorph/interrupt.hpp"

namespace amorph::metis {

void refuse(std::string message) { throw failure{exit_code::bad_input, std::move(message)}; }

void require(status s, const std::string& message) {
  if (s != status::ok) throw failure{exit_code_of(s), message};
}

const char* program_name(char** argv, const char* whole_name) {
  const std::string_view bare = std::string_view(whole_name).substr(std::strlen("amorph-"));
  if (argv[0] == nullptr) return whole_name;
  const char* slash = std::strrchr(argv[0], '/');
  const char* called = slash != nullptr ? slash + 1 : argv[0];
  return called == bare ? called : whole_name;
}

int run_command(const command& about, int argc, char** argv, std::size_t least, std::size_t most,
                const std::function<void(const std::vector<std::string>&)>& body) {
  exit_on_interrupt(about.name);
  const exit_code code = [&] {
    try {
      std::vector<std::string> operands;
      if (const auto ended = parse(about, argc, argv, operands)) return *ended;
      if (operands.size() < least || operands.size() > most)
        refuse("expected " + std::string(about.synopsis[0]) + "; -help lists the options");
      body(operands);
      return exit_code::success;
    } catch (const failure& f) {
      return complain(about, f.message, f.code);
    } catch (const error& e) {
      return complain(about, e.what(), exit_code_of(e.code()));
    } catch (const std::bad_alloc&) {
      return complain(about, "out of memory", exit_code::out_of_memory);
    } catch (const std::exception& e) {
      return complain(about, std::string("internal error: ") + e.what(), exit_code::internal);
    }
  }();
  return process_code(about, code);
}

void print_or_fail(const std::string& text) {
  std::string message;
  if (!print(text, message)) refuse(message);
}

}  // namespace amorph::metis
