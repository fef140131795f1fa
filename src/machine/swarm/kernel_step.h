#pragma once
// One step of all lanes: evaluate, end, draw, move, refill.

#include "machine/swarm/kernel.h"
#include "machine/swarm/kernel_contexts.h"
#include "machine/swarm/kernel_history.h"
#include "machine/swarm/kernel_interpreter.h"
#include "machine/swarm/kernel_word.h"

namespace palamedes::machine::swarm {
namespace {

inline constexpr std::uint32_t max_bits = 32;

class Stepper {
 public:
  explicit Stepper(Lanes& lanes)
      : lanes_(lanes),
        words_(static_cast<Word*>(lanes.words)),
        history_(lanes),
        random_{words_[random_slot], words_[random_slot + 1]} {}

  void step() {
    judge();
    draw();
    make_moves();
  }

  void begin() {
    judge();
    write_rows();
  }

  void finish() {
    place_chosen();
    make_moves();
  }

  void fill() { history_.refill(~words_[active_slot]); }

  // Somebody plays, and there is room for what can end in a step.
  [[nodiscard]] bool can_step() const { return any(words_[active_slot]) && history_.has_room(); }

 private:
  // The state part, and who is at the end or may not go on. `moving` are those who could move.
  void judge() {
    execute(lanes_.state, words_);
    const Word active = words_[active_slot];
    const Word over = active & (words_[lanes_.terminal] | words_[limit_slot]);
    words_[over_slot] = over;
    words_[moving_slot] = active & ~over;
  }

  // --- draws

  void draw() {
    const Word moving = words_[moving_slot];
    if (lanes_.turns) {
      execute(lanes_.by_turns.count, words_);
      if (!any(words_[lanes_.by_turns.unfit] & moving)) {
        draw(lanes_.by_turns);
        return;
      }
      // A game that is not played by turns after all.
      if (++lanes_.sums.unfit_steps > 16 + lanes_.sums.steps / 4) lanes_.turns = false;
    }
    execute(lanes_.separate.count, words_);
    draw(lanes_.separate);
  }

  void draw(const DrawPlan& plan) {
    find_dead_ends(plan.any);
    random_ = {words_[random_slot], words_[random_slot + 1]};
    if (lanes_.greedy) choose_exploring(plan);
    const Word able = words_[moving_slot];
    Word moving = able;
    for (std::uint32_t i = 0; i < plan.number_count; ++i) {
      const Word wanted = lanes_.greedy ? moving & explored_by(plan, i) : moving;
      moving &= ~draw_number(plan.numbers[i], wanted);
    }
    words_[moving_slot] = moving;
    words_[waiting_slot] = able & ~moving;
    execute(plan.select, words_);
    if (lanes_.greedy) take_greedy(&plan == &lanes_.by_turns);
    words_[random_slot] = random_.first;
    words_[random_slot + 1] = random_.second;
  }

  void find_dead_ends(const Slot* any_legal) {
    Word able = words_[true_slot];
    for (std::uint32_t role = 0; role < lanes_.role_count; ++role) able &= words_[any_legal[role]];
    const Word moving = words_[moving_slot];
    words_[dead_end_slot] = moving & ~able;
    words_[over_slot] |= moving & ~able;
    words_[moving_slot] = moving & able;
  }

  // Uniform below the count in every lane, by rejection: random bits, as many as count - 1 has,
  // until they are below the count. Lanes that still fail when another round would cost more than
  // their waiting are returned; they do not move in this step, which biases nothing, since how long
  // a lane waits has no influence on its moves.
  Word draw_number(const NumberPlan& plan, Word wanted) {
    const std::uint32_t bits = plan.rank_bits;
    if (bits == 0) return Word{};
    Word count[max_bits];
    Word mask[max_bits];
    Word borrow = words_[true_slot];
    Word some{};
    for (std::uint32_t i = 0; i < plan.count_bits; ++i) {
      count[i] = words_[plan.count[i]];
      mask[i] = count[i] ^ borrow;
      borrow &= ~count[i];
      some |= count[i];
    }
    for (std::uint32_t i = bits - 1; i-- > 0;) mask[i] |= mask[i + 1];
    Word pending = wanted & some;
    Word rank[max_bits];
    for (std::uint32_t i = 0; i < bits; ++i) rank[i] = Word{};
    const std::uint64_t round_cost = std::uint64_t{lane_count} * (bits * 12 + 16);
    do {
      Word drawn[max_bits];
      Word below{};
      for (std::uint32_t i = 0; i < bits; ++i) {
        drawn[i] = random_() & mask[i];
        below = majority(~drawn[i], count[i], below);
      }
      for (std::uint32_t i = bits; i < plan.count_bits; ++i) below |= count[i];
      const Word accepted = pending & below;
      for (std::uint32_t i = 0; i < bits; ++i) rank[i] = choose(accepted, drawn[i], rank[i]);
      pending &= ~below;
    } while (std::uint64_t{population(pending)} * lanes_.step_cost > round_cost);
    for (std::uint32_t i = 0; i < bits; ++i) words_[plan.rank[i]] = rank[i];
    return pending;
  }

  // --- epsilon-greedy

  // TRUE with probability epsilon / 65536, from the lowest bit up. Lanes that wait keep what they
  // had: only those that explore can be kept waiting, so a new coin would favour greedy moves.
  // Where one role at most has a choice, all share a coin.
  void choose_exploring(const DrawPlan& plan) {
    const Word waiting = words_[waiting_slot];
    Word result{};
    for (std::uint32_t role = 0; role < lanes_.role_count; ++role) {
      if (role < plan.number_count) result = toss();
      Word& exploring = words_[lanes_.first_exploring + role];
      exploring = choose(waiting, exploring, result);
    }
  }

  Word toss() {
    Word result{};
    if (lanes_.epsilon >= 0x10000) return words_[true_slot];
    const auto zeros = static_cast<std::uint32_t>(__builtin_ctz(lanes_.epsilon | 0x10000));
    for (std::uint32_t bit = zeros; bit < 16; ++bit) {
      const Word coin = random_();
      result = (lanes_.epsilon >> bit & 1U) != 0 ? result | coin : result & coin;
    }
    return result;
  }

  [[nodiscard]] Word explored_by(const DrawPlan& plan, std::uint32_t number) const {
    if (plan.number_count == lanes_.role_count) return words_[lanes_.first_exploring + number];
    Word result{};  // one number for all
    for (std::uint32_t role = 0; role < lanes_.role_count; ++role) {
      result |= words_[lanes_.first_exploring + role];
    }
    return result;
  }

  void take_greedy(bool by_turns) {
    if (lanes_.contexts.in_use) return take_in_contexts(by_turns);
    for (std::uint32_t i = 0; i < lanes_.role_count; ++i) {
      const RolePlan& role = lanes_.roles[i];
      const Word exploring = words_[lanes_.first_exploring + i];
      Word open = words_[true_slot];
      take_in_order(role, 0, role.equal_begin, exploring, open);
      share_out(role, exploring, open);
      take_in_order(role, role.equal_end, role.order_count, exploring, open);
    }
  }

  // In place of the uniform move, the first legal one in falling order; `open` lanes have none yet.
  void take_in_order(const RolePlan& role, std::uint32_t begin, std::uint32_t end, Word exploring,
                     Word& open) {
    for (std::uint32_t i = begin; i < end; ++i) {
      const Word legal = words_[role.order[i].legal];
      Word& input = words_[role.order[i].input];
      input = choose(exploring, input, legal & open);
      open &= ~legal;
    }
  }

  // Equal moves: a lane takes each legal one with a chance of a quarter (of two: a half), the last
  // one if it took none. All lanes on the first would learn about no other.
  void share_out(const RolePlan& role, Word exploring, Word& open) {
    const bool are_two = role.equal_end - role.equal_begin == 2;
    for (std::uint32_t i = role.equal_begin; i < role.equal_end; ++i) {
      const Word coin = are_two ? random_() : random_() & random_();
      const Word taken = words_[role.order[i].legal] & open & coin;
      Word& input = words_[role.order[i].input];
      input = choose(exploring, input, taken);
      open &= ~taken;
    }
    for (std::uint32_t i = role.equal_end; i-- > role.equal_begin;) {
      const Word taken = words_[role.order[i].legal] & open;
      words_[role.order[i].input] |= taken & ~exploring;
      open &= ~taken;
    }
  }

  // The same, but values depend on what a lane did before. Only lanes with a choice look at
  // contexts: in the others it would be in vain.
  void take_in_contexts(bool by_turns) {
    const ContextPlan& contexts = lanes_.contexts;
    if (contexts.by_program) {
      for (std::uint32_t i = 0; i < lanes_.role_count; ++i) {
        const Word greedy = greedy_lanes(i);
        const Word choosing = greedy & with_choice(lanes_.roles[i], by_turns);
        words_[contexts.choosing] = choosing;
        words_[contexts.others] = greedy & ~choosing;
        execute(contexts.roles[i].program, words_);
      }
      return;
    }
    if (by_turns) write_rows_by_turns();
    ContextDraw draw(lanes_);
    for (std::uint32_t i = 0; i < lanes_.role_count; ++i) {
      const RolePlan& role = lanes_.roles[i];
      const Word choosing = greedy_lanes(i) & with_choice(role, by_turns);
      make_room_for_greedy(i, choosing, by_turns);
      if (!any(choosing)) continue;
      if (!by_turns) {
        write_rows(role.rows, role.move_count,
                   [&](std::uint32_t move) { return words_[role.legal[move]]; });
      }
      draw.take(contexts.roles[i], role, by_turns ? lanes_.rows_by_turns : role.rows, choosing,
                Chunks{random_()}.chunk[0]);
    }
  }

  // Only one role has a choice, so the rows of all fit into one.
  void write_rows_by_turns() {
    std::uint32_t count = 0;
    for (std::uint32_t i = 0; i < lanes_.role_count; ++i) {
      if (lanes_.roles[i].move_count > count) count = lanes_.roles[i].move_count;
    }
    write_rows(lanes_.rows_by_turns, count, [&](std::uint32_t move) {
      Word legal{};
      for (std::uint32_t i = 0; i < lanes_.role_count; ++i) {
        const RolePlan& role = lanes_.roles[i];
        if (move < role.move_count) {
          legal |= words_[role.legal[move]] & ~words_[role.forced.legal];
        }
      }
      return legal;
    });
  }

  // Lanes that explore keep their move, those without a choice take what there is.
  void make_room_for_greedy(std::uint32_t number, Word choosing, bool by_turns) {
    const RolePlan& role = lanes_.roles[number];
    const Word exploring = words_[lanes_.first_exploring + number];
    const Word others = greedy_lanes(number) & ~choosing;
    if (by_turns) {
      for (std::uint32_t i = 0; i < role.order_count; ++i) {
        words_[role.order[i].input] &= exploring;
      }
      words_[role.forced.input] |= others;
      return;
    }
    for (std::uint32_t i = 0; i < role.order_count; ++i) {
      Word& input = words_[role.order[i].input];
      input = (input & exploring) | (words_[role.order[i].legal] & others);
    }
  }

  [[nodiscard]] Word greedy_lanes(std::uint32_t role) const {
    return words_[moving_slot] & ~words_[lanes_.first_exploring + role];
  }

  [[nodiscard]] Word with_choice(const RolePlan& role, bool by_turns) const {
    if (by_turns) return ~words_[role.forced.legal];
    Word one{};
    Word two{};
    for (std::uint32_t i = 0; i < role.order_count; ++i) {
      const Word legal = words_[role.order[i].legal];
      two |= one & legal;
      one |= legal;
    }
    return two;
  }

  // --- moves chosen by rows

  void write_rows() {
    Word able = words_[true_slot];
    for (std::uint32_t i = 0; i < lanes_.role_count; ++i) {
      const RolePlan& role = lanes_.roles[i];
      Word one{};
      Word two{};
      for (std::uint32_t move = 0; move < role.move_count; ++move) {
        const Word legal = words_[role.legal[move]];
        two |= one & legal;
        one |= legal;
      }
      able &= one;
      *reinterpret_cast<Chunks*>(role.choosing) = Chunks{two};
      write_rows(role.rows, role.move_count,
                 [&](std::uint32_t move) { return words_[role.legal[move]]; });
    }
    const Word moving = words_[moving_slot];
    words_[dead_end_slot] = moving & ~able;
    words_[over_slot] |= moving & ~able;
    words_[moving_slot] = moving & able;
  }

  // `legal` says in which lanes a move is legal.
  template <typename Legal>
  static void write_rows(std::uint64_t* rows, std::uint32_t count, const Legal& legal) {
    for (std::uint32_t first = 0; first < count; first += 64) {
      Word* const row = reinterpret_cast<Word*>(rows) + first;
      const std::uint32_t left = count - first;
      const auto here = [&](std::uint32_t i) { return i < left ? legal(first + i) : Word{}; };
      if (left <= 16) {
        write_block<16>(row, here);
      } else if (left <= 32) {
        write_block<32>(row, here);
      } else {
        write_block<64>(row, here);
      }
    }
  }

  // 64 moves of all lanes, by the usual exchange of ever smaller blocks. Few moves take fewer
  // exchanges: squares of 16 or 32 stand side by side in a word, and are taken apart in the end.
  template <std::uint32_t Size, typename Legal>
  static void write_block(Word* row, const Legal& legal) {
    for (std::uint32_t i = 0; i < Size; ++i) row[i] = legal(i);
    turn_squares<Size>(row);
    if constexpr (Size < 64) {
      const std::uint64_t low = (std::uint64_t{1} << Size) - 1;
      for (std::uint32_t part = 64; part > 0;) {
        part -= Size;
        for (std::uint32_t i = 0; i < Size; ++i) row[part + i] = (row[i] >> part) & low;
      }
    }
  }

  // Lanes with a single move make it, the others the one that the caller chose.
  void place_chosen() {
    const Word moving = words_[moving_slot];
    for (std::uint32_t i = 0; i < lanes_.role_count; ++i) {
      const RolePlan& role = lanes_.roles[i];
      const Word choosing = reinterpret_cast<const Chunks*>(role.choosing)->word;
      for (std::uint32_t move = 0; move < role.move_count; ++move) {
        words_[role.inputs[move]] = words_[role.legal[move]] & ~choosing;
      }
      for_each_lane(choosing & moving, [&](std::uint32_t lane) {
        auto* const chunks =
            reinterpret_cast<Chunks*>(&words_[role.inputs[role.chosen[lane]]])->chunk;
        chunks[lane / 64] |= std::uint64_t{1} << (lane % 64);
      });
    }
  }

  // --- the move part and the new states

  void make_moves() {
    if (lanes_.history) history_.write_history();
    const Word over = words_[over_slot];
    const bool ending = any(over) && is_time_for_goals(over);
    execute(lanes_.move, words_);
    if (ending) execute(lanes_.goal, words_);  // while the state is the old one
    const Word moving = words_[moving_slot];
    Word* const bases = words_ + lanes_.first_base;
    for (std::uint32_t i = 0; i < lanes_.base_count; ++i) {
      bases[i] = choose(moving, words_[lanes_.next[i]], bases[i]);
    }
    history_.count_lengths(moving);
    ++lanes_.sums.steps;
    lanes_.sums.states += population(moving);
    if (lanes_.contexts.in_use) MoveMemory(lanes_).remember(moving, ending ? over : Word{});
    if (ending) {
      history_.end_games(over);
      history_.refill(over);
    }
  }

  // Goals can cost many times as much as a step. Lanes at their end wait for others until what they
  // lose is as much as the goals cost: with a steady stream of ends that is the best moment.
  bool is_time_for_goals(Word over) {
    lanes_.goal_wait += std::uint64_t{population(over)} * lanes_.step_cost;
    const bool enough = lanes_.goal_wait >= std::uint64_t{lanes_.goal_cost} * lane_count;
    if (!enough && any(words_[active_slot] & ~over)) return false;
    lanes_.goal_wait = 0;
    return true;
  }

  Lanes& lanes_;
  Word* words_;
  LaneHistory history_;
  Random random_;
};

inline void fill(Lanes& lanes) { Stepper(lanes).fill(); }

inline std::uint32_t run(Lanes& lanes, std::uint32_t steps) {
  Stepper stepper(lanes);
  std::uint32_t done = 0;
  while (done < steps && stepper.can_step()) {
    stepper.step();
    ++done;
  }
  return done;
}

inline void turn(void* words) { turn_squares<64>(static_cast<Word*>(words)); }

inline void begin(Lanes& lanes) { Stepper(lanes).begin(); }
inline void finish(Lanes& lanes) { Stepper(lanes).finish(); }

}  // namespace
}  // namespace palamedes::machine::swarm
