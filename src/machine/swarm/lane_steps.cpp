#include "machine/swarm/lane_steps.h"

#include <algorithm>
#include <bit>
#include <utility>

namespace palamedes::machine::swarm {
namespace {

constexpr std::size_t bits_of_word = 64;

std::size_t blocks_of(std::size_t bits) { return (bits + bits_of_word - 1) / bits_of_word; }

// What all lanes together take for the operations of a question is what a few steps take one by
// one.
constexpr std::size_t operations_of_step = 4'000;

}  // namespace

LaneSteps::LaneSteps(std::shared_ptr<const CompiledCircuit> compiled)
    : compiled_(std::move(compiled)),
      kernel_(*compiled_->kernel),
      chunks_(kernel_.lanes / bits_of_word),
      state_words_(compiled_->source->state_words()),
      least_(1 + (2 * compiled_->state.operations.size() + compiled_->move.operations.size()) /
                     operations_of_step),
      state_(tape_of(compiled_->state, 0)),
      move_(tape_of(compiled_->move, 1)),
      goal_(tape_of(compiled_->goal, 2)),
      words_(SwarmWords::for_programs(compiled_->slot_count, kernel_.lanes)) {
  const std::size_t lines_of_block = bits_of_word * chunks_ / std::size(Line{}.words);
  states_.lines.resize(std::max<std::size_t>(1, state_words_) * lines_of_block);
  for (const CompiledCircuit::RoleSlots& role : compiled_->roles) {
    const std::size_t blocks = blocks_of(role.legal.size());
    legal_.emplace_back().lines.resize(std::max<std::size_t>(1, blocks) * lines_of_block);
    is_empty_.emplace_back(blocks, 1);
  }
}

Tape LaneSteps::tape_of(const Routine& routine, std::size_t function) const {
  Tape tape = routine.tape();
  if (compiled_->code) tape.native = compiled_->code->function(function);
  return tape;
}

std::uint64_t* LaneSteps::block_of(Rows& rows, std::size_t block) const {
  return rows.data() + block * bits_of_word * chunks_;
}

std::uint64_t LaneSteps::row(const Rows& rows, std::size_t block, std::size_t lane) const {
  const std::size_t word = block * bits_of_word + lane % bits_of_word;
  return rows.data()[word * chunks_ + lane / bits_of_word];
}

void LaneSteps::ask(std::span<const Question> questions) {
  const auto moving = static_cast<std::size_t>(
      std::find_if(questions.begin(), questions.end(),
                   [](const Question& question) { return !question.joint.empty(); }) -
      questions.begin());
  load(questions);
  kernel_.execute(state_, words_.data());
  if (moving > 0) read_legal();
  if (moving == questions.size()) return;
  make_moves(questions, moving);
  read_states();
}

void LaneSteps::load(std::span<const Question> questions) {
  const std::size_t bases = compiled_->source->bases.size();
  for (std::size_t block = 0; block < state_words_; ++block) {
    std::uint64_t* const rows = block_of(states_, block);
    for (std::size_t lane = 0; lane < questions.size(); ++lane) {
      rows[lane % bits_of_word * chunks_ + lane / bits_of_word] = questions[lane].state[block];
    }
    kernel_.turn(rows);
    const std::size_t count = std::min(bits_of_word, bases - block * bits_of_word);
    const auto first = compiled_->first_base + static_cast<Slot>(block * bits_of_word);
    std::copy_n(rows, count * chunks_, words_.word(first));
  }
}

void LaneSteps::read_legal() {
  for (std::size_t role = 0; role < legal_.size(); ++role) {
    const std::vector<Slot>& legal = compiled_->roles[role].legal;
    for (std::size_t block = 0; block < is_empty_[role].size(); ++block) {
      std::uint64_t* const rows = block_of(legal_[role], block);
      const std::size_t first = block * bits_of_word;
      const std::size_t count = std::min(bits_of_word, legal.size() - first);
      std::uint64_t any = 0;
      for (std::size_t i = 0; i < count; ++i) {
        const std::uint64_t* const word = words_.word(legal[first + i]);
        for (std::size_t chunk = 0; chunk < chunks_; ++chunk) {
          rows[i * chunks_ + chunk] = word[chunk];
          any |= word[chunk];
        }
      }
      is_empty_[role][block] = any == 0 ? 1 : 0;
      if (any == 0) continue;
      std::fill_n(rows + count * chunks_, (bits_of_word - count) * chunks_, 0);
      kernel_.turn(rows);
    }
  }
}

void LaneSteps::make_moves(std::span<const Question> questions, std::size_t first) {
  for (const Slot slot : given_) std::fill_n(words_.word(slot), chunks_, 0);
  given_.clear();
  for (std::size_t lane = first; lane < questions.size(); ++lane) {
    for (std::size_t role = 0; role < questions[lane].joint.size(); ++role) {
      const Slot slot = compiled_->roles[role].inputs[index_of(questions[lane].joint[role])];
      words_.word(slot)[lane / bits_of_word] |= std::uint64_t{1} << (lane % bits_of_word);
      given_.push_back(slot);
    }
  }
  kernel_.execute(move_, words_.data());
  for (std::size_t base = 0; base < compiled_->next.size(); ++base) {
    std::copy_n(words_.word(compiled_->next[base]), chunks_,
                words_.word(compiled_->first_base + static_cast<Slot>(base)));
  }
  kernel_.execute(state_, words_.data());
  for (std::size_t lane = first; lane < questions.size(); ++lane) {
    if (!is_over(lane)) continue;
    kernel_.execute(goal_, words_.data());
    break;
  }
}

void LaneSteps::read_states() {
  const std::size_t bases = compiled_->source->bases.size();
  for (std::size_t block = 0; block < state_words_; ++block) {
    std::uint64_t* const rows = block_of(states_, block);
    const std::size_t count = std::min(bits_of_word, bases - block * bits_of_word);
    const auto first = compiled_->first_base + static_cast<Slot>(block * bits_of_word);
    std::copy_n(words_.word(first), count * chunks_, rows);
    std::fill_n(rows + count * chunks_, (bits_of_word - count) * chunks_, 0);
    kernel_.turn(rows);
  }
}

void LaneSteps::legal(std::size_t lane, Role role, model::MoveList& moves) const {
  const std::vector<char>& is_empty = is_empty_[index_of(role)];
  for (std::size_t block = 0; block < is_empty.size(); ++block) {
    if (is_empty[block] != 0) continue;
    for (std::uint64_t bits = row(legal_[index_of(role)], block, lane); bits != 0;
         bits &= bits - 1) {
      moves.push_back(Move(static_cast<std::uint32_t>(
          block * bits_of_word + static_cast<std::size_t>(std::countr_zero(bits)))));
    }
  }
}

bool LaneSteps::is_over(std::size_t lane) const {
  return (words_.word(compiled_->terminal)[lane / bits_of_word] >> (lane % bits_of_word) & 1U) != 0;
}

int LaneSteps::goal(std::size_t lane, Role role) const {
  const CompiledCircuit::RoleSlots& slots = compiled_->roles[index_of(role)];
  model::GoalReader reader;
  for (std::size_t i = 0; i < slots.goals.size(); ++i) {
    const std::uint64_t* const word = words_.word(slots.goals[i]);
    if ((word[lane / bits_of_word] >> (lane % bits_of_word) & 1U) != 0) {
      reader.holds(slots.goal_values[i]);
    }
  }
  return reader.goal();
}

void LaneSteps::next_state(std::size_t lane, std::span<std::uint64_t> state) const {
  for (std::size_t block = 0; block < state_words_; ++block) {
    state[block] = row(states_, block, lane);
  }
}

std::size_t LaneSteps::memory_bytes() const {
  std::size_t bytes = words_.memory_bytes() + states_.lines.capacity() * sizeof(Line);
  for (const Rows& rows : legal_) bytes += rows.lines.capacity() * sizeof(Line);
  return bytes;
}

}  // namespace palamedes::machine::swarm
