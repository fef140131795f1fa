#include "board/move_features.h"

#include <algorithm>
#include <map>
#include <optional>
#include <string>

#include "board/board.h"
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
constexpr double nearly_all = 0.9;

bool holds(const BitState& state, std::size_t bit) {
  return (state.words[bit / 64] >> (bit % 64) & 1U) != 0;
}

using Cell = std::vector<std::string>;

struct CellContent {
  std::string content;
  std::uint32_t bit = 0;
};

// The cells of a board, with the bits of what can lie on them.
struct Cells {
  Board board;
  std::map<Cell, std::vector<CellContent>> contents;

  [[nodiscard]] const std::vector<CellContent>* at(const Cell& cell) const {
    const auto found = contents.find(cell);
    return found == contents.end() ? nullptr : &found->second;
  }
};

// What the sample shows.
struct Sample {
  std::vector<std::vector<std::string>> states;     // facts
  std::vector<std::vector<std::uint32_t>> made_by;  // by bit and role: how often it became true
};

template <typename M>
Sample take_sample(M& machine, std::size_t bits) {
  Sample sample;
  sample.made_by.assign(bits, std::vector<std::uint32_t>(machine.role_count(), 0));
  sample.states.push_back(machine.facts(machine.initial()));
  std::size_t steps = 0;
  sample_steps(machine, sampled_steps, [&](const Step<BitState>& step) {
    if (steps++ % (sampled_steps / sampled_states) == 0) {
      sample.states.push_back(machine.facts(step.after));
    }
    if (!step.mover) return;
    for (std::size_t bit = 0; bit < bits; ++bit) {
      if (!holds(step.before, bit) && holds(step.after, bit)) {
        ++sample.made_by[bit][index_of(*step.mover)];
      }
    }
  });
  return sample;
}

std::optional<Cells> find_cells(const Sample& sample, const std::vector<std::string>& bit_texts) {
  const std::vector<Board> boards = find_boards(sample.states);
  if (boards.empty()) return std::nullopt;
  Cells cells{boards.front(), {}};
  for (std::uint32_t bit = 0; bit < bit_texts.size(); ++bit) {
    const Term fact = take_apart(bit_texts[bit]);
    if (!cells.board.describes(fact)) continue;
    cells.contents[cells.board.cell_of(fact)].push_back({fact.arguments[cells.board.content], bit});
  }
  return cells;
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

// The last group of arguments that names a cell.
std::optional<Cell> cell_of_move(const Cells& cells, const Term& move) {
  const std::size_t size = cells.board.keys.size();
  for (std::size_t begin = move.arguments.size() + 1; begin-- > 0;) {
    if (begin + size > move.arguments.size()) continue;
    const auto first = move.arguments.begin() + static_cast<std::ptrdiff_t>(begin);
    Cell cell(first, first + static_cast<std::ptrdiff_t>(size));
    if (cells.at(cell) != nullptr) return cell;
  }
  return std::nullopt;
}

std::vector<Cell> neighbours_of(const Cells& cells, const Cell& cell) {
  std::vector<Cell> result;
  for (std::size_t key = 0; key < cell.size(); ++key) {
    const std::vector<std::string>& values = cells.board.coordinates[key];
    const auto at = std::find(values.begin(), values.end(), cell[key]);
    if (at == values.end()) continue;
    Cell next = cell;
    if (at != values.begin()) {
      next[key] = *(at - 1);
      result.push_back(next);
    }
    if (at + 1 != values.end()) {
      next[key] = *(at + 1);
      result.push_back(next);
    }
  }
  if (result.size() > most_neighbours) result.resize(most_neighbours);
  return result;
}

MoveFeatures::Watch watch(const Cells& cells, const Cell& cell, std::size_t role,
                          const std::map<std::string, std::size_t>& owner) {
  MoveFeatures::Watch result;
  for (const CellContent& each : *cells.at(cell)) {
    const auto found = owner.find(each.content);
    if (found != owner.end() && found->second != role) result.captures.push_back(each.bit);
  }
  for (const Cell& neighbour : neighbours_of(cells, cell)) {
    const std::vector<CellContent>* const contents = cells.at(neighbour);
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

template <typename M>
std::unique_ptr<MoveFeatures> find_all(M& machine, Features wanted) {
  if (wanted == Features::none) return nullptr;
  const std::vector<std::string> bit_texts = machine.bit_texts();
  const Sample sample = take_sample(machine, bit_texts.size());
  const std::optional<Cells> cells = find_cells(sample, bit_texts);
  if (!cells) return nullptr;
  const std::map<std::string, std::size_t> owner = owners(*cells, sample);
  bool any = false;
  std::vector<std::vector<MoveFeatures::Watch>> watches(machine.role_count());
  for (std::size_t role = 0; role < watches.size(); ++role) {
    for (std::uint32_t move = 0; move < machine.move_count(Role(role)); ++move) {
      const Term term = take_apart(machine.move_text(Role(role), Move{move}));
      const std::optional<Cell> cell = cell_of_move(*cells, term);
      watches[role].push_back(cell ? watch(*cells, *cell, role, owner) : MoveFeatures::Watch{});
      any = any || cell;
    }
  }
  if (!any) return nullptr;
  auto features = std::make_unique<MoveFeatures>(std::move(watches));
  if (wanted == Features::both) return features;
  const bool captures = wanted == Features::capture ||
                        (wanted == Features::automatic && has_captures(machine, *features));
  std::vector<std::vector<MoveFeatures::Watch>> kept = features->watches();
  for (auto& of_role : kept) {
    for (MoveFeatures::Watch& each : of_role) {
      if (captures) {
        each.neighbours.clear();
      } else {
        each.captures.clear();
      }
    }
  }
  return std::make_unique<MoveFeatures>(std::move(kept));
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
