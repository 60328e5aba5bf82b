// The Bookshelf format of the ISPD placement contests (Caldwell, Kahng, Markov, "Toward CAD-IP reuse: the MARCO GSRC
// Bookshelf of fundamental CAD algorithms", 2002): .nodes, .nets, .pl and .wts.
#include <algorithm>
#include <cmath>
#include <filesystem>
#include <limits>
#include <string_view>
#include <unordered_map>

#include "amorph/kernels/backend/boundary.hpp"
#include "tools/formats/input_file.hpp"
#include "tools/formats/named_netlist.hpp"
#include "tools/formats/text_reader.hpp"

namespace amorph::named_netlist {
namespace {

constexpr std::uint64_t max_ids = std::numeric_limits<std::uint32_t>::max() - 1;

// "UCLA nodes 1.0"
void read_banner(text_reader& in, const char* kind) {
  const std::string expected = "'UCLA " + std::string(kind) + " 1.0'";
  in.require_line(expected.c_str());
  for (const std::string_view word : {std::string_view("UCLA"), std::string_view(kind)}) {
    if (in.word() != word) in.fail(expected);
    in.blanks();
  }
  (void)in.rest_of_line();
}

// "NumNodes : 8"
std::uint64_t read_count(text_reader& in, const char* name) {
  const std::string expected = std::string("'").append(name).append(" : NUMBER'");
  in.require_line(expected.c_str());
  if (in.token() != name) in.fail(expected);
  in.skip_token();
  in.punctuation(':', expected.c_str());
  const std::uint64_t n = in.number(0, max_ids, expected.c_str());
  in.end_line();
  return n;
}

class reading {
 public:
  reading(const bookshelf_options& options, netlist& result) : o_(options), r_(result) {}

  void nodes(text_reader in) {
    read_banner(in, "nodes");
    const std::uint64_t count = read_count(in, "NumNodes"), terminals = read_count(in, "NumTerminals");
    std::uint64_t found = 0;
    if (count > in.left()) in.fail_plain("expected " + std::to_string(count) + " nodes, but the file is too short");
    number_.reserve(count);
    while (in.next_line()) {
      const text_reader at = in;
      if (r_.vertices() == count) in.fail("the end of the file after " + std::to_string(count) + " nodes");
      const std::string_view name = in.word();
      if (!number_.emplace(name, r_.vertices()).second)
        at.fail_plain("a second node of the name '" + std::string(name) + "'");
      r_.name.emplace_back(name);
      width_.push_back(length(in, "the node's width"));
      height_.push_back(length(in, "the node's height"));
      in.blanks();
      const bool terminal = in.token() == "terminal" || in.token() == "terminal_NI";
      if (terminal) in.skip_token();
      in.end_line("terminal, terminal_NI or the end of the line");
      found += terminal ? 1 : 0;
      r_.fixed.push_back(terminal ? 1 : 0);
      if (o_.areas) weigh(at, terminal);
    }
    if (r_.vertices() != count) in.fail("node " + std::to_string(r_.vertices() + 1) + " of " + std::to_string(count));
    if (found != terminals)
      in.fail_plain("NumTerminals is " + std::to_string(terminals) + ", but " + std::to_string(found) +
                    " nodes are terminals");
  }

  void nets(text_reader in) {
    read_banner(in, "nets");
    const std::uint64_t nets = read_count(in, "NumNets"), pins = read_count(in, "NumPins");
    std::uint64_t seen = 0;
    for (std::uint64_t e = 0; e != nets; ++e) {
      std::string_view name;
      const std::uint64_t degree = read_count_of_net(in, name);
      seen += degree;
      for (std::uint64_t i = 0; i != degree; ++i) {
        if (!in.next_line() || in.token() == "NetDegree")
          in.fail("pin " + std::to_string(i + 1) + " of " + std::to_string(degree));
        r_.pin.push_back(vertex(in));
        (void)in.rest_of_line();  // direction and place
      }
      const std::uint32_t kept = r_.nets();
      r_.end_net();
      if (o_.weights && !name.empty()) net_.emplace(name, r_.nets() == kept ? dropped : kept);
    }
    if (in.next_line()) in.fail("the end of the file after " + std::to_string(nets) + " nets");
    if (seen != pins)
      in.fail_plain("NumPins is " + std::to_string(pins) + ", but the nets have " + std::to_string(seen) + " pins");
  }

  void places(text_reader in) {
    read_banner(in, "pl");
    const double unknown = std::numeric_limits<double>::quiet_NaN();
    r_.position.assign(r_.vertices(), {unknown, unknown});
    while (in.next_line()) {
      const std::uint32_t v = vertex(in);
      const double x = coordinate(in), y = coordinate(in);
      r_.position[v] = {x + width_[v] / 2, y + height_[v] / 2};
      const std::string_view rest = in.rest_of_line();  // ": N", perhaps "/FIXED" or "/FIXED_NI"
      if (rest.find("/FIXED") != std::string_view::npos) {
        r_.fixed[v] = 1;
        if (o_.areas) r_.weight[v] = 0;
      }
    }
    for (std::uint32_t v = 0; v != r_.vertices(); ++v)
      if (std::isnan(r_.position[v].x)) in.fail("the place of node " + r_.name[v]);
  }

  // Lines NAME WEIGHT, of nodes or nets; a name of both is the node's.
  void weights(text_reader in) {
    read_banner(in, "wts");
    while (in.next_line()) {
      const text_reader at = in;
      const std::string_view name = in.word();
      const auto node = number_.find(name);
      const auto net = net_.find(name);
      const bool is_node = node != number_.end();
      if (!is_node && net == net_.end())
        at.fail_plain("expected a name of a node or net, found '" + std::string(name) + "'");
      in.blanks();
      const auto w = static_cast<std::int32_t>(in.number(is_node ? 0 : 1, max_weight, "a weight"));
      in.end_line();
      if (!is_node && net->second == dropped) continue;
      std::vector<std::int32_t>& all = is_node ? r_.weight : r_.net_weight;
      all.resize(is_node ? r_.vertices() : r_.nets(), 1);
      all[is_node ? node->second : net->second] = w;
    }
  }

 private:
  static constexpr std::uint32_t dropped = ~std::uint32_t{0};
  static constexpr std::uint64_t max_weight = std::numeric_limits<std::int32_t>::max();

  static double length(text_reader& in, const char* what) {
    in.blanks();
    const text_reader at = in;
    const double x = in.real(what);
    if (x < 0) at.fail(what);
    return x;
  }
  static double coordinate(text_reader& in) {
    in.blanks();
    return in.real("a coordinate");
  }
  std::uint64_t read_count_of_net(text_reader& in, std::string_view& name) {
    constexpr char expected[] = "'NetDegree : NUMBER'";
    in.require_line(expected);
    if (in.token() != "NetDegree") in.fail(expected);
    in.skip_token();
    in.punctuation(':', expected);
    const std::uint64_t n = in.number(0, in.left(), "a number of pins");
    in.blanks();
    if (!in.at_line_end()) name = in.word();
    (void)in.rest_of_line();
    return n;
  }
  std::uint32_t vertex(text_reader& in) const {
    const text_reader at = in;
    const std::string_view name = in.word();
    const auto found = number_.find(name);
    if (found == number_.end()) at.fail_plain("expected a name of a node, found '" + std::string(name) + "'");
    return found->second;
  }
  void weigh(const text_reader& at, bool terminal) {
    const double area = std::round(width_.back() * height_.back());
    if (area > std::numeric_limits<std::int32_t>::max()) at.fail_plain("expected an area below 2^31");
    r_.weight.push_back(terminal ? 0 : static_cast<std::int32_t>(area));
  }

  const bookshelf_options& o_;
  netlist& r_;
  std::unordered_map<std::string_view, std::uint32_t> number_;  // of the names in the text of the nodes
  std::unordered_map<std::string_view, std::uint32_t> net_;     // of the names in the text of the nets
  std::vector<double> width_, height_;
};

// The names on the line "RowBasedPlacement : a.nodes a.nets a.wts a.pl a.scl".
void read_aux(text_reader in, const std::filesystem::path& folder, bookshelf_files& files) {
  while (in.next_line()) {
    while (!in.at_line_end()) {
      const std::string name(in.word());
      const std::string whole = (folder / name).string();
      if (name.ends_with(".nodes")) files.nodes = whole;
      if (name.ends_with(".nets")) files.nets = whole;
      if (name.ends_with(".pl")) files.places = whole;
      if (name.ends_with(".wts")) files.weights = whole;
    }
    in.end_line();
  }
  if (files.nodes.empty() || files.nets.empty()) in.fail_plain("expected the names of a .nodes and a .nets file");
}

// "a.nodes.gz": the parts before and after the extension.
status find(const std::string& path, bookshelf_files& files, std::string& message) {
  std::string stem = path;
  const char* packed = "";
  for (const char* ending : {".gz", ".xz"})
    if (stem.ends_with(ending)) packed = ending, stem.resize(stem.size() - 3);
  if (stem.ends_with(".aux")) {
    input_text text;
    const status s = read_file(path, text, message);
    if (s == status::ok)
      read_aux(text_reader(text.view(), input_name(path)), std::filesystem::path(path).parent_path(), files);
    return s;
  }
  stem.resize(stem.rfind('.'));
  const auto beside = [&](const char* extension) {
    for (const char* ending : {packed, "", ".gz", ".xz"}) {
      std::string name = stem;
      name.append(extension).append(ending);
      if (std::error_code none; std::filesystem::exists(name, none)) return name;
    }
    return std::string(stem).append(extension);
  };
  files = {beside(".nodes"), beside(".nets"), beside(".pl"), beside(".wts")};
  for (std::string* const optional : {&files.places, &files.weights})
    if (std::error_code none; !std::filesystem::exists(*optional, none)) optional->clear();
  return status::ok;
}

}  // namespace

status find_bookshelf(const std::string& path, bookshelf_files& files, std::string& message) noexcept {
  return guarded(message, [&] { return find(path, files, message); });
}

status read_bookshelf(const bookshelf_files& files, const bookshelf_options& options, netlist& result,
                      std::string& message) noexcept {
  return guarded(message, [&] {
    result = {};
    reading all(options, result);
    input_text nodes, nets, places, weights;
    for (const auto& [path, text] : {std::pair(&files.nodes, &nodes),
                                     {&files.nets, &nets},
                                     {&files.places, &places},
                                     {&files.weights, &weights}}) {
      if (path->empty() || (text == &weights && !options.weights)) continue;
      if (const status s = read_file(*path, *text, message); s != status::ok) return s;
    }
    all.nodes(text_reader(nodes.view(), input_name(files.nodes)));
    all.nets(text_reader(nets.view(), input_name(files.nets)));
    if (!files.places.empty()) all.places(text_reader(places.view(), input_name(files.places)));
    if (options.weights) {
      if (files.weights.empty()) throw error(status::bad_input, files.nodes + ": there is no .wts file beside it");
      all.weights(text_reader(weights.view(), input_name(files.weights)));
    }
    return status::ok;
  });
}

}  // namespace amorph::named_netlist
