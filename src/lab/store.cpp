#include "lab/store.h"

#include <cerrno>
#include <cstring>
#include <thread>
#include <utility>

#include <fcntl.h>
#include <sqlite3.h>
#include <sys/file.h>
#include <unistd.h>

#include "base/computer.h"
#include "base/digest.h"
#include "base/version.h"
#include "lab/store_database.h"
#include "lab/video.h"

namespace palamedes::lab {
namespace {

constexpr std::chrono::milliseconds usual_patience = std::chrono::seconds(10);

struct AgentRow {
  std::string id;
  std::string parameters;
};

AgentRow row_of(const ExperimentAgent& agent) {
  AgentRow row{.id = {}, .parameters = full_text_of(agent)};
  if (agent.machine) row.parameters += ",machine=" + agent.machine->name;
  row.id = Digester().add(text_of(agent)).add(row.parameters).digest().hex();
  return row;
}

}  // namespace

std::string explain(const SQLite::Exception& error) {
  switch (error.getErrorCode()) {
    case SQLITE_NOTADB:
      return "is no SQLite file";
    case SQLITE_CORRUPT:
      return fmt::format("is damaged: {}", error.what());
    case SQLITE_BUSY:
    case SQLITE_LOCKED:
      return "is locked by another program";
    case SQLITE_CANTOPEN:
      return "cannot be opened as a store of results";
    case SQLITE_READONLY:
      return "cannot be written";
    case SQLITE_FULL:
      return "cannot be written: the disk is full";
    default:
      return fmt::format("cannot be used: {}", error.what());
  }
}

// Why a store cannot be read.
struct Store::Refusal {
  std::string reason;
  bool lacks_files = false;  // SQLite may not make those beside it
};

Store::Store(std::unique_ptr<Database> database) : database_(std::move(database)) {}
Store::Store(Store&&) noexcept = default;
Store& Store::operator=(Store&&) noexcept = default;
Store::~Store() = default;

Result<Store> Store::open(const std::string& path) {
  if (std::string why = why_unwritable(path); !why.empty()) return failure(path, std::move(why));
  auto opened = guarded(path, [&]() -> std::pair<std::unique_ptr<Database>, std::string> {
    auto database = std::make_unique<Database>(
        path, file_uri(path, "mode=rwc"),
        SQLite::OPEN_READWRITE | SQLite::OPEN_CREATE | SQLite::OPEN_URI, usual_patience);
    std::string problem = database->problem();
    if (problem.empty()) {
      // survives the end of the program at any moment, and readers need not wait
      database->sqlite.exec("PRAGMA journal_mode = WAL");
      database->sqlite.exec("PRAGMA synchronous = NORMAL");
      database->make_tables();
    }
    return {std::move(database), std::move(problem)};
  });
  if (!opened) return tl::unexpected(std::move(opened.error()));
  if (!opened->second.empty()) return failure(path, opened->second);
  return Store(std::move(opened->first));
}

Result<Store> Store::temporary() {
  const std::string name = "results in memory";
  auto made = guarded(name, [&] {
    auto database = std::make_unique<Database>(
        name, ":memory:", SQLite::OPEN_READWRITE | SQLite::OPEN_CREATE | SQLite::OPEN_URI,
        usual_patience);
    database->make_tables();
    return database;
  });
  if (!made) return tl::unexpected(std::move(made.error()));
  return Store(std::move(*made));
}

Result<Store> Store::open_to_read(const std::string& path, std::chrono::milliseconds patience) {
  if (std::string why = why_unreadable(path); !why.empty()) return failure(path, std::move(why));
  auto store = open_at(path, file_uri(path, "mode=ro"), patience);
  if (store) return std::move(*store);
  if (!store.error().lacks_files) return failure(path, store.error().reason);
  auto still = StillStore::make(path);
  if (!still) return tl::unexpected(std::move(still.error()));
  auto again = open_at(path, still->location(), patience);
  if (!again) return failure(path, again.error().reason);
  again->database_->still.emplace(std::move(*still));
  return std::move(*again);
}

tl::expected<Store, Store::Refusal> Store::open_at(const std::string& path,
                                                   const std::string& location,
                                                   std::chrono::milliseconds patience) {
  try {
    auto database = std::make_unique<Database>(path, location,
                                               SQLite::OPEN_READONLY | SQLite::OPEN_URI, patience);
    std::string problem = database->problem();
    if (problem.empty() && database->number("SELECT count(*) FROM sqlite_master") == 0) {
      problem = "is empty, not a store of results";
    }
    if (!problem.empty()) return tl::make_unexpected(Refusal{std::move(problem), false});
    return Store(std::move(database));
  } catch (const SQLite::Exception& error) {
    const int code = error.getErrorCode();
    return tl::make_unexpected(
        Refusal{explain(error), code == SQLITE_CANTOPEN || code == SQLITE_READONLY});
  }
}

Result<void> Store::lock_for_run() {
  Database& database = *database_;
  const int file = ::open(database.path.c_str(), O_RDONLY | O_CLOEXEC);
  if (file < 0)
    return failure(database.path, fmt::format("cannot be locked: {}", std::strerror(errno)));
  database.lock = Descriptor(file);  // kept open in any case
  if (flock(file, LOCK_EX | LOCK_NB) == 0) return {};
  return failure(database.path, "another run is using it at this moment",
                 "let it end, or give this one a store of its own with --store and merge them");
}

Result<void> Store::begin(const Experiment& experiment) {
  Database& database = *database_;
  database.experiment = digest(experiment.text).hex();
  const std::string host = host_name();
  const std::string processor = processor_name();
  database.build = Digester().add(version).add(build_id()).add(host).add(processor).digest().hex();
  return guarded(database.path, [&] {
    SQLite::Transaction transaction(database.sqlite, SQLite::TransactionBehavior::IMMEDIATE);
    SQLite::Database& sqlite = database.sqlite;
    execute(sqlite, "INSERT OR IGNORE INTO build VALUES (?, ?, ?, ?, ?, ?)", database.build,
            version, build_id(), host, processor, std::thread::hardware_concurrency());
    execute(sqlite, "INSERT OR IGNORE INTO experiment VALUES (?, ?, ?, ?)", database.experiment,
            experiment.name, experiment.title, experiment.text);
    for (const ExperimentGame& game : experiment.games) {
      if (!game.missing.empty()) continue;
      execute(sqlite, "INSERT OR IGNORE INTO rules VALUES (?, ?)", game.rules_hash, game.rules);
    }
    for (const ExperimentAgent& agent : experiment.agents) {
      if (!agent.missing.empty()) continue;
      const AgentRow row = row_of(agent);
      execute(sqlite, "INSERT OR IGNORE INTO agent VALUES (?, ?, ?)", row.id, text_of(agent),
              row.parameters);
    }
    transaction.commit();
  });
}

const std::string& Store::build() const { return database_->build; }

Result<void> Store::add(const Experiment& experiment, const Cell& cell, std::uint64_t number,
                        const MatchResult& result) {
  Database& database = *database_;
  const ExperimentGame& game = experiment.games[cell.game];
  const std::string key = key_of(experiment, cell, number);
  return guarded(database.path, [&] {
    SQLite::Transaction transaction(database.sqlite, SQLite::TransactionBehavior::IMMEDIATE);
    const int added =
        execute(database.sqlite,
                fmt::format("INSERT OR IGNORE INTO match VALUES "
                            "(?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, {})",
                            Database::now),
                key, database.experiment, database.build, game.rules_hash, game.name, number,
                std::to_string(seed_of(experiment, cell, number)), game.limits.simulations,
                game.limits.seconds, game.limits.max_length, result.machine, name_of(result.end),
                result.problem, result.steps, result.moves, result.seconds);
    if (added == 0) return;  // known already
    for (std::size_t role = 0; role < result.goals.size(); ++role) {
      const ExperimentAgent& agent = experiment.agents[cell.agents[cell.assignment(number)[role]]];
      const match::Effort& effort = result.efforts[role];
      std::optional<int> goal;
      if (result.goals[role] >= 0) goal = result.goals[role];
      execute(database.sqlite, "INSERT INTO player VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
              key, role, result.role_names[role], row_of(agent).id, agent.name, goal,
              effort.decisions, effort.simulations, effort.states, effort.seconds, effort.nodes,
              effort.simulations_per_second, effort.states_per_second);
    }
    database.add_memory(key, result.efforts);
    add_details(database.sqlite, key, result.efforts);
    transaction.commit();
  });
}

Result<void> Store::add_measurement(const std::string& key, const std::string& game,
                                    const std::string& subject, const std::string& figures) {
  Database& database = *database_;
  return guarded(database.path, [&] {
    execute(database.sqlite,
            fmt::format("INSERT OR IGNORE INTO measurement VALUES (?, ?, ?, ?, ?, ?, {})",
                        Database::now),
            key, database.experiment, database.build, game, subject, figures);
  });
}

Result<void> Store::add_error(const std::string& key, const std::string& game, std::uint64_t number,
                              const std::string& message) {
  Database& database = *database_;
  return guarded(database.path, [&] {
    execute(
        database.sqlite,
        fmt::format("INSERT OR REPLACE INTO error VALUES (?, {}, ?, ?, ?, ?, ?)", Database::now),
        key, database.experiment, database.build, game, number, message);
  });
}

Result<std::optional<MatchResult>> Store::find(const std::string& key) {
  Database& database = *database_;
  return guarded(database.path, [&]() -> std::optional<MatchResult> {
    const Reading matches(
        database.prepared(
            "SELECT end, problem, machine, steps, duration, build FROM match WHERE key = ?"),
        key);
    SQLite::Statement& match = matches.statement;
    if (!match.executeStep()) return std::nullopt;
    MatchResult result;
    result.end = end_of_name(match.getColumn(0).getString());
    result.problem = match.getColumn(1).getString();
    result.machine = match.getColumn(2).getString();
    result.steps = static_cast<std::uint64_t>(match.getColumn(3).getInt64());
    result.seconds = match.getColumn(4).getDouble();
    result.build = match.getColumn(5).getString();
    const Reading players(
        database.prepared(
            "SELECT role_name, goal, decisions, simulations, states, seconds, nodes, "
            "simulations_per_second, states_per_second FROM player WHERE match = ? ORDER BY role"),
        key);
    SQLite::Statement& player = players.statement;
    const auto whole = [&](int column) {
      return static_cast<std::uint64_t>(player.getColumn(column).getInt64());
    };
    while (player.executeStep()) {
      result.role_names.push_back(player.getColumn(0).getString());
      result.goals.push_back(player.isColumnNull(1) ? -1 : player.getColumn(1).getInt());
      result.efforts.push_back({.simulations = whole(3),
                                .states = whole(4),
                                .decisions = whole(2),
                                .seconds = player.getColumn(5).getDouble(),
                                .nodes = whole(6),
                                .simulations_per_second = player.getColumn(7).getDouble(),
                                .states_per_second = player.getColumn(8).getDouble()});
    }
    database.find_memory(key, result.efforts);
    if (has_table(database.sqlite, "remark")) find_remarks(database.sqlite, key, result.efforts);
    return result;
  });
}

Result<void> Store::find_turns(const std::string& key, MatchResult& result) {
  Database& database = *database_;
  return guarded(database.path, [&] {
    if (has_table(database.sqlite, "turn")) lab::find_turns(database.sqlite, key, result.efforts);
  });
}

Result<std::optional<std::string>> Store::find_text(const char* query, const std::string& key) {
  Database& database = *database_;
  return guarded(database.path, [&]() -> std::optional<std::string> {
    const Reading reading(database.prepared(query), key);
    if (!reading.statement.executeStep()) return std::nullopt;
    return reading.statement.getColumn(0).getString();
  });
}

Result<std::optional<std::string>> Store::find_measurement(const std::string& key) {
  return find_text("SELECT figures FROM measurement WHERE key = ?", key);
}

Result<std::optional<std::string>> Store::find_error(const std::string& key) {
  return find_text("SELECT message FROM error WHERE match = ? ORDER BY happened DESC LIMIT 1", key);
}

Result<std::optional<std::string>> Store::find_measurement_build(const std::string& key) {
  return find_text("SELECT build FROM measurement WHERE key = ?", key);
}

Result<std::optional<Build>> Store::find_build(const std::string& id) {
  Database& database = *database_;
  return guarded(database.path, [&]() -> std::optional<Build> {
    const Reading reading(
        database.prepared(
            "SELECT version, revision, host, processor, cores FROM build WHERE id = ?"),
        id);
    SQLite::Statement& row = reading.statement;
    if (!row.executeStep()) return std::nullopt;
    return Build{.version = row.getColumn(0).getString(),
                 .revision = row.getColumn(1).getString(),
                 .host = row.getColumn(2).getString(),
                 .processor = row.getColumn(3).getString(),
                 .cores = static_cast<std::uint64_t>(row.getColumn(4).getInt64())};
  });
}

Result<std::uint64_t> Store::match_count() {
  return guarded(database_->path, [&] {
    return static_cast<std::uint64_t>(
        database_->sqlite.execAndGet("SELECT count(*) FROM match").getInt64());
  });
}

}  // namespace palamedes::lab
