#include "vgdl/sprites.h"

#include <algorithm>

namespace palamedes::vgdl {
namespace {

// A cell is crowded when two of its sprites can interact. Cells join the list here, and leave it
// when the simulator looks at it.
constexpr std::uint16_t none = 0xffff;

bool is_listed(State& state, std::size_t cell) {
  const State::Header& head = state.head();
  const std::uint16_t* crowd = state.crowd();
  return std::find(crowd, crowd + head.crowd_count, cell) != crowd + head.crowd_count;
}

void link(const Game& game, State& state, Slot slot, const CellRange& range) {
  Sprite& sprite = state.sprite(slot);
  const TypeTraits& traits = game.traits(sprite.type);
  std::uint16_t* heads = state.cells();
  std::uint16_t entry = static_cast<std::uint16_t>(slot * cells_per_sprite);
  for_each_cell(game, range, [&](std::size_t cell) {
    if ((bits_in_cell(game, state, cell) & traits.partners) != 0 && !is_listed(state, cell)) {
      state.crowd()[state.head().crowd_count++] = static_cast<std::uint16_t>(cell);
    }
    sprite.cell_next[entry % cells_per_sprite] = heads[cell];
    heads[cell] = entry++;
  });
}

void unlink(const Game& game, State& state, Slot slot, const CellRange& range) {
  std::uint16_t* heads = state.cells();
  std::uint16_t entry = static_cast<std::uint16_t>(slot * cells_per_sprite);
  for_each_cell(game, range, [&](std::size_t cell) {
    std::uint16_t* link = &heads[cell];
    while (*link != entry) {
      link = &state.sprite(slot_of(*link)).cell_next[*link % cells_per_sprite];
    }
    *link = state.sprite(slot).cell_next[entry % cells_per_sprite];
    ++entry;
  });
}

}  // namespace

std::uint64_t bits_in_cell(const Game& game, const State& state, std::size_t cell) {
  std::uint64_t bits = game.fixed_bits(cell);
  for (std::uint16_t entry = state.cells()[cell]; entry != none;) {
    const Sprite& sprite = state.sprite(slot_of(entry));
    bits |= game.traits(sprite.type).bit;
    entry = sprite.cell_next[entry % cells_per_sprite];
  }
  return bits;
}

Slot add_sprite(const Game& game, State& state, const Sprite& sprite) {
  Slot slot = state.head().free;
  if (slot != no_slot) {
    state.head().free = state.sprite(slot).next;
  } else {
    if (state.head().used == state.head().slot_capacity) {
      state.grow(state.head().slot_capacity * 2 + 16, 0);
    }
    slot = state.head().used++;
  }
  Sprite& made = state.sprite(slot);
  made = sprite;
  std::fill_n(state.carried(slot), game.rules().resources.size(), 0);
  TypeList& list = state.lists()[sprite.type];
  made.next = no_slot;
  made.previous = list.last;
  if (list.last != no_slot) {
    state.sprite(list.last).next = slot;
  } else {
    list.first = slot;
  }
  list.last = slot;
  ++list.count;
  if (game.traits(sprite.type).is_indexed) {
    link(game, state, slot, game.cells_of(made.x, made.y, made.type));
  }
  return slot;
}

void remove_sprite(const Game& game, State& state, Slot slot) {
  Sprite& sprite = state.sprite(slot);
  if (game.traits(sprite.type).is_indexed) {
    unlink(game, state, slot, game.cells_of(sprite.x, sprite.y, sprite.type));
  }
  TypeList& list = state.lists()[sprite.type];
  (sprite.previous == no_slot ? list.first : state.sprite(sprite.previous).next) = sprite.next;
  (sprite.next == no_slot ? list.last : state.sprite(sprite.next).previous) = sprite.previous;
  --list.count;
  sprite.next = state.head().free;
  state.head().free = slot;
}

bool place_sprite(const Game& game, State& state, Slot slot, std::int32_t x, std::int32_t y) {
  // Nobody comes back from there in a game's time, and distances stay within the type.
  constexpr std::int32_t far = 1 << 28;
  x = std::clamp(x, -far, far);
  y = std::clamp(y, -far, far);
  Sprite& sprite = state.sprite(slot);
  if (sprite.x == x && sprite.y == y) return false;
  if (!game.traits(sprite.type).is_indexed) {
    sprite.x = x;
    sprite.y = y;
    return false;
  }
  const CellRange from = game.cells_of(sprite.x, sprite.y, sprite.type);
  const CellRange to = game.cells_of(x, y, sprite.type);
  if (from == to) {
    sprite.x = x;
    sprite.y = y;
    return false;
  }
  unlink(game, state, slot, from);
  sprite.x = x;
  sprite.y = y;
  link(game, state, slot, to);
  return true;
}

}  // namespace palamedes::vgdl
