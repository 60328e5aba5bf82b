#include "tools/commands/amorph-bench/bench.hpp"

#include <algorithm>
#include <cstdio>

#include "tools/base/utf8.hpp"
#include "tools/terminal/outputs.hpp"
#include "tools/terminal/progress_line.hpp"
#include "tools/terminal/run_command.hpp"

namespace amorph::bench {
namespace {

// Rows are printed as they are measured, so that an interrupted run shows its results.
class screen {
 public:
  screen(bool shown, std::FILE* to, bool aborted) : to_(shown ? to : nullptr), aborted_(aborted) {}
  void head() { print(table_head(aborted_)); }
  void print(const std::string& text) {
    line_.clear();
    if (to_ == nullptr) return;
    if (std::fputs(text.c_str(), to_) < 0 || std::fflush(to_) != 0) refuse("the table cannot be printed");
  }
  [[nodiscard]] watcher watch() {
    return {[](void* self, const std::string& what) { static_cast<screen*>(self)->line_.show(one_line(what)); },
            [](void* self, const row& r) {
              auto* out = static_cast<screen*>(self);
              out->print(table_line(r, out->aborted_));
            },
            this};
  }

 private:
  std::FILE* to_;
  bool aborted_;
  progress_line line_;
};

void execute(const command& about, const config& c, const std::vector<problem>& problems) {
  if (c.list) {
    if (!c.inputs.empty()) refuse("unexpected argument '" + c.inputs[0] + "': --list measures nothing");
    std::string message;
    if (!print(list(problems), message)) refuse(message);
    return;
  }
  const plan p = make_plan(c, problems);
  std::vector<std::string> read;
  for (const input_name& in : p.inputs)
    if (in.family.empty()) read.push_back(in.shown);
  outputs files(read, {c.json, c.markdown, c.svg}, false);
  for (const std::string& line : p.absent) (void)complain(about, line, exit_code::success);
  screen out(!c.quiet, files.on_stdout() ? stderr : stdout, p.has_transactions());
  out.head();
  const std::vector<row> rows = measure(p, out.watch());
  out.print("");
  if (rows.empty()) refuse("nothing to measure: no problem has such a strategy on such an input");
  if (!c.json.empty()) files.write_text(c.json, json(p, c.preset, rows));
  if (!c.markdown.empty()) files.write_text(c.markdown, markdown(rows, p.has_transactions()));
  if (!c.svg.empty()) files.write_text(c.svg, svg(rows, c.preset));
  files.finish({});
  const auto failed =
      std::count_if(rows.begin(), rows.end(), [](const row& r) { return r.what == row::state::failed; });
  if (failed != 0)
    throw error(
        status::internal,
        std::to_string(failed) + " of " + std::to_string(rows.size()) + " rows failed; the first: " +
            std::find_if(rows.begin(), rows.end(), [](const row& r) { return r.what == row::state::failed; })->reason);
  if (const auto unread = std::find_if(rows.begin(), rows.end(), [](const row& r) { return r.unread; });
      unread != rows.end())
    refuse(unread->reason);
}

}  // namespace

exit_code run(int argc, char** argv, const std::vector<problem>& problems) {
  config c;
  const command about = describe(c);
  return run_command(about, argc, argv, [&](std::vector<std::string>& operands) {
    c.inputs = std::move(operands);
    execute(about, c, problems);
  });
}

}  // namespace amorph::bench
