// From a command line to the cases to measure.
#include <algorithm>
#include <charconv>

#include "tools/commands/amorph-bench/bench.hpp"
#include "tools/commands/amorph-bench/presets.hpp"
#include "tools/terminal/run_command.hpp"

namespace amorph::bench {
namespace {

std::vector<std::string> words_of(const std::string& list) {
  std::vector<std::string> words;
  if (list.empty()) return words;
  for (std::size_t from = 0; from <= list.size();) {
    const std::size_t end = std::min(list.find(',', from), list.size());
    std::string word = list.substr(from, end - from);
    if (std::find(words.begin(), words.end(), word) == words.end()) words.push_back(std::move(word));
    from = end + 1;
  }
  return words;
}

std::string joined(const std::vector<std::string>& words) {
  std::string list;
  for (const std::string& word : words) list.append(list.empty() ? "" : ", ").append(word);
  return list;
}

[[noreturn]] void refuse_word(const char* option, const std::string& expected, const std::string& found) {
  refuse("option '--" + std::string(option) + "': expected " + expected + ", found '" + found + "'");
}

bool has(const std::vector<std::string>& words, const std::string& word) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

std::vector<const problem*> chosen_problems(const std::vector<std::string>& words, const std::vector<problem>& all) {
  std::vector<const problem*> chosen;
  std::vector<std::string> known;
  for (const problem& p : all) {
    known.push_back(p.name);
    if (words.empty() || has(words, p.name)) chosen.push_back(&p);
  }
  for (const std::string& word : words)
    if (!has(known, word)) refuse_word("problem", "some of " + joined(known), word);
  return chosen;
}

// Each is a strategy of at least one of the problems.
void check_strategies(const std::vector<std::string>& words, const std::vector<const problem*>& problems) {
  std::vector<std::string> known;
  for (const problem* p : problems)
    for (const std::string& s : p->all_strategies())
      if (!has(known, s)) known.push_back(s);
  for (const std::string& word : words)
    if (!has(known, word)) refuse_word("strategy", "some of " + joined(known), word);
}

unsigned thread_count(const std::string& word) {
  unsigned n = 0;
  const auto [end, code] = std::from_chars(word.data(), word.data() + word.size(), n);
  if (code != std::errc() || end != word.data() + word.size() || n > 4096)
    refuse_word("threads", "numbers from 0 to 4096", word);
  return n;
}

// Each number of threads is measured; a device is measured once.
std::vector<machine> machines(const std::vector<std::string>& backends, const std::vector<std::string>& threads,
                              std::vector<std::string>& absent) {
  std::vector<machine> all;
  for (const std::string& count : threads) (void)thread_count(count);
  for (const std::string& word : backends) {
    const auto named = parse_backend(word);
    if (!named) refuse_word("backend", "some of auto, cpu, cuda", word);
    const bool available = *named != backend::cpu && cuda_module::get().available();
    if (*named == backend::cuda && !available) {
      const std::string& why = cuda_module::get().reason();
      if (backends.size() == 1) throw error(status::no_device, "backend cuda: " + why);
      absent.push_back("backend cuda is left out: " + why);
      continue;
    }
    if (available)
      all.push_back({*named, threads.empty() ? 0 : thread_count(threads[0])});
    else if (threads.empty())
      all.push_back({*named, 0});
    else
      for (const std::string& count : threads) all.push_back({*named, thread_count(count)});
  }
  return all;
}

}  // namespace

bool plan::has_transactions() const {
  return std::any_of(problems.begin(), problems.end(), [&](const problem* p) {
    return std::any_of(p->strategies.begin(), p->strategies.end(), [&](const std::string& s) {
      return s.starts_with("stm") && (strategies.empty() || has(strategies, s));
    });
  });
}

plan make_plan(const config& c, const std::vector<problem>& problems) {
  const preset* table = c.preset.empty() ? nullptr : find_preset(c.preset);
  if (!c.preset.empty() && table == nullptr) refuse_word("preset", "one of " + preset_names(), c.preset);
  if (table == nullptr && c.inputs.empty())
    refuse("expected inputs, as in road:500x500 and rmat:16:8, or --preset; --list shows what there is");
  plan p;
  const std::vector<std::string> named =
      words_of(!c.problems.empty() || table == nullptr ? c.problems : table->problems);
  p.problems = chosen_problems(named, problems);
  p.all_problems = named.empty();
  p.strategies = words_of(c.strategies);
  check_strategies(p.strategies, p.problems);
  if (p.strategies.empty() && table != nullptr) p.strategies = words_of(table->strategies);
  if (!c.inputs.empty())
    for (const std::string& word : c.inputs) p.inputs.push_back(parse_input(word));
  else
    for (const char* word : table->inputs) p.inputs.push_back(parse_input(word));
  const std::vector<std::string> backends = words_of(c.backends);
  p.machines = machines(backends.empty() ? std::vector<std::string>{"auto"} : backends, words_of(c.threads), p.absent);
  const auto measured = [&](const char* name) {
    return std::any_of(p.problems.begin(), p.problems.end(), [&](const problem* of) { return of->name == name; });
  };
  if (c.profile && !measured("bfs")) refuse("--profile is for bfs only");
  if (c.parts != config::not_given && !measured("partition")) refuse("--parts is for partition only");
  p.settings.repeat = static_cast<unsigned>(c.repeat != 0 ? c.repeat : table != nullptr ? table->repeat : 3);
  p.settings.weights = c.weights != config::not_given ? c.weights : table != nullptr ? table->weights : 255;
  p.settings.seed = c.seed;
  p.settings.sources = c.sources;
  if (c.parts != config::not_given) p.settings.parts = c.parts;
  p.settings.memory_limit = c.memory_limit;
  p.settings.device = static_cast<int>(c.device);
  p.settings.slow_ms = 1000.0 * static_cast<double>(c.slow);
  p.settings.verify = c.verify;
  p.settings.profile = c.profile || (table != nullptr && table->profile);
  return p;
}

}  // namespace amorph::bench
