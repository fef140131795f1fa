#include "board/grids.h"

#include <algorithm>
#include <array>
#include <tuple>
#include <utility>

#include "board/candidates.h"
#include "board/grid_neighbours.h"
#include "board/neighbours.h"
#include "board/rings.h"

namespace palamedes::board {
namespace {

using States = std::span<const std::vector<std::string>>;
using Contents = std::map<Cell, std::string>;

// A second board needs this many cells, and a third of them filled in some state, as a row does:
// what is seldom true, like the king that is in check, reads better as a fact.
constexpr std::size_t least_cells_of_another = 9;
constexpr std::size_t sparseness_of_another = 3;
constexpr std::size_t clashes_allowed = 10;  // one fact of so many may share its cell
constexpr std::size_t widest_row = 30;
constexpr std::size_t least_row = 6;

// What sheets call a cell with nothing on it.
constexpr std::array<std::string_view, 8> words_for_empty = {"b",    "blank", "empty", "none",
                                                             "free", "clear", "nil",   "nothing"};

std::vector<Term> terms_of(const std::vector<std::string>& texts) {
  std::vector<Term> terms;
  for (const std::string& text : texts) terms.push_back(take_apart(text));
  return terms;
}

// What a layer has on its cells.
Contents contents_of(const Layer& layer, const std::vector<Term>& facts) {
  Contents contents;
  for (const Term& fact : facts) {
    if (!layer.describes(fact)) continue;
    if (auto placed = layer.place(fact)) contents.insert(std::move(*placed));
  }
  return contents;
}

class Finder {
 public:
  Finder(States states, const FixedFacts& fixed, const std::vector<std::string>& role_names,
         const LayoutHints& hints)
      : role_names_(role_names), hints_(hints), relations_(find_candidates(states, fixed, hints)) {
    for (const auto& facts : states) {
      states_.push_back(terms_of(facts));
      std::erase_if(states_.back(), [&](const Term& fact) { return !hints.allow(fact.name); });
    }
    base_ = terms_of(fixed.base);
    for (const std::string& tuple : fixed.tuples) tuples_.push_back(take_apart(tuple));
    walls_ = Walls::find(states_);
    if (walls_) std::erase_if(relations_, [&](const auto& each) { return is_wall(each); });
  }

  std::vector<Grid> find() {
    std::vector<bool> placed(relations_.size(), false);
    for (const std::size_t relation : by_size()) {
      const Candidate& best = *best_of(relation);
      if (join(relation)) {
        placed[relation] = true;
      } else if (best.given || grids_.empty() || is_worth_another(best)) {
        begin(best);
        placed[relation] = true;
      }
    }
    for (std::size_t relation = 0; relation < relations_.size(); ++relation) {
      if (!placed[relation]) join(relation);
    }
    for (Grid& grid : grids_) finish(grid);
    align();
    for (Grid& grid : grids_) find_neighbours_of_plane(grid);
    std::erase_if(grids_, [](const Grid& grid) {
      if (grid.given || grid.coordinates.size() > 1 || grid.layout) return false;
      const std::size_t length = grid.coordinates.front().size();
      return length < least_row || length > widest_row ||
             grid.most_facts * sparseness_of_another < grid.seen_cells ||
             (!are_ordered(grid.coordinates.front()) && !grid.is_full);
    });
    if (walls_) attach_walls();
    if (hints_.rows_down) turn_rows();
    return std::move(grids_);
  }

 private:
  [[nodiscard]] const Candidate* best_of(std::size_t relation) const {
    const auto& [candidates, best] = relations_[relation];
    return best ? &candidates[*best] : nullptr;
  }

  // Those with a board: what the game names, planes before rows, then the largest first.
  [[nodiscard]] std::vector<std::size_t> by_size() const {
    std::vector<std::size_t> order;
    for (std::size_t i = 0; i < relations_.size(); ++i) {
      if (best_of(i) != nullptr) order.push_back(i);
    }
    std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
      const auto rank = [&](std::size_t relation) {
        const Candidate& best = *best_of(relation);
        return std::tuple(best.given, best.coordinates.size() > 1, best.cells, best.full);
      };
      return rank(a) > rank(b);
    });
    return order;
  }

  [[nodiscard]] static bool is_worth_another(const Candidate& candidate) {
    return candidate.cells >= least_cells_of_another &&
           candidate.most_facts * sparseness_of_another >= candidate.cells;
  }

  // Boards over some of the coordinates of the first one get all of them, so that they look alike.
  void align() {
    for (std::size_t i = 1; i < grids_.size(); ++i) {
      Grid& grid = grids_[i];
      const auto& all = grids_.front().coordinates;
      if (grid.layout || grid.coordinates.size() != 2 || all.size() != 2) continue;
      const bool part =
          are_same_kind(all[0], grid.coordinates[0]) && are_same_kind(all[1], grid.coordinates[1]);
      if (!part) continue;
      add_values(grid.coordinates[0], all[0]);
      add_values(grid.coordinates[1], all[1]);
    }
  }

  void begin(const Candidate& candidate) {
    Grid& grid = grids_.emplace_back();
    grid.coordinates = candidate.coordinates;
    grid.given = candidate.given;
    add(grid, candidate.layer);
  }

  void add(Grid& grid, const Layer& layer) {
    grid.layers.push_back(layer);
    qualify(grid);
    grid.contents.clear();
    std::set<Cell> seen;
    grid.most_facts = 0;
    for (const auto& facts : states_) {
      std::size_t here = 0;
      for (const Layer& each : grid.layers) {
        for (auto& [cell, content] : contents_of(each, facts)) {
          seen.insert(cell);
          grid.contents.insert(content);
          ++here;
        }
      }
      grid.most_facts = std::max(grid.most_facts, here);
    }
    grid.seen_cells = seen.size();
    find_blank(grid, seen);
  }

  // Where two layers call their contents alike, the name of the relation tells them apart.
  void qualify(Grid& grid) const {
    std::map<std::string, std::set<const Layer*>> users;
    for (Layer& layer : grid.layers) layer.qualified = false;
    for (const auto& facts : states_) {
      for (const Layer& layer : grid.layers) {
        for (const auto& [cell, content] : contents_of(layer, facts)) {
          users[content].insert(&layer);
        }
      }
    }
    const bool shared = std::any_of(users.begin(), users.end(),
                                    [](const auto& each) { return each.second.size() > 1; });
    for (Layer& layer : grid.layers) layer.qualified = shared && has_rest(layer);
  }

  [[nodiscard]] static bool has_rest(const Layer& layer) {
    return layer.keys.size() < layer.arity + layer.splits.size();
  }

  [[nodiscard]] bool is_full(const Grid& grid, const std::set<Cell>& seen) const {
    return std::all_of(states_.begin(), states_.end(), [&](const auto& facts) {
      std::set<Cell> here;
      for (const Layer& layer : grid.layers) {
        for (const auto& [cell, content] : contents_of(layer, facts)) here.insert(cell);
      }
      return here.size() == seen.size();
    });
  }

  [[nodiscard]] bool never_changes(const Grid& grid) const {
    return std::all_of(grid.layers.begin(), grid.layers.end(), [&](const Layer& layer) {
      const Contents first = contents_of(layer, states_.front());
      return std::all_of(states_.begin(), states_.end(),
                         [&](const auto& facts) { return contents_of(layer, facts) == first; });
    });
  }

  // A content that is called so, or that nearly half of the cells have at the start where every
  // cell has one and some change; never one that is called like a role.
  void find_blank(Grid& grid, const std::set<Cell>& seen) const {
    grid.blank.clear();
    grid.is_full = is_full(grid, seen);
    if (grid.contents.size() < 2) {
      // A mark that every cell has in every state says no more than that there are these cells.
      if (grid.is_full && !has_rest(grid.layers.front())) grid.blank = *grid.contents.begin();
      return;
    }
    for (const std::string& name : hints_.empty) {
      if (!grid.contents.contains(name)) continue;
      grid.blank = name;
      return;
    }
    for (const std::string_view word : words_for_empty) {
      const std::string name(word);
      if (grid.contents.contains(name) && !is_initial_of_role(grid, name)) {
        grid.blank = name;
        return;
      }
    }
    if (!grid.is_full) return;
    // What fills the gaps of the others is a gap itself.
    if (grid.layers.size() > 1 && !has_rest(grid.layers.back()) && has_rest(grid.layers.front())) {
      const Grid others{.layers = {grid.layers.begin(), grid.layers.end() - 1}};
      if (!is_full(others, seen)) {
        grid.blank = grid.layers.back().relation;
        return;
      }
    }
    if (never_changes(grid)) return;
    std::map<std::string, std::size_t> counts;
    for (const Layer& layer : grid.layers) {
      for (const auto& [cell, content] : contents_of(layer, states_.front())) ++counts[content];
    }
    const auto most =
        std::max_element(counts.begin(), counts.end(),
                         [](const auto& a, const auto& b) { return a.second < b.second; });
    if (most == counts.end() || most->second * 5 < seen.size() * 2) return;
    const bool of_role =
        std::find(role_names_.begin(), role_names_.end(), most->first) != role_names_.end();
    if (!of_role && !is_amount(most->first)) grid.blank = most->first;
  }

  // Some of something, unless it is nothing: 3 and s3, not 0.
  static bool is_amount(const std::string& name) {
    const std::string digits = is_number(name) ? name : letters_and_digits(name).second;
    return digits.find_first_not_of('0') != std::string::npos;
  }

  // The b of black, where another role has its letter too.
  [[nodiscard]] bool is_initial_of_role(const Grid& grid, const std::string& name) const {
    const auto has_letter = [&](const std::string& role) {
      return grid.contents.contains(role.substr(0, 1));
    };
    return name.size() == 1 && role_names_.size() > 1 &&
           std::all_of(role_names_.begin(), role_names_.end(), has_letter) &&
           std::any_of(role_names_.begin(), role_names_.end(),
                       [&](const std::string& role) { return role.starts_with(name); });
  }

  // The relation lies on a board that there is, without ever clashing with what lies there.
  bool join(std::size_t relation) {
    for (Grid& grid : grids_) {
      std::optional<Candidate> chosen;
      for (const Candidate& each : relations_[relation].candidates) {
        Candidate candidate = as_on(grid, each);
        if (!can_join(grid, candidate)) continue;
        if (!chosen || is_better(candidate, *chosen)) chosen = std::move(candidate);
      }
      if (!chosen) continue;
      for (std::size_t key = 0; key < grid.coordinates.size(); ++key) {
        add_values(grid.coordinates[key], chosen->coordinates[key]);
      }
      add(grid, chosen->layer);
      return true;
    }
    return false;
  }

  // With its coordinates in the order that the game gives to those of the board.
  static Candidate as_on(const Grid& grid, const Candidate& candidate) {
    const std::size_t count = candidate.coordinates.size();
    if (!grid.given || candidate.given || grid.coordinates.size() != count) return candidate;
    const std::vector<std::size_t> order = grid.order_of_names();
    Candidate turned = candidate;
    for (std::size_t i = 0; i < count; ++i) {
      turned.coordinates[i] = candidate.coordinates[order[i]];
      turned.layer.keys[i] = candidate.layer.keys[order[i]];
    }
    return turned;
  }

  static void add_values(std::vector<std::string>& values, const std::vector<std::string>& more) {
    values.insert(values.end(), more.begin(), more.end());
    std::sort(values.begin(), values.end(), comes_before);
    values.erase(std::unique(values.begin(), values.end()), values.end());
  }

  [[nodiscard]] bool can_join(const Grid& grid, const Candidate& candidate) const {
    if (candidate.coordinates.size() != grid.coordinates.size() ||
        candidate.clashes * clashes_allowed > candidate.facts) {
      return false;
    }
    if (candidate.coordinates.size() == 1 &&
        (candidate.cells * 2 < grid.seen_cells || candidate.most_facts * 3 < candidate.cells)) {
      return false;
    }
    if (grid.layers.front().splits.empty() != candidate.layer.splits.empty()) return false;
    for (std::size_t key = 0; key < grid.coordinates.size(); ++key) {
      if (!are_same_kind(grid.coordinates[key], candidate.coordinates[key])) return false;
    }
    return !remembers(grid, candidate.layer) &&
           std::none_of(states_.begin(), states_.end(),
                        [&](const auto& facts) { return clashes(grid, candidate.layer, facts); });
  }

  // Where every cell has a content, the name of one of these on an empty cell is a note on what was
  // there, such as (moved king e 1).
  [[nodiscard]] bool remembers(const Grid& grid, const Layer& layer) const {
    if (!grid.is_full || !has_rest(layer)) return false;
    return std::all_of(states_.begin(), states_.end(), [&](const auto& facts) {
      const Contents added = contents_of(layer, facts);
      return std::all_of(added.begin(), added.end(),
                         [&](const auto& each) { return grid.contents.contains(each.second); });
    });
  }

  // All values but few that are new, which the other relation may not have reached in play.
  static bool are_same_kind(const std::vector<std::string>& known,
                            const std::vector<std::string>& values) {
    std::size_t common = 0;
    for (const std::string& value : values) {
      common += std::find(known.begin(), known.end(), value) != known.end() ? 1 : 0;
    }
    if (common == values.size()) return true;
    std::vector<std::string> all = known;
    all.insert(all.end(), values.begin(), values.end());
    return common * 2 > values.size() && are_ordered(all);
  }

  static bool clashes(const Grid& grid, const Layer& layer, const std::vector<Term>& facts) {
    const Contents added = contents_of(layer, facts);
    if (added.empty()) return false;
    for (const Layer& each : grid.layers) {
      for (const auto& [cell, content] : contents_of(each, facts)) {
        if (content != grid.blank && added.contains(cell)) return true;
      }
    }
    return false;
  }

  void finish(Grid& grid) {
    find_cells(grid);
    find_layout(grid);
  }

  // All cells, where the initial state names those that were ever seen, or `base` does.
  void find_cells(Grid& grid) const {
    std::set<Cell> initial;
    std::set<Cell> listed;
    for (const Layer& layer : grid.layers) {
      for (const auto& [cell, content] : contents_of(layer, states_.front())) initial.insert(cell);
      for (const auto& [cell, content] : contents_of(layer, base_)) listed.insert(cell);
    }
    if (initial.size() >= grid.seen_cells) {
      grid.cells = std::move(initial);
      return;
    }
    if (listed.size() < grid.seen_cells || !is_credible(grid, listed)) return;
    for (std::size_t key = 0; key < grid.coordinates.size(); ++key) {
      std::set<std::string> values;
      for (const Cell& cell : listed) values.insert(cell[key]);
      add_values(grid.coordinates[key], {values.begin(), values.end()});
    }
    grid.cells = std::move(listed);
  }

  // Some sheets list far more than can happen.
  static bool is_credible(const Grid& grid, const std::set<Cell>& listed) {
    for (std::size_t key = 0; key < grid.coordinates.size(); ++key) {
      std::set<std::string> values(grid.coordinates[key].begin(), grid.coordinates[key].end());
      const std::size_t seen = values.size();
      for (const Cell& cell : listed) values.insert(cell[key]);
      if (values.size() > seen * 3 / 2 + 1) return false;
    }
    return listed.size() <= grid.seen_cells * 3;
  }

  // --- lines around the cells ---

  [[nodiscard]] bool is_wall(const RelationCandidates& relation) const {
    const Layer& layer = relation.candidates.front().layer;
    return walls_->describes({layer.relation, std::vector<std::string>(layer.arity)});
  }

  // Around the first board over these coordinates; without one, around empty cells.
  void attach_walls() {
    const auto& cells = walls_->cells();
    const auto fits = [&](const Grid& grid) {
      if (grid.coordinates.size() != 2 || grid.layout) return false;
      if (grid.order_of_names().front() != 0) return false;
      for (std::size_t key = 0; key < cells.size(); ++key) {
        if (!are_same_kind(cells[key], grid.coordinates[key])) return false;
      }
      return true;
    };
    auto grid = std::find_if(grids_.begin(), grids_.end(), fits);
    if (grid == grids_.end()) {
      grid = grids_.insert(grids_.begin(), Grid{});
      grid->coordinates.resize(cells.size());
    }
    for (std::size_t key = 0; key < cells.size(); ++key) {
      add_values(grid->coordinates[key], cells[key]);
    }
    grid->walls = std::move(walls_);
  }

  // The first row at the top. What is around cells has directions, in which rows go up.
  void turn_rows() {
    for (Grid& grid : grids_) {
      const std::size_t count = grid.coordinates.size();
      if (grid.layout || grid.walls || count < 2) continue;
      std::reverse(grid.coordinates[grid.axes().row_key].begin(),
                   grid.coordinates[grid.axes().row_key].end());
      constexpr std::size_t board_of_boards = 4;
      if (count == board_of_boards) {
        std::reverse(grid.coordinates[1].begin(), grid.coordinates[1].end());
      }
      if (hints_.lean || grid.lean == Lean::none) continue;
      grid.lean = grid.lean == Lean::right ? Lean::left : Lean::right;
    }
  }

  // --- neighbours in the plane ---

  // Hexagons, or points of a plane that are joined across gaps.
  void find_neighbours_of_plane(Grid& grid) const {
    if (grid.coordinates.size() != 2 || grid.layout) return;
    if (hints_.lean.value_or(Lean::none) != Lean::none) {
      grid.lean = *hints_.lean;
      return;
    }
    if (!std::all_of(grid.coordinates.begin(), grid.coordinates.end(),
                     [](const auto& values) { return are_ordered(values); })) {
      return;
    }
    const std::set<Cell> cells = grid.cells.empty() ? product(grid.coordinates) : grid.cells;
    const bool is_split = !grid.layers.front().splits.empty();
    std::set<Cell> names;
    for (const Cell& cell : cells) names.insert(grid.as_named(cell));
    Edges edges;
    for (const auto& [a, b] : find_neighbours(names, is_split, false, tellable(cells.size()))) {
      edges.insert(edges.end(), {grid.of_names(a), grid.of_names(b)});
    }
    if (edges.empty()) return;
    if (!hints_.lean) grid.lean = lean_of(edges, grid.coordinates, grid.axes());
    if (grid.lean == Lean::none && join_across_gaps(grid, cells, edges)) grid.lines = edges;
  }

  // Of relations with so many tuples that they relate more than neighbours nothing is to be learnt.
  [[nodiscard]] std::vector<Term> tellable(std::size_t cells) const {
    constexpr std::size_t most_of_cell = 20;
    std::map<std::string, std::size_t> counts;
    for (const Term& tuple : tuples_) ++counts[tuple.name];
    std::vector<Term> some;
    for (const Term& tuple : tuples_) {
      if (counts[tuple.name] <= cells * most_of_cell) some.push_back(tuple);
    }
    return some;
  }

  // --- points whose neighbours a relation tells ---

  void find_layout(Grid& grid) const {
    const bool is_row = grid.coordinates.size() == 1;
    if (grid.given && !is_row) return;
    const bool is_plain = !is_row && std::all_of(grid.coordinates.begin(), grid.coordinates.end(),
                                                 [](const auto& v) { return are_ordered(v); });
    const bool is_split = !grid.layers.front().splits.empty();
    if ((is_plain && !is_split) || grid.coordinates.size() > 2) return;
    const std::set<Cell> points = grid.cells.empty() ? all_seen(grid) : grid.cells;
    const bool is_counted = is_row && are_consecutive(grid.coordinates.front());
    const Edges edges = find_neighbours(points, is_split, is_counted, tuples_);
    if (edges.empty() || (is_plain && follow_lines(grid, edges))) return;
    if (is_row && is_chain(grid, points, edges)) return;
    grid.layout = lay_out_rings(points, grid.coordinates, edges);
    if (grid.layout) return;
    grid.layout = lay_out(points, edges);
    constexpr double strain_allowed = 0.15;
    if (!is_row && grid.layout && grid.layout->strain > strain_allowed) grid.layout.reset();
  }

  // 1, 2, 3: numbers with which rules also count.
  static bool are_consecutive(const std::vector<std::string>& values) {
    return std::all_of(values.begin(), values.end(), is_number) &&
           std::stoull(values.back()) - std::stoull(values.front()) + 1 == values.size();
  }

  [[nodiscard]] std::set<Cell> all_seen(const Grid& grid) const {
    std::set<Cell> cells;
    for (const auto& facts : states_) {
      for (const Layer& layer : grid.layers) {
        for (const auto& [cell, content] : contents_of(layer, facts)) cells.insert(cell);
      }
    }
    return cells;
  }

  const std::vector<std::string>& role_names_;
  const LayoutHints& hints_;
  std::vector<RelationCandidates> relations_;
  std::vector<std::vector<Term>> states_;
  std::vector<Term> base_;
  std::vector<Term> tuples_;
  std::optional<Walls> walls_;
  std::vector<Grid> grids_;
};

}  // namespace

std::vector<Grid> find_grids(States states, const FixedFacts& fixed,
                             const std::vector<std::string>& role_names, const LayoutHints& hints) {
  if (states.empty()) return {};
  return Finder(states, fixed, role_names, hints).find();
}

}  // namespace palamedes::board
