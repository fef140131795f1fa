#pragma once
// Random play that takes notes: what was ever true, legal and reached, and how each defect of the
// rules came about. A playout depends on the seed and its number alone, so a defect is remembered
// as a moment of a playout, and played again when its moves are wanted.

#include <algorithm>
#include <functional>
#include <iterator>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include <boost/unordered/unordered_flat_map.hpp>
#include <boost/unordered/unordered_flat_set.hpp>

#include "base/moments.h"
#include "base/rng.h"
#include "base/stopwatch.h"
#include "exercise/playout.h"
#include "exercise/simulate.h"
#include "machine/bit_state.h"
#include "machine/machine.h"
#include "machine/prover/prover.h"

namespace palamedes::exercise {

// Something that happened in some playouts, and the shortest way to it that was seen.
struct Incident {
  std::uint64_t count = 0;
  std::uint64_t playout = 0;       // number, from 0
  std::size_t step = 0;            // joint moves before it
  std::string moves;               // of the roles that had a choice, as `--moves` takes them
  std::vector<std::string> facts;  // of the state

  void happened(std::uint64_t in_playout, std::size_t at_step);
};

struct Playtest {
  // Goals of one role at the end that are not exactly one value from 0 to 100. Values that are no
  // numbers count as model::undefined_goal.
  using BadGoal = std::pair<Role, std::vector<int>>;

  SimulationStatistics statistics;
  std::vector<std::string> facts;               // true in some state, sorted
  std::vector<std::vector<std::string>> moves;  // by role: legal in some state, sorted
  std::vector<Moments> lead;   // by role: its goal minus the mean of all, where all are defined
  std::optional<Role> opener;  // the only role with a choice in the initial state
  std::map<Role, Incident> dead_ends;
  std::map<BadGoal, Incident> bad_goals;
  std::uint64_t unjudged_goals = 0;  // undefined as well, of those that nobody looked at
  Incident circles;                  // a state came twice in one playout
  std::size_t circle_length = 0;     // of the shortest way into one: moves from state to state
};

// All goal values that the rules give a role in a state of these facts; nothing if it is not
// known.
using GoalJudge =
    std::function<std::optional<std::vector<int>>(std::span<const std::string> facts, Role role)>;

// The union of all states that were seen.
template <machine::Machine M>
class SeenFacts {
 public:
  void add(M& machine, const typename M::State& state) {
    for (std::string& fact : machine.facts(state)) facts_.insert(std::move(fact));
  }
  [[nodiscard]] std::vector<std::string> texts(M& /*machine*/) const {
    return {facts_.begin(), facts_.end()};
  }

 private:
  std::set<std::string> facts_;
};

template <machine::Machine M>
requires std::same_as<typename M::State, machine::BitState>
class SeenFacts<M> {
 public:
  void add(M& /*machine*/, const machine::BitState& state) {
    all_.words.resize(state.words.size());
    for (std::size_t i = 0; i < state.words.size(); ++i) all_.words[i] |= state.words[i];
  }
  [[nodiscard]] std::vector<std::string> texts(M& machine) const { return machine.facts(all_); }

 private:
  machine::BitState all_;
};

template <>
class SeenFacts<machine::prover::Prover> {
 public:
  void add(machine::prover::Prover& /*machine*/, const machine::prover::Prover::State& state) {
    if (std::includes(all_.facts.begin(), all_.facts.end(), state.facts.begin(),
                      state.facts.end())) {
      return;
    }
    std::vector<gdl::TermId> merged;
    std::set_union(all_.facts.begin(), all_.facts.end(), state.facts.begin(), state.facts.end(),
                   std::back_inserter(merged));
    all_.facts = std::move(merged);
  }
  [[nodiscard]] std::vector<std::string> texts(machine::prover::Prover& machine) const {
    return machine.facts(all_);
  }

 private:
  machine::prover::Prover::State all_;
};

template <machine::Machine M>
class Playtester {
 public:
  using State = typename M::State;
  using KeepGoing = std::function<bool(const Playtest&)>;

  Playtester(M& machine, const SimulateOptions& options, GoalJudge judge)
      : machine_(machine), options_(options), judge_(std::move(judge)) {
    const std::size_t roles = machine.role_count();
    joint_move_.resize(roles);
    seen_moves_.resize(roles);
    notes_.lead.resize(roles);
    for (std::size_t role = 0; role < roles; ++role) {
      notes_.statistics.roles.push_back({.name = machine.role_name(Role(role))});
    }
  }

  // `keep_going` is asked after every playout, and before moves from time to time.
  Playtest run(const KeepGoing& keep_going) {
    const Stopwatch wall;
    const CpuStopwatch cpu;
    std::size_t asked = 0;
    const auto in_time = [&] {
      constexpr std::size_t moves_between = 64;
      if (options_.max_seconds && wall.seconds() >= *options_.max_seconds) return false;
      return ++asked % moves_between != 0 || keep_going(notes_);
    };
    SimulationStatistics& statistics = notes_.statistics;
    for (std::uint64_t number = 0; number < options_.max_playouts; ++number) {
      if (!in_time() || !keep_going(notes_)) break;
      State state = machine_.initial();
      note_playout(number, state, in_time);
      if (!statistics.fault.empty()) break;
    }
    statistics.cpu_seconds = cpu.seconds();
    statistics.wall_seconds = wall.seconds();
    gather();
    return std::move(notes_);
  }

 private:
  static constexpr std::size_t most_judged = 1000;
  static constexpr std::size_t most_visited = 100'000;

  // Plays on until the end or until `watch(state, step)` says no. Nothing of it is noted here.
  template <typename Watch, typename Seen>
  PlayoutEnd play(std::uint64_t number, State& state, const Watch& watch, const Seen& seen_moves) {
    Rng rng(options_.seed, number);
    playout_ = {};
    for (;;) {
      const std::optional<PlayoutEnd> end = step(state, rng, watch, seen_moves);
      if (!end) continue;
      playout_.branching.resize(playout_.length * machine_.role_count());
      return machine_.fault().empty() ? *end : PlayoutEnd::fault;
    }
  }

  template <typename Watch, typename Seen>
  std::optional<PlayoutEnd> step(State& state, Rng& rng, const Watch& watch,
                                 const Seen& seen_moves) {
    if (!watch(state, playout_.length)) return PlayoutEnd::interrupted;
    if (machine_.terminal(state)) return PlayoutEnd::terminal;
    if (playout_.length >= options_.max_length) return PlayoutEnd::truncated;
    for (std::size_t role = 0; role < joint_move_.size(); ++role) {
      machine_.legal(state, Role(role), moves_);
      const model::DrawnMove drawn = model::draw_from(moves_, rng);
      if (drawn.count == 0) {
        playout_.stuck = Role(role);
        return PlayoutEnd::dead_end;
      }
      playout_.branching.push_back(drawn.count);
      joint_move_[role] = drawn.move;
      seen_moves(Role(role), drawn.move);
    }
    machine_.advance(state, joint_move_);
    ++playout_.length;
    return std::nullopt;
  }

  template <typename InTime>
  void note_playout(std::uint64_t number, State& state, const InTime& in_time) {
    visited_.clear();
    bool in_circle = false;
    const auto watch = [&](const State& at, std::size_t step) {
      seen_facts_.add(machine_, at);
      if (!in_circle && visited_.size() < most_visited) {
        const auto [before, is_new] = visited_.try_emplace(machine_.hash(at), step);
        in_circle = !is_new;
        if (in_circle) note_circle(number, before->second, step);
      }
      return in_time();
    };
    playout_.end = play(number, state, watch, [&](Role role, Move) {
      seen_moves_[index_of(role)].insert(moves_.begin(), moves_.end());
    });
    if (number == 0) note_opener();
    note_end(number, state);
  }

  void note_circle(std::uint64_t number, std::size_t first, std::size_t second) {
    const bool shorter = notes_.circles.count == 0 || second < notes_.circles.step;
    notes_.circles.happened(number, second);
    if (shorter) notes_.circle_length = second - first;
  }

  void note_opener() {
    const std::size_t roles = joint_move_.size();
    if (playout_.branching.size() < roles || roles < 2) return;
    for (std::size_t role = 0; role < roles; ++role) {
      if (playout_.branching[role] < 2) continue;
      if (notes_.opener) {
        notes_.opener.reset();
        return;
      }
      notes_.opener = Role(role);
    }
  }

  void note_end(std::uint64_t number, const State& state) {
    if (playout_.end == PlayoutEnd::terminal) {
      for (std::size_t role = 0; role < joint_move_.size(); ++role) {
        playout_.goals.push_back(machine_.goal(state, Role(role)));
      }
      if (!machine_.fault().empty()) playout_.end = PlayoutEnd::fault;
    }
    notes_.statistics.add(playout_);
    if (playout_.end == PlayoutEnd::fault) notes_.statistics.fault = machine_.fault();
    if (playout_.end == PlayoutEnd::dead_end) {
      notes_.dead_ends[*playout_.stuck].happened(number, playout_.length);
    }
    if (playout_.end == PlayoutEnd::terminal) note_goals(number, state);
  }

  void note_goals(std::uint64_t number, const State& state) {
    double sum = 0;
    bool defined = true;
    for (std::size_t role = 0; role < playout_.goals.size(); ++role) {
      sum += playout_.goals[role];
      if (playout_.goals[role] >= 0) continue;
      defined = false;
      std::optional<std::vector<int>> values;
      if (judged_++ < most_judged) values = judge_(machine_.facts(state), Role(role));
      if (!values) {
        ++notes_.unjudged_goals;
        continue;
      }
      std::sort(values->begin(), values->end());
      notes_.bad_goals[{Role(role), std::move(*values)}].happened(number, playout_.length);
    }
    if (!defined) return;
    const double mean = sum / static_cast<double>(playout_.goals.size());
    for (std::size_t role = 0; role < playout_.goals.size(); ++role) {
      notes_.lead[role].add(playout_.goals[role] - mean);
    }
  }

  // The moves that lead to an incident, and the state there. False if a circle is none: two states
  // may share a hash.
  bool replay(Incident& incident, std::size_t circle_length = 0) {
    std::optional<State> circle_start;
    bool same = circle_length == 0;
    std::string pending;
    const auto watch = [&](const State& at, std::size_t step) {
      incident.moves += pending;
      pending.clear();
      if (circle_length > 0 && step + circle_length == incident.step) circle_start = at;
      if (step < incident.step) return true;
      same = same || (circle_start && *circle_start == at);
      incident.facts = machine_.facts(at);
      return false;
    };
    State state = machine_.initial();
    play(incident.playout, state, watch, [&](Role role, Move move) {
      if (moves_.size() < 2) return;
      if (!incident.moves.empty() || !pending.empty()) pending += ' ';
      pending += machine_.move_text(role, move);
    });
    return same;
  }

  void gather() {
    notes_.facts = seen_facts_.texts(machine_);
    std::sort(notes_.facts.begin(), notes_.facts.end());
    for (std::size_t role = 0; role < seen_moves_.size(); ++role) {
      std::vector<std::string>& texts = notes_.moves.emplace_back();
      for (const Move move : seen_moves_[role])
        texts.push_back(machine_.move_text(Role(role), move));
      std::sort(texts.begin(), texts.end());
    }
    if (!machine_.fault().empty()) return;  // it answers nothing any more
    for (auto& [role, incident] : notes_.dead_ends) replay(incident);
    for (auto& [goal, incident] : notes_.bad_goals) replay(incident);
    if (notes_.circles.count > 0 && !replay(notes_.circles, notes_.circle_length)) {
      notes_.circles = {};
    }
  }

  M& machine_;
  SimulateOptions options_;
  GoalJudge judge_;
  Playtest notes_;
  SeenFacts<M> seen_facts_;
  std::vector<boost::unordered_flat_set<Move>> seen_moves_;        // by role
  boost::unordered_flat_map<std::uint64_t, std::size_t> visited_;  // hash -> step, this playout
  std::size_t judged_ = 0;
  model::MoveList moves_;
  std::vector<Move> joint_move_;
  Playout playout_;
};

}  // namespace palamedes::exercise
