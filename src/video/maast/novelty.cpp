#include "video/maast/novelty.h"

#include <algorithm>

namespace palamedes::video::maast {
namespace {

// Never 0, which means an empty place in a set.
std::uint64_t atom_of(std::uint64_t kind, std::uint64_t a, std::uint64_t b, std::uint64_t c) {
  std::uint64_t key = (kind * 0x9e3779b97f4a7c15ULL) ^ (a * 0xbf58476d1ce4e5b9ULL);
  key = (key ^ key >> 31) + b * 0x94d049bb133111ebULL;
  key = (key ^ key >> 29) * 0xff51afd7ed558ccdULL + c * 0xc4ceb9fe1a85ec53ULL;
  key ^= key >> 32;
  return key | 1;
}

}  // namespace

void read_atoms(const ForwardModel& model, const vgdl::State& state,
                std::vector<std::uint64_t>& atoms) {
  atoms.clear();
  const vgdl::Observation see = model.see(state);
  if (const vgdl::Sprite* avatar = see.avatar(); avatar != nullptr) {
    const auto x = static_cast<std::uint64_t>(static_cast<std::int64_t>(avatar->orientation.x));
    const auto y = static_cast<std::uint64_t>(static_cast<std::int64_t>(avatar->orientation.y));
    const std::uint64_t type = state.head().ended ? 0xffff : avatar->type;
    atoms.push_back(atom_of(1, model.avatar_cell(state), type, x * 16 + y));
  }
  // Sprites that never change say nothing.
  vgdl::TypeId type = vgdl::no_type;
  std::uint64_t count = 0;
  see.for_each_changing([&](const vgdl::Observed& sprite) {
    if (sprite.category == vgdl::Category::avatar) return;
    if (sprite.type != type) {
      if (count > 0) atoms.push_back(atom_of(2, type, count, 0));
      type = sprite.type;
      count = 0;
    }
    ++count;
    atoms.push_back(atom_of(3, type, static_cast<std::uint32_t>(sprite.x),
                            static_cast<std::uint32_t>(sprite.y)));
  });
  if (count > 0) atoms.push_back(atom_of(2, type, count, 0));
}

void AtomSet::clear() {
  std::fill(table_.begin(), table_.end(), 0);
  count_ = 0;
}

bool AtomSet::add(std::uint64_t atom) {
  const std::size_t mask = table_.size() - 1;
  std::size_t at = (atom >> 20) & mask;
  for (; table_[at] != 0; at = (at + 1) & mask) {
    if (table_[at] == atom) return false;
  }
  table_[at] = atom;
  ++count_;
  return true;
}

void AtomSet::grow() {
  std::vector<std::uint64_t> old(std::max<std::size_t>(16, table_.size() * 2), 0);
  old.swap(table_);
  count_ = 0;
  for (const std::uint64_t atom : old) {
    if (atom != 0) add(atom);
  }
}

bool AtomSet::add(const std::vector<std::uint64_t>& atoms) {
  while ((count_ + atoms.size()) * 3 / 2 >= table_.size()) grow();
  bool is_novel = false;
  for (const std::uint64_t atom : atoms) is_novel = add(atom) || is_novel;
  return is_novel;
}

bool AtomSet::has_all(const std::vector<std::uint64_t>& atoms) const {
  if (table_.empty()) return atoms.empty();
  const std::size_t mask = table_.size() - 1;
  for (const std::uint64_t atom : atoms) {
    std::size_t at = (atom >> 20) & mask;
    while (table_[at] != 0 && table_[at] != atom) at = (at + 1) & mask;
    if (table_[at] == 0) return false;
  }
  return true;
}

}  // namespace palamedes::video::maast
