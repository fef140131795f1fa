#include "video/maast/knowledge.h"

#include <algorithm>
#include <cmath>

namespace palamedes::video::maast {
namespace {

using vgdl::Category;

// Farther than every way in a level.
std::int32_t far_away(int columns, int rows) { return columns * rows; }

bool is_movement(vgdl::Action action) {
  return action != vgdl::Action::nil && action != vgdl::Action::use;
}

}  // namespace

Knowledge::Knowledge(ForwardModel& model, const vgdl::State& start)
    : model_(model),
      columns_(model.game().columns()),
      rows_(model.game().rows()),
      types_(model.game().rules().types.size()),
      stays_(static_cast<std::size_t>(columns_) * static_cast<std::size_t>(rows_)),
      walls_(stays_.size()),
      blocked_(stays_.size()),
      ways_(columns_, rows_),
      met_(types_.size()),
      carried_bounds_(model.game().rules().resources.size()) {
  const vgdl::Rules& rules = model.game().rules();
  for (std::size_t i = 0; i < types_.size(); ++i) {
    const auto type = static_cast<vgdl::TypeId>(i);
    if (model.game().traits(type).is_indexed || rules.types[i].is_hidden) continue;
    untouchable_.push_back(type);
  }
  const vgdl::Observation see = model.see(start);
  const auto note_wall = [&](const vgdl::Observed& sprite) {
    std::uint32_t cell = 0;
    if (sprite.type == vgdl::wall_type && to_cell(sprite.x, sprite.y, cell)) walls_[cell] = 1;
  };
  see.for_each_changing(note_wall);
  see.for_each_fixed([&](const vgdl::Observed& sprite) {
    note_wall(sprite);
    std::uint32_t cell = 0;
    if (to_cell(sprite.x, sprite.y, cell)) {
      Type& type = types_[sprite.type];
      meet(type, sprite.category);
      type.fixed_cells.push_back(cell);
    }
  });
}

bool Knowledge::to_cell(std::int32_t x, std::int32_t y, std::uint32_t& cell) const {
  const int block = model_.game().block();
  if (x < 0 || y < 0) return false;
  const int column = x / block;
  const int row = y / block;
  if (column >= columns_ || row >= rows_) return false;
  cell = static_cast<std::uint32_t>(row * columns_ + column);
  return true;
}

double Knowledge::initial_weight(Category category) {
  const double noise = (model_.rng().unit() - 0.5) * 1e-6;
  switch (category) {
    case Category::movable:
      return largest_change_ * 0.25 + noise;
    case Category::npc:
    case Category::fixed:
      return largest_change_ * 0.1 + noise;
    case Category::portal:
    case Category::resource:
      return largest_change_ + noise;
    default:
      return 0;
  }
}

void Knowledge::meet(Type& type, Category category) {
  type.category = category;
  if (type.is_seen) return;
  type.is_seen = true;
  type.weight = initial_weight(category);
}

double Knowledge::weight_of(const Type& type) const {
  if (!type.is_seen || &type == &types_[vgdl::wall_type]) return 0;
  if (type.is_goal) return std::max(type.weight, largest_change_);
  // Only characters are worth fleeing from.
  const double weight = type.category == Category::npc ? type.weight : std::max(0., type.weight);
  return std::abs(weight) < 0.0001 ? 0 : weight;
}

void Knowledge::set_goals(const std::vector<vgdl::TypeId>& types) {
  for (Type& type : types_) type.is_goal = false;
  for (const vgdl::TypeId type : types) types_[type].is_goal = true;
}

double Knowledge::weight(vgdl::TypeId type) const { return weight_of(types_[type]); }

// A type that stays where it is while the avatar does not get on, or that kills.
bool Knowledge::blocks(const Type& type) const {
  if (type.meetings < 10 || 0.1 * type.meetings < type.vanished) return false;
  if (0.25 * type.meetings < type.blocked) return true;
  return type.category == Category::fixed && 0.95 * type.meetings < type.lost;
}

bool Knowledge::blocks(vgdl::TypeId type) const { return blocks(types_[type]); }

void Knowledge::remember(const ForwardModel& model, const vgdl::State& state, Before& before) {
  before.score = state.head().score;
  const vgdl::Slot slot = state.head().avatar;
  before.carried.resize(model.game().rules().resources.size());
  if (slot == vgdl::no_slot) return;
  const vgdl::Sprite& avatar = state.sprite(slot);
  before.x = avatar.x;
  before.y = avatar.y;
  before.orientation = avatar.orientation;
  std::copy_n(state.carried(slot), before.carried.size(), before.carried.begin());
}

// Moves the weight towards the mean change of score.
void Knowledge::note(Type& type, double change, bool blocked, bool loss, bool vanished) {
  ++type.meetings;
  type.gain += change;
  type.blocked += blocked ? 1 : 0;
  type.lost += loss ? 1 : 0;
  type.vanished += vanished ? 1 : 0;
  type.weight += type.rate * (type.gain / type.meetings - type.weight);
  type.rate = std::max(0.1, 0.75 * type.rate);
}

// Types that were not met yet are worth as much as the largest change there is.
void Knowledge::raise_scale(double change) {
  if (std::abs(change) <= largest_change_) return;
  largest_change_ = std::abs(change);
  for (Type& type : types_) {
    if (type.is_seen && type.meetings == 0) type.weight = initial_weight(type.category);
  }
}

void Knowledge::learn(const Before& before, vgdl::Action action, const vgdl::State& after,
                      bool in_playout) {
  const bool loss = is_loss(after);
  const bool win = is_win(after);
  if (loss && in_playout) return;
  const vgdl::Observation see = model_.see(after);
  const vgdl::Sprite* avatar = see.avatar();
  double change = after.head().score - before.score;
  if (loss) change -= 1;
  if (win) change += 1;
  bool blocked = false;
  if (avatar != nullptr) {
    const std::int32_t* carried = after.carried(after.head().avatar);
    for (std::size_t i = 0; i < before.carried.size(); ++i) {
      if (carried[i] <= before.carried[i]) continue;
      change += 0.1;
      break;
    }
    blocked = !win && !loss && is_movement(action) && avatar->orientation == before.orientation &&
              avatar->x == before.x && avatar->y == before.y;
  }
  ++stamp_;
  const int block = model_.game().block();
  for (const vgdl::Event& event : see.events()) {
    Type& type = types_[event.passive_type];
    type.is_seen = true;  // worth what it brings from now on
    bool vanished = false;
    std::uint32_t cell = 0;
    if (!blocked && to_cell(event.x, event.y, cell)) {
      vanished = true;
      see.for_each_at(event.x, event.y, [&](const vgdl::Observed& sprite) {
        if (sprite.type == event.passive_type) vanished = false;
      });
    }
    met_[event.passive_type] = stamp_;
    if (!win && !loss && avatar != nullptr) {
      const double distance = std::abs(avatar->x / block - event.x / block) +
                              std::abs(avatar->y / block - event.y / block);
      const int times = type.meetings + 1;
      type.interaction = (distance + type.interaction * times) / (times + 1);
    }
    note(type, change, blocked, loss, vanished);
  }
  raise_scale(change);
  if (avatar == nullptr) return;
  // What the avatar stands on without an event is worth nothing.
  const auto stand_on = [&](const vgdl::Observed& sprite) {
    if (sprite.category == Category::avatar || met_[sprite.type] == stamp_) return;
    Type& type = types_[sprite.type];
    if (!type.is_seen) meet(type, sprite.category);
    note(type, 0, blocked, loss, false);
  };
  see.for_each_at(avatar->x, avatar->y, stand_on);
  std::uint32_t here = 0;
  if (to_cell(avatar->x, avatar->y, here)) for_each_untouchable(after, here, stand_on);
}

// Sprites in a cell that take part in no interaction, which the index of the engine leaves out.
template <typename Use>
void Knowledge::for_each_untouchable(const vgdl::State& state, std::uint32_t cell,
                                     const Use& use) const {
  const vgdl::Game& game = model_.game();
  std::uint32_t other = 0;
  for (const vgdl::TypeId type : untouchable_) {
    const auto see = [&](const vgdl::Sprite& sprite) {
      if (!to_cell(sprite.x, sprite.y, other) || other != cell) return;
      use(vgdl::Observed{vgdl::category_of(game.type(type), sprite), type, sprite.id, sprite.x,
                         sprite.y});
    };
    const std::vector<std::uint32_t>& cells = types_[type].fixed_cells;
    const auto fixed = std::lower_bound(cells.begin(), cells.end(), cell);
    if (fixed != cells.end() && *fixed == cell) {
      see(game.fixed_of(type)[static_cast<std::size_t>(fixed - cells.begin())]);
    }
    for (vgdl::Slot slot = state.lists()[type].first; slot != vgdl::no_slot;
         slot = state.sprite(slot).next) {
      see(state.sprite(slot));
    }
  }
}

void Knowledge::begin_tick(const vgdl::State& state) {
  for (Type& type : types_) type.weight += type.is_seen ? 0.0001 : 0;
  ++stays_[model_.avatar_cell(state)];
}

void Knowledge::measure(Type& type, std::uint32_t cell, std::int32_t& nearest) const {
  if (type.interaction < 3) {
    nearest = std::min(nearest, ways_.until(cell));
    return;
  }
  // What acts from afar needs the same row or column only.
  const auto columns = static_cast<std::int32_t>(columns_);
  const auto here = static_cast<std::int32_t>(avatar_cell_);
  const auto there = static_cast<std::int32_t>(cell);
  const std::int32_t across = std::abs(here % columns - there % columns);
  const std::int32_t down = std::abs(here / columns - there / columns);
  nearest = std::min({nearest, across, down});
}

void Knowledge::look(const vgdl::State& state) {
  const vgdl::Observation see = model_.see(state);
  blocked_ = walls_;
  seen_.clear();
  movables_.clear();
  important_.clear();
  for (Type& type : types_) {
    type.count = 0;
    type.nearest = far_away(columns_, rows_);
    if (type.fixed_cells.empty()) continue;
    type.count = static_cast<int>(type.fixed_cells.size());
    if (&type != types_.data() + vgdl::wall_type && blocks(type)) {
      for (const std::uint32_t cell : type.fixed_cells) blocked_[cell] = 1;
    }
  }
  vgdl::TypeId last = vgdl::no_type;
  bool last_blocks = false;
  double last_weight = 0;
  see.for_each_changing([&](const vgdl::Observed& sprite) {
    std::uint32_t cell = 0;
    if (!to_cell(sprite.x, sprite.y, cell)) return;
    if (sprite.category == Category::avatar) {
      important_.push_back(cell);
      return;
    }
    Type& type = types_[sprite.type];
    if (sprite.type != last) {
      if (sprite.category != Category::from_avatar) meet(type, sprite.category);
      last = sprite.type;
      last_blocks = blocks(type);
      last_weight = weight_of(type);
    }
    if (last_blocks) blocked_[cell] = 1;
    if (sprite.category == Category::from_avatar || sprite.type == vgdl::wall_type) return;
    ++type.count;
    if (last_weight != 0) seen_.push_back({sprite.type, cell});
    if (sprite.category == Category::movable) movables_.push_back(cell);
    if (last_weight > 0.5) important_.push_back(cell);
  });
  avatar_cell_ = model_.avatar_cell(state);
  ways_.search(avatar_cell_, blocked_);
  for (const Seen& sprite : seen_) {
    Type& type = types_[sprite.type];
    measure(type, sprite.cell, type.nearest);
  }
  for (Type& type : types_) {
    if (type.fixed_cells.empty() || !is_relevant(type)) continue;
    for (const std::uint32_t cell : type.fixed_cells) measure(type, cell, type.nearest);
  }
}

void Knowledge::set_root(const vgdl::State& root) {
  look(root);
  for (Type& type : types_) {
    type.root_distance = type.nearest;
    type.root_count = type.count;
  }
  root_carried_.assign(carried_bounds_.size(), 0);
  if (root.head().avatar != vgdl::no_slot) {
    std::copy_n(root.carried(root.head().avatar), root_carried_.size(), root_carried_.begin());
  }
}

double Knowledge::distance_part() {
  double sum = 0;
  for (const Type& type : types_) {
    const double weight = weight_of(type);
    if (weight == 0) continue;
    sum += weight * (type.root_distance - type.nearest);
  }
  distance_bounds_.add(sum);
  return 0.5 * distance_bounds_.rescale(sum);
}

double Knowledge::blocking_part(bool& fewer_than_root) {
  double sum = 0;
  for (Type& type : types_) {
    if (&type == types_.data() + vgdl::wall_type || !type.is_seen || !blocks(type)) continue;
    type.most = std::max(type.most, type.count);
    fewer_than_root = fewer_than_root || type.count < type.root_count;
    if (type.most > 0) sum += static_cast<double>(type.count) / type.most;
  }
  blocking_bounds_.add(sum);
  return 0.05 * blocking_bounds_.rescale(sum);
}

double Knowledge::resource_part(const vgdl::State& state, bool fewer_blocking) {
  const vgdl::Slot slot = state.head().avatar;
  if (slot == vgdl::no_slot) return 0;
  double sum = 0;
  int parts = 0;
  const std::int32_t* carried = state.carried(slot);
  for (std::size_t i = 0; i < carried_bounds_.size(); ++i) {
    std::int32_t amount = carried[i];
    Bounds& bounds = carried_bounds_[i];
    if (amount == 0 && bounds.is_empty) continue;  // never had
    // One that was spent to clear the way is not missed.
    if (fewer_blocking && amount == root_carried_[i] - 1) amount = root_carried_[i];
    bounds.add(amount);
    sum += bounds.rescale(amount);
    ++parts;
  }
  health_bounds_.add(state.sprite(slot).health);
  if (health_bounds_.low < health_bounds_.high) {
    sum += health_bounds_.rescale(state.sprite(slot).health);
    ++parts;
  }
  return parts == 0 ? 0 : 0.25 * sum / parts;
}

double Knowledge::danger_part() {
  double sum = 0;
  for (Type& type : types_) {
    if (!type.is_seen) continue;
    type.most = std::max(type.most, type.count);
    if (type.weight < 0) sum += (type.count - type.most) * type.weight;
  }
  danger_bounds_.add(sum);
  return 0.05 * danger_bounds_.rescale(sum);
}

int Knowledge::blocked_around(std::uint32_t cell) const {
  const auto columns = static_cast<std::uint32_t>(columns_);
  int count = 0;
  if (cell % columns > 0) count += blocked_[cell - 1];
  if (cell % columns + 1 < columns) count += blocked_[cell + 1];
  if (cell >= columns) count += blocked_[cell - columns];
  if (cell + columns < blocked_.size()) count += blocked_[cell + columns];
  return count;
}

// Movables beside obstacles are harder to push.
double Knowledge::touching_penalty() const {
  if (movables_.empty()) return 0;
  double sum = 0;
  for (const std::uint32_t cell : movables_) sum += 0.1 * blocked_around(cell);
  return sum / static_cast<double>(movables_.size());
}

// The avatar and what is worth much should not be walled in.
double Knowledge::stuck_penalty() const {
  if (important_.empty()) return 0;
  int stuck = 0;
  for (const std::uint32_t cell : important_) stuck += blocked_around(cell) == 4 ? 1 : 0;
  const double ratio = static_cast<double>(stuck) / static_cast<double>(important_.size());
  return std::sqrt(0.16 * std::sqrt(ratio));
}

double Knowledge::evaluate(const vgdl::State& state) {
  look(state);
  const double distance = distance_part();
  bool fewer_blocking = false;
  const double blocking = blocking_part(fewer_blocking);
  return distance + resource_part(state, fewer_blocking) + danger_part() - touching_penalty() -
         stuck_penalty() - blocking;
}

}  // namespace palamedes::video::maast
