#pragma once
// The lanes of a swarm and the kernels that step them, one per width.
//
// A kernel is compiled for its vector unit. Whatever it shares with the rest of the program as an
// inline function would be compiled twice, and the linker might keep the copy that an older
// processor cannot run. So kernels see plain structs and built-in types only; everything that needs
// the standard library stands outside.
//
//   words   slot 0: FALSE | 1: TRUE | the slots below | length | state | moves | values …

#include <cstdint>

#include "machine/swarm/tape.h"

namespace palamedes::machine::swarm {

enum FixedSlot : Slot {
  active_slot = 2,  // lanes with a game
  limit_slot,       // lanes that may not move any more
  over_slot,        // lanes whose game is over in this step
  moving_slot,      // lanes that move in this step
  dead_end_slot,    // lanes where a role has no move
  waiting_slot,     // lanes that could have moved in the last step but got no number
  random_slot,      // two words of the generator
  first_length_slot = random_slot + 2,
};

struct NumberPlan {
  const Slot* count = nullptr;
  const Slot* rank = nullptr;
  std::uint32_t count_bits = 0;
  std::uint32_t rank_bits = 0;
};

struct DrawPlan {
  Tape count;
  Tape select;
  const NumberPlan* numbers = nullptr;
  std::uint32_t number_count = 0;
  const Slot* any = nullptr;  // by role
  Slot unfit = false_slot;
};

struct OrderedMove {
  Slot legal = false_slot;
  Slot input = false_slot;
};

// Moves of a role that contexts ask for, numbered from 1; number 0 stands for all others.
struct MadeMoves {
  const Slot* moves = nullptr;  // their inputs; first false_slot
  std::uint32_t count = 1;      // with number 0
  std::uint32_t first = 0;      // added to them where moves of all roles have different numbers
};

// A context in the table of a role. Rows stand in the caller's order, so the first of several
// contexts that fit is the one with the lowest row.
struct ContextEntry {
  std::uint32_t key = 0;  // last move << 16 | the one before, 0 for any; no entry: 0
  std::uint32_t row = 0;
};

// Contexts of a role: a program for all of them, or a table to look up lane by lane.
struct RoleContexts {
  std::uint32_t count = 0;
  // All contexts ask for the last move of one role, and for the one before of one role.
  bool asks_alike = true;
  std::uint32_t last_role = 0;
  std::uint32_t before_last_role = 0;
  Tape program;
  const ContextEntry* entries = nullptr;
  const std::uint32_t* after_one = nullptr;  // by last move: the row that asks no more
  std::uint32_t shift = 0;
  // Rows with a rank of each move, the best ones 0, `stride` apart, on cache lines; the last row is
  // for lanes without a context.
  static constexpr std::uint8_t no_rank = 255;
  static constexpr std::uint32_t most_moves = 256 * 64;  // blocks of 64 are numbered with a byte
  const std::uint8_t* ranks = nullptr;
  std::uint32_t stride = 0;
  std::uint32_t last_row = 0;
};

// Where a context is; copies of their own in every file, see above.
namespace {
inline std::uint32_t first_place(const RoleContexts& role, std::uint32_t key) {
  return key * 0x9e3779b1U >> role.shift;
}
inline std::uint32_t second_place(const RoleContexts& role, std::uint32_t key) {
  return (key ^ key >> 16U) * 0x85ebca6bU >> role.shift;
}
}  // namespace

// What contexts need to know of all lanes.
struct ContextPlan {
  static constexpr std::uint32_t most_roles = 8;  // that tables are made for
  bool in_use = false;
  bool by_program = false;
  const RoleContexts* roles = nullptr;
  const MadeMoves* made = nullptr;  // by role
  // A word per number of a move, or per role and digit of the number. No words for the step before
  // the last: nobody asks.
  void* last = nullptr;
  void* before_last = nullptr;
  std::uint32_t digit_count = 0;
  Slot choosing = false_slot;  // what programs begin with: lanes that look at contexts,
  Slot others = false_slot;    // and lanes that do not
};

struct RolePlan {
  const Slot* legal = nullptr;         // by move
  const Slot* inputs = nullptr;        // by move
  const OrderedMove* order = nullptr;  // greedy: moves that can be legal, best first
  std::uint32_t order_count = 0;
  // Of the order: the longest run of moves with equal values, most often those never made. Lanes
  // share them out.
  std::uint32_t equal_begin = 0;
  std::uint32_t equal_end = 0;
  OrderedMove forced;  // with draws by turns: where it is legal there is no other
  std::uint32_t move_count = 0;
  const Slot* goals = nullptr;
  const std::int32_t* goal_values = nullptr;  // undefined_goal: not a number that counts
  std::uint32_t goal_count = 0;
  // One row per lane and 64 moves: rows[(block * 64 + bit) * chunks + chunk] belongs to the lane
  // 64 * chunk + bit.
  std::uint64_t* rows = nullptr;
  std::uint32_t* chosen = nullptr;    // by lane: the move
  std::uint64_t* choosing = nullptr;  // by chunk: lanes with more than one move
  std::uint64_t* numbers = nullptr;   // 16 words: the moves made, see Stepper::write_history()
};

// A finished game.
struct Finished {
  std::uint32_t start = 0;
  std::uint32_t length = 0;
  std::uint32_t end = 0;  // PlayoutEnd
  std::uint32_t lane = 0;
  std::uint64_t moves = 0;  // first in the pool of moves
};

struct Sums {
  std::uint64_t steps = 0;
  std::uint64_t states = 0;
  std::uint64_t unfit_steps = 0;
  std::uint64_t finished = 0;
  std::uint64_t truncated = 0;
  std::uint64_t dead_ends = 0;
  std::uint64_t unfinished_states = 0;  // of the truncated and the dead ends
};

struct Lanes {
  void* words = nullptr;
  Tape state;
  Tape move;
  Tape goal;  // after the move part, where a game is over
  DrawPlan separate;
  DrawPlan by_turns;
  bool turns = false;  // try by_turns first
  const RolePlan* roles = nullptr;
  std::uint32_t role_count = 0;
  std::uint32_t base_count = 0;
  Slot first_base = 0;
  const Slot* next = nullptr;  // by base
  Slot terminal = false_slot;
  std::uint32_t length_bits = 0;
  std::uint32_t length_offset = 0;  // the count of a lane that has not moved yet
  std::uint32_t step_cost = 1;      // operations of a step without goals, to weigh a wait with
  std::uint32_t goal_cost = 0;      // operations of the goals
  std::uint64_t goal_wait = 0;      // operations that lanes at their end have waited for them

  std::uint32_t epsilon = 0;  // greedy: of 65536
  bool greedy = false;
  Slot first_exploring = 0;  // by role: lanes that make a random move

  ContextPlan contexts;  // greedy: what goes before the order that all lanes share
  std::uint64_t* rows_by_turns = nullptr;  // like those of a role, of whoever has a choice

  // Waiting states.
  const std::uint64_t* starts = nullptr;  // rows of state_words
  std::uint32_t state_words = 0;
  const std::uint32_t* wanted = nullptr;  // by start; none: the first start, endlessly
  std::uint32_t start_count = 0;
  // By start, the moves that led there by their numbers in contexts: the last of each role, and
  // those before. None: they are not known.
  const std::uint32_t* moves_before = nullptr;
  std::uint32_t next_start = 0;
  std::uint32_t taken = 0;  // of the next start

  // Results, if they are asked for lane by lane.
  bool recording = false;
  std::uint32_t* lane_start = nullptr;
  Finished* finished = nullptr;
  std::int32_t* finished_goals = nullptr;  // by finished game and role
  std::uint32_t finished_count = 0;
  std::uint32_t finished_capacity = 0;

  // Moves made, if they are asked for.
  bool history = false;
  std::uint32_t* lane_moves = nullptr;  // lane_stride apart; by joint move and role
  std::uint32_t lane_stride = 0;
  std::uint32_t* lane_length = nullptr;  // by lane
  std::uint32_t history_capacity = 0;    // joint moves per lane
  std::uint32_t longest = 0;             // of lane_length, or more
  std::uint32_t* pool = nullptr;         // moves of finished games
  std::uint64_t pool_size = 0;
  std::uint64_t pool_capacity = 0;

  std::int64_t* goal_sums = nullptr;  // by role
  Sums sums;
};

struct Kernel {
  std::uint32_t lanes = 0;
  std::uint32_t max_inputs = 0;  // of an operation
  // Lanes without a game take waiting states.
  void (*fill)(Lanes& lanes) = nullptr;
  // Up to this number of steps; fewer if there is no room for results or nothing is left to do.
  std::uint32_t (*run)(Lanes& lanes, std::uint32_t steps) = nullptr;
  // A step in two halves: rows of legal moves are written, the caller chooses, the moves are made.
  void (*begin)(Lanes& lanes) = nullptr;
  void (*finish)(Lanes& lanes) = nullptr;
  // One program by itself.
  void (*execute)(const Tape& tape, void* words) = nullptr;
  // 64 words: in each chunk bit j of word i and bit i of word j change places.
  void (*turn)(void* words) = nullptr;
};

extern const Kernel kernel_64;
extern const Kernel kernel_256;
extern const Kernel kernel_512;

}  // namespace palamedes::machine::swarm
