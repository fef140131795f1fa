#include "video/maast/maastcts2.h"

#include <algorithm>

#include "video/maast/determinism.h"
#include "video/maast/progressive_history.h"

namespace palamedes::video::maast {
namespace {

using vgdl::Action;

// Of long ticks: some 260 MB.
constexpr std::size_t max_nodes = 4'000'000;
// Where time counts, room is taken before the first tick: to grow takes longer than a tick. Memory
// that is never used costs nothing.
constexpr std::size_t early_nodes = 2'000'000;

constexpr std::uint8_t bit(Action action) {
  return static_cast<std::uint8_t>(1U << static_cast<unsigned>(action));
}
constexpr std::size_t index(Action action) { return static_cast<std::size_t>(action); }

}  // namespace

MaastCts2::MaastCts2(const vgdl::Game& game, const Parameters& parameters,
                     std::unique_ptr<Tuning> tuning, std::uint64_t seed, Advice* advice)
    : model_(game, seed),
      parameters_(parameters),
      tuning_(std::move(tuning)),
      advice_(advice),
      longest_(std::max(parameters.length, tuning_ ? tuning_->longest() : 0)),
      sequences_(static_cast<std::size_t>(game.columns()) * static_cast<std::size_t>(game.rows())) {
}

MaastCts2::~MaastCts2() = default;

void MaastCts2::prepare(const vgdl::State& start, Budget budget) {
  knowledge_.emplace(model_, start);
  is_deterministic_ = parameters_.determinism && seems_deterministic(model_, start);
  root_score_ = start.head().score;
  if (budget.is_timed()) {
    nodes_.reserve(early_nodes);
    kept_.reserve(early_nodes);
    sequences_.reserve();
  }
  search(start, budget);
}

Action MaastCts2::act(const vgdl::State& state, Budget budget) {
  if (!knowledge_) prepare(state, Budget::of_iterations(0));
  enter_tick(state);
  knowledge_->begin_tick(state);
  if (tuning_) tuning_->begin_tick();
  search(state, budget);
  return best_action();
}

void MaastCts2::enter_tick(const vgdl::State& state) {
  const double score = state.head().score;
  if (!is_first_) {
    if (!keep_below(state.head().last_action)) nodes_.clear();
    if (score > root_score_) {
      sequences_.clear();
    } else {
      sequences_.begin_tick(parameters_.action_decay);
    }
  }
  is_first_ = false;
  root_score_ = score;
}

// The part of the tree below an action becomes the tree.
bool MaastCts2::keep_below(Action action) {
  if (nodes_.empty() || nodes_.front().children[index(action)] == 0) return false;
  kept_.assign(1, nodes_[nodes_.front().children[index(action)]]);
  std::size_t depth_end = 1;  // nodes up to depth 1 are tested for novelty anew
  std::size_t depth = 0;
  for (std::size_t i = 0; i < kept_.size(); ++i) {
    if (i == depth_end) {
      ++depth;
      depth_end = kept_.size();
    }
    for (std::size_t action_index = 0; action_index < vgdl::action_count; ++action_index) {
      const std::uint32_t child = kept_[i].children[action_index];
      if (child == 0) continue;
      kept_[i].children[action_index] = static_cast<std::uint32_t>(kept_.size());
      kept_.push_back(nodes_[child]);
    }
    if (is_deterministic_) continue;
    kept_[i].decay(parameters_.decay);
    if (depth <= 1) kept_[i].forget_novelty();
  }
  nodes_.swap(kept_);
  free_memories();
  return true;
}

void MaastCts2::search(const vgdl::State& root, Budget& budget) {
  if (nodes_.empty()) {
    nodes_.emplace_back();
    free_memories();
  }
  if (advice_ != nullptr) {
    advice_->wanted(root, wanted_);
    knowledge_->set_goals(wanted_);
    root_left_ = advice_->left(root);
  }
  knowledge_->set_root(root);
  begin_path(root);
  see_state(nodes_.front());
  if (!root.head().ended) {
    if (nodes_.front().untried != 0) {
      initialise_root(root, budget);
    } else if (!is_first_) {
      preprune(root, budget);
    }
  }
  while (nodes_.size() < max_nodes && budget.next()) {
    if (tuning_) tuning_->choose(parameters_);
    iterate(root, !budget.is_late());
    if (tuning_) tuning_->reward(std::clamp(bounds_.rescale(last_value_), 0., 1.));
  }
  iterations_ = budget.done();
}

void MaastCts2::begin_path(const vgdl::State& root) {
  model_.copy(root, state_);
  path_.assign(1, 0);
  actions_.clear();
  steps_.clear();
  cell_ = model_.avatar_cell(state_);
}

void MaastCts2::see_state(Node& node) {
  if (node.is_known_state) return;
  node.is_known_state = true;
  for (const Action action : model_.actions(state_)) node.untried |= bit(action);
}

std::uint32_t MaastCts2::add_child(std::uint32_t node, Action action) {
  const auto child = static_cast<std::uint32_t>(nodes_.size());
  nodes_.emplace_back();
  nodes_[node].children[index(action)] = child;
  nodes_[node].untried &= static_cast<std::uint8_t>(~bit(action));
  return child;
}

void MaastCts2::step(std::uint32_t child, Action action, bool in_playout) {
  if (parameters_.knowledge) Knowledge::remember(model_, state_, before_);
  model_.advance(state_, action);
  if (parameters_.knowledge) knowledge_->learn(before_, action, state_, in_playout);
  path_.push_back(child);
  actions_.push_back(action);
  steps_.push_back(step_of(action, cell_));
  cell_ = model_.avatar_cell(state_);
  see_state(nodes_[child]);
}

void MaastCts2::iterate(const vgdl::State& root, bool may_explore) {
  one_step_ = 0;
  begin_path(root);
  select();
  play_out();
  const bool is_lost = is_loss(state_);
  const End end{state_value(state_, end_value()), state_.head().ended, is_lost, false};
  const bool is_first_visit = path_.size() > 1 && nodes_[path_[path_.size() - 2]].untried != 0;
  if (parameters_.loss_avoidance && is_lost && is_first_visit && may_explore) {
    explore_loss(root);
  } else {
    back_up(end, state_);
  }
}

void MaastCts2::select() {
  while (!state_.head().ended) {
    const std::uint32_t node = path_.back();
    if (nodes_[node].untried != 0 || !nodes_[node].has_children()) return;
    if (parameters_.novelty && !nodes_[node].is_tested) test_children();
    const Action action = best_child(nodes_[node]);
    step(nodes_[node].children[index(action)], action, false);
    if (path_.size() > 2) continue;
    // Staying where the avatar often was costs a bit, and so does USE without a purpose.
    one_step_ -= 0.005 * knowledge_->stays(state_);
    if (action == Action::use) one_step_ -= 0.01;
  }
}

Action MaastCts2::best_child(const Node& node) {
  Action best = Action::nil;
  double highest = -infinity;
  const bool prunes =
      parameters_.novelty && !node.has_no_escape && bounds_.rescale(node.mean()) >= 0.5;
  for (std::size_t i = 0; i < vgdl::action_count; ++i) {
    if (node.children[i] == 0) continue;
    const Node& child = nodes_[node.children[i]];
    const auto action = static_cast<Action>(i);
    ChildValues values{.mean = bounds_.rescale(child.mean()),
                       .best = bounds_.rescale(child.best),
                       .visits = child.visits};
    const Sequences::Mean history = sequences_.single(step_of(action, cell_));
    if (history.visits > 0) values.history = action_bounds_.rescale(history.mean());
    double value =
        progressive_history(values, node.visits, parameters_.c, parameters_.w, is_deterministic_) +
        (model_.rng().unit() - 0.5) * 1e-6;
    // What is pruned is taken only where nothing else is left.
    if (prunes && !child.is_novel) value -= 100;
    if (value <= highest) continue;
    highest = value;
    best = action;
  }
  return best;
}

void MaastCts2::play_out() {
  for (std::uint32_t depth = 0; depth < parameters_.depth && !state_.head().ended; ++depth) {
    const std::uint32_t node = path_.back();
    if (nodes_[node].untried == 0) return;
    const Action action = playout_action(nodes_[node]);
    step(add_child(node, action), action, true);
  }
}

// Any action with probability epsilon, else the one with the best sequences.
Action MaastCts2::playout_action(const Node& node) {
  std::array<Action, vgdl::action_count> untried{};
  std::uint32_t count = 0;
  for (std::size_t i = 0; i < vgdl::action_count; ++i) {
    const auto action = static_cast<Action>(i);
    if ((node.untried & bit(action)) != 0) untried[count++] = action;
  }
  Rng& rng = model_.rng();
  if (rng.chance(parameters_.epsilon)) return untried[rng.below(count)];
  Action best = Action::nil;
  double highest = -infinity;
  for (std::uint32_t i = 0; i < count; ++i) {
    const double value = sequences_.value(steps_, step_of(untried[i], cell_), parameters_.length,
                                          parameters_.visits, bounds_.high) +
                         (rng.unit() - 0.5) * 1e-6;
    if (value <= highest) continue;
    highest = value;
    best = untried[i];
  }
  return best;
}

bool MaastCts2::has_way_out(const Node& node) const {
  if (node.untried != 0) return true;
  return std::any_of(node.children.begin(), node.children.end(),
                     [&](std::uint32_t child) { return child != 0 && !nodes_[child].is_lost; });
}

double MaastCts2::end_value() const {
  constexpr double usual_change = 20;
  if (advice_ == nullptr) return parameters_.end_value;
  return parameters_.end_value * std::max(1., knowledge_->largest_change() / usual_change);
}

// Of a state that is not over, beside its score.
double MaastCts2::heuristic(const vgdl::State& state) {
  double value = parameters_.knowledge ? knowledge_->evaluate(state) : 0;
  if (advice_ != nullptr) value += root_left_ - advice_->left(state);
  return value;
}

// A loss counts up to the first node from which something else can be done.
void MaastCts2::back_up(End end, const vgdl::State& state) {
  double value = end.value;
  if (!end.is_over) value += heuristic(state);
  value += one_step_;
  bounds_.add(value);
  last_value_ = value;
  bool loses = end.is_lost;
  if (loses) nodes_[path_.back()].is_lost = true;
  for (std::size_t i = path_.size(); i-- > 0;) {
    Node& node = nodes_[path_[i]];
    if (loses && !node.is_lost && has_way_out(node)) {
      loses = false;
      value += end_value();
    } else if (loses) {
      node.is_lost = true;
    }
    node.add(value);
    node.has_no_escape = node.has_no_escape || end.no_escape;
    if (i == 0) break;
    action_bounds_.add(value);
    sequences_.add(std::span(steps_).first(i), value, longest_);
  }
}

// The best mean; of equals the one with more visits, then any. What leads to nothing new is played
// only where all else is bad.
Action MaastCts2::best_action() {
  const Node& root = nodes_.front();
  struct Choice {
    Action action = Action::nil;
    double mean = -infinity;
    double visits = -infinity;
    double draw = 0;
    void offer(const Choice& other) {
      const auto key = [](const Choice& c) { return std::array{c.mean, c.visits, c.draw}; };
      if (key(other) > key(*this)) *this = other;
    }
  };
  Choice best;
  Choice stale;
  for (std::size_t i = 0; i < vgdl::action_count; ++i) {
    if (root.children[i] == 0) continue;
    const Node& child = nodes_[root.children[i]];
    Choice choice{static_cast<Action>(i), child.mean(), child.visits, model_.rng().unit()};
    if (!child.is_novel && !root.has_no_escape) {
      if (child.visits >= 1) stale.offer(choice);
      choice.mean -= end_value();
    }
    best.offer(choice);
  }
  const bool is_bad = bounds_.rescale(best.mean) < 0.5;
  return stale.action != Action::nil && is_bad && stale.mean > best.mean ? stale.action
                                                                         : best.action;
}

}  // namespace palamedes::video::maast
