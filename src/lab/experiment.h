#pragma once
// An experiment: who plays what against whom, how often, and what was published about it.
//
//   Experiment ─┬─ agents ──── name, label, Spec with every parameter, machine of its own
//               ├─ contests ── two of the agents, or one alone; positions in `agents`
//               ├─ games ───── name, text of the rules, number of roles, limits
//               ├─ published ─ a contest, values by the name of a game
//               └─ machines, the bandit, or the budgets of a position, where no matches are played

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "agent/spec.h"
#include "bandit/experiment.h"
#include "lab/machine_choice.h"
#include "match/play.h"
#include "match/points.h"

namespace palamedes::lab {

enum class Kind : std::uint8_t { match, speed, bandit, position };

struct Limits {
  std::optional<std::uint64_t> simulations;  // of each decision
  std::optional<double> seconds;             // of each decision
  std::uint64_t games = 100;                 // of each cell, at most
  std::optional<double> until;               // ends a cell once its intervals are that narrow
  std::size_t max_length = 10'000;           // steps of a match
  bool ponder = false;                       // agents think at every step, also without a choice

  [[nodiscard]] match::PlayOptions play_options() const {
    return {
        .simulations = simulations, .seconds = seconds, .ponder = ponder, .max_length = max_length};
  }
};

// Of video games.
struct VideoAgent {
  std::string text;        // as on the command line
  std::string tuning;      // as in docs/tuning.md; empty: none
  std::string parameters;  // all of them, with what is tuned
};

struct ExperimentAgent {
  std::string name;
  std::string label;    // in reports
  std::string missing;  // why it cannot play; usually empty. It has no spec then.
  agent::Spec spec;
  std::optional<VideoAgent> video;       // in place of the spec where video games are played
  std::optional<MachineChoice> machine;  // of its own; nothing: the one of the game
  std::string resolved;  // what decides how it plays: agent::resolved_text(), and the machine
};

struct ExperimentGame {
  std::string name;
  std::string missing;  // why it cannot be played; usually empty. It has no rules then.
  std::string source;   // of the rules: a built-in game or a path
  std::string remark;   // what a reader has to know of them, beside every row; usually empty
  std::string rules;    // their text
  std::vector<std::string> levels;  // of a video game, in turns with the numbers of its matches
  std::string rules_hash;
  std::size_t roles = 0;
  std::vector<std::string> best;  // of a position: the moves that are right
  Limits limits;
};

// Who plays in a cell: two agents that share the roles in all ways, or one alone.
using Contest = std::vector<std::size_t>;

struct BanditPlan {
  bandit::Settings settings;
  bandit::Policy st = {.threshold = 0.6};  // UCT is the same without the threshold
  std::vector<std::string> policies = {"uct", "st"};
};

// How often agents find a right move of a position.
struct PositionPlan {
  std::vector<std::uint64_t> simulations;  // budgets, each a row
  std::uint64_t runs = 100;                // of each, with seeds of their own
};

struct PublishedValue {
  double value = 0;
  std::optional<double> half;  // of the interval
};

struct Published {
  Contest of;  // the first one's result; of a machine's speed: the machine
  std::string source;
  std::string unit;  // empty: a win rate or score
  std::vector<std::pair<std::string, PublishedValue>>
      values;  // by game, also those not played here
};

struct Experiment {
  std::string name;  // of the file, without folder and ending
  std::string text;  // the file
  std::string title;
  std::string reproduces;
  std::string note;
  Kind kind = Kind::match;
  bool video = false;  // matches are plays of video games, by one agent each
  std::uint64_t seed = 1;
  match::PointRule points = match::PointRule::agents;
  std::vector<ExperimentAgent> agents;
  std::vector<Contest> contests;  // each of two agents, or of one
  bool round_robin = false;       // ratings make sense
  bool turns = false;             // each decision is measured and kept by itself
  std::vector<ExperimentGame> games;
  std::vector<Published> published;
  std::vector<MachineChoice> machines;  // of speeds
  double measured_seconds = 10;         // of each machine and game
  BanditPlan bandit;
  PositionPlan position;
};

}  // namespace palamedes::lab
