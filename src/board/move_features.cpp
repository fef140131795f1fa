#include "board/move_features.h"

#include <algorithm>
#include <map>
#include <optional>
#include <string>
#include <utility>

#include "board/cells.h"
#include "board/samples.h"
#include "machine/propnet/propnet_machine.h"
#include "machine/scalar/scalar_machine.h"

namespace palamedes::board {

using machine::BitState;
using search::MoveCode;
using search::playout::Features;

namespace {

constexpr std::size_t sampled_steps = 1000;
constexpr std::size_t sampled_states = 50;
constexpr std::size_t most_neighbours = 6;
constexpr std::size_t most_contents = 15;
constexpr std::size_t enough_tries = 4;
constexpr std::size_t most_tries = 10'000;
constexpr double nearly_all = 0.9;

bool holds(const BitState& state, std::size_t bit) {
  return (state.words[bit / 64] >> (bit % 64) & 1U) != 0;
}

// What the sample shows.
struct Sample {
  std::vector<std::vector<std::string>> states;     // facts
  std::vector<BitState> positions;                  // the same states
  std::vector<std::vector<std::uint32_t>> made_by;  // by bit and role: how often it became true
};

template <typename M>
Sample take_sample(M& machine, std::size_t bits) {
  Sample sample;
  sample.made_by.assign(bits, std::vector<std::uint32_t>(machine.role_count(), 0));
  const auto keep = [&](const BitState& state) {
    sample.states.push_back(machine.facts(state));
    sample.positions.push_back(state);
  };
  keep(machine.initial());
  std::size_t steps = 0;
  sample_steps(machine, sampled_steps, [&](const Step<BitState>& step) {
    if (steps++ % (sampled_steps / sampled_states) == 0) keep(step.after);
    if (!step.mover) return;
    for (std::size_t bit = 0; bit < bits; ++bit) {
      if (!holds(step.before, bit) && holds(step.after, bit)) {
        ++sample.made_by[bit][index_of(*step.mover)];
      }
    }
  });
  return sample;
}

// By content: the role that it belongs to, if there is one.
std::map<std::string, std::size_t> owners(const Cells& cells, const Sample& sample) {
  std::map<std::string, std::vector<std::uint32_t>> made;
  for (const auto& [cell, contents] : cells.contents) {
    for (const CellContent& each : contents) {
      std::vector<std::uint32_t>& counts = made[each.content];
      counts.resize(sample.made_by[each.bit].size(), 0);
      for (std::size_t role = 0; role < counts.size(); ++role) {
        counts[role] += sample.made_by[each.bit][role];
      }
    }
  }
  std::map<std::string, std::size_t> result;
  for (const auto& [content, counts] : made) {
    const auto most = std::max_element(counts.begin(), counts.end());
    double all = 0;
    for (const std::uint32_t count : counts) all += count;
    if (all > 0 && *most >= nearly_all * all) {
      result[content] = static_cast<std::size_t>(most - counts.begin());
    }
  }
  return result;
}

// What a move does to the cells, from trying it in the states of the sample where it is legal.
struct Effect {
  std::size_t tries = 0;
  std::vector<std::uint32_t> made;  // bits of contents that became true
  bool same = true;                 // every time
};
using Effects = std::vector<std::vector<Effect>>;  // by role and move

void note(Effect& effect, std::vector<std::uint32_t> made) {
  effect.same = effect.same && (effect.tries == 0 || made == effect.made);
  effect.made = std::move(made);
  ++effect.tries;
}

// Tries every move of the role that has a choice; nothing where several have one.
template <typename M>
std::size_t try_moves(M& machine, const BitState& state, std::span<const std::uint32_t> bits,
                      Effects& effects) {
  if (machine.terminal(state)) return 0;
  std::optional<std::size_t> mover;
  std::vector<Move> joint_move;
  model::MoveList choices;
  for (std::size_t role = 0; role < effects.size(); ++role) {
    model::MoveList moves;
    machine.legal(state, Role(role), moves);
    if (moves.empty() || (moves.size() > 1 && mover)) return 0;
    joint_move.push_back(moves.front());
    if (moves.size() == 1) continue;
    mover = role;
    choices = std::move(moves);
  }
  if (!mover) return 0;
  for (const Move move : choices) {
    joint_move[*mover] = move;
    BitState after = state;
    machine.advance(after, joint_move);
    std::vector<std::uint32_t> made;
    for (const std::uint32_t bit : bits) {
      if (!holds(state, bit) && holds(after, bit)) made.push_back(bit);
    }
    note(effects[*mover][index_of(move)], std::move(made));
  }
  return choices.size();
}

template <typename M>
Effects find_effects(M& machine, const Sample& sample, const Cells& cells) {
  std::vector<std::uint32_t> bits;
  for (const auto& [cell, contents] : cells.contents) {
    for (const CellContent& each : contents) bits.push_back(each.bit);
  }
  Effects effects(machine.role_count());
  for (std::size_t role = 0; role < effects.size(); ++role) {
    effects[role].resize(machine.move_count(Role(role)));
  }
  std::size_t tries = 0;
  for (const BitState& state : sample.positions) {
    if (tries >= most_tries || !machine.fault().empty()) break;
    tries += try_moves(machine, state, bits, effects);
  }
  return effects;
}

// Cells, what lies on them, and whose it is.
struct Ground {
  Cells cells;
  std::map<std::string, std::size_t> owner;  // by content
  std::map<std::uint32_t, std::pair<Cell, std::string>> by_bit;

  Ground(Cells found, const Sample& sample) : cells(std::move(found)) {
    // marks look the same, whoever made them
    if (!cells.marks) owner = owners(cells, sample);
    for (const auto& [cell, contents] : cells.contents) {
      for (const CellContent& each : contents) by_bit[each.bit] = {cell, each.content};
    }
  }

  [[nodiscard]] std::optional<std::size_t> owner_of(const std::string& content) const {
    const auto found = owner.find(content);
    if (found == owner.end()) return std::nullopt;
    return found->second;
  }

  // The cell that the move names, and those where it puts something of its own every time it is
  // made, like the other half of a domino. Where what it makes depends on the state, as with discs
  // that are turned over, the named cell is all.
  [[nodiscard]] std::vector<Cell> touched(const Cell& named, std::size_t role,
                                          const Effect& effect) const {
    std::vector<Cell> list = {named};
    if (effect.tries < enough_tries || !effect.same) return list;
    for (const std::uint32_t bit : effect.made) {
      const auto& [cell, content] = by_bit.at(bit);
      const bool own = cells.marks || owner_of(content) == role;
      if (own && std::find(list.begin(), list.end(), cell) == list.end()) list.push_back(cell);
    }
    return list;
  }
};

std::vector<Cell> around(const Cells& cells, const std::vector<Cell>& touched) {
  std::vector<Cell> result;
  const auto is_in = [](const std::vector<Cell>& list, const Cell& cell) {
    return std::find(list.begin(), list.end(), cell) != list.end();
  };
  for (const Cell& cell : touched) {
    for (Cell& next : cells.next_to(cell)) {
      if (!is_in(touched, next) && !is_in(result, next)) result.push_back(std::move(next));
    }
  }
  if (result.size() > most_neighbours) result.resize(most_neighbours);
  return result;
}

MoveFeatures::Watch watch(const Ground& ground, const Cell& cell, std::size_t role,
                          const Effect& effect) {
  MoveFeatures::Watch result;
  for (const CellContent& each : *ground.cells.at(cell)) {
    const auto owner = ground.owner_of(each.content);
    if (owner && *owner != role) result.captures.push_back(each.bit);
  }
  for (const Cell& neighbour : around(ground.cells, ground.touched(cell, role, effect))) {
    const std::vector<CellContent>* const contents = ground.cells.at(neighbour);
    if (contents == nullptr) continue;
    std::vector<std::uint32_t>& bits = result.neighbours.emplace_back();
    for (const CellContent& each : *contents) {
      if (bits.size() < most_contents) bits.push_back(each.bit);
    }
  }
  return result;
}

// Whether a step of the sample had a capture.
template <typename M>
bool has_captures(M& machine, const MoveFeatures& features) {
  bool found = false;
  sample_steps(machine, sampled_steps, [&](const Step<BitState>& step) {
    for (std::size_t role = 0; role < step.joint_move.size() && !found; ++role) {
      const auto& bits = features.watches()[role][index_of(step.joint_move[role])].captures;
      found = std::any_of(bits.begin(), bits.end(),
                          [&](std::uint32_t bit) { return holds(step.before, bit); });
    }
  });
  return found;
}

using Watches = std::vector<std::vector<MoveFeatures::Watch>>;

// Of all moves; nothing if none of them names a cell.
template <typename M>
std::optional<Watches> watches_on(M& machine, const Sample& sample, std::optional<Cells> cells) {
  if (!cells) return std::nullopt;
  const Ground ground(std::move(*cells), sample);
  const Effects effects = find_effects(machine, sample, ground.cells);
  bool any = false;
  Watches watches(machine.role_count());
  for (std::size_t role = 0; role < watches.size(); ++role) {
    for (std::uint32_t move = 0; move < machine.move_count(Role(role)); ++move) {
      const Term term = take_apart(machine.move_text(Role(role), Move{move}));
      const std::optional<Cell> cell = ground.cells.named_by(term);
      watches[role].push_back(cell ? watch(ground, *cell, role, effects[role][move])
                                   : MoveFeatures::Watch{});
      any = any || cell;
    }
  }
  return any ? std::optional(std::move(watches)) : std::nullopt;
}

bool is_empty(const Watches& watches) {
  return std::all_of(watches.begin(), watches.end(), [](const auto& of_role) {
    return std::all_of(of_role.begin(), of_role.end(), [](const MoveFeatures::Watch& each) {
      return each.captures.empty() && each.neighbours.empty();
    });
  });
}

template <typename M>
std::unique_ptr<MoveFeatures> find_all(M& machine, Features wanted) {
  if (wanted == Features::none) return nullptr;
  const std::vector<std::string> bit_texts = machine.bit_texts();
  const Sample sample = take_sample(machine, bit_texts.size());
  std::optional<Watches> watches =
      watches_on(machine, sample, find_board_cells(sample.states, bit_texts));
  if (!watches) watches = watches_on(machine, sample, find_marked_cells(bit_texts));
  if (!watches) return nullptr;
  auto features = std::make_unique<MoveFeatures>(std::move(*watches));
  if (wanted == Features::both) return features;
  const bool captures = wanted == Features::capture ||
                        (wanted == Features::automatic && has_captures(machine, *features));
  Watches kept = features->watches();
  for (auto& of_role : kept) {
    for (MoveFeatures::Watch& each : of_role) {
      if (captures) {
        each.neighbours.clear();
      } else {
        each.captures.clear();
      }
    }
  }
  return is_empty(kept) ? nullptr : std::make_unique<MoveFeatures>(std::move(kept));
}

}  // namespace

void MoveFeatures::encode(const BitState& state, Role role, std::span<const Move> moves,
                          std::vector<MoveCode>& codes) const {
  const std::vector<Watch>& watches = watches_[index_of(role)];
  for (const Move move : moves) {
    const Watch& watch = watches[index_of(move)];
    MoveCode code = index_of(move);
    for (const std::uint32_t bit : watch.captures) {
      if (holds(state, bit)) code |= MoveCode{1} << 32U;
    }
    unsigned shift = 33;
    for (const std::vector<std::uint32_t>& contents : watch.neighbours) {
      for (std::size_t i = 0; i < contents.size(); ++i) {
        if (holds(state, contents[i])) code |= MoveCode{i + 1} << shift;
      }
      shift += 4;
    }
    codes.push_back(code);
  }
}

std::unique_ptr<MoveFeatures> find_features(machine::scalar::ScalarMachine& machine,
                                            Features wanted) {
  return find_all(machine, wanted);
}
std::unique_ptr<MoveFeatures> find_features(machine::propnet::PropnetMachine& machine,
                                            Features wanted) {
  return find_all(machine, wanted);
}

}  // namespace palamedes::board
