#pragma once
// Exhaustive counts, level by level. Machines that differ in a legal move, a successor or an end
// within the depth differ in these numbers, but for a rare coincidence.
//
//   level   unordered map: distinct state -> number of move sequences that lead to it
//
// Only two levels are kept. Counts do not depend on the order of moves or of states.

#include <cstdint>
#include <functional>
#include <limits>
#include <utility>
#include <vector>

#include <boost/unordered/unordered_flat_map.hpp>
#include <fmt/format.h>

#include "base/diagnostic.h"
#include "exercise/count.h"
#include "machine/machine.h"

namespace palamedes::exercise {

struct PerftOptions {
  std::size_t depth = 0;
  std::size_t max_states = 5'000'000;       // kept at once: those of a level and of the next one
  std::size_t max_joint_moves = 1'000'000;  // of one state
  std::function<bool()> stop;               // ends it early; nothing: never
};

struct PerftLevel {
  std::size_t depth = 0;
  Count sequences;             // of this number of joint moves
  std::uint64_t states = 0;    // distinct ones at their ends
  std::uint64_t terminal = 0;  // of these
  Count ended;                 // sequences that end in a terminal state
  // States before the end where a role has no legal move; the deepest level is not searched.
  std::uint64_t dead_ends = 0;
};

struct PerftProgress {
  std::size_t depth = 0;
  std::uint64_t expanded = 0;  // states of this depth
  std::uint64_t states = 0;
  std::uint64_t found = 0;  // states of the next depth so far
};

// All combinations of one move per role, each exactly once.
class JointMoves {
 public:
  explicit JointMoves(const std::vector<model::MoveList>& moves);
  // How many there are; the largest number if there are more.
  [[nodiscard]] static std::uint64_t count(const std::vector<model::MoveList>& moves);
  [[nodiscard]] bool done() const { return done_; }
  [[nodiscard]] const std::vector<Move>& current() const { return current_; }
  void advance();

 private:
  const std::vector<model::MoveList>& moves_;
  std::vector<std::size_t> positions_;
  std::vector<Move> current_;
  bool done_ = false;
};

template <machine::Machine M>
class Perft {
 public:
  Perft(M& machine, const PerftOptions& options,
        std::function<void(const PerftProgress&)> progress = {})
      : machine_(machine),
        options_(options),
        progress_(std::move(progress)),
        moves_(machine.role_count()),
        level_(0, Hash{&machine}),
        next_(0, Hash{&machine}),
        scratch_(machine.initial()) {}

  // Levels 0 to `depth`; fewer if the game cannot last so long. If it was stopped, those that were
  // counted to their end.
  Result<std::vector<PerftLevel>> run() {
    std::vector<PerftLevel> levels;
    level_.clear();
    level_.emplace(machine_.initial(), Count(1));
    for (std::size_t depth = 0; depth <= options_.depth && !level_.empty(); ++depth) {
      levels.push_back({.depth = depth, .states = level_.size()});
      next_.clear();
      if (const auto expanded = expand(levels.back()); !expanded) {
        return tl::unexpected(expanded.error());
      }
      if (stopped_) {
        levels.pop_back();
        break;
      }
      if (!machine_.fault().empty()) return failure({}, machine_.fault());
      std::swap(level_, next_);
    }
    return levels;
  }

  [[nodiscard]] bool was_stopped() const { return stopped_; }

 private:
  struct Hash {
    using is_avalanching = void;
    M* machine;
    std::size_t operator()(const typename M::State& state) const { return machine->hash(state); }
  };
  using Level = boost::unordered_flat_map<typename M::State, Count, Hash>;

  Result<void> expand(PerftLevel& level) {
    std::uint64_t expanded = 0;
    std::uint64_t moves = 0;
    for (const auto& [state, sequences] : level_) {
      if (is_stopped()) break;
      ++expanded;
      level.sequences += sequences;
      if (machine_.terminal(state)) {
        ++level.terminal;
        level.ended += sequences;
      } else if (level.depth == options_.depth) {
        continue;
      } else if (!legal_moves(state)) {
        ++level.dead_ends;
      } else if (JointMoves::count(moves_) > options_.max_joint_moves) {
        return failure({},
                       fmt::format("a state at depth {} has more than {} joint moves", level.depth,
                                   options_.max_joint_moves),
                       "a larger --max-joint-moves allows more");
      } else {
        for (JointMoves joint(moves_); !joint.done(); joint.advance()) {
          scratch_ = state;
          machine_.advance(scratch_, joint.current());
          next_[scratch_] += sequences;
          if (level_.size() + next_.size() > options_.max_states) {
            return failure({},
                           fmt::format("more than {} different states at depth {} and {}",
                                       options_.max_states, level.depth, level.depth + 1),
                           "a larger --max-states allows more");
          }
          // Not by state: one alone can have millions of joint moves.
          if (++moves % 64 != 0) continue;
          if (progress_) progress_({level.depth, expanded, level_.size(), next_.size()});
          if (is_stopped()) break;
        }
      }
      if (!machine_.fault().empty()) break;
    }
    return {};
  }

  bool is_stopped() {
    stopped_ = stopped_ || (options_.stop && options_.stop());
    return stopped_;
  }

  // False: a role has none.
  bool legal_moves(const typename M::State& state) {
    for (std::size_t role = 0; role < moves_.size(); ++role) {
      moves_[role].clear();
      machine_.legal(state, Role(role), moves_[role]);
      if (moves_[role].empty()) return false;
    }
    return true;
  }

  M& machine_;
  PerftOptions options_;
  std::function<void(const PerftProgress&)> progress_;
  std::vector<model::MoveList> moves_;
  Level level_;
  Level next_;
  typename M::State scratch_;
  bool stopped_ = false;
};

template <machine::Machine M>
Result<std::vector<PerftLevel>> perft(M& machine, const PerftOptions& options,
                                      std::function<void(const PerftProgress&)> progress = {}) {
  return Perft<M>(machine, options, std::move(progress)).run();
}

}  // namespace palamedes::exercise
