#pragma once
// A game with one of its levels: rules, geometry and tables that all of its states share.

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/diagnostic.h"
#include "vgdl/paths.h"
#include "vgdl/rules.h"
#include "vgdl/state.h"

namespace palamedes::vgdl {

inline constexpr std::uint32_t max_sprites = 10'000;
inline constexpr int max_ticks = 2000;

// What the engine asks about a type in every tick.
struct TypeTraits {
  std::uint64_t bit = 0;       // 64 types have their own; more share them, which costs time only
  std::uint64_t partners = 0;  // bits of the types that it can interact with
  std::int32_t width = 0;
  std::int32_t height = 0;
  std::int32_t sweep = -1;    // place in the order of updates; -1: never updated
  bool is_indexed = false;    // takes part in some interaction
  bool is_active = false;     // does something in each tick
  bool is_movable = false;    // something can move it, though it does not move itself
  bool can_change = false;    // some effect can change, move or remove it
  bool counts_ticks = false;  // ticks since its last move go on
};

// A pair of types with one effect, and what makes it quick to see that nothing of them can meet.
struct PairRow {
  std::uint64_t first_bits = 0;
  std::uint64_t second_bits = 0;
  TypeId first = 0;
  TypeId second = 0;
  std::uint32_t effect = 0;
};

// Cells that a rectangle covers, from and to.
struct CellRange {
  std::int32_t left = 0;
  std::int32_t top = 0;
  std::int32_t right = 0;
  std::int32_t bottom = 0;
  bool operator==(const CellRange&) const = default;
};

class Game {
 public:
  // Characters that mean nothing and sizes that are odd are warnings, which are added to
  // `problems`.
  [[nodiscard]] static std::shared_ptr<const Game> make(std::shared_ptr<const Rules> rules,
                                                        std::string_view level,
                                                        Diagnostics& problems);

  [[nodiscard]] const Rules& rules() const { return *rules_; }
  [[nodiscard]] const SpriteType& type(TypeId type) const { return rules_->types[type]; }
  [[nodiscard]] const TypeTraits& traits(TypeId type) const { return traits_[type]; }
  [[nodiscard]] const std::vector<PairRow>& pairs() const { return pairs_; }
  [[nodiscard]] int columns() const { return columns_; }  // of the level
  [[nodiscard]] int rows() const { return rows_; }
  [[nodiscard]] int block() const { return block_; }
  [[nodiscard]] int screen_width() const { return columns_ * block_; }
  [[nodiscard]] int screen_height() const { return rows_ * block_; }
  [[nodiscard]] const PathTable& paths() const { return paths_; }

  // Place of a type among the members of another, by which sprites are ordered; no_type: none.
  [[nodiscard]] TypeId rank(TypeId of, TypeId member) const {
    return ranks_[static_cast<std::size_t>(of) * traits_.size() + member];
  }

  // The index over the screen, with a border of one cell around it.
  [[nodiscard]] CellRange cells_of(std::int32_t x, std::int32_t y, TypeId type) const {
    const TypeTraits& size = traits_[type];
    return {cell_of(x, index_columns_), cell_of(y, index_rows_),
            cell_of(x + size.width - 1, index_columns_), cell_of(y + size.height - 1, index_rows_)};
  }
  [[nodiscard]] std::size_t cell(std::int32_t column, std::int32_t row) const {
    return static_cast<std::size_t>(row) * static_cast<std::size_t>(index_columns_) +
           static_cast<std::size_t>(column);
  }
  [[nodiscard]] std::size_t cell_at(std::int32_t x, std::int32_t y) const {  // of a pixel
    return cell(cell_of(x, index_columns_), cell_of(y, index_rows_));
  }
  [[nodiscard]] std::size_t cell_count() const { return fixed_bits_.size(); }
  [[nodiscard]] std::uint64_t fixed_bits(std::size_t cell) const { return fixed_bits_[cell]; }
  [[nodiscard]] std::span<const Slot> fixed_in(std::size_t cell) const {
    return {fixed_cells_.data() + fixed_cell_start_[cell],
            fixed_cells_.data() + fixed_cell_start_[cell + 1]};
  }

  // Sprites that never change, by type and then by id.
  [[nodiscard]] const std::vector<Sprite>& fixed() const { return fixed_; }
  [[nodiscard]] const Sprite& fixed_sprite(Slot slot) const {
    return fixed_[slot & static_cast<Slot>(~fixed_bit)];
  }
  [[nodiscard]] std::span<const Sprite> fixed_of(TypeId type) const {
    return {fixed_.data() + fixed_start_[type], fixed_.data() + fixed_start_[type + 1]};
  }
  [[nodiscard]] Slot fixed_slot(TypeId type, std::size_t index) const {
    return static_cast<Slot>(fixed_bit | (fixed_start_[type] + index));
  }
  [[nodiscard]] std::size_t fixed_count(TypeId type) const {
    return fixed_start_[type + 1] - fixed_start_[type];
  }

  // A sprite as it is when it is made.
  [[nodiscard]] Sprite fresh(TypeId type, std::int32_t x, std::int32_t y) const;

  // The state before the first tick.
  [[nodiscard]] State initial(RandomMode mode, std::uint64_t seed) const;

  // The actions of the avatar at the start, in the order of its class; `nil` is the last.
  [[nodiscard]] std::vector<Action> actions(const State& state) const;

 private:
  struct Placed {
    TypeId type;
    std::uint32_t id;
    std::int32_t x;
    std::int32_t y;
  };

  Game() = default;
  std::vector<Placed> read_level(std::string_view level, Diagnostics& problems);
  bool set_sizes(Diagnostics& problems);
  void find_changes();
  void find_partners();
  void split_sprites(const std::vector<Placed>& placed);
  void find_paths(const std::vector<Placed>& placed);
  void make_start(const std::vector<Placed>& placed);

  [[nodiscard]] std::int32_t cell_of(std::int32_t pixel, std::int32_t count) const {
    const std::int32_t shifted = pixel + cell_size_;
    if (shifted < 0) return 0;
    const std::int32_t last = count - 1;
    if (shifted >= last * cell_size_) return last;
    return static_cast<std::int32_t>((static_cast<std::uint64_t>(shifted) * cell_magic_) >> 32);
  }

  std::shared_ptr<const Rules> rules_;
  int columns_ = 0;
  int rows_ = 0;
  int block_ = 0;
  std::int32_t cell_size_ = 0;
  std::uint64_t cell_magic_ = 0;  // 2^32 / cell_size_, rounded up
  std::int32_t index_columns_ = 0;
  std::int32_t index_rows_ = 0;
  std::vector<TypeTraits> traits_;
  std::vector<TypeId> ranks_;
  std::vector<PairRow> pairs_;
  std::vector<Sprite> fixed_;
  std::vector<std::uint32_t> fixed_start_;
  std::vector<std::uint64_t> fixed_bits_;
  std::vector<Slot> fixed_cells_;
  std::vector<std::uint32_t> fixed_cell_start_;
  PathTable paths_;
  State start_;
};

}  // namespace palamedes::vgdl
