#pragma once
// Greedy draws that depend on what a lane did before: who made which move, and the first legal move
// of the first context that fits. How contexts are kept: contexts.h.

#include "machine/swarm/kernel.h"
#include "machine/swarm/kernel_numbers.h"
#include "machine/swarm/kernel_word.h"

namespace palamedes::machine::swarm {
namespace {

// Who made which move, as words: of each move, or of the digits of the moves' numbers.
class MoveMemory {
 public:
  explicit MoveMemory(const Lanes& lanes)
      : plan_(lanes.contexts),
        words_(static_cast<const Word*>(lanes.words)),
        role_count_(lanes.role_count),
        last_(static_cast<Word*>(plan_.last)),
        before_last_(static_cast<Word*>(plan_.before_last)) {}

  // After a step; lanes that begin anew made no moves.
  void remember(Word moving, Word ended) {
    const Word kept = ~(moving | ended);
    for (std::uint32_t role = 0; role < role_count_; ++role) {
      const MadeMoves& made = plan_.made[role];
      if (plan_.by_program) {
        const Slot* const moves = made.moves + 1;
        shift(made.first + 1, made.count - 1, moving, kept,
              [&](auto i) { return words_[moves[i]]; });
        continue;
      }
      Word digits[number_bits];
      find_digits(words_, made.moves, made.count, digits);
      shift(role * plan_.digit_count, plan_.digit_count, moving, kept,
            [&](auto i) { return digits[i]; });
    }
  }

  // Lanes that begin with a start made its moves.
  void begin(const std::uint32_t* numbers, Word lanes) {
    set(numbers, last_, lanes);
    if (before_last_ != nullptr) set(numbers + role_count_, before_last_, lanes);
  }

 private:
  void set(const std::uint32_t* numbers, Word* memory, Word lanes) const {
    for (std::uint32_t role = 0; role < role_count_; ++role) {
      const std::uint32_t number = numbers[role];
      if (plan_.by_program) {
        if (number != 0) memory[plan_.made[role].first + number] |= lanes;
        continue;
      }
      for (std::uint32_t i = 0; number >> i != 0; ++i) {
        if ((number >> i & 1U) != 0) memory[role * plan_.digit_count + i] |= lanes;
      }
    }
  }

  template <typename Now>
  void shift(std::uint32_t first, std::uint32_t count, Word moving, Word kept, const Now& now) {
    Word* const last = last_ + first;
    Word* const before_last = before_last_ + first;
    for (std::uint32_t i = 0; before_last_ != nullptr && i < count; ++i) {
      before_last[i] = (last[i] & moving) | (before_last[i] & kept);
    }
    for (std::uint32_t i = 0; i < count; ++i) last[i] = (now(i) & moving) | (last[i] & kept);
  }

  const ContextPlan& plan_;
  const Word* words_;
  std::uint32_t role_count_;
  Word* last_;
  Word* before_last_;
};

// Contexts looked up lane by lane. Where a branch would depend on the lane nobody could foresee it,
// so there are none: lanes stand in a list, each pass looks at a few moves of all their orders, and
// those that found nothing legal are the next list.
class ContextDraw {
 public:
  explicit ContextDraw(Lanes& lanes)
      : plan_(lanes.contexts),
        words_(static_cast<Word*>(lanes.words)),
        role_count_(lanes.role_count) {
    const auto* const last = static_cast<const Word*>(plan_.last);
    const auto* const before_last = static_cast<const Word*>(plan_.before_last);
    const bool several_last = find_joint(last, last_);
    const bool several_before = find_joint(before_last, before_last_);
    simple_ = !several_last && !several_before;
    if (simple_) return;
    find_each(last, last_of_role_);
    find_each(before_last, before_last_of_role_);
  }

  // Each of these lanes takes the greedy move of a context; returns those that found none.
  Word take(const RoleContexts& role, Word choosing) {
    std::uint32_t count = list_first(role, choosing);
    Chunks unserved{Word{}};
    while (count > 0) {
      words_[plan_.unserved] = Word{};
      walk(role, count);
      count = 0;
      for_each_lane(words_[plan_.unserved], [&](std::uint32_t lane) {
        const std::uint32_t order = simple_ ? next_[lane] : find_next(role, lane, order_[lane] + 1);
        next_[lane] = role.last_order;
        lanes_[count] = lane;
        places_[count] = order_[lane] = order;
        count += order != role.last_order ? 1 : 0;
        unserved.chunk[lane / 64] |= std::uint64_t{order == role.last_order} << (lane % 64);
      });
    }
    return unserved.word;
  }

 private:
  using Numbers = std::uint16_t[lane_count];  // in the order in which turned digits leave them

  static std::uint32_t place_of(std::uint32_t lane) {
    return (lane % 16) * (lane_count / 16) + lane / 64 * 4 + lane / 16 % 4;
  }

  // Returns whether some lane has numbers of several roles.
  bool find_joint(const Word* digits, Numbers& numbers) const {
    Word joint[number_bits] = {};
    Word one{};
    Word two{};
    for (std::uint32_t role = 0; digits != nullptr && role < role_count_; ++role) {
      const Word some = add_digits(role, digits, joint);
      two |= one & some;
      one |= some;
    }
    turn(joint, numbers);
    return any(two);
  }

  void find_each(const Word* digits, Numbers* of_role) const {
    for (std::uint32_t role = 0; digits != nullptr && role < role_count_; ++role) {
      Word own[number_bits] = {};
      add_digits(role, digits, own);
      turn(own, of_role[role]);
    }
  }

  // Returns the lanes where the role has a number.
  Word add_digits(std::uint32_t role, const Word* digits, Word* sum) const {
    Word some{};
    for (std::uint32_t i = 0; i < plan_.digit_count; ++i) {
      const Word digit = digits[role * plan_.digit_count + i];
      sum[i] |= digit;
      some |= digit;
    }
    for (std::uint32_t i = 0; role >> i != 0; ++i) {
      if ((role >> i & 1U) != 0) sum[plan_.digit_count + i] |= some;
    }
    return some;
  }

  static void turn(Word* digits, Numbers& numbers) {
    turn_squares(digits, number_bits);
    __builtin_memcpy(numbers, digits, number_bits * sizeof(Word));
  }

  // The order of the first context that fits, for each lane.
  std::uint32_t list_first(const RoleContexts& given, Word choosing) {
    const RoleContexts role = given;
    const bool deep = plan_.before_last != nullptr;
    std::uint32_t count = 0;
    if (!simple_) {
      for_each_lane(choosing, [&](std::uint32_t lane) {
        lanes_[count] = lane;
        places_[count++] = order_[lane] = find_next(role, lane, 0);
      });
      return count;
    }
    // Short loops, so that the processor is busy with several lanes while it waits for memory.
    for_each_lane(choosing, [&](std::uint32_t lane) {
      const std::uint32_t place = place_of(lane);
      lanes_[count] = lane;
      places_[count++] = std::uint32_t{last_[place]} << 16U | before_last_[place];
    });
    for (std::uint32_t i = 0; i < count; ++i) {
      const std::uint32_t key = places_[i];
      const std::uint32_t shorter = role.after_one[key >> 16U];
      const std::uint32_t longer = deep ? look_up(role, key) : role.last_order;
      const std::uint32_t order = longer < shorter ? longer : shorter;
      places_[i] = order;
      next_[lanes_[i]] = longer < shorter ? shorter : longer;
      __builtin_prefetch(role.orders + order);
    }
    return count;
  }

  // The same, of all that are not before a given one.
  [[nodiscard]] std::uint32_t find_next(const RoleContexts& role, std::uint32_t lane,
                                        std::uint32_t first) const {
    std::uint32_t best = role.last_order;
    const std::uint32_t place = place_of(lane);
    const auto consider = [&](std::uint32_t key) {
      const std::uint32_t order = look_up(role, key);
      if (order >= first && order < best) best = order;
    };
    for (std::uint32_t i = 0; i < role_count_; ++i) {
      const std::uint32_t last = last_of_role_[i][place];
      if (last == 0) continue;
      consider(last << 16U);
      for (std::uint32_t j = 0; plan_.before_last != nullptr && j < role_count_; ++j) {
        const std::uint32_t before_last = before_last_of_role_[j][place];
        if (before_last != 0) consider(last << 16U | before_last);
      }
    }
    return best;
  }

  // A context is in one of two places.
  static std::uint32_t look_up(const RoleContexts& role, std::uint32_t key) {
    const ContextEntry one = role.entries[first_place(role, key)];
    const ContextEntry two = role.entries[second_place(role, key)];
    const std::uint32_t not_one = 0U - static_cast<std::uint32_t>(one.key != key);
    const std::uint32_t not_two = 0U - static_cast<std::uint32_t>(two.key != key);
    return (one.order & ~not_one) | (two.order & ~not_two) | (role.last_order & not_one & not_two);
  }

  // Every order ends with a move that is legal everywhere and goes to the word of those unserved.
  // Moves are taken in a loop of their own: while a store is on its way to an address that is not
  // known yet, the processor holds back the loads of the next lanes.
  void walk(const RoleContexts& role, std::uint32_t count) {
    const ContextMoves* const orders = role.orders;
    while (count > 0) {
      for (std::uint32_t i = 0; i < count; ++i) {
        found_[i] = first_legal(orders[places_[i]].legal, lanes_[i]);
      }
      std::uint32_t left = 0;
      for (std::uint32_t i = 0; i < count; ++i) {
        const std::uint32_t lane = lanes_[i];
        const std::uint32_t place = places_[i];
        const auto is_found = static_cast<std::uint32_t>(found_[i] < ContextMoves::size);
        // Of those that found nothing some move, to which they add nothing.
        const Slot input = orders[place].inputs[found_[i] % ContextMoves::size];
        Chunks& taken = *reinterpret_cast<Chunks*>(words_ + input);
        taken.chunk[lane / 64] |= std::uint64_t{is_found} << (lane % 64);
        lanes_[left] = lane;
        places_[left] = place + 1;
        left += 1 - is_found;
      }
      count = left;
    }
  }

  // The first of some moves that is legal in a lane; their number if none is.
  [[nodiscard]] std::uint32_t first_legal(const std::uint32_t* places, std::uint32_t lane) const {
    static_assert(ContextMoves::size == 8);
#if defined(__AVX512F__) && SWARM_LANES == 512
    const auto* const chunks = reinterpret_cast<const std::uint64_t*>(words_) + lane / 64;
    const __m256i eight = _mm256_load_si256(reinterpret_cast<const __m256i*>(places));
    const __m512i legal = _mm512_i32gather_epi64(eight, chunks, 1);
    const __m512i bit = _mm512_slli_epi64(_mm512_set1_epi64(1), lane % 64);
    const std::uint32_t found = _mm512_test_epi64_mask(legal, bit);
    return static_cast<std::uint32_t>(__builtin_ctz(found | 1U << 8U));
#else
    const auto* const bytes = reinterpret_cast<const unsigned char*>(words_) + lane / 8;
    std::uint64_t found = 0;
    for (std::uint32_t i = 0; i < ContextMoves::size; ++i) {
      found |= std::uint64_t{bytes[places[i]]} << (8 * i);
    }
    found &= 0x0101010101010101U << (lane % 8);
    const auto first = static_cast<std::uint32_t>(__builtin_ctzll(found | last_bit)) / 8;
    return first + static_cast<std::uint32_t>(found == 0);
#endif
  }

  static constexpr std::uint64_t last_bit = std::uint64_t{1} << 63U;
  const ContextPlan& plan_;
  Word* words_;
  std::uint32_t role_count_;
  bool simple_ = true;  // no lane has more than two contexts: of its last move, and of its last two
  Numbers last_;        // of all roles together, in the simple case
  Numbers before_last_;
  Numbers last_of_role_[ContextPlan::most_roles];  // otherwise
  Numbers before_last_of_role_[ContextPlan::most_roles];
  std::uint32_t lanes_[lane_count];   // that look for a move
  std::uint32_t places_[lane_count];  // in orders, of the same
  std::uint32_t found_[lane_count];   // of the same, the first legal move there
  std::uint32_t order_[lane_count];   // by lane, where it began
  std::uint32_t next_[lane_count];    // by lane, where to go on in simple cases
};

}  // namespace
}  // namespace palamedes::machine::swarm
