#include "lab/played_values.h"

#include <algorithm>
#include <charconv>
#include <map>
#include <optional>
#include <string_view>
#include <utility>

#include <SQLiteCpp/SQLiteCpp.h>
#include <fmt/format.h>

#include "lab/store.h"

namespace palamedes::lab {
namespace {

// An agent's parameters: what is a number, and the text of all else.
struct AgentKind {
  std::string rest;
  std::vector<PlayedValue> values;
};

std::optional<double> number_of(std::string_view text) {
  double value = 0;
  const char* end = text.data() + text.size();
  const auto [at, error] = std::from_chars(text.data(), end, value);
  if (text.empty() || error != std::errc{} || at != end) return std::nullopt;
  return value;
}

// "select.c=0.2,playout.strategy=mast,..."; nothing of one that tunes or has no parameters.
std::optional<AgentKind> agent_kind_of(std::string_view text) {
  AgentKind kind;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find(','), text.size());
    const std::string_view piece = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    const std::size_t equals = piece.find('=');
    if (equals == std::string_view::npos || piece.starts_with("tune=")) return std::nullopt;
    if (const auto value = number_of(piece.substr(equals + 1))) {
      kind.values.push_back({std::string(piece.substr(0, equals)), *value});
    } else {
      kind.rest += std::string(piece) + ",";
    }
  }
  return kind;
}

using Agents = std::map<std::string, std::optional<AgentKind>>;

Agents agents_of(SQLite::Database& sqlite) {
  Agents agents;
  SQLite::Statement rows(sqlite, "SELECT id, parameters FROM agent");
  while (rows.executeStep()) {
    agents[rows.getColumn(0).getString()] = agent_kind_of(rows.getColumn(1).getString());
  }
  return agents;
}

struct PlayedRow {
  std::string rules;
  std::string game;
  std::string agent;
  PlayedRole player;
};

class PlayedReader {
 public:
  explicit PlayedReader(SQLite::Database& sqlite) : sqlite_(sqlite), agents_(agents_of(sqlite)) {}

  std::vector<PlayedGame> read() {
    SQLite::Statement rows(
        sqlite_,
        "SELECT match.rules, match.game, player.agent, match.key, player.role, player.goal "
        "FROM match JOIN player ON player.match = match.key "
        "WHERE match.end = 'terminal' AND player.goal IS NOT NULL "
        "ORDER BY match.game, match.rules, match.key, player.role");
    std::vector<PlayedRow> match;
    while (rows.executeStep()) {
      PlayedRow row{.rules = rows.getColumn(0).getString(),
                    .game = rows.getColumn(1).getString(),
                    .agent = rows.getColumn(2).getString(),
                    .player = {.match = rows.getColumn(3).getString(),
                               .role = static_cast<std::size_t>(rows.getColumn(4).getInt64()),
                               .goal = rows.getColumn(5).getInt(),
                               .values = {}}};
      if (!match.empty() && match.front().player.match != row.player.match) take(match);
      match.push_back(std::move(row));
    }
    take(match);
    end_game();
    return std::move(games_);
  }

 private:
  void take(std::vector<PlayedRow>& match) {
    if (!match.empty()) add(match);
    match.clear();
  }

  void add(std::vector<PlayedRow>& match) {
    if (match.front().rules != rules_) {
      end_game();
      rules_ = match.front().rules;
      name_ = match.front().game;
    }
    const auto& first = agents_[match.front().agent];
    if (!first) return;
    for (PlayedRow& row : match) {
      const auto& own = agents_[row.agent];
      if (!own || own->rest != first->rest) return;
      row.player.values = own->values;
    }
    std::vector<PlayedRole>& players = by_kind_[first->rest];
    for (PlayedRow& row : match) players.push_back(std::move(row.player));
  }

  void end_game() {
    const auto most = std::max_element(
        by_kind_.begin(), by_kind_.end(),
        [](const auto& a, const auto& b) { return a.second.size() < b.second.size(); });
    if (most != by_kind_.end()) games_.push_back({name_, text_of_rules(), std::move(most->second)});
    by_kind_.clear();
  }

  std::string text_of_rules() {
    SQLite::Statement row(sqlite_, "SELECT text FROM rules WHERE id = ?");
    row.bind(1, rules_);
    return row.executeStep() ? row.getColumn(0).getString() : "";
  }

  SQLite::Database& sqlite_;
  Agents agents_;
  std::string rules_;
  std::string name_;
  std::map<std::string, std::vector<PlayedRole>> by_kind_;
  std::vector<PlayedGame> games_;
};

}  // namespace

Result<std::vector<PlayedGame>> read_played_games(const std::string& store) {
  // whether it is one at all, and of which version
  if (auto opened = Store::open_to_read(store); !opened) return tl::unexpected(opened.error());
  try {
    SQLite::Database sqlite(store, SQLite::OPEN_READONLY);
    return PlayedReader(sqlite).read();
  } catch (const SQLite::Exception& error) {
    return failure(store, fmt::format("cannot be read: {}", error.what()));
  }
}

}  // namespace palamedes::lab
