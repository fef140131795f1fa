#pragma once
// A machine as experiment files name it: "prover", "prover+cache", "propnet+cache:opt1,opt0".

#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "base/diagnostic.h"
#include "gdl/load.h"
#include "machine/factory.h"
#include "machine/game.h"

namespace palamedes::lab {

// Not a machine of ours: the circuit as a module for hardware, of which speeds are not measured but
// known in clocks.
inline constexpr std::string_view hardware = "verilog";

struct MachineChoice {
  std::string name;                   // as in the file
  std::string machine;                // "propnet"
  std::optional<std::string> passes;  // over its network; the usual ones if nothing is said
  bool cache = false;                 // of states

  [[nodiscard]] machine::MachineOptions options() const;
};

// Nothing after the colon means no passes at all.
[[nodiscard]] Result<MachineChoice> parse_machine(const std::string& text);

// A game on the machine of that name, or on `auto` if it is empty. Neither a busy computer nor a
// measurement decides which machine `auto` takes: results would depend on that.
[[nodiscard]] Result<std::unique_ptr<machine::Game>> make_game(
    std::shared_ptr<const gdl::Loaded> rules, const std::string& machine);

}  // namespace palamedes::lab
