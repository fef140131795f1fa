#include "lab/store.h"

#include <cerrno>
#include <cstring>
#include <map>
#include <thread>
#include <type_traits>
#include <utility>

#include <SQLiteCpp/SQLiteCpp.h>
#include <fcntl.h>
#include <fmt/format.h>
#include <sqlite3.h>
#include <sys/file.h>
#include <unistd.h>

#include "base/computer.h"
#include "base/descriptor.h"
#include "base/digest.h"
#include "base/version.h"
#include "lab/match_details.h"
#include "lab/schema.h"
#include "lab/store_place.h"
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

// No exception of SQLiteCpp leaves the store.
template <typename Work>
auto guarded(const std::string& path, const Work& work) -> Result<decltype(work())> {
  try {
    if constexpr (std::is_void_v<decltype(work())>) {
      work();
      return {};
    } else {
      return work();
    }
  } catch (const SQLite::Exception& error) {
    return failure(path, explain(error));
  }
}

template <typename Value>
void bind(SQLite::Statement& statement, int at, const Value& value) {
  if constexpr (std::is_integral_v<Value>) {
    statement.bind(at, static_cast<std::int64_t>(value));
  } else if constexpr (std::is_floating_point_v<Value>) {
    statement.bind(at, value);
  } else {
    statement.bind(at, std::string(value));
  }
}

template <typename Value>
void bind(SQLite::Statement& statement, int at, const std::optional<Value>& value) {
  if (value) {
    bind(statement, at, *value);
  } else {
    statement.bind(at);
  }
}

// Runs a statement with these values for its question marks; how many rows it changed.
template <typename... Values>
int execute(SQLite::Database& sqlite, const std::string& query, const Values&... values) {
  SQLite::Statement statement(sqlite, query);
  int at = 0;
  (bind(statement, ++at, values), ...);
  return statement.exec();
}

// A question about one key. It ends with this object: a statement that is left open would go on
// seeing the store as it was.
struct Reading {
  Reading(SQLite::Statement& asked, const std::string& key) : statement(asked) {
    statement.bind(1, key);
  }
  Reading(const Reading&) = delete;
  Reading& operator=(const Reading&) = delete;
  ~Reading() { (void)statement.tryReset(); }

  SQLite::Statement& statement;
};

}  // namespace

struct Store::Database {
  Database(std::string file, std::string uri, int flags, std::chrono::milliseconds patience)
      : path(std::move(file)),
        location(std::move(uri)),
        sqlite(location, flags, static_cast<int>(patience.count())) {}

  [[nodiscard]] int number(const char* query) { return sqlite.execAndGet(query).getInt(); }

  // What is wrong with a file that could be opened; nothing for one of ours, or an empty one.
  [[nodiscard]] std::string problem() {
    const int id = number("PRAGMA application_id");
    const int version = number("PRAGMA user_version");
    const int tables = number("SELECT count(*) FROM sqlite_master");
    if (id != application_id && (tables > 0 || id != 0)) {
      return "is an SQLite file of another program";
    }
    if (version > schema_version) {
      return fmt::format("was written by a newer palamedes (tables of version {}, known is {})",
                         version, schema_version);
    }
    return {};
  }

  // Made once for all keys: making it takes longer than asking.
  [[nodiscard]] SQLite::Statement& prepared(const std::string& query) {
    return statements.try_emplace(query, sqlite, query).first->second;
  }

  void make_tables() {
    SQLite::Transaction transaction(sqlite, SQLite::TransactionBehavior::IMMEDIATE);
    if (number("SELECT count(*) FROM sqlite_master") == 0) {
      sqlite.exec(schema);
      sqlite.exec(fmt::format("PRAGMA application_id = {}", application_id));
      sqlite.exec(fmt::format("PRAGMA user_version = {}", schema_version));
    }
    sqlite.exec(memory_schema);
    sqlite.exec(details_schema);
    transaction.commit();
  }

  void add_memory(const std::string& match, const std::vector<match::Effort>& efforts) {
    for (std::size_t role = 0; role < efforts.size(); ++role) {
      if (efforts[role].statistics_per_node <= 0) continue;
      execute(sqlite, "INSERT INTO memory VALUES (?, ?, ?)", match, role,
              efforts[role].statistics_per_node);
    }
  }

  void find_memory(const std::string& match, std::vector<match::Effort>& efforts) {
    if (!has_table(sqlite, "memory")) return;
    const Reading rows(prepared("SELECT role, statistics_per_node FROM memory WHERE match = ?"),
                       match);
    while (rows.statement.executeStep()) {
      const auto role = static_cast<std::size_t>(rows.statement.getColumn(0).getInt64());
      if (role >= efforts.size()) continue;
      efforts[role].statistics_per_node = rows.statement.getColumn(1).getDouble();
    }
  }

  // The time of its insertion, precise enough that no two errors of a match share it.
  static constexpr const char* now = "strftime('%Y-%m-%dT%H:%M:%fZ', 'now')";

  std::string path;
  std::string location;             // the same for SQLite
  std::optional<StillStore> still;  // what it has made to be read; goes after SQLite's own
  // Goes after SQLite's own: closing any descriptor of a file drops all of SQLite's locks on it.
  Descriptor lock;
  SQLite::Database sqlite;
  std::map<std::string, SQLite::Statement> statements;
  std::string experiment;  // the id of the one that runs
  std::string build;
};

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

}  // namespace palamedes::lab
