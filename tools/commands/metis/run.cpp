#include "tools/commands/metis/run.hpp"

#include <cstring>
#include <string_view>

namespace amorph::metis {

const char* program_name(char** argv, const char* full_name) {
  const std::string_view metis_name = std::string_view(full_name).substr(std::strlen("amorph-"));
  if (argv[0] == nullptr) return full_name;
  const char* slash = std::strrchr(argv[0], '/');
  const char* called = slash != nullptr ? slash + 1 : argv[0];
  return called == metis_name ? called : full_name;
}

int run_command(const command& about, int argc, char** argv, std::size_t min_operands, std::size_t max_operands,
                const std::function<void(const std::vector<std::string>&)>& body) {
  const exit_code code = amorph::run_command(about, argc, argv, [&](const std::vector<std::string>& operands) {
    if (operands.size() < min_operands || operands.size() > max_operands)
      refuse("expected " + std::string(about.synopsis[0]) + "; -help lists the options");
    body(operands);
  });
  return process_code(about, code);
}

void print_or_fail(const std::string& text) {
  std::string message;
  if (!print(text, message)) refuse(message);
}

}  // namespace amorph::metis
