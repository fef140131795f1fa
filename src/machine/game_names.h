#pragma once
// What roles, moves and facts of a propositional network are called: the part of a machine that is
// the same for all machines whose states are rows of bits.

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/ids.h"
#include "machine/bit_state.h"
#include "net/propnet.h"

namespace palamedes::machine {

class GameNames {
 public:
  explicit GameNames(std::shared_ptr<const net::PropNet> net) : net_(std::move(net)) {}

  [[nodiscard]] std::string role_name(Role role) const;
  [[nodiscard]] std::string move_text(Role role, Move move) const;
  // The first call makes an index of all moves.
  [[nodiscard]] std::optional<Move> find_move(Role role, std::string_view text);
  // Of a state with one bit per fact that can change, in the order of the network's bases.
  [[nodiscard]] std::vector<std::string> facts(const BitState& state) const;
  // What each bit of a state stands for.
  [[nodiscard]] std::vector<std::string> bit_texts() const;
  [[nodiscard]] std::size_t move_count(Role role) const {
    return net_->roles[index_of(role)].moves.size();
  }
  [[nodiscard]] std::uint64_t hash(const BitState& state) const { return BitStateHash{}(state); }

 private:
  using MovesByText = std::map<std::string, Move, std::less<>>;

  std::shared_ptr<const net::PropNet> net_;
  std::vector<MovesByText> moves_by_text_;  // by role
};

}  // namespace palamedes::machine
