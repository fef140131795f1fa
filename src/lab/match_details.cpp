#include "lab/match_details.h"

#include <SQLiteCpp/SQLiteCpp.h>
#include <fmt/format.h>

namespace palamedes::lab {
namespace {

std::int64_t whole(std::uint64_t number) { return static_cast<std::int64_t>(number); }

void add_turn(SQLite::Statement& statement, const std::string& match, std::size_t role,
              const match::TurnEffort& turn) {
  statement.bind(1, match);
  statement.bind(2, whole(role));
  statement.bind(3, whole(turn.step));
  statement.bind(4, whole(turn.simulations));
  statement.bind(5, whole(turn.states));
  statement.bind(6, turn.seconds);
  statement.bind(7, whole(turn.nodes));
  statement.bind(8, whole(turn.depth));
  statement.bind(9, turn.branching);
  statement.exec();
  statement.reset();
}

}  // namespace

bool has_table(SQLite::Database& sqlite, const std::string& table, const std::string& name) {
  SQLite::Statement statement(
      sqlite, fmt::format("SELECT count(*) FROM {}.sqlite_master WHERE name = ?", name));
  statement.bind(1, table);
  return statement.executeStep() && statement.getColumn(0).getInt() > 0;
}

void add_details(SQLite::Database& sqlite, const std::string& match,
                 const std::vector<match::Effort>& efforts) {
  SQLite::Statement turns(sqlite, "INSERT INTO turn VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)");
  for (std::size_t role = 0; role < efforts.size(); ++role) {
    for (const match::TurnEffort& turn : efforts[role].turns) add_turn(turns, match, role, turn);
    if (efforts[role].remark.empty()) continue;
    SQLite::Statement remark(sqlite, "INSERT INTO remark VALUES (?, ?, ?)");
    remark.bind(1, match);
    remark.bind(2, whole(role));
    remark.bind(3, efforts[role].remark);
    remark.exec();
  }
}

void find_remarks(SQLite::Database& sqlite, const std::string& match,
                  std::vector<match::Effort>& efforts) {
  SQLite::Statement rows(sqlite, "SELECT role, text FROM remark WHERE match = ?");
  rows.bind(1, match);
  while (rows.executeStep()) {
    const auto role = static_cast<std::size_t>(rows.getColumn(0).getInt64());
    if (role < efforts.size()) efforts[role].remark = rows.getColumn(1).getString();
  }
}

void find_turns(SQLite::Database& sqlite, const std::string& match,
                std::vector<match::Effort>& efforts) {
  SQLite::Statement rows(sqlite,
                         "SELECT role, step, simulations, states, seconds, nodes, depth, branching "
                         "FROM turn WHERE match = ? ORDER BY role, step");
  rows.bind(1, match);
  const auto number = [&](int column) {
    return static_cast<std::uint64_t>(rows.getColumn(column).getInt64());
  };
  while (rows.executeStep()) {
    if (number(0) >= efforts.size()) continue;
    efforts[number(0)].turns.push_back({.step = number(1),
                                        .simulations = number(2),
                                        .states = number(3),
                                        .seconds = rows.getColumn(4).getDouble(),
                                        .nodes = number(5),
                                        .depth = static_cast<std::uint32_t>(number(6)),
                                        .branching = rows.getColumn(7).getDouble()});
  }
}

}  // namespace palamedes::lab
