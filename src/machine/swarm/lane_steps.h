#pragma once
// Questions about many states at once, a lane for each: what is legal, and what comes after a joint
// move. A tree that grows by many leaves at a time asks them together (search/question.h).
//
//   lane   state ─► state part ─► legal moves
//                       └─ with a joint move ─► move part ─► next state ─► state part ─► end, goals
//
// Answers are those of the other machines, moves in the order of their numbers.

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "base/ids.h"
#include "machine/swarm/compiled_circuit.h"
#include "machine/swarm/kernel.h"
#include "machine/swarm/words.h"
#include "model/forward_model.h"

namespace palamedes::machine::swarm {

class LaneSteps {
 public:
  struct Question {
    std::span<const std::uint64_t> state;  // bits as in Circuit::initial_state()
    std::span<const Move> joint = {};      // legal moves, a move for each role; none: what is legal
  };

  explicit LaneSteps(std::shared_ptr<const CompiledCircuit> compiled);

  [[nodiscard]] std::uint32_t lanes() const { return kernel_.lanes; }
  // With fewer questions a machine that steps one state at a time is faster, about.
  [[nodiscard]] std::size_t least_worthwhile() const { return least_; }

  // At most as many as there are lanes. Questions about what is legal come first.
  void ask(std::span<const Question> questions);

  // Answers, by the number of the question.
  void legal(std::size_t lane, Role role, model::MoveList& moves) const;  // adds them
  [[nodiscard]] bool is_over(std::size_t lane) const;                     // after the joint move
  [[nodiscard]] int goal(std::size_t lane, Role role) const;              // where it is over
  void next_state(std::size_t lane, std::span<std::uint64_t> state) const;

  [[nodiscard]] std::size_t memory_bytes() const;

 private:
  using Line = SwarmLine;
  // 64 words, turned: a row of 64 bits for each lane.
  struct Rows {
    std::vector<Line> lines;
    [[nodiscard]] std::uint64_t* data() { return &lines[0].words[0]; }
    [[nodiscard]] const std::uint64_t* data() const { return &lines[0].words[0]; }
  };

  [[nodiscard]] Tape tape_of(const Routine& routine, std::size_t function) const;
  [[nodiscard]] std::uint64_t row(const Rows& rows, std::size_t block, std::size_t lane) const;
  [[nodiscard]] std::uint64_t* block_of(Rows& rows, std::size_t block) const;
  void load(std::span<const Question> questions);
  void read_legal();
  void make_moves(std::span<const Question> questions, std::size_t first);
  void read_states();

  std::shared_ptr<const CompiledCircuit> compiled_;
  const Kernel& kernel_;
  std::size_t chunks_;
  std::size_t state_words_;
  std::size_t least_;
  Tape state_;
  Tape move_;
  Tape goal_;
  SwarmWords words_;
  std::vector<Slot> given_;                  // inputs that some lane has
  Rows states_;                              // by block of 64 facts
  std::vector<Rows> legal_;                  // by role and block of 64 moves
  std::vector<std::vector<char>> is_empty_;  // such a block, in all lanes
};

}  // namespace palamedes::machine::swarm
