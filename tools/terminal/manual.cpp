// --help and the man page, both from the table of options.
#include <algorithm>
#include <string_view>

#include "amorph/version.hpp"
#include "tools/terminal/command_line.hpp"

namespace amorph {
namespace {

constexpr std::size_t width = 79, indent = 26;

const char* meaning(exit_code e) {
  switch (e) {
    case exit_code::success: return "success";
    case exit_code::bad_input: return "usage error, or invalid or unwritable file";
    case exit_code::no_backend: return "requested backend not available";
    case exit_code::out_of_memory: return "out of memory, of the host or of the device";
    case exit_code::internal: return "internal error, or a verification that failed";
    case exit_code::incomplete: return "outputs are written, but the goal was given up at a default limit";
    case exit_code::interrupted: return "interrupted; no output file is left";
  }
  return "";
}

// The exit codes of a command.
std::vector<exit_answer> all_exits(const command& c) {
  std::vector<exit_answer> all = c.answers;
  for (const exit_code e : c.exits)
    if (e != exit_code::success || c.answers.empty()) all.push_back({process_code(c, e), meaning(e)});
  return all;
}

const option_group& common_options() {
  static bool ignored = false;
  static const option_group group{
      "Help",
      {{.name = "help", .letter = 'h', .target = &ignored, .help = "Print this help."},
       {.name = "help-man", .target = &ignored, .help = "Print the man page, as roff."},
       {.name = "help-bash", .target = &ignored, .help = "Print a script that completes the command in bash."},
       {.name = "version", .target = &ignored, .help = "Print the version."}}};
  return group;
}

std::vector<option_group> all_groups(const command& c) {
  std::vector<option_group> groups = c.groups;
  groups.push_back(common_options());
  return groups;
}

// Fills lines of `width` columns; the first starts at column `at`, the others at `left`.
std::string filled(std::string_view text, std::size_t left, std::size_t at) {
  std::string out;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find(' '), text.size());
    const std::string_view word = text.substr(0, end);
    if (at != left && at + 1 + word.size() > width) {
      (out += '\n').append(left, ' ');
      at = left;
    } else if (at != left) {
      out += ' ';
      ++at;
    }
    out += word;
    at += word.size();
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return out + '\n';
}

std::string values(const option& o) {
  std::string text;
  for (const char* choice : o.choices) text += (text.empty() ? " One of " : ", ") + std::string(choice);
  if (!text.empty()) text += '.';
  if (o.fallback != nullptr) text += std::string(" Default: ") + o.fallback + '.';
  return text;
}

// Text for roff, with troff's own syntax escaped.
std::string roff(std::string_view text) {
  std::string out;
  for (const char c : text) {
    if (c == '\\')
      out += "\\e";
    else if (c == '-')
      out += "\\-";
    else if ((c == '.' || c == '\'') && (out.empty() || out.back() == '\n'))
      (out += "\\&") += c;
    else
      out += c;
  }
  return out;
}

std::string upper(std::string_view text) {
  std::string out(text);
  for (char& c : out)
    if (c >= 'a' && c <= 'z') c = static_cast<char>(c - 'a' + 'A');
  return out;
}

}  // namespace

std::string help_text(const command& c) {
  std::string out = std::string(c.name) + ": " + c.summary + "\n\nUsage:\n";
  for (const char* s : c.synopsis) {
    out += std::string("  ") + c.name + ' ';
    const std::size_t left = 3 + std::string_view(c.name).size();
    out += filled(s, left, left);
  }
  for (const char* paragraph : c.description) out += '\n' + filled(paragraph, 0, 0);
  for (const option_group& g : all_groups(c)) {
    out += '\n' + std::string(g.title) + ":\n";
    for (const option& o : g.options) {
      std::string head = c.single_dash   ? std::string("  -")
                         : o.letter != 0 ? std::string("  -") + o.letter + ", --"
                                         : std::string("      --");
      head += o.name;
      if (o.argument != nullptr) head += std::string(c.single_dash ? "=" : " ") + o.argument;
      if (head.size() + 2 > indent)
        head += '\n' + std::string(indent, ' ');
      else
        head.append(indent - head.size(), ' ');
      out += head + filled(o.help + values(o), indent, indent);
    }
  }
  if (!c.examples.empty()) out += "\nExamples:\n";
  for (const command_example& e : c.examples) out += std::string("  ") + e.command + "\n      " + filled(e.what, 6, 6);
  out += "\nExit codes:\n";
  for (const exit_answer& e : all_exits(c)) {
    const std::string number = std::to_string(e.code);
    out += "  " + number + std::string(5 - number.size(), ' ') + e.meaning + '\n';
  }
  return out;
}

std::string man_page(const command& c) {
  std::string out = ".TH " + upper(c.name) + " 1 \"\" \"Amorph " AMORPH_VERSION "\" \"User Commands\"\n.SH NAME\n";
  out += roff(c.name) + " \\- " + roff(c.summary) + "\n.SH SYNOPSIS\n";
  for (std::size_t i = 0; i != c.synopsis.size(); ++i)
    out += (i == 0 ? "" : ".br\n") + std::string(".B ") + roff(c.name) + '\n' + roff(c.synopsis[i]) + '\n';
  out += ".SH DESCRIPTION\n";
  for (std::size_t i = 0; i != c.description.size(); ++i)
    out += (i == 0 ? "" : ".PP\n") + roff(c.description[i]) + '\n';
  out += ".SH OPTIONS\n";
  for (const option_group& g : all_groups(c)) {
    out += ".SS " + roff(g.title) + '\n';
    for (const option& o : g.options) {
      out += ".TP\n";
      if (o.letter != 0 && !c.single_dash) out += std::string("\\fB\\-") + o.letter + "\\fR, ";
      out += (c.single_dash ? "\\fB\\-" : "\\fB\\-\\-") + roff(o.name) + "\\fR";
      if (o.argument != nullptr) out += (c.single_dash ? "=\\fI" : " \\fI") + roff(o.argument) + "\\fR";
      out += '\n' + roff(o.help + values(o)) + '\n';
    }
  }
  out += ".SH \"EXIT STATUS\"\n";
  for (const exit_answer& e : all_exits(c)) out += ".TP\n.B " + std::to_string(e.code) + '\n' + roff(e.meaning) + '\n';
  if (!c.examples.empty()) out += ".SH EXAMPLES\n";
  for (const command_example& e : c.examples)
    out += ".PP\n" + roff(e.what) + "\n.PP\n.RS\n.nf\n" + roff(e.command) + "\n.fi\n.RE\n";
  if (!c.see_also.empty()) {
    out += ".SH \"SEE ALSO\"\n";
    for (std::size_t i = 0; i != c.see_also.size(); ++i) out += (i == 0 ? "" : ", ") + roff(c.see_also[i]);
    out += '\n';
  }
  return out;
}

}  // namespace amorph
