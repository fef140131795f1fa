#include "video/olets.h"

#include <algorithm>

namespace palamedes::video {
namespace {

// Of long ticks: some 400 MB.
constexpr std::size_t max_nodes = 4'000'000;

}  // namespace

double olets_value(int score, bool ended, vgdl::Winner winner, std::uint32_t depth) {
  const double raw = score;
  if (ended && winner == vgdl::Winner::loses) {
    const double later = 1. + depth;
    return raw - 2000 / (later * later) * (1 + std::abs(raw));
  }
  if (ended && winner == vgdl::Winner::wins) return raw + 100 * (1 + std::abs(raw));
  return raw;
}

vgdl::Action Olets::act(const vgdl::State& state, Budget budget) {
  const Actions& now = model_.actions(state);
  const bool same_actions = std::equal(now.begin(), now.end(), actions_.begin(), actions_.end());
  actions_ = now;
  if (nodes_.empty() || !same_actions) nodes_.assign(1, Node{});
  remember(state);
  while (nodes_.size() < max_nodes && budget.next()) iterate(state);
  iterations_ = budget.done();
  const std::size_t choice = most_visited();
  keep_below(nodes_.front().children[choice]);
  return actions_[choice];
}

void Olets::remember(const vgdl::State& state) {
  const vgdl::Sprite* avatar = model_.see(state).avatar();
  if (avatar == nullptr || parameters_.memory == 0) return;
  if (places_.size() < parameters_.memory) {
    places_.push_back({avatar->x, avatar->y});
    return;
  }
  places_[next_place_] = {avatar->x, avatar->y};
  next_place_ = (next_place_ + 1) % places_.size();
}

double Olets::taboo_of(const vgdl::State& state) const {
  const vgdl::Sprite* avatar = model_.see(state).avatar();
  if (avatar == nullptr) return 0;
  for (const Place& place : places_) {
    if (place.x == avatar->x && place.y == avatar->y) return parameters_.taboo;
  }
  return 0;
}

void Olets::iterate(const vgdl::State& root) {
  model_.copy(root, state_);
  path_.assign(1, 0);
  while (!state_.head().ended) {
    const std::uint32_t node = path_.back();
    const auto children = std::span(nodes_[node].children).first(actions_.size());
    const bool is_new = std::find(children.begin(), children.end(), 0U) != children.end();
    const std::size_t choice = is_new ? expand(node) : choose(nodes_[node]);
    const std::uint32_t child = nodes_[node].children[choice];
    model_.advance(state_, actions_[choice]);
    path_.push_back(child);
    if (is_new || nodes_[child].is_fresh) {
      nodes_[child].taboo = taboo_of(state_);
      // A child of the root that is left from the last tick is looked at anew, too.
      if (is_new || path_.size() == 2) break;
    }
  }
  const vgdl::State::Header& head = state_.head();
  back_up(olets_value(head.score, head.ended, head.winner, nodes_[path_.back()].depth));
}

std::size_t Olets::expand(std::uint32_t node) {
  std::size_t best = 0;
  double highest = -1;
  for (std::size_t i = 0; i < actions_.size(); ++i) {
    const double draw = model_.rng().unit();
    if (nodes_[node].children[i] != 0 || draw <= highest) continue;
    highest = draw;
    best = i;
  }
  nodes_[node].children[best] = static_cast<std::uint32_t>(nodes_.size());
  Node made;
  made.depth = nodes_[node].depth + 1;
  nodes_.push_back(made);
  return best;
}

std::size_t Olets::choose(const Node& node) {
  Rng& rng = model_.rng();
  if (rng.chance(parameters_.epsilon)) {
    return rng.below(static_cast<std::uint32_t>(actions_.size()));
  }
  std::size_t best = 0;
  double highest = -infinity;
  const double scale = std::log(node.visits + 1.);
  for (std::size_t i = 0; i < actions_.size(); ++i) {
    const Node& child = nodes_[node.children[i]];
    const double value =
        child.mixture + parameters_.c * std::sqrt(scale / (child.visits + 1e-4)) - child.taboo;
    if (value <= highest) continue;
    highest = value;
    best = i;
  }
  return best;
}

void Olets::back_up(double value) {
  for (std::size_t i = path_.size(); i-- > 0;) {
    Node& node = nodes_[path_[i]];
    ++node.visits;
    node.total += value;
    node.is_fresh = false;
    double best = -1e7;
    if (i + 1 == path_.size()) {
      ++node.exits;
      node.exit_total += value;
    }
    bool has_children = false;
    for (const std::uint32_t child : node.children) {
      if (child == 0) continue;
      has_children = true;
      best = std::max(best, nodes_[child].mixture);
    }
    node.mixture = olets_mixture(node.exits, node.exit_total, node.visits, has_children ? best : 0);
  }
}

std::size_t Olets::most_visited() {
  const Node& root = nodes_.front();
  std::size_t best = 0;
  double highest = -infinity;
  for (std::size_t i = 0; i < actions_.size(); ++i) {
    if (root.children[i] == 0) continue;
    const Node& child = nodes_[root.children[i]];
    // Of those with as many visits the better mean, then any.
    const double tie = std::tanh(1e-4 * child.total / std::max(1U, child.visits));
    const double value = child.visits + 0.4 * tie + 1e-6 * model_.rng().unit();
    if (value <= highest) continue;
    highest = value;
    best = i;
  }
  return best;
}

// The part of the tree below a node becomes the tree. What old simulations say counts as one visit.
void Olets::keep_below(std::uint32_t node) {
  if (node == 0) {
    nodes_.clear();
    return;
  }
  kept_.assign(1, nodes_[node]);
  kept_.front().depth = 0;
  for (std::size_t i = 0; i < kept_.size(); ++i) {
    for (std::size_t action = 0; action < actions_.size(); ++action) {
      const std::uint32_t child = kept_[i].children[action];
      if (child == 0) continue;
      const auto place = static_cast<std::uint32_t>(kept_.size());
      Node copy = nodes_[child];
      copy.depth = kept_[i].depth + 1;
      copy.total /= copy.visits;
      copy.exit_total = copy.total;
      copy.mixture = copy.total;
      copy.visits = 1;
      copy.exits = 1;
      copy.is_fresh = true;
      kept_.push_back(copy);
      kept_[i].children[action] = place;
    }
  }
  nodes_.swap(kept_);
}

}  // namespace palamedes::video
