// The modules of a file that Yosys's write_json wrote, without the parts that a netlist does not need.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace amorph::named_netlist {

// Bits are numbered from 0 in each module; -1 is a constant.
struct yosys_port {
  std::vector<std::int32_t> bit;
  std::int64_t offset = 0;
  bool upto = false;  // declared as [low:high]

  // The index of bit i, as Verilog has it.
  [[nodiscard]] std::int64_t index(std::size_t i) const {
    return offset + static_cast<std::int64_t>(upto ? bit.size() - 1 - i : i);
  }
};

struct yosys_cell {
  std::string name, type;
  std::vector<std::pair<std::string, std::vector<std::int32_t>>> connection;  // by port
};

struct yosys_module {
  std::string name;
  bool top = false, black_box = false;
  std::uint32_t bits = 0;
  std::map<std::string, yosys_port> port;
  std::vector<yosys_cell> cell;
};

// In ascending order of names. Throws error(bad_input).
[[nodiscard]] std::vector<yosys_module> read_yosys_modules(std::string_view text, std::string_view name);

}  // namespace amorph::named_netlist
