#pragma once
// Greedy draws that depend on what a lane did before: who made which move, and the best legal move
// in the first context that fits. How contexts are kept: contexts.h.

#include "machine/swarm/kernel.h"
#include "machine/swarm/kernel_numbers.h"
#include "machine/swarm/kernel_word.h"

namespace palamedes::machine::swarm {
namespace {

// Who made which move, as words: of each move, or of the digits of the moves' numbers.
class MoveMemory {
 public:
  explicit MoveMemory(const Lanes& lanes)
      : compiled_(lanes.contexts),
        words_(static_cast<const Word*>(lanes.words)),
        role_count_(lanes.role_count),
        last_(static_cast<Word*>(compiled_.last)),
        before_last_(static_cast<Word*>(compiled_.before_last)) {}

  // After a step; lanes that begin anew made no moves.
  void remember(Word moving, Word ended) {
    const Word kept = ~(moving | ended);
    for (std::uint32_t role = 0; role < role_count_; ++role) {
      const MadeMoves& made = compiled_.made[role];
      if (compiled_.by_program) {
        const Slot* const moves = made.moves + 1;
        shift(made.first + 1, made.count - 1, moving, kept,
              [&](auto i) { return words_[moves[i]]; });
        continue;
      }
      Word digits[number_bits];
      find_digits(words_, made.moves, made.count, digits);
      shift(role * compiled_.digit_count, compiled_.digit_count, moving, kept,
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
      if (compiled_.by_program) {
        if (number != 0) memory[compiled_.made[role].first + number] |= lanes;
        continue;
      }
      for (std::uint32_t i = 0; number >> i != 0; ++i) {
        if ((number >> i & 1U) != 0) memory[role * compiled_.digit_count + i] |= lanes;
      }
    }
  }

  template <typename Now>
  void shift(std::uint32_t first, std::uint32_t count, Word moving, Word kept, const Now& now) {
    Word* const last = last_ + first;
    if (before_last_ != nullptr) {
      Word* const before_last = before_last_ + first;
      for (std::uint32_t i = 0; i < count; ++i) {
        before_last[i] = (last[i] & moving) | (before_last[i] & kept);
      }
    }
    for (std::uint32_t i = 0; i < count; ++i) last[i] = (now(i) & moving) | (last[i] & kept);
  }

  const ContextPlan& compiled_;
  const Word* words_;
  std::uint32_t role_count_;
  Word* last_;
  Word* before_last_;
};

// Contexts looked up lane by lane, and the best of a lane's legal moves by the values of its
// context. Where a branch would depend on the lane nobody could foresee it, so there are hardly
// any; and loops are short, so that the processor is busy with several lanes while it waits for
// memory.
class ContextDraw {
 public:
  explicit ContextDraw(Lanes& lanes)
      : compiled_(lanes.contexts),
        words_(static_cast<Word*>(lanes.words)),
        role_count_(lanes.role_count) {
    find_numbers(static_cast<const Word*>(compiled_.last), last_);
    find_numbers(static_cast<const Word*>(compiled_.before_last), before_last_);
  }

  // Each of these lanes takes its best legal move; which of equal ones depends on the lane and on
  // `salt`, a new random number each time. Moves are taken in a loop of their own: while a
  // store is on its way to an address that is not known yet, the processor holds back the loads of
  // the next lanes.
  void take(const RoleContexts& contexts, const RolePlan& role, const std::uint64_t* legal,
            Word choosing, std::uint64_t salt) {
    const std::uint32_t count = list_lanes(choosing);
    find_rows(contexts, count);
    const std::uint32_t blocks = (role.move_count + 63) / 64;
    for (std::uint32_t i = 0; i < count; ++i) {
      const std::uint64_t* const row = legal + (lanes_[i] % 64) * chunk_count + lanes_[i] / 64;
      const std::uint64_t mixed = (salt + lanes_[i]) * 0x9e3779b97f4a7c15U;
      best_[i] = best_legal(row, contexts.ranks + std::uint64_t{rows_[i]} * contexts.stride, blocks,
                            static_cast<std::uint32_t>(mixed >> 32U));
    }
    for (std::uint32_t i = 0; i < count; ++i) {
      Chunks& taken = *reinterpret_cast<Chunks*>(words_ + role.inputs[best_[i]]);
      taken.chunk[lanes_[i] / 64] |= std::uint64_t{1} << (lanes_[i] % 64);
    }
  }

 private:
  using Numbers = std::uint16_t[lane_count];  // in the order in which turned digits leave them

  static std::uint32_t place_of(std::uint32_t lane) {
    return (lane % 16) * (lane_count / 16) + lane / 64 * 4 + lane / 16 % 4;
  }

  void find_numbers(const Word* digits, Numbers* numbers) const {
    for (std::uint32_t role = 0; digits != nullptr && role < role_count_; ++role) {
      Word own[number_bits] = {};
      Word some{};
      for (std::uint32_t i = 0; i < compiled_.digit_count; ++i) {
        own[i] = digits[role * compiled_.digit_count + i];
        some |= own[i];
      }
      for (std::uint32_t i = 0; role >> i != 0; ++i) {
        if ((role >> i & 1U) != 0) own[compiled_.digit_count + i] = some;
      }
      turn(own, numbers[role]);
    }
  }

  static void turn(Word* digits, Numbers& numbers) {
    turn_squares<number_bits>(digits);
    __builtin_memcpy(numbers, digits, number_bits * sizeof(Word));
  }

  // In the order in which their rows of legal moves stand.
  std::uint32_t list_lanes(Word choosing) {
    std::uint32_t count = 0;
#if defined(__AVX512F__) && SWARM_LANES == 512
    __m256i lanes = _mm256_setr_epi32(0, 64, 128, 192, 256, 320, 384, 448);
    for (std::uint32_t bit = 0; bit < 64; ++bit) {
      const __mmask8 here =
          _mm512_test_epi64_mask(__m512i(choosing), _mm512_set1_epi64(std::int64_t{1} << bit));
      _mm256_storeu_si256(reinterpret_cast<__m256i*>(lanes_ + count),
                          _mm256_maskz_compress_epi32(here, lanes));
      lanes = _mm256_add_epi32(lanes, _mm256_set1_epi32(1));
      count += static_cast<std::uint32_t>(__builtin_popcount(here));
    }
#else
    const Chunks chunks{choosing};
    for (std::uint32_t bit = 0; bit < 64; ++bit) {
      for (std::uint32_t chunk = 0; chunk < chunk_count; ++chunk) {
        lanes_[count] = chunk * 64 + bit;
        count += static_cast<std::uint32_t>(chunks.chunk[chunk] >> bit & 1U);
      }
    }
#endif
    return count;
  }

  // The row of the first context that fits, for each lane.
  void find_rows(const RoleContexts& given, std::uint32_t count) {
    const RoleContexts role = given;
    if (!role.asks_alike) {
      for (std::uint32_t i = 0; i < count; ++i) rows_[i] = find_first(role, lanes_[i]);
      return;
    }
    const bool deep = compiled_.before_last != nullptr;
    const Numbers& last = last_[role.last_role];
    const Numbers& before_last = before_last_[deep ? role.before_last_role : 0];
    for (std::uint32_t i = 0; i < count; ++i) {
      const std::uint32_t place = place_of(lanes_[i]);
      rows_[i] = std::uint32_t{last[place]} << 16U | (deep ? before_last[place] : 0U);
    }
    for (std::uint32_t i = 0; i < count; ++i) {
      const std::uint32_t key = rows_[i];
      const std::uint32_t shorter = role.after_one[key >> 16U];
      const std::uint32_t longer = deep ? look_up(role, key) : role.last_row;
      rows_[i] = longer < shorter ? longer : shorter;
      const std::uint8_t* const ranks = role.ranks + std::uint64_t{rows_[i]} * role.stride;
      __builtin_prefetch(ranks);
      __builtin_prefetch(ranks + 64);
    }
  }

  [[nodiscard]] std::uint32_t find_first(const RoleContexts& role, std::uint32_t lane) const {
    std::uint32_t first = role.last_row;
    const std::uint32_t place = place_of(lane);
    const auto consider = [&](std::uint32_t key) {
      const std::uint32_t row = look_up(role, key);
      if (row < first) first = row;
    };
    for (std::uint32_t i = 0; i < role_count_; ++i) {
      const std::uint32_t last = last_[i][place];
      if (last == 0) continue;
      consider(last << 16U);
      for (std::uint32_t j = 0; compiled_.before_last != nullptr && j < role_count_; ++j) {
        const std::uint32_t before_last = before_last_[j][place];
        if (before_last != 0) consider(last << 16U | before_last);
      }
    }
    return first;
  }

  // A context is in one of two places.
  static std::uint32_t look_up(const RoleContexts& role, std::uint32_t key) {
    const ContextEntry one = role.entries[first_place(role, key)];
    const ContextEntry two = role.entries[second_place(role, key)];
    const std::uint32_t not_one = 0U - static_cast<std::uint32_t>(one.key != key);
    const std::uint32_t not_two = 0U - static_cast<std::uint32_t>(two.key != key);
    return (one.row & ~not_one) | (two.row & ~not_two) | (role.last_row & not_one & not_two);
  }

  // The legal move with the lowest rank; of equal ones any.
  static std::uint32_t best_legal(const std::uint64_t* legal, const std::uint8_t* ranks,
                                  std::uint32_t blocks, std::uint32_t random) {
#if defined(__AVX512BW__) && SWARM_LANES == 512
    __m512i best = _mm512_set1_epi8(-1);
    __m512i block_of = _mm512_setzero_si512();
    const auto first = static_cast<std::uint32_t>(std::uint64_t{random & 0xffffU} * blocks >> 16U);
    for (std::uint32_t i = 0; i < blocks; ++i) {
      const std::uint32_t block = first + i - (first + i >= blocks ? blocks : 0);
      const __m512i some =
          _mm512_mask_loadu_epi8(_mm512_set1_epi8(-1), legal[std::size_t{block} * lane_count],
                                 ranks + std::size_t{block} * 64);
      const __mmask64 better = _mm512_cmplt_epu8_mask(some, best);
      best = _mm512_min_epu8(some, best);
      block_of = _mm512_mask_mov_epi8(block_of, better, _mm512_set1_epi8(static_cast<char>(block)));
    }
    const __m256i of_32 =
        _mm256_min_epu8(_mm512_castsi512_si256(best), _mm512_extracti64x4_epi64(best, 1));
    const __m128i of_16 =
        _mm_min_epu8(_mm256_castsi256_si128(of_32), _mm256_extracti128_si256(of_32, 1));
    const __m128i of_8 = _mm_min_epu8(of_16, _mm_srli_epi16(of_16, 8));  // 16 bits each
    const __m512i lowest = _mm512_broadcastb_epi8(_mm_minpos_epu16(of_8));
    const std::uint64_t equal = _mm512_cmpeq_epi8_mask(best, lowest);
    const auto count = static_cast<std::uint32_t>(__builtin_popcountll(equal));
    const std::uint64_t one = std::uint64_t{1} << ((random >> 16U) * count >> 16U);
    const auto place = static_cast<std::uint32_t>(__builtin_ctzll(_pdep_u64(one, equal)));
    alignas(64) unsigned char found[64];
    _mm512_store_si512(found, block_of);
    return 64U * found[place] + place;
#else
    std::uint32_t best = 0;
    std::uint32_t lowest = 0x100;
    std::uint32_t count =
        0;  // of equal ones so far: each becomes the best with a chance of 1/count
    for (std::uint32_t block = 0; block < blocks; ++block) {
      for (std::uint64_t bits = legal[std::size_t{block} * lane_count]; bits != 0;
           bits &= bits - 1) {
        const std::uint32_t move = block * 64 + static_cast<std::uint32_t>(__builtin_ctzll(bits));
        const std::uint32_t rank = ranks[move];
        if (rank > lowest) continue;
        count = rank < lowest ? 1 : count + 1;
        lowest = rank;
        random = random * 1664525U + 1013904223U;
        if ((random >> 16U) * count >> 16U == 0) best = move;
      }
    }
    return best;
#endif
  }

  const ContextPlan& compiled_;
  Word* words_;
  std::uint32_t role_count_;
  Numbers last_[ContextPlan::most_roles];  // by role
  Numbers before_last_[ContextPlan::most_roles];
  std::uint32_t lanes_[lane_count + 8];  // that look for a move; eight are written at once
  std::uint32_t rows_[lane_count];       // of the same
  std::uint32_t best_[lane_count];       // of the same: moves
};

}  // namespace
}  // namespace palamedes::machine::swarm
