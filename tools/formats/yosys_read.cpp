// Netlists from Yosys's JSON: chooses the top module and puts the cells of all its instances in one netlist.
#include <algorithm>
#include <limits>
#include <numeric>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

#include "amorph/kernels/backend/boundary.hpp"
#include "tools/base/utf8.hpp"
#include "tools/formats/input_file.hpp"
#include "tools/formats/named_netlist.hpp"
#include "tools/formats/yosys_modules.hpp"

namespace amorph::named_netlist {
namespace {

constexpr std::uint32_t none = ~std::uint32_t{0};
constexpr int deepest = 500;  // levels of instances

// Yosys puts paths of sources in names of cells: blanks and control characters become \xHH. "" stands for no name.
std::string without_blanks(std::string_view name) {
  constexpr char digit[] = "0123456789abcdef";
  std::string s;
  for (const char c : name) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte > ' ' && byte != 0x7f)
      s += c;
    else
      (s += "\\x") += {digit[byte >> 4], digit[byte & 15]};
  }
  return s.empty() ? "\"\"" : s;
}

class flattening {
 public:
  flattening(const std::vector<yosys_module>& modules, std::string_view file, netlist& result)
      : modules_(modules), file_(file), r_(result) {
    for (std::uint32_t i = 0; i != modules.size(); ++i) index_.emplace(modules[i].name, i);
  }

  void run(const yosys_options& options) {
    const yosys_module& top = modules_[find_top(options.top)];
    std::vector<std::uint32_t> nets(top.bits);
    for (std::uint32_t& n : nets) n = new_net();
    if (options.ports) add_ports(top, nets);
    const std::uint32_t ports = r_.vertices();
    std::string prefix;
    add_cells(top, nets, prefix, 0);
    if (options.ports) {
      r_.weight.assign(r_.vertices(), 1);
      std::fill(r_.weight.begin(), r_.weight.begin() + ports, 0);
    }
    collect();
  }

 private:
  [[noreturn]] void refuse(const std::string& what) const {
    throw error(status::bad_input, std::string(file_) + ": " + one_line(what));
  }

  // The module of a cell's type whose cells replace it; none for gates, black boxes and unknown types.
  [[nodiscard]] std::uint32_t module_of(const yosys_cell& c) const {
    const auto found = index_.find(c.type);
    return found == index_.end() || modules_[found->second].black_box ? none : found->second;
  }

  [[nodiscard]] std::uint32_t find_top(const std::string& wanted) const {
    if (!wanted.empty()) {
      const auto found = index_.find(wanted);
      if (found == index_.end()) refuse("there is no module '" + wanted + "'");
      return found->second;
    }
    std::unordered_set<std::uint32_t> contained;
    for (const yosys_module& m : modules_)
      for (const yosys_cell& c : m.cell) contained.insert(module_of(c));
    std::uint32_t top = none, root = none, roots = 0;
    for (std::uint32_t i = 0; i != modules_.size(); ++i) {
      if (modules_[i].top && top == none) top = i;
      if (!modules_[i].black_box && contained.count(i) == 0) root = i, ++roots;
    }
    if (top != none) return top;
    if (roots != 1)
      refuse(std::to_string(roots) + " modules are in no other and none has the attribute 'top': expected --top");
    return root;
  }

  std::uint32_t new_net() {
    if (parent_.size() == none) refuse("expected fewer than 2^32 nets");
    parent_.push_back(static_cast<std::uint32_t>(parent_.size()));
    return parent_.back();
  }
  std::uint32_t root(std::uint32_t net) {
    while (parent_[net] != net) net = parent_[net] = parent_[parent_[net]];
    return net;
  }
  void join(std::uint32_t a, std::uint32_t b) {
    a = root(a), b = root(b);
    parent_[std::max(a, b)] = std::min(a, b);
  }

  std::uint32_t new_vertex(const std::string& name) {
    if (r_.vertices() == none - 1) refuse("expected fewer than 2^32 cells");
    r_.name.push_back(without_blanks(name));
    return r_.vertices() - 1;
  }

  void add_ports(const yosys_module& top, const std::vector<std::uint32_t>& nets) {
    for (const auto& [name, port] : top.port)
      for (std::size_t i = 0; i != port.bit.size(); ++i) {
        const std::uint32_t v =
            new_vertex(port.bit.size() == 1 ? name : name + "[" + std::to_string(port.index(i)) + "]");
        if (port.bit[i] >= 0) pins_.emplace_back(nets[static_cast<std::size_t>(port.bit[i])], v);
      }
  }

  // `nets`: of the module's bits. `prefix` is as before at the end.
  void add_cells(const yosys_module& m, const std::vector<std::uint32_t>& nets, std::string& prefix, int depth) {
    if (depth > deepest) refuse("module '" + m.name + "' contains itself, or instances are nested too deeply");
    for (const yosys_cell& c : m.cell) {
      if (c.type == "$scopeinfo") continue;  // no hardware
      const std::uint32_t inner = module_of(c);
      if (inner == none) {
        const std::uint32_t v = new_vertex(prefix + c.name);
        for (const auto& [port, bits] : c.connection)
          for (const std::int32_t b : bits)
            if (b >= 0) pins_.emplace_back(nets[static_cast<std::size_t>(b)], v);
        continue;
      }
      const std::size_t length = prefix.size();
      prefix += c.name + ".";
      add_cells(modules_[inner], connect(m, c, modules_[inner], nets), prefix, depth + 1);
      prefix.resize(length);
    }
  }
  // The nets of the inner module's bits. A bit of two ports joins their nets.
  std::vector<std::uint32_t> connect(const yosys_module& m, const yosys_cell& c, const yosys_module& inner,
                                     const std::vector<std::uint32_t>& nets) {
    std::vector<std::uint32_t> of(inner.bits, none);
    for (const auto& [name, bits] : c.connection) {
      const auto port = inner.port.find(name);
      if (port == inner.port.end() || port->second.bit.size() != bits.size())
        refuse("module '" + m.name + "', cell '" + c.name + "': module '" + inner.name + "' has no port '" + name +
               "' of " + std::to_string(bits.size()) + " bits; run Yosys's 'hierarchy' before write_json");
      for (std::size_t i = 0; i != bits.size(); ++i) {
        if (bits[i] < 0 || port->second.bit[i] < 0) continue;
        std::uint32_t& inside = of[static_cast<std::size_t>(port->second.bit[i])];
        const std::uint32_t outside = nets[static_cast<std::size_t>(bits[i])];
        inside == none ? static_cast<void>(inside = outside) : join(inside, outside);
      }
    }
    for (std::uint32_t& n : of)
      if (n == none) n = new_net();
    return of;
  }

  void collect() {
    for (auto& [net, v] : pins_) net = root(net);
    std::sort(pins_.begin(), pins_.end());
    for (std::size_t i = 0; i != pins_.size(); ++i) {
      r_.pin.push_back(pins_[i].second);
      if (i + 1 == pins_.size() || pins_[i + 1].first != pins_[i].first) r_.end_net();
    }
  }

  const std::vector<yosys_module>& modules_;
  std::string_view file_;
  netlist& r_;
  std::unordered_map<std::string_view, std::uint32_t> index_;
  std::vector<std::uint32_t> parent_;                          // disjoint sets of nets
  std::vector<std::pair<std::uint32_t, std::uint32_t>> pins_;  // net, vertex
};

void read_from(std::string_view text, std::string_view name, const yosys_options& options, netlist& result) {
  result = {};
#if AMORPH_HAS_JSON
  const std::vector<yosys_module> modules = read_yosys_modules(text, name);
  if (modules.empty()) throw error(status::bad_input, std::string(name) + ": expected a module");
  flattening(modules, name, result).run(options);
#else
  (void)text, (void)options;
  throw error(status::bad_input, std::string(name) + ": this build reads no JSON: it was made without nlohmann-json");
#endif
}

}  // namespace

bool reads_yosys() noexcept { return AMORPH_HAS_JSON != 0; }

status parse_yosys(std::string_view text, const std::string& name, const yosys_options& options, netlist& result,
                   std::string& message) noexcept {
  return guarded(message, [&] { read_from(text, name, options, result); });
}

status read_yosys(const std::string& path, const yosys_options& options, netlist& result,
                  std::string& message) noexcept {
  return guarded(message, [&] {
    input_text text;
    const status s = read_file(path, text, message);
    if (s == status::ok) read_from(text.view(), input_name(path), options, result);
    return s;
  });
}

}  // namespace amorph::named_netlist
