#pragma once
// What is written down about lanes: how long they play, their moves, how games end, and which state
// takes their place.

#include "machine/swarm/kernel.h"
#include "machine/swarm/kernel_contexts.h"
#include "machine/swarm/kernel_numbers.h"
#include "machine/swarm/kernel_word.h"

namespace palamedes::machine::swarm {
namespace {

inline constexpr std::int32_t undefined_goal = -1;

class LaneHistory {
 public:
  explicit LaneHistory(Lanes& lanes) : lanes_(lanes), words_(static_cast<Word*>(lanes.words)) {}

  [[nodiscard]] bool has_room() const {
    if (lanes_.recording && lanes_.finished_capacity - lanes_.finished_count < lane_count) {
      return false;
    }
    return !lanes_.history || (has_room_for_moves() && has_room_in_pool());
  }

  // The count starts so that its carry comes with the last move allowed.
  void count_lengths(Word moving) {
    Word carry = moving;
    Word* const length = words_ + first_length_slot;
    for (std::uint32_t i = 0; i < lanes_.length_bits; ++i) {
      const Word next = length[i] & carry;
      length[i] ^= carry;
      carry = next;
    }
    words_[limit_slot] |= carry;
  }

  // Words of moves become numbers of moves: first their binary digits, one word each, then 16
  // digits of all lanes are turned into numbers at once. A lane that does not move gets a number as
  // well, which is overwritten when it does.
  void write_history() {
    const Word moving = words_[moving_slot];
    const std::uint32_t roles = lanes_.role_count;
    for (std::uint32_t i = 0; i < roles; ++i) {
      if (has_small_numbers(lanes_.roles[i])) {
        find_numbers(lanes_.roles[i]);
      } else {
        write_large_numbers(i, moving);
      }
    }
    for (std::uint32_t i = 0; i < roles; ++i) {
      if (has_small_numbers(lanes_.roles[i])) write_small_numbers(i);
    }
    const Chunks chunks{moving};
    std::uint32_t* const lengths = lanes_.lane_length;
    for (std::uint32_t lane = 0; lane < lane_count; ++lane) {
      lengths[lane] += static_cast<std::uint32_t>(chunks.chunk[lane / 64] >> (lane % 64) & 1U);
    }
    ++lanes_.longest;
  }

  void end_games(Word over) {
    const Word dead = words_[dead_end_slot] & over;
    const Word terminal = over & words_[lanes_.terminal] & ~dead;
    lanes_.sums.finished += population(terminal);
    if (any(over & ~terminal)) {
      lanes_.sums.dead_ends += population(dead);
      lanes_.sums.truncated += population(over & ~terminal & ~dead);
      for_each_lane(over & ~terminal,
                    [&](std::uint32_t lane) { lanes_.sums.unfinished_states += length_of(lane); });
    }
    std::uint32_t* const place = lanes_.recording ? place_ : nullptr;
    if (lanes_.recording) record(over, dead, terminal);
    for (std::uint32_t i = 0; i < lanes_.role_count; ++i) {
      sum_goals(i, over, terminal, place);
    }
    if (lanes_.history) {
      for_each_lane(over, [&](std::uint32_t lane) { lanes_.lane_length[lane] = 0; });
    }
  }

  void refill(Word free) {
    Word* const length = words_ + first_length_slot;
    for (std::uint32_t i = 0; i < lanes_.length_bits; ++i) {
      const Word start = (lanes_.length_offset >> i & 1U) != 0 ? free : Word{};
      length[i] = (length[i] & ~free) | start;
    }
    words_[limit_slot] &= ~free;
    if (lanes_.wanted == nullptr) {
      words_[active_slot] |= free;
      enter(0, free);
      return;
    }
    Word active = words_[active_slot] & ~free;
    while (any(free) && lanes_.next_start < lanes_.start_count) {
      const std::uint32_t left = lanes_.wanted[lanes_.next_start] - lanes_.taken;
      if (left == 0) {
        ++lanes_.next_start;
        lanes_.taken = 0;
        continue;
      }
      const Word some = first_lanes(free, left);
      lanes_.taken += population(some);
      enter(lanes_.next_start, some);
      free &= ~some;
      active |= some;
    }
    words_[active_slot] = active;
  }

 private:
  [[nodiscard]] std::uint32_t length_of(std::uint32_t lane) const {
    const auto bit = [&](Slot slot) {
      const auto* const chunks = reinterpret_cast<const Chunks*>(&words_[slot])->chunk;
      return static_cast<std::uint32_t>(chunks[lane / 64] >> (lane % 64) & 1U);
    };
    std::uint32_t count = bit(limit_slot) << lanes_.length_bits;
    for (std::uint32_t i = 0; i < lanes_.length_bits; ++i) count |= bit(first_length_slot + i) << i;
    return count - lanes_.length_offset;
  }

  // A role at a time, or two, which then fill a cache line together.
  void write_small_numbers(std::uint32_t& number) const {
    const RolePlan& role = lanes_.roles[number];
    const bool pair = number + 1 < lanes_.role_count && has_small_numbers(lanes_.roles[number + 1]);
    const std::uint64_t* const first = role.numbers;
    const std::uint64_t* const second = pair ? lanes_.roles[number + 1].numbers : first;
    const std::uint32_t* const lengths = lanes_.lane_length;
    const std::uint32_t roles = lanes_.role_count;
    const std::uint64_t stride = lanes_.lane_stride;
    std::uint32_t* moves = lanes_.lane_moves + number;
    std::uint32_t lane = 0;
    for (std::uint32_t chunk = 0; chunk < chunk_count; ++chunk) {
      for (std::uint32_t shift = 0; shift < 64; shift += number_bits) {
        for (std::uint32_t i = 0; i < number_bits; ++i, ++lane, moves += stride) {
          const std::uint32_t place = i * chunk_count + chunk;
          std::uint32_t* const end = moves + std::uint64_t{lengths[lane]} * roles;
          end[0] = static_cast<std::uint16_t>(first[place] >> shift);
          if (pair) end[1] = static_cast<std::uint16_t>(second[place] >> shift);
        }
      }
    }
    if (pair) ++number;
  }

  static bool has_small_numbers(const RolePlan& role) {
    return role.move_count <= (1U << number_bits);
  }

  [[nodiscard]] std::uint32_t* lane_moves(std::uint32_t lane) const {
    return lanes_.lane_moves + std::uint64_t{lane} * lanes_.lane_stride;
  }

  void write_large_numbers(std::uint32_t number, Word moving) {
    const RolePlan& role = lanes_.roles[number];
    for (std::uint32_t move = 0; move < role.move_count; ++move) {
      for_each_lane(words_[role.inputs[move]] & moving, [&](std::uint32_t lane) {
        const std::uint64_t length = lanes_.lane_length[lane];
        lane_moves(lane)[length * lanes_.role_count + number] = move;
      });
    }
  }

  void find_numbers(const RolePlan& role) {
    Word* const digits = reinterpret_cast<Word*>(role.numbers);
    find_digits(words_, role.inputs, role.move_count, digits);
    turn_squares<number_bits>(digits);
  }

  // A goal counts if it is the only one; of several the highest is given (model/forward_model.h).
  void sum_goals(std::uint32_t number, Word over, Word terminal, const std::uint32_t* place) {
    const RolePlan& role = lanes_.roles[number];
    Word seen{};
    Word twice{};
    for (std::uint32_t i = 0; i < role.goal_count; ++i) {
      const Word goal = words_[role.goals[i]];
      twice |= seen & goal;
      seen |= goal;
    }
    const Word valid = over & ~twice;
    for (std::uint32_t i = 0; i < role.goal_count; ++i) {
      const Word goal = words_[role.goals[i]] & valid;
      const std::int32_t value = role.goal_values[i];
      if (value == undefined_goal) continue;
      lanes_.goal_sums[number] += std::int64_t{value} * population(goal & terminal);
      if (place == nullptr) continue;
      for_each_lane(goal, [&](std::uint32_t lane) {
        lanes_.finished_goals[place[lane] * lanes_.role_count + number] = value;
      });
    }
    if (place != nullptr && any(over & twice)) tell_highest(number, over & twice, place);
  }

  void tell_highest(std::uint32_t number, Word lanes, const std::uint32_t* place) {
    const RolePlan& role = lanes_.roles[number];
    for (std::uint32_t i = 0; i < role.goal_count; ++i) {
      const std::int32_t value = role.goal_values[i];
      if (value == undefined_goal) continue;
      for_each_lane(words_[role.goals[i]] & lanes, [&](std::uint32_t lane) {
        std::int32_t& goal = lanes_.finished_goals[place[lane] * lanes_.role_count + number];
        if (-2 - value < goal) goal = -2 - value;
      });
    }
  }

  void record(Word over, Word dead, Word terminal) {
    constexpr std::uint32_t terminal_end = 0;
    constexpr std::uint32_t truncated_end = 1;
    constexpr std::uint32_t dead_end = 2;
    const Chunks is_dead{dead};
    const Chunks is_terminal{terminal};
    for_each_lane(over, [&](std::uint32_t lane) {
      const std::uint64_t bit = std::uint64_t{1} << (lane % 64);
      place_[lane] = lanes_.finished_count;
      for (std::uint32_t role = 0; role < lanes_.role_count; ++role) {
        lanes_.finished_goals[lanes_.finished_count * lanes_.role_count + role] = undefined_goal;
      }
      Finished& finished = lanes_.finished[lanes_.finished_count++];
      finished.start = lanes_.lane_start[lane];
      finished.length = length_of(lane);
      finished.end = (is_terminal.chunk[lane / 64] & bit) != 0 ? terminal_end
                     : (is_dead.chunk[lane / 64] & bit) != 0   ? dead_end
                                                               : truncated_end;
      finished.lane = lane;
      finished.moves = lanes_.pool_size;
      if (lanes_.history) {
        const std::uint32_t* const moves = lane_moves(lane);
        const std::uint32_t count = finished.length * lanes_.role_count;
        for (std::uint32_t i = 0; i < count; ++i) lanes_.pool[lanes_.pool_size++] = moves[i];
      }
    });
  }

  static Word first_lanes(Word free, std::uint32_t count) {
    Chunks chunks{free};
    for (std::uint64_t& chunk : chunks.chunk) {
      const auto here = static_cast<std::uint32_t>(__builtin_popcountll(chunk));
      if (here <= count) {
        count -= here;
        continue;
      }
      std::uint64_t rest = chunk;
      for (; count > 0; --count) rest &= rest - 1;
      chunk ^= rest;
    }
    return chunks.word;
  }

  void enter(std::uint32_t start, Word lanes) {
    const std::uint64_t* const state = lanes_.starts + std::uint64_t{start} * lanes_.state_words;
    Word* const bases = words_ + lanes_.first_base;
    for (std::uint32_t i = 0; i < lanes_.base_count; ++i) {
      const bool holds = (state[i / 64] >> (i % 64) & 1U) != 0;
      bases[i] = holds ? bases[i] | lanes : bases[i] & ~lanes;
    }
    if (lanes_.recording) {
      for_each_lane(lanes, [&](std::uint32_t lane) { lanes_.lane_start[lane] = start; });
    }
    if (lanes_.moves_before != nullptr) {
      const std::uint64_t place = std::uint64_t{2} * lanes_.role_count * start;
      MoveMemory(lanes_).begin(lanes_.moves_before + place, lanes);
    }
  }

  // `longest` grows with every step, so it is too large once a long playout is over.
  [[nodiscard]] bool has_room_for_moves() const {
    if (lanes_.longest < lanes_.history_capacity) return true;
    lanes_.longest = 0;
    for (std::uint32_t lane = 0; lane < lane_count; ++lane) {
      if (lanes_.lane_length[lane] > lanes_.longest) lanes_.longest = lanes_.lane_length[lane];
    }
    return lanes_.longest < lanes_.history_capacity;
  }

  [[nodiscard]] bool has_room_in_pool() const {
    return !lanes_.recording ||
           lanes_.pool_capacity - lanes_.pool_size >=
               std::uint64_t{lane_count} * lanes_.history_capacity * lanes_.role_count;
  }

  Lanes& lanes_;
  Word* words_;
  std::uint32_t place_[lane_count];  // of a lane that ended: in the list of finished games
};

}  // namespace
}  // namespace palamedes::machine::swarm
