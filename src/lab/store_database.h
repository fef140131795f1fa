#pragma once
// The SQLite file behind a store, for the files that make up the store: questions, and rows that
// are written. No exception of SQLiteCpp leaves them.

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include <SQLiteCpp/SQLiteCpp.h>
#include <fmt/format.h>

#include "base/descriptor.h"
#include "base/diagnostic.h"
#include "lab/match_details.h"
#include "lab/schema.h"
#include "lab/store.h"
#include "lab/store_place.h"

namespace palamedes::lab {

// What went wrong, after the name of the file.
[[nodiscard]] std::string explain(const SQLite::Exception& error);

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

}  // namespace palamedes::lab
