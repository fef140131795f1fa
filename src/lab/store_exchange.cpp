// What goes from one store to another: all of it, or as results in a file.

#include <utility>

#include "lab/store_database.h"

namespace palamedes::lab {

Result<Store::Merged> Store::merge(const std::string& path) {
  const auto other = open_to_read(path);
  if (!other) return tl::unexpected(other.error());
  Database& database = *database_;
  return guarded(database.path, [&] {
    execute(database.sqlite, "ATTACH ? AS other", other->database_->location);
    Merged merged;
    {
      SQLite::Transaction transaction(database.sqlite, SQLite::TransactionBehavior::IMMEDIATE);
      const auto all = static_cast<std::uint64_t>(
          database.sqlite.execAndGet("SELECT count(*) FROM other.match").getInt64());
      // players and what there is of them first: their match must not be there yet
      std::vector<const char*> of_matches = {"player"};
      for (const char* table : {"memory", "turn", "remark"}) {
        if (has_table(database.sqlite, table, "other")) of_matches.push_back(table);
      }
      for (const char* table : of_matches) {
        database.sqlite.exec(fmt::format(
            "INSERT INTO {0} SELECT * FROM other.{0} WHERE match NOT IN (SELECT key FROM match)",
            table));
      }
      merged.added = static_cast<std::uint64_t>(
          database.sqlite.exec("INSERT OR IGNORE INTO match SELECT * FROM other.match"));
      merged.known = all - merged.added;
      for (const char* table : {"build", "experiment", "rules", "agent", "measurement", "error"}) {
        database.sqlite.exec(
            fmt::format("INSERT OR IGNORE INTO {0} SELECT * FROM other.{0}", table));
      }
      transaction.commit();
    }
    database.sqlite.exec("DETACH other");
    return merged;
  });
}

Result<KeptResults> Store::results() {
  Database& database = *database_;
  KeptResults kept;
  const auto read = guarded(database.path, [&] {
    SQLite::Statement builds(database.sqlite,
                             "SELECT id, version, revision, host, processor, cores FROM build");
    while (builds.executeStep()) {
      kept.builds[builds.getColumn(0).getString()] = {
          .version = builds.getColumn(1).getString(),
          .revision = builds.getColumn(2).getString(),
          .host = builds.getColumn(3).getString(),
          .processor = builds.getColumn(4).getString(),
          .cores = static_cast<std::uint64_t>(builds.getColumn(5).getInt64())};
    }
    SQLite::Statement matches(database.sqlite,
                              "SELECT m.key, coalesce(e.name, m.experiment), m.game, m.number "
                              "FROM match m LEFT JOIN experiment e ON e.id = m.experiment "
                              "ORDER BY m.key");
    while (matches.executeStep()) {
      kept.matches.push_back(
          {.key = matches.getColumn(0).getString(),
           .experiment = matches.getColumn(1).getString(),
           .game = matches.getColumn(2).getString(),
           .number = static_cast<std::uint64_t>(matches.getColumn(3).getInt64())});
    }
    for (KeptMatch& match : kept.matches) {
      const Reading agents(
          database.prepared("SELECT agent_name FROM player WHERE match = ? ORDER BY role"),
          match.key);
      while (agents.statement.executeStep()) {
        match.agents.push_back(agents.statement.getColumn(0).getString());
      }
    }
    SQLite::Statement measurements(
        database.sqlite,
        "SELECT m.key, coalesce(e.name, m.experiment), m.game, m.subject, m.figures, m.build "
        "FROM measurement m LEFT JOIN experiment e ON e.id = m.experiment ORDER BY m.key");
    while (measurements.executeStep()) {
      kept.measurements.push_back({.key = measurements.getColumn(0).getString(),
                                   .experiment = measurements.getColumn(1).getString(),
                                   .game = measurements.getColumn(2).getString(),
                                   .subject = measurements.getColumn(3).getString(),
                                   .figures = measurements.getColumn(4).getString(),
                                   .build = measurements.getColumn(5).getString()});
    }
  });
  if (!read) return tl::unexpected(read.error());
  for (KeptMatch& match : kept.matches) {
    auto result = find(match.key);
    if (!result) return tl::unexpected(std::move(result.error()));
    if (*result) match.result = std::move(**result);
  }
  return kept;
}

Result<Store::Merged> Store::take(const KeptResults& results) {
  Database& database = *database_;
  return guarded(database.path, [&] {
    SQLite::Transaction transaction(database.sqlite, SQLite::TransactionBehavior::IMMEDIATE);
    SQLite::Database& sqlite = database.sqlite;
    Merged merged;
    for (const auto& [id, build] : results.builds) {
      execute(sqlite, "INSERT OR IGNORE INTO build VALUES (?, ?, ?, ?, ?, ?)", id, build.version,
              build.revision, build.host, build.processor, build.cores);
    }
    for (const KeptMatch& match : results.matches) {
      const MatchResult& result = match.result;
      const int added = execute(
          sqlite,
          fmt::format("INSERT OR IGNORE INTO match VALUES "
                      "(?, ?, ?, '', ?, ?, '', NULL, NULL, 0, ?, ?, ?, ?, '', ?, {})",
                      Database::now),
          match.key, match.experiment, result.build, match.game, match.number, result.machine,
          name_of(result.end), result.problem, result.steps, result.seconds);
      ++(added == 0 ? merged.known : merged.added);
      if (added == 0) continue;
      for (std::size_t role = 0; role < result.goals.size(); ++role) {
        const match::Effort& effort = result.efforts[role];
        std::optional<int> goal;
        if (result.goals[role] >= 0) goal = result.goals[role];
        execute(sqlite, "INSERT INTO player VALUES (?, ?, ?, '', ?, ?, ?, ?, ?, ?, ?, ?, ?)",
                match.key, role, result.role_names[role], match.agents[role], goal,
                effort.decisions, effort.simulations, effort.states, effort.seconds, effort.nodes,
                effort.simulations_per_second, effort.states_per_second);
      }
      database.add_memory(match.key, result.efforts);
    }
    for (const KeptMeasurement& each : results.measurements) {
      const int added =
          execute(sqlite,
                  fmt::format("INSERT OR IGNORE INTO measurement VALUES (?, ?, ?, ?, ?, ?, {})",
                              Database::now),
                  each.key, each.experiment, each.build, each.game, each.subject, each.figures);
      ++(added == 0 ? merged.known : merged.added);
    }
    transaction.commit();
    return merged;
  });
}

}  // namespace palamedes::lab
