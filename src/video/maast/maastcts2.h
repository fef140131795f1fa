#pragma once
// MaastCTS2 (Soemers et al. 2016; thesis 3.2.4), the winner of the single-player planning track of
// 2016: open-loop tree search with these techniques, each in its file:
//
//   tree reuse with decay                     maastcts2.cpp
//   Progressive History                       progressive_history.h
//   N-gram selection over (action, place)     sequences.h
//   breadth-first initialisation, prepruning  safety.cpp
//   loss avoidance                            loss_avoidance.cpp
//   novelty-based pruning                     novelty.h, pruning.cpp
//   knowledge-based evaluation                knowledge.h
//   detection of games without chance         determinism.h
//
// docs/decisions.md has what the thesis leaves open.

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/diagnostic.h"
#include "tune/tuner.h"
#include "video/agent.h"
#include "video/evaluation.h"
#include "video/forward_model.h"
#include "video/maast/knowledge.h"
#include "video/maast/node.h"
#include "video/maast/novelty.h"
#include "video/maast/parameters.h"
#include "video/maast/sequences.h"

namespace palamedes::video::maast {

// Values of parameters that change from simulation to simulation (thesis 6.4.8, 7.3.7).
class Tuning {
 public:
  // By a description as in docs/tuning.md.
  [[nodiscard]] static Result<std::unique_ptr<Tuning>> make(const std::string& description,
                                                            const Parameters& parameters,
                                                            std::uint64_t seed);

  void begin_tick() { tuner_.begin_turn(); }
  void choose(Parameters& parameters);
  void reward(double payoff) { tuner_.reward(choice_, payoff); }
  // The largest L that it may choose; 0 if it does not.
  [[nodiscard]] std::uint32_t longest() const { return longest_; }
  [[nodiscard]] tune::Snapshot snapshot() const { return tuner_.snapshot(); }

 private:
  using Apply = void (*)(Parameters&, double);
  explicit Tuning(tune::Tuner tuner) : tuner_(std::move(tuner)) {}

  tune::Tuner tuner_;
  std::vector<Apply> apply_;  // by parameter of the space
  std::vector<double> values_;
  tune::Choice choice_;
  std::uint32_t longest_ = 0;
};

// What another agent that searches in this way knows besides.
class Advice {
 public:
  Advice() = default;
  virtual ~Advice() = default;
  Advice(const Advice&) = delete;
  Advice& operator=(const Advice&) = delete;
  Advice(Advice&&) = delete;
  Advice& operator=(Advice&&) = delete;

  // Types that the avatar wants to touch, asked in each tick.
  virtual void wanted(const vgdl::State& root, std::vector<vgdl::TypeId>& types) const = 0;
  // What is left to do until the game is won, in points of score.
  [[nodiscard]] virtual double left(const vgdl::State& state) = 0;
};

class MaastCts2 : public Agent {
 public:
  MaastCts2(const vgdl::Game& game, const Parameters& parameters, std::unique_ptr<Tuning> tuning,
            std::uint64_t seed, Advice* advice = nullptr);
  ~MaastCts2() override;

  void prepare(const vgdl::State& start, Budget budget) override;
  vgdl::Action act(const vgdl::State& state, Budget budget) override;
  [[nodiscard]] std::uint64_t iterations() const override { return iterations_; }
  [[nodiscard]] bool is_deterministic() const { return is_deterministic_; }

 private:
  // How a simulation ended, at the last node of the path.
  struct End {
    double value = 0;  // formula 3.1
    bool is_over = false;
    bool is_lost = false;
    bool no_escape = false;
  };

  void search(const vgdl::State& root, Budget& budget);
  void iterate(const vgdl::State& root, bool may_explore);
  void select();
  void play_out();
  void step(std::uint32_t child, vgdl::Action action, bool in_playout);
  [[nodiscard]] vgdl::Action best_child(const Node& node);
  [[nodiscard]] vgdl::Action playout_action(const Node& node);
  [[nodiscard]] std::uint32_t add_child(std::uint32_t node, vgdl::Action action);
  void see_state(Node& node);
  void begin_path(const vgdl::State& root);
  void back_up(End end, const vgdl::State& state);
  [[nodiscard]] double heuristic(const vgdl::State& state);
  // What a win is worth, and a loss costs. Who has advice counts it in changes of score.
  [[nodiscard]] double end_value() const;
  [[nodiscard]] bool has_way_out(const Node& node) const;
  [[nodiscard]] vgdl::Action best_action();

  // Tree reuse.
  void enter_tick(const vgdl::State& state);
  bool keep_below(vgdl::Action action);

  // safety.cpp
  void initialise_root(const vgdl::State& root, const Budget& budget);
  void preprune(const vgdl::State& root, const Budget& budget);

  // loss_avoidance.cpp
  void explore_loss(const vgdl::State& root);

  // pruning.cpp
  void test_children();
  [[nodiscard]] std::vector<vgdl::Action> test_order(const Node& node) const;
  [[nodiscard]] bool is_new_to_ancestors() const;
  void prune_upwards();
  [[nodiscard]] std::uint32_t new_memory();
  void free_memories();

  ForwardModel model_;
  Parameters parameters_;
  std::unique_ptr<Tuning> tuning_;
  Advice* advice_;
  double root_left_ = 0;
  std::vector<vgdl::TypeId> wanted_;
  std::size_t longest_;  // sequence of which statistics are kept
  std::optional<Knowledge> knowledge_;
  Sequences sequences_;
  bool is_deterministic_ = false;

  std::vector<Node> nodes_;
  std::vector<Node> kept_;
  Bounds bounds_;         // of values
  Bounds action_bounds_;  // of values as actions got them
  double root_score_ = 0;
  bool is_first_ = true;  // no tick was played yet
  double one_step_ = 0;   // what the first action of a simulation costs
  double last_value_ = 0;

  std::vector<std::uint32_t> path_;
  std::vector<vgdl::Action> actions_;  // one less than nodes
  std::vector<Step> steps_;
  std::uint32_t cell_ = 0;
  vgdl::State state_;
  vgdl::State copy_;
  vgdl::State best_copy_;
  Before before_;

  std::vector<AtomSet> memories_;
  std::vector<std::uint32_t> free_;
  std::size_t memory_bytes_ = 0;
  std::vector<std::uint64_t> atoms_;
  std::uint64_t iterations_ = 0;
};

}  // namespace palamedes::video::maast
