#include "board/rings.h"

#include <algorithm>
#include <array>
#include <map>
#include <string_view>
#include <utility>

namespace palamedes::board {
namespace {

struct Word {
  std::string_view name;
  CompassStep step;
};
constexpr std::array<Word, 16> compass_words = {{{"n", {0, 1}},
                                                 {"ne", {1, 1}},
                                                 {"e", {1, 0}},
                                                 {"se", {1, -1}},
                                                 {"s", {0, -1}},
                                                 {"sw", {-1, -1}},
                                                 {"w", {-1, 0}},
                                                 {"nw", {-1, 1}},
                                                 {"north", {0, 1}},
                                                 {"northeast", {1, 1}},
                                                 {"east", {1, 0}},
                                                 {"southeast", {1, -1}},
                                                 {"south", {0, -1}},
                                                 {"southwest", {-1, -1}},
                                                 {"west", {-1, 0}},
                                                 {"northwest", {-1, 1}}}};

constexpr std::size_t least_directions = 4;

std::optional<std::size_t> key_of_directions(
    const std::vector<std::vector<std::string>>& coordinates) {
  for (std::size_t key = 0; key < coordinates.size(); ++key) {
    const auto& values = coordinates[key];
    if (values.size() >= least_directions &&
        std::all_of(values.begin(), values.end(),
                    [](const std::string& value) { return compass_step(value).has_value(); })) {
      return key;
    }
  }
  return std::nullopt;
}

// From one end to the other; empty if they are no chain.
std::vector<std::string> chain_of(const std::vector<std::string>& rings,
                                  const std::map<std::string, std::set<std::string>>& joined) {
  const auto beside = [&](const std::string& ring) -> std::set<std::string> {
    const auto found = joined.find(ring);
    return found == joined.end() ? std::set<std::string>{} : found->second;
  };
  const auto first = std::find_if(rings.begin(), rings.end(),
                                  [&](const auto& ring) { return beside(ring).size() <= 1; });
  if (first == rings.end()) return {};
  std::vector<std::string> chain = {*first};
  for (;;) {
    std::set<std::string> next = beside(chain.back());
    if (chain.size() > 1) next.erase(chain[chain.size() - 2]);
    if (next.empty()) break;
    if (next.size() > 1 || chain.size() == rings.size()) return {};
    chain.push_back(*next.begin());
  }
  return chain.size() == rings.size() ? chain : std::vector<std::string>{};
}

}  // namespace

std::optional<CompassStep> compass_step(const std::string& name) {
  const auto* const found = std::find_if(compass_words.begin(), compass_words.end(),
                                         [&](const Word& word) { return word.name == name; });
  if (found == compass_words.end()) return std::nullopt;
  return found->step;
}

std::optional<Layout> lay_out_rings(const std::set<Cell>& points,
                                    const std::vector<std::vector<std::string>>& coordinates,
                                    const Edges& edges) {
  if (coordinates.size() != 2 || edges.empty()) return std::nullopt;
  const std::optional<std::size_t> direction = key_of_directions(coordinates);
  if (!direction) return std::nullopt;
  const std::size_t ring = 1 - *direction;
  std::map<std::string, std::set<std::string>> joined;
  for (const auto& [a, b] : edges) {
    if (a[*direction] != b[*direction]) continue;
    joined[a[ring]].insert(b[ring]);
    joined[b[ring]].insert(a[ring]);
  }
  std::vector<std::string> inside_out = chain_of(coordinates[ring], joined);
  if (inside_out.empty()) return std::nullopt;
  const bool begins_outside =
      inside_out.front().starts_with("out") || inside_out.back().starts_with("in");
  if (begins_outside) std::reverse(inside_out.begin(), inside_out.end());

  const auto radius = static_cast<int>(inside_out.size());
  Layout layout{.places = {},
                .rows = inside_out.size() * 2 + 1,
                .columns = inside_out.size() * 4 + 1,
                .strain = 0,
                .lines = edges};
  for (const Cell& point : points) {
    const CompassStep step = *compass_step(point[*direction]);
    const auto at = std::find(inside_out.begin(), inside_out.end(), point[ring]);
    const auto size = static_cast<int>(at - inside_out.begin()) + 1;
    layout.places.emplace(
        point, Layout::Place{static_cast<std::size_t>(radius - step.up * size),
                             static_cast<std::size_t>((radius + step.across * size) * 2)});
  }
  return layout;
}

}  // namespace palamedes::board
