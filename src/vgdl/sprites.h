#pragma once
// Sprites of a state: made, removed and moved, with the lists by type and the index of cells.

#include "vgdl/game.h"
#include "vgdl/state.h"

namespace palamedes::vgdl {

[[nodiscard]] inline const Sprite& sprite_at(const Game& game, const State& state, Slot slot) {
  return is_fixed(slot) ? game.fixed_sprite(slot) : state.sprite(slot);
}

// Calls `use(cell)` for the cells below a sprite of this type.
template <typename Use>
void for_each_cell(const Game& game, const CellRange& range, const Use& use) {
  for (std::int32_t row = range.top; row <= range.bottom; ++row) {
    for (std::int32_t column = range.left; column <= range.right; ++column) {
      use(game.cell(column, row));
    }
  }
}

// Entries of the cells' lists are a slot and which of its cells it is.
[[nodiscard]] constexpr Slot slot_of(std::uint16_t entry) { return entry / cells_per_sprite; }
[[nodiscard]] inline std::uint16_t next_in_cell(const State& state, std::uint16_t entry) {
  return state.sprite(slot_of(entry)).cell_next[entry % cells_per_sprite];
}

// Calls `use(slot)` for the sprites of a state in a cell.
template <typename Use>
void for_each_in_cell(const State& state, std::size_t cell, const Use& use) {
  for (std::uint16_t entry = state.cells()[cell]; entry != no_slot;
       entry = next_in_cell(state, entry)) {
    use(slot_of(entry));
  }
}

// Puts a sprite into the state as the last of its type. The state may grow: what points into it is
// not valid any more.
Slot add_sprite(const Game& game, State& state, const Sprite& sprite);
void remove_sprite(const Game& game, State& state, Slot slot);

// Puts a sprite to another place. True if it now covers other cells.
bool place_sprite(const Game& game, State& state, Slot slot, std::int32_t x, std::int32_t y);

// Types in a cell, as bits.
[[nodiscard]] std::uint64_t bits_in_cell(const Game& game, const State& state, std::size_t cell);

[[nodiscard]] inline bool overlap(const Game& game, const Sprite& a, const Sprite& b) {
  const TypeTraits& first = game.traits(a.type);
  const TypeTraits& second = game.traits(b.type);
  return a.x < b.x + second.width && b.x < a.x + first.width && a.y < b.y + second.height &&
         b.y < a.y + first.height && first.width > 0 && first.height > 0 && second.width > 0 &&
         second.height > 0;
}

}  // namespace palamedes::vgdl
