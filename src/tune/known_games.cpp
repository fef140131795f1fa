#include "tune/known_games.h"

#include <charconv>
#include <cmath>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include "base/embedded.h"
#include "base/split.h"
#include "tune/learned.h"

namespace palamedes::tune {
namespace {

constexpr std::size_t longest_file = std::size_t{4} << 20U;

std::optional<double> number_of(std::string_view text) {
  double value = 0;
  const char* end = text.data() + text.size();
  const auto [at, error] = std::from_chars(text.data(), end, value);
  if (text.empty() || error != std::errc{} || at != end || std::isnan(value)) return std::nullopt;
  return value;
}

// Reads the file line by line; every line that is wrong is reported.
class Reader {
 public:
  explicit Reader(std::string_view name) : diagnostics_(std::string(name)) {}

  Result<std::vector<KnownGame>> read(std::string_view text) {
    if (text.size() > longest_file) {
      diagnostics_.error({}, "is larger than 4 MB");
      return tl::unexpected(diagnostics_);
    }
    std::uint32_t line = 0;
    for (const std::string_view each : split(text, '\n')) {
      ++line;
      const std::string problem = each.empty() || each.front() == '#' ? "" : read_line(each);
      if (!problem.empty()) diagnostics_.error({.line = line, .column = 1}, problem);
    }
    if (diagnostics_.has_errors()) return tl::unexpected(diagnostics_);
    return std::move(games_);
  }

 private:
  std::string read_line(std::string_view line) {
    const std::vector<std::string_view> fields = split(line, '\t');
    if (fields.front() == "game") return read_game(fields);
    if (fields.front() == "value") return read_value(fields);
    return "needs a line that begins with 'game' or 'value'";
  }

  std::string read_game(const std::vector<std::string_view>& fields) {
    if (fields.size() != 3 || fields[1].empty()) return "needs a name and features after 'game'";
    KnownGame game{.name = std::string(fields[1]), .features = {}, .values = {}};
    std::size_t next = 0;
    const std::vector<std::string_view> features = split(fields[2], ' ');
    std::string problem;
    game.features.fields([&](std::string_view name, double& feature) {
      const std::string_view text = next < features.size() ? features[next++] : "";
      const bool is_named = text.starts_with(name) && text.substr(name.size()).starts_with('=');
      const auto value = is_named ? number_of(text.substr(name.size() + 1)) : std::nullopt;
      if (!value || !std::isfinite(*value) || *value < 0) {
        problem = fmt::format("needs the feature '{}' as a number that is not negative", name);
      } else {
        feature = *value;
      }
    });
    if (problem.empty() && next < features.size()) problem = "has more features than are known";
    if (problem.empty() && (game.features.branching < 1 || game.features.length <= 0)) {
      problem = "needs a branching factor of at least 1 and a length above 0";
    }
    games_.push_back(std::move(game));
    return problem;
  }

  std::string read_value(const std::vector<std::string_view>& fields) {
    if (games_.empty()) return "has a value before the first game";
    if (fields.size() != 5 || fields[1].empty()) {
      return "needs parameter, value, effect and number of players after 'value'";
    }
    const auto value = number_of(fields[2]);
    const auto effect = number_of(fields[3]);
    const auto players = number_of(fields[4]);
    if (!value) return "needs a number as the value";
    if (!effect || std::abs(*effect) > 1) return "needs an effect from -1 to 1";
    if (!players || *players < 0 || !std::isfinite(*players)) return "needs a number of players";
    games_.back().values.push_back({std::string(fields[1]), *value, *effect, *players});
    return {};
  }

  Diagnostics diagnostics_;
  std::vector<KnownGame> games_;
};

}  // namespace

Result<std::vector<KnownGame>> read_known_games(std::string_view text, std::string_view name) {
  return Reader(name).read(text);
}

std::string to_text(std::span<const KnownGame> games) {
  std::string text =
      "# What values of parameters won more, or less, than others: docs/tuning.md, Known games.\n"
      "# value: parameter, value, points of a match more than the average value, players\n";
  for (KnownGame game : games) {
    text += fmt::format("game\t{}\t", game.name);
    std::string_view separator;
    game.features.fields([&](std::string_view name, double feature) {
      text += fmt::format("{}{}={:.4g}", std::exchange(separator, " "), name, feature);
    });
    text += '\n';
    for (const KnownValue& value : game.values) {
      text += fmt::format("value\t{}\t{}\t{:.4f}\t{:.0f}\n", value.parameter,
                          params::to_text(value.value), value.effect, value.players);
    }
  }
  return text;
}

const std::vector<KnownGame>& known_games() {
  static const std::vector<KnownGame> games = [] {
    std::vector<KnownGame> all;
    for (const Embedded& file : learned_files()) {
      auto read = read_known_games(file.text, file.name);
      if (!read) continue;  // a test reads it as well
      all.insert(all.end(), read->begin(), read->end());
    }
    return all;
  }();
  return games;
}

std::vector<double> expected_effects(const Space& space, const Features& features,
                                     std::span<const KnownGame> games,
                                     const Similarity& similarity) {
  std::vector<double> effects(space.value_count());
  if (space.is_continuous()) return effects;
  std::vector<double> players(space.value_count());
  for (std::size_t g = 0; g < games.size(); ++g) {
    if (g + 1 == similarity.without) continue;
    const double apart = distance(features, games[g].features) / similarity.width;
    const double weight = std::exp(-apart * apart / 2);
    for (const KnownValue& known : games[g].values) {
      for (std::size_t i = 0; i < space.size(); ++i) {
        if (space[i].name != known.parameter) continue;
        for (std::size_t digit = 0; digit < space[i].values.size(); ++digit) {
          if (space[i].values[digit] != known.value) continue;
          effects[space.offset(i) + digit] += weight * known.players * known.effect;
          players[space.offset(i) + digit] += weight * known.players;
        }
      }
    }
  }
  for (std::size_t i = 0; i < effects.size(); ++i) {
    effects[i] /= players[i] + similarity.doubt;
  }
  return effects;
}

}  // namespace palamedes::tune
