// Novelty-based pruning (thesis 3.2.4): before a node's children are chosen from for the first
// time, each of them is tried once. A child is pruned if everything in its state was there before:
// in its siblings that were tried before it, or in one of the generations above it, up to the last
// gain.

#include <algorithm>

#include "video/maast/maastcts2.h"

namespace palamedes::video::maast {
namespace {

using vgdl::Action;

// Sets of atoms beyond this are not made; then nothing is pruned there.
constexpr std::size_t max_memory_bytes = std::size_t{128} << 20;

Action opposite(Action action) {
  switch (action) {
    case Action::left:
      return Action::right;
    case Action::right:
      return Action::left;
    case Action::up:
      return Action::down;
    case Action::down:
      return Action::up;
    default:
      return Action::nil;
  }
}

int health_of(const vgdl::State& state) {
  const vgdl::Slot slot = state.head().avatar;
  return slot == vgdl::no_slot ? 0 : state.sprite(slot).health;
}

}  // namespace

// What is least likely to be new comes last.
std::vector<Action> MaastCts2::test_order(const Node& node) const {
  std::vector<Action> order;
  for (std::size_t i = 0; i < vgdl::action_count; ++i) {
    if (node.children[i] != 0) order.push_back(static_cast<Action>(i));
  }
  const Action previous = actions_.empty() ? Action::nil : actions_.back();
  const auto rank = [&](Action action) {
    if (action == Action::use) return 3;
    if (action == opposite(previous) && previous != Action::nil) return 2;
    return action == previous ? 1 : 0;
  };
  std::stable_sort(order.begin(), order.end(),
                   [&](Action a, Action b) { return rank(a) < rank(b); });
  return order;
}

void MaastCts2::test_children() {
  const std::uint32_t id = path_.back();
  nodes_[id].is_tested = true;
  const std::uint32_t memory = new_memory();
  if (memory == no_memory) return;
  nodes_[id].memory = memory;
  AtomSet& seen = memories_[memory];
  const bool is_top = path_.size() == 1 || nodes_[path_[path_.size() - 2]].memory == no_memory;
  if (is_top) {
    read_atoms(model_, state_, atoms_);
    seen.add(atoms_);
  }
  // Movement is pruned only for avatars that get on in all directions.
  const vgdl::Sprite* avatar = model_.see(state_).avatar();
  const bool moves_freely =
      model_.actions(state_).size() > 3 && avatar != nullptr && avatar->speed > 0.5;
  for (const Action action : test_order(nodes_[id])) {
    Node& child = nodes_[nodes_[id].children[static_cast<std::size_t>(action)]];
    model_.copy(state_, copy_);
    model_.advance(copy_, action);
    read_atoms(model_, copy_, atoms_);
    child.is_important = copy_.head().ended || copy_.head().score > state_.head().score ||
                         health_of(copy_) > health_of(state_);
    const bool is_new = seen.add(atoms_) || child.is_important;
    if (!is_new) {
      if (action == Action::use || moves_freely) child.is_novel = false;
    } else if (!child.is_important && !is_new_to_ancestors()) {
      child.is_novel = false;
    }
  }
  const std::size_t bytes = seen.bytes();
  memory_bytes_ += bytes;
  prune_upwards();
}

bool MaastCts2::is_new_to_ancestors() const {
  for (std::size_t i = path_.size() - 1; i > 0; --i) {
    const std::uint32_t memory = nodes_[path_[i - 1]].memory;
    if (memory == no_memory || nodes_[path_[i]].is_important) return true;
    if (memories_[memory].has_all(atoms_)) return false;
  }
  return true;
}

// A node of which all children are pruned is pruned as well.
void MaastCts2::prune_upwards() {
  for (std::size_t i = path_.size(); i-- > 0;) {
    Node& node = nodes_[path_[i]];
    const bool has_novel =
        std::any_of(node.children.begin(), node.children.end(),
                    [&](std::uint32_t child) { return child != 0 && nodes_[child].is_novel; });
    if (has_novel || node.is_important) return;
    node.is_novel = false;
  }
}

std::uint32_t MaastCts2::new_memory() {
  if (memory_bytes_ > max_memory_bytes) return no_memory;
  if (free_.empty()) {
    memories_.emplace_back();
    return static_cast<std::uint32_t>(memories_.size() - 1);
  }
  const std::uint32_t memory = free_.back();
  free_.pop_back();
  memories_[memory].clear();
  return memory;
}

// Takes back the sets that no node of the tree has.
void MaastCts2::free_memories() {
  std::vector<bool> used(memories_.size());
  memory_bytes_ = 0;
  for (const Node& node : nodes_) {
    if (node.memory == no_memory) continue;
    used[node.memory] = true;
    memory_bytes_ += memories_[node.memory].bytes();
  }
  free_.clear();
  for (std::size_t i = used.size(); i-- > 0;) {
    if (!used[i]) free_.push_back(static_cast<std::uint32_t>(i));
  }
}

}  // namespace palamedes::video::maast
