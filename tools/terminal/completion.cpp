// The completion of a command's line by bash, from the table of options.
#include <string>
#include <string_view>

#include "tools/terminal/command_line.hpp"

namespace amorph {
namespace {

void add(std::string& words, const std::string& word) { words += (words.empty() ? "" : " ") + word; }

// The words that the synopsis begins with, such as the algorithms of amorph-graph; placeholders are in capitals.
std::string first_words(const command& c) {
  std::string words;
  for (const std::string_view line : c.synopsis) {
    const std::string_view word = line.substr(0, line.find(' '));
    if (word.find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789") == std::string_view::npos)
      add(words, std::string(word));
  }
  return words;
}

}  // namespace

std::string bash_completion(const command& c) {
  const std::string dashes = c.single_dash ? "-" : "--";
  std::string function = c.name, names, values;
  for (char& letter : function)
    if (letter == '-') letter = '_';
  for (const option_group& g : c.groups)
    for (const option& o : g.options) {
      add(names, dashes + o.name);
      if (o.argument == nullptr) continue;
      std::string choices;
      for (const char* choice : o.choices) add(choices, choice);
      for (const std::string& value : o.offered) add(choices, value);
      values += "    " + (c.single_dash ? std::string("--") + o.name + "|-" : "--") + o.name +
                (o.letter != 0 ? std::string("|-") + o.letter : "") + ") words='" + choices +
                (choices.empty() ? "'; files=1 ;;\n" : "' ;;\n");
    }
  for (const char* name : {"help", "help-man", "help-bash", "version"}) add(names, dashes + name);
  const std::string first = first_words(c);
  std::string out = "# bash completion of " + std::string(c.name) + ": " + c.name + " " + dashes + "help-bash\n_" +
                    function + "() {\n";
  out +=
      "  local current=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD-1]} words= files=\n"
      // bash splits --name=value at '='
      "  [[ $current == = ]] && current=\n"
      "  [[ $before == = ]] && before=${COMP_WORDS[COMP_CWORD-2]}\n"
      "  case $before in\n" +
      values + "    *) if [[ $current == -* ]]; then words='" + names + "'; ";
  if (!first.empty()) out += "elif ((COMP_CWORD == 1)); then words='" + first + "'; ";
  out +=
      "else files=1; fi ;;\n"
      "  esac\n"
      "  mapfile -t COMPREPLY < <(compgen -W \"$words\" ${files:+-f} -- \"$current\")\n"
      "}\n"
      "complete -o filenames -F _" +
      function + " " + c.name + "\n";
  return out;
}

}  // namespace amorph
