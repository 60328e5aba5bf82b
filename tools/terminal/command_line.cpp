// Parsing with getopt_long, or by a separate loop for METIS's single dashes. An error is one line that names the
// option and the expected value. For a misspelt option it suggests the one at the smallest edit distance (Levenshtein
// 1966).
#include "tools/terminal/command_line.hpp"

#include <getopt.h>

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <cstdio>
#include <cstring>
#include <optional>
#include <string_view>
#include <utility>

#include "amorph/kernels/base/byte_text.hpp"
#include "amorph/version.hpp"

namespace amorph {
namespace {

// getopt_long's values for long options; letters keep their own.
enum : int { help_value = 0x1000, man_value, bash_value, version_value, first_value };

bool number(std::string_view text, std::uint64_t& n) {
  const auto [end, code] = std::from_chars(text.data(), text.data() + text.size(), n);
  return code == std::errc() && end == text.data() + text.size() && !text.empty();
}

// Stores the value; returns the expected values if it is invalid.
std::string store(const option& o, const char* text) {
  if (auto* b = std::get_if<bool*>(&o.target)) {
    **b = o.set_to;
  } else if (auto* listed = std::get_if<listed_value>(&o.target)) {
    listed->list->emplace_back(o.name, text == nullptr ? "" : text);
  } else if (auto* s = std::get_if<std::string*>(&o.target)) {
    if (!o.choices.empty() &&
        std::none_of(o.choices.begin(), o.choices.end(), [&](const char* c) { return std::strcmp(c, text) == 0; })) {
      std::string expected = "one of";
      for (std::size_t i = 0; i != o.choices.size(); ++i) ((expected += i == 0 ? " " : ", ") += o.choices[i]);
      return expected;
    }
    if (*text == 0) return "a value that is not empty";
    **s = text;
  } else if (auto* with_sign = std::get_if<signed_value>(&o.target)) {
    const std::string_view digits(text);
    std::int32_t n = 0;
    const auto [end, code] = std::from_chars(digits.data(), digits.data() + digits.size(), n);
    if (code != std::errc() || end != digits.data() + digits.size() || n < with_sign->low || n > with_sign->high)
      return "a number " + std::to_string(with_sign->low) + " .. " + std::to_string(with_sign->high);
    *with_sign->number = n;
  } else if (auto* size = std::get_if<size_value>(&o.target)) {
    const std::optional<std::uint64_t> bytes = parse_bytes(text);
    if (!bytes) return expected_bytes;
    *size->bytes = *bytes;
  } else {
    std::uint64_t n = 0;
    if (!number(text, n) || n < o.low || n > o.high) {
      const std::string_view digits(text);
      const bool too_large =
          !number(text, n) && !digits.empty() && digits.find_first_not_of("0123456789") == std::string_view::npos;
      if (o.high == std::numeric_limits<std::uint64_t>::max() && !too_large)
        return "a number of at least " + std::to_string(o.low);
      return "a number " + std::to_string(o.low) + " .. " + std::to_string(o.high);
    }
    **std::get_if<std::uint64_t*>(&o.target) = n;
  }
  return {};
}

// The number of single-character edits between two names, for "did you mean".
std::size_t edits(std::string_view a, std::string_view b) {
  std::vector<std::size_t> row(b.size() + 1);
  for (std::size_t j = 0; j != row.size(); ++j) row[j] = j;
  for (std::size_t i = 0; i != a.size(); ++i) {
    std::size_t corner = row[0]++;
    for (std::size_t j = 0; j != b.size(); ++j)
      corner = std::exchange(row[j + 1], std::min({row[j] + 1, row[j + 1] + 1, corner + (a[i] != b[j])}));
  }
  return row.back();
}

struct tables {
  std::string letters = ":h";  // ':': a missing argument is distinguished from an unknown option
  std::vector<::option> longs{{"help", no_argument, nullptr, help_value},
                              {"help-man", no_argument, nullptr, man_value},
                              {"help-bash", no_argument, nullptr, bash_value},
                              {"version", no_argument, nullptr, version_value}};
  std::vector<const option*> by_value;

  explicit tables(const command& c) {
    for (const option_group& g : c.groups)
      for (const option& o : g.options) {
        longs.push_back({o.name, o.argument != nullptr ? required_argument : no_argument, nullptr,
                         first_value + static_cast<int>(by_value.size())});
        if (o.letter != 0) (letters += o.letter) += o.argument != nullptr ? ":" : "";
        by_value.push_back(&o);
      }
    longs.push_back({});
  }
  const option* find(int value) const {
    if (value >= first_value) return by_value[static_cast<std::size_t>(value - first_value)];
    for (const option* o : by_value)
      if (o->letter == value) return o;
    return nullptr;
  }
};

constexpr const char* built_in[] = {"help", "help-man", "help-bash", "version"};

// The options that a name with one or two dashes may mean: the option of exactly that name, else those that it
// abbreviates, preferring groups marked `first` (--help is among them).
std::vector<std::string> meant(const command& c, std::string_view name) {
  std::vector<std::string> first, others;
  auto add = [&](const char* whole, bool preferred) {
    if (std::string_view(whole).starts_with(name)) (preferred ? first : others).emplace_back(whole);
    return name == whole;
  };
  for (const char* whole : built_in)
    if (add(whole, std::strcmp(whole, "help") == 0)) return {whole};
  for (const option_group& g : c.groups)
    for (const option& o : g.options)
      if (add(o.name, g.first)) return {o.name};
  return first.empty() ? others : first;
}

// One line on why getopt_long refused the argument before optind.
std::string refusal(const tables& t, int refused_value, char** argv) {
  const std::string word = argv[optind - 1];
  if (!word.starts_with("--"))
    return "unknown option '-" + std::string(1, static_cast<char>(refused_value)) + "'; --help lists them";
  const std::string name = word.substr(2, word.find('=') - 2);
  std::vector<std::string> starts;
  std::string nearest;
  std::size_t distance = 3;
  for (const ::option& o : t.longs) {
    if (o.name == nullptr) break;
    if (name == o.name) return "option '--" + name + "' takes no value";
    if (std::string_view(o.name).starts_with(name)) starts.emplace_back(o.name);
    if (const std::size_t d = edits(name, o.name); d < distance) distance = d, nearest = o.name;
  }
  if (starts.size() == 1) return "option '--" + starts[0] + "' takes no value";
  if (starts.size() > 1) {
    std::string all;
    for (const std::string& s : starts) all += (all.empty() ? "--" : ", --") + s;
    return "option '--" + name + "' could be " + all;
  }
  // A value without its option: --closed for --world closed.
  std::vector<std::string> valued;
  for (const option* o : t.by_value)
    if (std::any_of(o->choices.begin(), o->choices.end(), [&](const char* c) { return name == c; }))
      valued.push_back(o->name + (" " + name));
  if (valued.size() == 1) nearest = valued[0];
  return "unknown option '--" + name + "'; " +
         (nearest.empty() ? "--help lists them" : "did you mean --" + nearest + "?");
}

exit_code show(const command& c, const std::string& text) {
  std::string message;
  return print(text, message) ? exit_code::success : complain(c, message, exit_code::bad_input);
}

std::optional<exit_code> special(const command& c, std::string_view name) {
  if (name == "help") return show(c, help_text(c));
  if (name == "help-man") return show(c, man_page(c));
  if (name == "help-bash") return show(c, bash_completion(c));
  if (name == "version") return show(c, std::string(c.name) + " (Amorph) " AMORPH_VERSION "\n");
  return std::nullopt;
}

exit_code wrong_value(const command& c, const std::string& shown, const std::string& expected, const char* found) {
  return complain(c, "option '" + shown + "': expected " + expected + ", found '" + found + "'", exit_code::bad_input);
}

std::optional<exit_code> parse_single_dash(const command& c, int argc, char** argv,
                                           std::vector<std::string>& operands) {
  auto refuse = [&c](const std::string& why) { return complain(c, why, exit_code::bad_input); };
  operands.clear();
  bool options_end = false;
  for (int i = 1; i < argc; ++i) {
    const std::string_view word = argv[i];
    if (options_end || word.size() < 2 || word[0] != '-') {
      operands.emplace_back(word);
      continue;
    }
    if (word == "--") {
      options_end = true;
      continue;
    }
    const std::string_view bare = word.substr(word[1] == '-' ? 2 : 1);
    const std::string name(bare.substr(0, bare.find('=')));
    const std::vector<std::string> candidates = meant(c, name);
    if (candidates.empty()) return refuse("unknown option '-" + name + "'; -help lists them");
    if (candidates.size() > 1) {
      std::string why = "option '-" + name + "' could be";
      for (const std::string& s : candidates) why.append(&s == &candidates.front() ? " -" : ", -").append(s);
      return refuse(why);
    }
    const bool has_value = name.size() != bare.size();
    const char* value = has_value ? bare.data() + name.size() + 1 : nullptr;
    if (!has_value)
      if (const auto ended = special(c, candidates[0])) return ended;
    const option* found = nullptr;
    for (const option_group& g : c.groups)
      for (const option& o : g.options)
        if (candidates[0] == o.name) found = &o;
    const std::string shown = std::string("-") + candidates[0];
    if (found == nullptr || (has_value && found->argument == nullptr))
      return refuse("option '" + shown + "' takes no value");
    if (found->argument != nullptr && !has_value) {
      if (++i == argc) return refuse("option '" + shown + "' needs a value: " + found->argument);
      value = argv[i];
    }
    if (const std::string expected = store(*found, value == nullptr ? "" : value); !expected.empty())
      return wrong_value(c, shown, expected, value);
  }
  return std::nullopt;
}

}  // namespace

std::optional<exit_code> parse(const command& c, int argc, char** argv, std::vector<std::string>& operands) {
  if (c.single_dash) return parse_single_dash(c, argc, argv, operands);
  const tables t(c);
  opterr = 0;
  optind = 0;  // restarts glibc's parser
  for (;;) {
    const int value = getopt_long(argc, argv, t.letters.c_str(), t.longs.data(), nullptr);
    if (value == -1) break;
    if (value == 'h') return special(c, "help");
    if (value >= help_value && value < first_value) return special(c, built_in[value - help_value]);
    if (value == '?') return complain(c, refusal(t, optopt, argv), exit_code::bad_input);
    const option* o = t.find(value == ':' ? optopt : value);
    if (value == ':')
      return complain(c, std::string("option '--") + o->name + "' needs a value: " + o->argument, exit_code::bad_input);
    if (const std::string expected = store(*o, optarg); !expected.empty())
      return wrong_value(c, std::string("--") + o->name, expected, optarg);
  }
  operands.assign(argv + optind, argv + argc);
  if (!c.operands && !operands.empty())
    return complain(c, "unexpected argument '" + operands[0] + "'; --help shows the usage", exit_code::bad_input);
  return std::nullopt;
}

exit_code complain(const command& c, const std::string& message, exit_code code) {
  std::string line = std::string(c.name) + ": ";
  for (const char b : message) line += (b >= ' ' && b != 0x7f) || b < 0 ? b : '?';
  std::fputs((line += '\n').c_str(), stderr);
  return code;
}

bool print(const std::string& text, std::string& message) {
  if (std::fwrite(text.data(), 1, text.size(), stdout) == text.size() && std::fflush(stdout) == 0) return true;
  message = std::string("standard output: cannot write: ") + std::strerror(errno);
  return false;
}

}  // namespace amorph
