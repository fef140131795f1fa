#pragma once
// Orders of moves that hold after certain moves, made ready for a kernel.
//
//   moves made        of each role those that some context asks for, numbered from 1; 0: any other.
//                     With the number of the role in front: numbers of all roles
//   few contexts      a program per role: all contexts in all lanes, two operations per move of an
//                     order, whether it is theirs or not
//   many contexts     a table per role: a lane looks for its own context and walks through its
//   order
//                       entries     last, before last | order …      (each at one of two places)
//                       after_one   by last move, those that ask for no more
//                       orders      a b c (TRUE) | d e (TRUE) | … | (TRUE)

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "base/ids.h"
#include "machine/swarm/kernel.h"
#include "machine/swarm/plan.h"
#include "machine/swarm/words.h"

namespace palamedes::machine {

// Moves of a role in falling value, for lanes that made certain moves before.
struct SwarmContext {
  struct Made {
    Role role{};
    Move move{};
    auto operator<=>(const Made&) const = default;
  };
  Role role{};                      // whose moves
  Made last;                        // in the step before
  std::optional<Made> before_last;  // and in the step before that
  std::span<const Move> order;      // best first, as many as there are values for
};

// How they are kept, see above; automatic: as it seems faster.
enum class SwarmContexts : std::uint8_t { automatic, programs, tables };

namespace swarm {

class ContextBook {
 public:
  using Orders = std::span<const std::vector<OrderedMove>>;  // by role: what all lanes share

  // Uses slots from the plan's last one on: see slot_count().
  ContextBook(std::span<const SwarmContext> contexts, const Plan& plan, Orders orders,
              const Kernel& kernel, SwarmContexts kind);

  [[nodiscard]] Slot slot_count() const { return slot_count_; }
  // For lanes whose words are these. As long as book and words stay where they are.
  [[nodiscard]] ContextPlan connect(SwarmWords& words);
  // A move's number in the memory of its role; 0 if no context asks for it.
  [[nodiscard]] std::uint32_t number_of(Role role, Move move) const {
    return buffers_[index_of(role)].numbers[index_of(move)];
  }
  // No lane made a move.
  void forget_moves(SwarmWords& words);
  [[nodiscard]] std::size_t memory_bytes() const;

 private:
  struct RoleBuffers {
    std::vector<std::uint32_t> numbers;  // by move: 0 if nobody asks for it
    std::vector<Slot> made;              // by number
    std::vector<ContextEntry> entries;
    std::vector<std::uint32_t> after_one;  // by number of the last move
    std::vector<ContextMoves> orders;
    Program program;
  };

  [[nodiscard]] bool are_programs_faster(std::span<const SwarmContext> contexts, const Plan& plan,
                                         Orders orders, const Kernel& kernel) const;
  void number_moves(std::span<const SwarmContext> contexts, const Plan& plan);
  [[nodiscard]] std::uint32_t number_of(const SwarmContext::Made& made) const;
  [[nodiscard]] std::uint32_t number_count() const;  // of all roles together
  void make_programs(std::span<const SwarmContext> contexts, const Plan& plan, Orders orders,
                     const Kernel& kernel);
  void make_tables(std::span<const SwarmContext> contexts, const Plan& plan);
  void add_order(RoleBuffers& buffers, std::span<const OrderedMove> order) const;
  [[nodiscard]] bool fits_tables() const;
  void connect_tables(ContextPlan& plan);

  std::uint32_t lanes_;
  bool by_program_ = false;
  bool deep_ = false;  // some context asks for two moves
  std::uint32_t digit_count_ = 0;
  std::vector<RoleBuffers> buffers_;
  std::vector<MadeMoves> made_;
  std::vector<RoleContexts> roles_;
  Slot first_slot_ = 0;
  Slot slot_count_ = 0;
  std::unique_ptr<NativeCode> code_;
  SwarmWords digits_;
};

}  // namespace swarm
}  // namespace palamedes::machine
