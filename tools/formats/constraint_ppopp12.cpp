// The reader of the constraint files of "A GPU Implementation of Inclusion-based Points-to Analysis" (PPoPP'12).
#include <algorithm>
#include <array>

#include "amorph/kernels/backend/boundary.hpp"
#include "tools/formats/constraint_file.hpp"
#include "tools/formats/input_file.hpp"
#include "tools/formats/proportion.hpp"
#include "tools/formats/text_reader.hpp"

namespace amorph::constraint_file {
namespace {

using andersen::constraint;
using andersen::kind;
using andersen::none;
using andersen::problem;

std::uint32_t number_line(text_reader& in, std::uint64_t low, std::uint64_t high, const char* what) {
  in.require_line(what);
  const std::uint32_t n = in.number32(low, high, what);
  in.end_line();
  return n;
}

std::uint32_t variable(text_reader& in, const problem& p) { return in.number32(0, p.variables - 1, "a variable"); }

// Variables, last object, a count; then rows id,size,is_function of all objects, or of all variables. `elsewhere`:
// bytes of the other files, which may name variables that have no row here.
void read_nodes(text_reader in, problem& p, limits bounds, std::uint64_t elsewhere) {
  p.variables = number_line(in, 1, bounds.variables, "the number of variables");
  require_proportion(in, p.variables, in.size() + elsewhere);
  p.objects = number_line(in, 0, p.variables - 1, "the last object") + 1;
  if (p.objects > in.left() / 5) in.fail_plain("the header announces more objects than the rest of the file can hold");
  number_line(in, 0, none, "a count of functions");
  p.extent.reserve(p.objects);
  std::uint64_t id = 0;
  for (; in.next_line(); ++id) {
    if (id == p.variables) in.fail("the end of the file: every variable has its row");
    in.number(id, id, "the next variable in order");
    in.comma("a comma and a size");
    const bool object = id < p.objects;
    // A size of 0 marks an object that no offset may step into. Offsets start at the object's first part, so a size of
    // 1 is equivalent.
    const std::uint32_t size = in.number32(
        0, object ? p.objects - id : 0,
        object ? "a size that does not reach beyond the last object" : "the size of a variable that is no object");
    in.comma("a comma and 0 or 1 for a function");
    in.number(0, 1, "0 or 1 for a function");
    in.end_line();
    if (object) p.extent.push_back(std::max(size, 1u));
  }
  if (id != p.variables && id != p.objects) in.fail("the row of variable " + std::to_string(id));
}

// Counts of the five kinds, then rows id,src,dst,type,offset.
void read_constraints(text_reader in, problem& p) {
  constexpr std::array names{"address-of", "copy", "load", "store", "offset"};
  constexpr const char* head = "the numbers of address-of, copy, load, store and offset constraints";
  std::array<std::uint64_t, names.size()> announced{}, seen{};
  in.require_line(head);
  std::uint64_t all = 0;
  for (std::size_t k = 0; k != names.size(); ++k) {
    if (k != 0) in.comma(head);
    all += announced[k] = in.number(0, none, "a number of constraints");
  }
  in.end_line();
  if (all > (in.left() + 1) / 10)
    in.fail_plain("the header announces " + std::to_string(all) +
                  " constraints, more than the rest of the file can hold");
  p.constraints.reserve(all);
  while (in.next_line()) {
    in.number(0, none, "the id of a constraint");
    in.comma("a comma and a source");
    constraint c;
    c.src = variable(in, p);
    in.comma("a comma and a destination");
    c.dst = variable(in, p);
    in.comma("a comma and a type");
    const text_reader at_type = in;
    c.type = static_cast<kind>(in.number(0, names.size() - 1, "a type of constraint"));
    in.comma("a comma and an offset");
    c.offset = static_cast<std::int64_t>(
        in.number(0, c.type == kind::offset ? none : 0,
                  c.type == kind::offset ? "an offset" : "the offset of a constraint that has none"));
    in.end_line();
    if (c.type == kind::address_of && c.src >= p.objects)
      at_type.fail_plain("expected an object (0 .. " + std::to_string(p.objects - 1) +
                         ") as the source of an address-of constraint, found '" + std::to_string(c.src) + "'");
    const auto k = static_cast<std::size_t>(c.type);
    if (seen[k]++ == announced[k])
      at_type.fail_plain("this is " + std::string(names[k]) + " constraint number " + std::to_string(seen[k]) +
                         "; the header announces " + std::to_string(announced[k]));
    p.constraints.push_back(c);
  }
  for (std::size_t k = 0; k != names.size(); ++k)
    if (seen[k] != announced[k])
      in.fail_plain("the file ends after " + std::to_string(seen[k]) + " " + names[k] +
                    " constraints; the header announces " + std::to_string(announced[k]));
}

void read_pairs(text_reader& in, problem& p, std::uint64_t rows,
                std::vector<std::pair<andersen::var, andersen::var>>& to) {
  if (rows > (in.left() + 1) / 4)
    in.fail_plain("the table announces " + std::to_string(rows) + " rows, more than the rest of the file can hold");
  to.reserve(rows);
  while (rows-- != 0) {
    in.require_line("a row 'y,x': the count announces more");
    const std::uint32_t y = variable(in, p);
    in.comma("a comma and a variable");
    to.emplace_back(y, variable(in, p));
    in.end_line();
  }
}

// Offline merges: their number, rows y,x. The online table: numbers of different y and of rows, rows y,x.
void read_cycles(text_reader in, problem& p) {
  read_pairs(in, p, number_line(in, 0, none, "the number of offline merges"), p.merged);
  constexpr const char* head = "the numbers of different y and of rows of the online table";
  in.require_line(head);
  const std::uint64_t different = in.number(0, none, head);
  in.comma(head);
  const std::uint64_t rows = in.number(0, none, "the number of rows of the online table");
  in.end_line();
  const text_reader table = in;
  read_pairs(in, p, rows, p.online);
  if (in.next_line()) in.fail("the end of the file: the count announces no more rows");
  std::vector<std::uint32_t> ys;
  ys.reserve(p.online.size());
  for (auto [y, x] : p.online) ys.push_back(y);
  std::sort(ys.begin(), ys.end());
  const auto found = static_cast<std::uint64_t>(std::unique(ys.begin(), ys.end()) - ys.begin());
  if (found != different)
    table.fail_plain("the online table has " + std::to_string(found) + " different y; its header announces " +
                     std::to_string(different));
}

struct file_names {
  std::string_view nodes, constraints, cycles;
};

status parse(const ppopp12_texts& texts, const file_names& names, problem& result, std::string& message,
             limits bounds) noexcept {
  return guarded(message, [&] {
    result = {};
    read_nodes({texts.nodes, names.nodes}, result, bounds, texts.constraints.size() + texts.cycles.size());
    read_constraints({texts.constraints, names.constraints}, result);
    if (texts.has_cycles) read_cycles({texts.cycles, names.cycles}, result);
  });
}

}  // namespace

status parse(const ppopp12_texts& texts, problem& result, std::string& message, limits bounds) noexcept {
  return parse(texts, {"nodes", "constraints", "hcd"}, result, message, bounds);
}

status read(const ppopp12_paths& paths, problem& result, std::string& message, std::uint64_t max_bytes) noexcept {
  input_text nodes, constraints, cycles;
  if (const status s = read_file(paths.nodes, nodes, message, nullptr, max_bytes); s != status::ok) return s;
  if (const status s = read_file(paths.constraints, constraints, message, nullptr, max_bytes); s != status::ok)
    return s;
  if (!paths.cycles.empty())
    if (const status s = read_file(paths.cycles, cycles, message, nullptr, max_bytes); s != status::ok) return s;
  return parse({nodes.view(), constraints.view(), cycles.view(), !paths.cycles.empty()},
               {input_name(paths.nodes), input_name(paths.constraints), input_name(paths.cycles)}, result, message, {});
}

}  // namespace amorph::constraint_file
