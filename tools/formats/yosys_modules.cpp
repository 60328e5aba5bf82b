// Parsed by nlohmann's library; parameters, attributes of cells and names of nets are dropped while they are read.
#include "tools/formats/yosys_modules.hpp"

#include <algorithm>
#include <limits>
#include <nlohmann/json.hpp>
#include <unordered_map>

#include "amorph/kernels/base/error.hpp"
#include "tools/base/utf8.hpp"
#include "tools/formats/text_reader.hpp"

namespace amorph::named_netlist {
namespace {

using nlohmann::json;

[[noreturn]] void refuse(std::string_view file, const std::string& what) {
  throw error(status::bad_input, std::string(file) + ": " + one_line(what));
}

// modules > module > cells > cell > key. Depth counts the objects around a key.
bool is_needed(int depth, const std::string& key) {
  if (depth == 3) return key == "attributes" || key == "ports" || key == "cells";
  return depth != 5 || key == "type" || key == "connections" || key == "bits" || key == "offset" || key == "upto";
}

json parse(std::string_view text, std::string_view file) {
  const auto filter = [](int depth, json::parse_event_t event, const json& parsed) {
    return event != json::parse_event_t::key || is_needed(depth, parsed.get_ref<const std::string&>());
  };
  try {
    return json::parse(text, filter);
  } catch (const json::parse_error& e) {
    const std::size_t at = std::min(text.size(), e.byte == 0 ? 0 : e.byte - 1);
    const auto line = static_cast<std::uint64_t>(1 + std::count(text.begin(), text.begin() + at, '\n'));
    text_reader(text.substr(at), file, '\0', line).fail("JSON");
  } catch (const json::exception&) {
    refuse(file, "expected JSON with numbers of at most 64 bits");
  }
}

class module_reader {
 public:
  module_reader(std::string_view file, yosys_module& to) : file_(file), m_(to) {}

  void run(const json& module) {
    const std::string where = "module '" + m_.name + "'";
    m_.top = has_attribute(module, "top");
    m_.black_box = has_attribute(module, "blackbox") || has_attribute(module, "whitebox");
    for (const auto& [name, port] : members(module, "ports", where)) {
      yosys_port& p = m_.port[name];
      p.bit = bits(port, "bits", where + ", port '" + name + "'");
      p.offset = port.value("offset", std::int64_t{0});
      p.upto = port.value("upto", 0) != 0;
    }
    for (const auto& [name, cell] : members(module, "cells", where)) {
      yosys_cell& c = m_.cell.emplace_back();
      const std::string here = where + ", cell '" + name + "'";
      c.name = name;
      if (!cell.is_object() || !cell.contains("type") || !cell["type"].is_string())
        refuse(file_, here + ": expected a 'type'");
      c.type = cell["type"].get<std::string>();
      const json& all = members_of(cell, "connections", here);
      for (const auto& [port, list] : all.items()) c.connection.emplace_back(port, bits(all, port, here));
    }
    m_.bits = static_cast<std::uint32_t>(number_.size());
  }

 private:
  // "000...1", or a number.
  static bool has_attribute(const json& module, const char* name) {
    if (!module.contains("attributes") || !module["attributes"].is_object()) return false;
    const json& all = module["attributes"];
    if (!all.contains(name)) return false;
    if (all[name].is_string()) return all[name].get_ref<const std::string&>().find('1') != std::string::npos;
    return all[name].is_number_integer() && all[name] != 0;
  }
  const json& members_of(const json& object, const std::string& key, const std::string& where) const {
    static const json none = json::object();
    if (!object.contains(key)) return none;
    if (!object[key].is_object()) refuse(file_, where + ": expected an object as '" + key + "'");
    return object[key];
  }
  nlohmann::detail::iteration_proxy<json::const_iterator> members(const json& object, const std::string& key,
                                                                  const std::string& where) const {
    if (!object.is_object()) refuse(file_, where + ": expected an object");
    return members_of(object, key, where).items();
  }
  std::vector<std::int32_t> bits(const json& object, const std::string& key, const std::string& where) {
    if (!object.is_object() || !object.contains(key) || !object[key].is_array())
      refuse(file_, where + ": expected a list of bits as '" + key + "'");
    std::vector<std::int32_t> list;
    for (const json& bit : object[key]) {
      if (bit.is_string()) {
        list.push_back(-1);
        continue;
      }
      if (!bit.is_number_integer()) refuse(file_, where + ": expected a number or a string as a bit of '" + key + "'");
      if (number_.size() == std::numeric_limits<std::int32_t>::max()) refuse(file_, where + ": too many bits");
      list.push_back(number_.emplace(bit.get<std::int64_t>(), static_cast<std::int32_t>(number_.size())).first->second);
    }
    return list;
  }

  std::string_view file_;
  yosys_module& m_;
  std::unordered_map<std::int64_t, std::int32_t> number_;  // of the bits in the file
};

}  // namespace

std::vector<yosys_module> read_yosys_modules(std::string_view text, std::string_view name) {
  const json file = parse(text, name);
  if (!file.is_object() || !file.contains("modules") || !file["modules"].is_object())
    refuse(name, "expected an object with 'modules', as Yosys's write_json writes it");
  std::vector<yosys_module> modules;
  for (const auto& [key, value] : file["modules"].items()) {
    yosys_module& m = modules.emplace_back();
    m.name = key;
    try {
      module_reader(name, m).run(value);
    } catch (const json::exception&) {
      refuse(name, "module '" + key + "': expected numbers as 'offset' and 'upto'");
    }
  }
  return modules;
}

}  // namespace amorph::named_netlist
