#pragma once
// An agent that searches on a machine of type M.

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "agent/agent.h"
#include "agent/payoff_facts.h"
#include "agent/swarm_player.h"
#include "board/move_features.h"
#include "machine/bit_state.h"
#include "model/forward_model.h"
#include "search/handover.h"
#include "search/search.h"

namespace palamedes::agent {

template <typename M>
class SearchAgent final : public Agent {
 public:
  using State = typename M::State;

  SearchAgent(machine::Game& game, M& machine, const search::Parameters& wanted, Role role,
              std::uint64_t seed, const std::shared_ptr<search::tuning::Tuning>& tuning)
      : SearchAgent(game, machine, role, seed, possible(game, wanted, tuning.get()), tuning) {}

  void think(const Limit& limit) override {
    Limit rest = limit;
    if (search_.tuning() != nullptr && search_.tuning()->needs_budget()) set_budget(rest);
    search_.run(budget_of(rest));
  }
  std::optional<Move> move() override { return search_.best(); }
  void follow(std::span<const Move> joint_move) override { search_.advance(joint_move); }
  const std::string& fault() const override { return search_.fault(); }
  bool is_sure() const override { return search_.finished() || !search_.fault().empty(); }
  search::Snapshot snapshot() override {
    search::Snapshot snapshot = search_.snapshot();
    add_unseen(snapshot.moves, {.visits = static_cast<double>(snapshot.simulations),
                                .proven = snapshot.proven,
                                .payoffs = snapshot.payoffs});
    return snapshot;
  }
  std::optional<search::Branch> branch(std::span<const std::vector<Move>> path) override {
    std::optional<search::Branch> branch = search_.branch(path);
    if (branch && path.empty()) {
      add_unseen(branch->moves,
                 {.visits = branch->visits, .proven = branch->proven, .payoffs = branch->payoffs});
    }
    return branch;
  }
  double statistics_per_node() override { return search_.statistics_per_node(); }
  double effective_branching() override { return search_.effective_branching(); }
  std::shared_ptr<search::tuning::Tuning> tuning() const override { return search_.tuning(); }
  std::shared_ptr<search::Handover> hand_over() override {
    constexpr std::size_t most_nodes = 20'000;  // building them takes a part of a second
    return std::make_shared<search::Handover>(search_.hand_over(most_nodes));
  }
  std::size_t take_over(search::Handover& handover, const search::Renumber& renumber) override {
    return search_.take_over(handover, renumber);
  }
  const std::string& remark() const override { return remark_; }

 private:
  using Clock = std::chrono::steady_clock;

  SearchAgent(machine::Game& game, M& machine, Role role, std::uint64_t seed,
              const search::Parameters& plan, const std::shared_ptr<search::tuning::Tuning>& tuning)
      : machine_(machine),
        seeing_(seeing_machine(game, plan)),
        machines_(more_machines(game, plan)),
        search_(all_machines(machine), plan, role, seed, tuning) {
    const bool wants_features = plan.playout.strategy == search::playout::Technique::ppa &&
                                plan.playout.ppa.features != search::playout::Features::none;
    if constexpr (std::is_same_v<State, machine::BitState>) {
      if (plan.playout.strategy == search::playout::Technique::ppa) {
        features_ = board::find_features(machine, plan.playout.ppa.features);
        search_.set_coder(features_.get());
      }
      add_players(game, search_.parameters(), seed);
    }
    if constexpr (requires { machine.network(); }) {
      search_.set_facts(payoff_facts(*machine.network()));
    } else if constexpr (requires { machine.net(); }) {
      search_.set_facts(payoff_facts(*machine.net()));
    }
    if (wants_features && features_ == nullptr) {
      remark_ = "no move features were found in this game: PPAF plays as PPA";
    }
    search_.start(machine.initial());
  }

  static search::Budget budget_of(const Limit& limit) {
    search::Budget budget;
    if (limit.simulations) budget.simulations = *limit.simulations;
    if (limit.deadline || limit.stop) {
      budget.keep_going = [&limit] {
        if (limit.stop && limit.stop()) return false;
        return !limit.deadline || Clock::now() < *limit.deadline;
      };
    }
    return budget;
  }

  // How many simulations the match will have (formula 6.2), by those of the start clock: a strategy
  // wants to know it before it begins. Where nobody gave a start clock, the first tenth of the
  // first turn stands for it, and is taken from the limit.
  void set_budget(Limit& limit) {
    if (!limit.for_move || (!limit.simulations && !limit.deadline && !limit.turn_seconds)) return;
    const double seconds = seconds_of_turn(limit);
    const std::uint64_t simulations =
        limit.turn_simulations.value_or(limit.simulations.value_or(0));
    if (search_.start_clock().simulations == 0) begin_turn(limit);
    const tune::StartClock start = search_.start_clock();
    if (start.simulations == 0) return;
    if (simulations > 0) {
      search_.tuning()->set_budget(
          tune::counted_budget(static_cast<double>(simulations), start.turns));
    } else {
      search_.tuning()->set_budget(start, seconds);
    }
  }
  void begin_turn(Limit& limit) {
    constexpr int parts = 10;
    Limit first = limit;
    if (limit.simulations)
      first.simulations = std::max<std::uint64_t>(1, *limit.simulations / parts);
    if (!limit.simulations) {
      const std::chrono::duration<double> part(seconds_of_turn(limit) / parts);
      first.deadline = Clock::now() + std::chrono::duration_cast<Clock::duration>(part);
    }
    search_.run(budget_of(first));
    if (limit.simulations) *limit.simulations -= *first.simulations;
  }
  static double seconds_of_turn(const Limit& limit) {
    if (limit.turn_seconds) return *limit.turn_seconds;
    if (!limit.deadline) return 0;
    return std::chrono::duration<double>(*limit.deadline - Clock::now()).count();
  }

  // Provers number the terms of states and moves each in its own way, so that two of them cannot
  // share a tree. AMAF statistics that never count are not kept. A game that is too large for the
  // swarm is also too large to look at all replies, which takes as long as several playouts.
  static search::Parameters possible(const machine::Game& game, search::Parameters plan,
                                     const search::tuning::Tuning* tuning) {
    if constexpr (std::is_same_v<M, machine::prover::Prover>) plan.threads = 1;
    if (plan.batch.size.width > 1 && game.gates_of_step() > plan.batch.size.most_gates) {
      plan.sight = search::Sight::none;
    }
    const bool tunes_amaf =
        tuning != nullptr && (tuning->tunes("select.k") || tuning->tunes("select.beta"));
    if (!tunes_amaf) search::select::leave_idle_amaf_out(plan.select);
    return plan;
  }
  static std::unique_ptr<M> seeing_machine(machine::Game& game, const search::Parameters& plan) {
    if constexpr (std::is_same_v<M, machine::scalar::ScalarMachine>) {
      return game.seeing_machine(sight_of(plan));
    }
    return nullptr;
  }
  std::vector<machine::StepMachine> more_machines(const machine::Game& game,
                                                  const search::Parameters& plan) {
    std::vector<machine::StepMachine> machines;
    for (std::uint32_t i = 1; i < plan.threads; ++i) {
      machines.push_back(another_seeing_machine());
      if (std::get<std::unique_ptr<M>>(machines.back()) == nullptr) {
        machines.back() = game.another_machine();
      }
    }
    return machines;
  }
  std::unique_ptr<M> another_seeing_machine() const {
    if constexpr (std::is_same_v<M, machine::scalar::ScalarMachine>) {
      if (seeing_ != nullptr) return seeing_->another();
    }
    return nullptr;
  }
  std::vector<M*> all_machines(M& machine) {
    std::vector<M*> all = {seeing_ == nullptr ? &machine : seeing_.get()};
    for (machine::StepMachine& more : machines_)
      all.push_back(std::get<std::unique_ptr<M>>(more).get());
    return all;
  }

  void add_players(machine::Game& game, const search::Parameters& plan, std::uint64_t seed) {
    if (plan.batch.size.width <= 1 || !game.can_swarm()) return;
    std::vector<search::batch::LeafPlayer<State>*> players;
    for (std::uint32_t i = 0; i < plan.threads; ++i) {
      players_.push_back(SwarmPlayer::make(game, plan, seed + i));
      if (players_.back() == nullptr) return players_.clear();
      players_.back()->set_coder(features_.get());
      players.push_back(players_.back().get());
    }
    search_.set_players(std::move(players));
  }

  // What is known of the root.
  struct Known {
    double visits = 0;
    bool proven = false;
    std::span<const double> payoffs;  // by role, or empty
  };
  // Legal moves of the root that sight leaves out: they stand last, and nothing is known of them.
  // Of a move that sight alone leaves, nothing was counted: it is worth what the root is.
  void add_unseen(std::vector<std::vector<search::MoveReport>>& moves, const Known& root) {
    if (seeing_ == nullptr || machine_.terminal(search_.state())) return;
    model::MoveList legal;
    for (std::size_t role = 0; role < moves.size(); ++role) {
      std::vector<search::MoveReport>& reports = moves[role];
      if (reports.empty()) continue;
      legal.clear();
      machine_.legal(search_.state(), Role(role), legal);
      if (legal.size() == reports.size()) continue;
      if (reports.size() == 1 && role < root.payoffs.size()) {
        reports.front().visits = root.visits;
        reports.front().value = root.payoffs[role];
        if (root.proven) reports.front().exact = root.payoffs[role];
      }
      for (const Move move : legal) {
        const bool is_listed =
            std::any_of(reports.begin(), reports.end(),
                        [&](const search::MoveReport& report) { return report.move == move; });
        if (!is_listed) reports.push_back({.move = move});
      }
    }
  }

  M& machine_;                 // the game's
  std::unique_ptr<M> seeing_;  // none: the game's machine
  std::vector<machine::StepMachine> machines_;
  std::unique_ptr<board::MoveFeatures> features_;
  std::vector<std::unique_ptr<SwarmPlayer>> players_;
  std::string remark_;
  search::Search<M> search_;
};

}  // namespace palamedes::agent
