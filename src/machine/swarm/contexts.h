#pragma once
// Values of moves that hold after one or two certain moves (model/move_context.h), made ready for a
// kernel.
//
//   moves made        of each role those that some context asks for, numbered from 1; 0: any other.
//                     With the number of the role in front: numbers of all roles
//   few contexts      a program per role: all contexts in all lanes, two operations per move of an
//                     order, whether it is theirs or not
//   many contexts     a table per role: a lane looks for its own context, and for its best legal
//                     move by the values of that
//                       entries     last, before last | row      (each at one of two places)
//                       after_one   by last move, the rows that ask for no more
//                       ranks       row of the first context | of the second | … | of no context
//                                   by move, 8 bits: the best ones 0. Each row is that of the
//                                   context's base but for the context's own values. There are free
//                                   rows, for contexts that are added later

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "base/ids.h"
#include "base/valued_move.h"
#include "machine/swarm/compiled_circuit.h"
#include "machine/swarm/kernel.h"
#include "machine/swarm/words.h"
#include "model/move_context.h"

namespace palamedes::machine::swarm {

// How they are kept, see above; automatic: as it seems faster.
enum class SwarmContexts : std::uint8_t { automatic, programs, tables };

// What all lanes share, by role.
struct SharedValues {
  std::span<const std::vector<float>> values;          // by move
  std::span<const std::vector<std::uint32_t>> orders;  // moves that can be legal, best first
};

// Ranks by value. A move's share between 0 and 1 decides where between two ranks it goes up: those
// that come first in the shared order come first here among nearly equal ones.
class Scale {
 public:
  Scale() = default;
  Scale(std::span<const model::MoveContext> contexts, const SharedValues& shared);
  [[nodiscard]] std::uint8_t operator()(float value, float share) const;

 private:
  float high_ = 0;
  float factor_ = 0;
};

// Buffers are used again by the next contexts.
class ContextBook {
 public:
  explicit ContextBook(const Kernel& kernel) : kernel_(&kernel) {}

  // Uses slots from the plan's last one on: see slot_count().
  void tell(std::span<const model::MoveContext> contexts, const CompiledCircuit& plan,
            const SharedValues& shared, SwarmContexts kind);

  // Values change, contexts are added to the others, and what all lanes share is new; but what
  // follows from it for other contexts stays as it is. False if they have to be set anew: not
  // kept in tables, no room, or they ask for moves of other roles.
  bool revise(const model::ContextNews& news, const CompiledCircuit& plan,
              const SharedValues& shared);

  [[nodiscard]] bool is_revisable() const { return revisable_; }

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
    std::vector<ContextEntry> listed;
    std::vector<ContextEntry> entries;     // the same, hashed
    std::vector<std::uint32_t> after_one;  // by number of the last move
    std::vector<SwarmLine> ranks;
    std::vector<float> shares;       // by move: its place in the shared order, from 0 to 1
    std::uint32_t deep = 0;          // contexts of two moves, if they come first; they and
    std::uint32_t shallow = 0;       // those of one move have rows side by side:
    std::uint32_t deep_room = 0;     // rows for the former,
    std::uint32_t shallow_room = 0;  // and after them for the latter
    Routine program;
  };
  // In the order of the contexts: of each, the moves that it has to look at.
  using ContextOrders = std::vector<std::vector<OrderedMove>>;

  void clear(const CompiledCircuit& plan);
  void number_moves(std::span<const model::MoveContext> contexts, const CompiledCircuit& plan);
  void number_move(const model::MadeMove& made, const CompiledCircuit& plan);
  void note_roles(const model::MoveContext& context);
  [[nodiscard]] std::uint32_t number_of(const model::MadeMove& made) const;
  [[nodiscard]] std::uint32_t number_count() const;  // of all roles together
  [[nodiscard]] bool are_programs_faster(std::uint64_t moves, std::uint64_t contexts,
                                         const CompiledCircuit& plan) const;
  void make_routines(std::span<const model::MoveContext> contexts, const ContextOrders& orders,
                     const CompiledCircuit& plan, const SharedValues& shared);
  void make_tables(std::span<const model::MoveContext> contexts, const CompiledCircuit& plan,
                   const SharedValues& shared);
  void make_room(std::span<const model::MoveContext> contexts);
  ContextEntry take_row(const model::MoveContext& context);
  void index_rows(std::span<const model::MoveContext> contexts);
  bool add(const model::MoveContext& context, const CompiledCircuit& plan);
  [[nodiscard]] bool asks_alike(const model::MoveContext& context) const;
  bool ask_for(const model::MadeMove& made, const CompiledCircuit& plan);
  [[nodiscard]] std::uint8_t rank(std::size_t role, const ValuedMove& one) const;
  void write_shared_ranks(std::size_t role, const SharedValues& shared);
  [[nodiscard]] std::uint8_t* row_of(std::size_t role, std::uint32_t row);
  void write_row(const model::MoveContext& context, std::size_t number);
  void write_ranks(std::span<const model::MoveContext> contexts, const CompiledCircuit& plan,
                   const SharedValues& shared);
  [[nodiscard]] bool fits_tables(const CompiledCircuit& plan) const;
  void connect_tables(ContextPlan& plan);

  const Kernel* kernel_;
  bool by_program_ = false;
  bool deep_ = false;  // some context asks for two moves
  std::uint32_t digit_count_ = 0;
  std::vector<RoleBuffers> buffers_;
  std::vector<MadeMoves> made_;
  std::vector<RoleContexts> roles_;
  bool revisable_ = false;
  Scale scale_;
  std::vector<std::pair<std::uint32_t, std::uint32_t>> rows_;  // by context: role, row
  Slot first_slot_ = 0;
  Slot slot_count_ = 0;
  std::unique_ptr<NativeCode> code_;
  SwarmWords digits_;
};

}  // namespace palamedes::machine::swarm
