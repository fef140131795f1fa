#include "vgdl/game.h"

#include <algorithm>

#include <fmt/format.h>

#include "vgdl/changes.h"
#include "vgdl/sprites.h"

namespace palamedes::vgdl {
namespace {

constexpr int max_side = 1000;
constexpr int max_index_cells = 60'000;
constexpr std::int32_t max_screen = 200'000;
constexpr std::int32_t max_cell = 20'000;

std::vector<std::string_view> lines_of(std::string_view text) {
  std::vector<std::string_view> lines;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    std::string_view line = text.substr(0, end);
    if (line.ends_with('\r')) line.remove_suffix(1);
    lines.push_back(line);
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return lines;
}

}  // namespace

std::shared_ptr<const Game> Game::make(std::shared_ptr<const Rules> rules, std::string_view level,
                                       Diagnostics& problems) {
  std::shared_ptr<Game> game(new Game);
  game->rules_ = std::move(rules);
  const std::size_t types = game->rules_->types.size();
  game->traits_.resize(types);
  game->ranks_.assign(types * types, no_type);
  for (std::size_t of = 0; of < types; ++of) {
    const std::vector<TypeId>& members = game->rules_->types[of].members;
    for (std::size_t i = 0; i < members.size(); ++i) {
      game->ranks_[of * types + members[i]] = static_cast<TypeId>(i);
    }
  }
  const std::size_t errors = problems.error_count();
  const std::vector<Placed> placed = game->read_level(level, problems);
  if (problems.error_count() > errors || !game->set_sizes(problems)) return nullptr;
  game->find_changes();
  game->find_partners();
  std::vector<Placed> pixels = placed;
  for (Placed& each : pixels) {
    each.x *= game->block_;
    each.y *= game->block_;
  }
  game->split_sprites(pixels);
  game->find_paths(placed);
  game->make_start(pixels);
  return game;
}

// Every sprite of the level with its cell.
std::vector<Game::Placed> Game::read_level(std::string_view level, Diagnostics& problems) {
  std::vector<Placed> placed;
  const std::vector<std::string_view> lines = lines_of(level);
  if (lines.empty() || lines.front().empty()) {
    problems.error({1, 1}, "the first line of the level is empty");
    return placed;
  }
  columns_ = static_cast<int>(std::min<std::size_t>(lines.front().size(), max_side + 1));
  rows_ = static_cast<int>(std::min<std::size_t>(lines.size(), max_side + 1));
  if (columns_ > max_side || rows_ > max_side || (columns_ + 2) * (rows_ + 2) > max_index_cells) {
    problems.error({1, 1}, fmt::format("the level is too large: at most {} cells a side and {} in "
                                       "all",
                                       max_side, max_index_cells));
    return placed;
  }
  std::uint32_t id = 0;
  bool has_avatar = false;
  for (int y = 0; y < rows_; ++y) {
    const std::string_view line = lines[static_cast<std::size_t>(y)];
    const SourceLocation begin{static_cast<std::uint32_t>(y + 1), 1};
    if (line.size() > static_cast<std::size_t>(columns_)) {
      problems.warning({begin.line, static_cast<std::uint32_t>(columns_ + 1)},
                       "this line is longer than the first one; the rest is cut off");
    }
    for (int x = 0; x < columns_ && static_cast<std::size_t>(x) < line.size(); ++x) {
      const char sign = line[static_cast<std::size_t>(x)];
      const auto& types = rules_->mapping[static_cast<unsigned char>(sign)];
      if (types.empty() && sign != ' ') {
        problems.warning({begin.line, static_cast<std::uint32_t>(x + 1)},
                         fmt::format("no sprite stands for {}", quote_word(std::string(1, sign))));
      }
      for (const TypeId type : types) {
        const SpriteClass kind = rules_->types[type].kind;
        if (kind == SpriteClass::none) {
          problems.warning({begin.line, static_cast<std::uint32_t>(x + 1)},
                           fmt::format("{} has no class, so it cannot be made",
                                       quote_word(rules_->types[type].name)));
          continue;
        }
        if (placed.size() > max_sprites) {
          problems.error({begin.line, static_cast<std::uint32_t>(x + 1)},
                         fmt::format("the level has more than {} sprites", max_sprites));
          return placed;
        }
        const auto singleton = [&](TypeId above) { return rules_->types[above].is_singleton; };
        const auto& family = rules_->types[type].family;
        const auto single = std::find_if(family.begin(), family.end(), singleton);
        if (single != family.end() &&
            std::any_of(placed.begin(), placed.end(), [&](const Placed& other) {
              return rank(*single, other.type) != no_type;
            })) {
          continue;
        }
        if (is_avatar(kind) && has_avatar) {
          problems.warning({begin.line, static_cast<std::uint32_t>(x + 1)},
                           "the level has a second avatar, which is left out");
          ++id;
          continue;
        }
        has_avatar = has_avatar || is_avatar(kind);
        placed.push_back({type, id++, x, y});
      }
    }
  }
  if (!has_avatar) problems.error({}, "the level has no avatar");
  return placed;
}

bool Game::set_sizes(Diagnostics& problems) {
  block_ =
      rules_->square_size > 0 ? rules_->square_size : std::max(2, 800 / std::max(columns_, rows_));
  cell_size_ = block_;
  for (std::size_t i = 0; i < traits_.size(); ++i) {
    const SpriteType& type = rules_->types[i];
    traits_[i].width =
        static_cast<std::int32_t>(block_ * std::clamp(type.width_factor, 0.0, 100.0));
    traits_[i].height =
        static_cast<std::int32_t>(block_ * std::clamp(type.height_factor, 0.0, 100.0));
    cell_size_ = std::max({cell_size_, traits_[i].width, traits_[i].height});
  }
  if (std::max(screen_width(), screen_height()) > max_screen || cell_size_ > max_cell) {
    problems.error({}, fmt::format("the level is too large: a screen has at most {} pixels a side, "
                                   "a sprite {}",
                                   max_screen, max_cell));
    return false;
  }
  const auto size = static_cast<std::uint64_t>(cell_size_);
  cell_magic_ = ((1ULL << 32) + size - 1) / size;
  index_columns_ = (screen_width() + cell_size_ - 1) / cell_size_ + 2;
  index_rows_ = (screen_height() + cell_size_ - 1) / cell_size_ + 2;
  return true;
}

void Game::find_changes() {
  const Changes changes = changes_of(*rules_);
  for (std::size_t i = 0; i < traits_.size(); ++i) {
    const SpriteType& type = rules_->types[i];
    TypeTraits& traits = traits_[i];
    traits.can_change = changes.changed[i];
    const bool drifts = !type.is_static && type.is_oriented && type.speed != 0;
    traits.is_active = !is_avatar(type.kind) && type.kind != SpriteClass::none &&
                       (vgdl::is_active(type.kind) || drifts || type.time_to_live >= 0);
    traits.is_movable = changes.moved[i] && !traits.is_active;
    traits.counts_ticks = type.is_ordered || is_avatar(type.kind);
  }
  const auto& order = rules_->order;
  for (std::size_t i = 0; i < order.size(); ++i) {
    traits_[order[i]].sweep = static_cast<std::int32_t>(i);
  }
}

void Game::find_partners() {
  const std::size_t types = traits_.size();
  // The first 64 types that can meet anything have bits of their own.
  std::size_t bits = 0;
  const auto bit_of = [&](TypeId type) {
    if (traits_[type].bit == 0) traits_[type].bit = 1ULL << (bits++ % 64);
    return traits_[type].bit;
  };
  for (const PairEffect& pair : rules_->pairs) {
    PairRow row{.first = pair.first, .second = pair.second, .effect = pair.effect};
    for (const TypeId type : rules_->types[pair.first].members) row.first_bits |= bit_of(type);
    for (const TypeId type : rules_->types[pair.second].members) row.second_bits |= bit_of(type);
    pairs_.push_back(row);
  }
  for (const PairRow& row : pairs_) {
    for (std::size_t i = 0; i < types; ++i) {
      const auto type = static_cast<TypeId>(i);
      if (rank(row.first, type) != no_type) {
        traits_[i].partners |= row.second_bits;
        traits_[i].is_indexed = true;
      }
      if (rank(row.second, type) != no_type) {
        traits_[i].partners |= row.first_bits;
        traits_[i].is_indexed = true;
      }
    }
  }
}

Sprite Game::fresh(TypeId type, std::int32_t x, std::int32_t y) const {
  const SpriteType& of = rules_->types[type];
  Sprite sprite{};
  sprite.x = sprite.last_x = x;
  sprite.y = sprite.last_y = y;
  sprite.speed = of.speed;
  sprite.orientation = of.orientation;
  sprite.moved_at = -1;
  sprite.health = of.health;
  sprite.max_health = of.max_health;
  sprite.life = of.time_to_live;
  sprite.start = -1;
  sprite.type = type;
  sprite.next = sprite.previous = no_slot;
  sprite.spawns = of.targets.empty() ? no_type : of.targets.front();
  sprite.cell_next.fill(no_slot);
  sprite.flags = static_cast<std::uint8_t>(fresh_flag | (of.is_oriented ? oriented_flag : 0));
  sprite.direction = 4;
  return sprite;
}

void Game::split_sprites(const std::vector<Placed>& placed) {
  const auto stays = [&](TypeId type) {
    return !traits_[type].can_change && !traits_[type].is_active &&
           !is_avatar(rules_->types[type].kind);
  };
  fixed_start_.assign(traits_.size() + 1, 0);
  for (std::size_t i = 0; i < traits_.size(); ++i) {
    const auto type = static_cast<TypeId>(i);
    if (stays(type)) {
      for (const Placed& each : placed) {
        if (each.type != type) continue;
        fixed_.push_back(fresh(type, each.x, each.y));
        fixed_.back().id = each.id;
      }
    }
    fixed_start_[i + 1] = static_cast<std::uint32_t>(fixed_.size());
  }
  const std::size_t cells =
      static_cast<std::size_t>(index_columns_) * static_cast<std::size_t>(index_rows_);
  fixed_bits_.assign(cells, 0);
  std::vector<std::vector<Slot>> in_cell(cells);
  for (std::size_t i = 0; i < fixed_.size(); ++i) {
    const Sprite& sprite = fixed_[i];
    if (!traits_[sprite.type].is_indexed) continue;
    const CellRange range = cells_of(sprite.x, sprite.y, sprite.type);
    for (std::int32_t row = range.top; row <= range.bottom; ++row) {
      for (std::int32_t column = range.left; column <= range.right; ++column) {
        fixed_bits_[cell(column, row)] |= traits_[sprite.type].bit;
        in_cell[cell(column, row)].push_back(static_cast<Slot>(fixed_bit | i));
      }
    }
  }
  fixed_cell_start_.push_back(0);
  for (const std::vector<Slot>& slots : in_cell) {
    fixed_cells_.insert(fixed_cells_.end(), slots.begin(), slots.end());
    fixed_cell_start_.push_back(static_cast<std::uint32_t>(fixed_cells_.size()));
  }
}

void Game::find_paths(const std::vector<Placed>& placed) {
  const auto cells = static_cast<std::size_t>(columns_) * static_cast<std::size_t>(rows_);
  if (rules_->obstacles.empty() || cells > PathTable::max_cells) return;
  std::vector<bool> blocked(cells);
  for (const Placed& each : placed) {
    const bool blocks = std::any_of(rules_->obstacles.begin(), rules_->obstacles.end(),
                                    [&](TypeId type) { return rank(type, each.type) != no_type; });
    const std::int32_t place = each.y * columns_ + each.x;
    if (blocks) blocked[static_cast<std::size_t>(place)] = true;
  }
  paths_ = PathTable(columns_, rows_, std::move(blocked));
}

void Game::make_start(const std::vector<Placed>& placed) {
  const std::size_t moving = placed.size() - fixed_.size();
  const bool has_timers =
      std::any_of(rules_->effects.begin(), rules_->effects.end(),
                  [](const Effect& e) { return e.kind == EffectKind::add_timer; });
  start_ = State({.types = traits_.size(),
                  .cells = cell_count(),
                  .timers = rules_->times.size() + (has_timers ? 32 : 0),
                  .slots = moving + moving / 4 + 16,
                  .resources = rules_->resources.size()});
  State::Header& head = start_.head();
  head.sprite_count = static_cast<std::uint32_t>(placed.size());
  for (const Placed& each : placed) head.next_id = std::max(head.next_id, each.id + 1);
  for (const TimeEffect& time : rules_->times) {
    Timer* timers = start_.timers();
    std::uint32_t at = 0;
    while (at < head.timer_count && timers[at].tick < time.first_tick) ++at;
    std::copy_backward(timers + at, timers + head.timer_count, timers + head.timer_count + 1);
    timers[at] = {time.first_tick, time.effect, time.type};
    ++head.timer_count;
  }
  std::vector<std::uint32_t> fixed_ids;
  for (const Sprite& sprite : fixed_) fixed_ids.push_back(sprite.id);
  std::sort(fixed_ids.begin(), fixed_ids.end());
  for (const Placed& each : placed) {
    if (std::binary_search(fixed_ids.begin(), fixed_ids.end(), each.id)) continue;
    const Slot slot = add_sprite(*this, start_, fresh(each.type, each.x, each.y));
    start_.sprite(slot).id = each.id;
    if (is_avatar(rules_->types[each.type].kind)) head.avatar = slot;
  }
}

State Game::initial(RandomMode mode, std::uint64_t seed) const {
  State state = start_;
  state.head().random.seed(mode, seed);
  return state;
}

std::vector<Action> Game::actions(const State& state) const {
  using enum SpriteClass;
  const Slot avatar = state.head().avatar;
  const SpriteClass kind =
      avatar == no_slot ? null_avatar : rules_->types[state.sprite(avatar).type].kind;
  switch (kind) {
    case null_avatar:
      return {Action::nil};
    case horizontal_avatar:
      return {Action::left, Action::right, Action::nil};
    case vertical_avatar:
      return {Action::up, Action::down, Action::nil};
    case flak_avatar:
      return {Action::use, Action::left, Action::right, Action::nil};
    case shoot_avatar:
    case ongoing_shoot_avatar:
      return {Action::use, Action::left, Action::right, Action::down, Action::up, Action::nil};
    case shoot_only_avatar:
      return {Action::left, Action::up, Action::right, Action::down, Action::use, Action::nil};
    default:
      return {Action::left, Action::right, Action::down, Action::up, Action::nil};
  }
}

}  // namespace palamedes::vgdl
