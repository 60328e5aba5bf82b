// One run of amorph-sat: reads the formula while the device starts, solves it, checks the model against the text, and
// writes the answer.
#include "tools/commands/amorph-sat/sat.hpp"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <optional>
#include <system_error>
#include <thread>

#include "amorph/kernels/backend/backend.hpp"
#include "amorph/kernels/base/byte_text.hpp"
#include "solver/sat/complete/proof_steps.hpp"
#include "solver/sat/survey/survey.hpp"
#include "tools/base/interrupt.hpp"
#include "tools/checkers/sat_answers.hpp"
#include "tools/formats/cnf_file.hpp"
#include "tools/terminal/outputs.hpp"
#include "tools/terminal/run_command.hpp"
#include "tools/terminal/run_report.hpp"
#include "tools/terminal/start_device.hpp"

namespace amorph::sat_tool {
namespace {

// Checks the model against the text of the file. A fault is an internal error.
void verify(std::string_view file, unsigned threads, outcome& o) {
  const stopwatch verifying;
  std::vector<unsigned char> value(o.answer.model.size());
  std::transform(o.answer.model.begin(), o.answer.model.end(), value.begin(),
                 [](sat::truth t) { return t == sat::truth::yes ? 1 : 0; });
  const std::string fault = check::model_fault(file, value, threads);
  if (!fault.empty()) throw error(status::internal, "verification failed: " + o.name + ": " + fault);
  o.verified = true;
  o.verify_ms = verifying.ms();
}

void check_limit(std::uint64_t bytes, const config& c, const std::string& name) {
  if (c.memory_limit != 0 && bytes > c.memory_limit)
    throw error(status::out_of_memory, name + ": the formula takes " + byte_text(bytes) + " of memory, the limit is " +
                                           byte_text(c.memory_limit));
}

int execute(config& c, const std::string& path) {
  const stopwatch total;
  if (c.method_complete) c.method = "complete";
  sat::satisfy_options options = solver_options(c);
  const double bytes = expected_bytes_of(path);
  if (options.method != sat::method::complete)
    start_device_early(options.run, sat::work_of_survey(static_cast<std::uint64_t>(bytes / 16)), bytes / 1e6);
  // Even if the search would not use it: whether an option is valid does not depend on the formula.
  const bool several = options.devices.size() > 1 && options.run.backend != backend::cpu;
  if ((options.run.backend == backend::cuda || several) && !cuda_module::get().available())
    throw error(status::no_device, "backend cuda: " + cuda_module::get().reason());
  if (const int count = several ? cuda_module::get().device_count() : 0; several)
    for (const std::int32_t device : options.devices)
      if (device >= count)
        refuse("option '--devices': expected CUDA devices 0 .. " + std::to_string(count - 1) + ", found " +
               std::to_string(device));
  const std::string answer_to = c.output.empty() ? "-" : c.output;
  const std::string data_on_stdout = is_stdout(c.json)    ? "json"
                                     : is_stdout(c.svg)   ? "svg"
                                     : is_stdout(c.proof) ? "proof"
                                                          : "";
  if (!data_on_stdout.empty() && is_stdout(answer_to))
    refuse("option '--" + data_on_stdout + "': the answer goes to the standard output; expected -o FILE for it");
  outputs files({path}, {answer_to, c.json, c.svg, c.proof});
  std::optional<sat::proof_steps> proof;
  if (!c.proof.empty()) {
    proof.emplace(c.proof, c.proof_format == "text" ? sat::proof_format::text : sat::proof_format::binary);
    options.proof = &proof->log();
  }
  // Comments go to the standard output with the answer, unless that carries other data.
  std::FILE* comments = data_on_stdout.empty() ? stdout : stderr;
  const auto print = [&](const std::string& lines) {
    if (!c.quiet) std::fputs(lines.c_str(), comments), std::fflush(comments);
  };
  outcome o;
  o.name = input_name(path);
  const unsigned threads =
      c.threads != 0 ? static_cast<unsigned>(c.threads) : std::max(1U, std::thread::hardware_concurrency());
  const stopwatch reading;
  const std::shared_ptr<input> in = read_input(c, path, threads, total.ms());
  o.read_ms = reading.ms();
  o.timed_out = in == nullptr;
  if (in != nullptr) {
    sat::formula& f = in->formula;
    check_limit(in->text.size + 8 * f.clause_begin.size() + 4 * f.literals.size(), c, o.name);
    o.variables = f.variables;
    o.clauses = f.clauses();
    o.literals = f.literals.size();
    o.length = f.uniform_length();
    print(headline(o));
    const stopwatch solving;
    solve(c, options, f, total.ms(), o);
    o.solve_ms = solving.ms();
    f = {};  // the check needs memory of its own
    if (o.answer.found == sat::verdict::satisfiable) verify(in->text.view(), threads, o);
  }
  ends_on_interrupt();
  o.total_ms = total.ms();
  if (c.verbose) print_weighed("amorph-sat", o.answer.stats);
  print(summary(c, o));
  if (proof && o.answer.found == sat::verdict::unsatisfiable)
    files.write(c.proof, [&](output_file& to) {
      proof->copy_to([&](std::string_view piece) {
        to.write(piece);
        return !to.failed();
      });
    });
  if (!c.json.empty()) files.write_text(c.json, json(c, o));
  if (!c.svg.empty()) files.write_text(c.svg, plot(o));
  files.write(answer_to, [&](output_file& to) {
    to.write(status_line(o.answer.found));
    if (o.answer.found == sat::verdict::satisfiable && !c.no_model) cnf_file::write_model(to, o.answer.model);
  });
  files.finish(std::string(status_line(o.answer.found)));
  if (in == nullptr) {
    claim_last_line();
    std::fflush(stdout);
    std::_Exit(answer_code(o.answer.found));
  }
  const bool nothing = o.interrupted && o.answer.found == sat::verdict::unknown;
  return nothing ? static_cast<int>(exit_code::interrupted) : answer_code(o.answer.found);
}

}  // namespace

int run(int argc, char** argv) {
  config c;
  const command about = describe(c);
  int answer = 0;
  const exit_code code = run_command(about, argc, argv, [&](const std::vector<std::string>& words) {
    if (words.size() > 1) refuse("unexpected argument '" + words[1] + "': expected one formula");
    answer = execute(c, words.empty() ? "-" : words[0]);
  });
  return code == exit_code::success ? answer : static_cast<int>(code);
}

}  // namespace amorph::sat_tool
