#pragma once
// What the store has of some matches only: the decisions one by one, and remarks of agents. Tables
// younger than the others: stores are read without them, and get them when they are written to.

#include <string>
#include <vector>

#include <SQLiteCpp/Database.h>

#include "match/play.h"

namespace palamedes::lab {

inline constexpr const char* details_schema = R"sql(
CREATE TABLE IF NOT EXISTS turn (
  match TEXT NOT NULL REFERENCES match, role INTEGER NOT NULL, step INTEGER NOT NULL,
  simulations INTEGER NOT NULL, states INTEGER NOT NULL, seconds REAL NOT NULL,
  nodes INTEGER NOT NULL, depth INTEGER NOT NULL, branching REAL NOT NULL,
  PRIMARY KEY (match, role, step)
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS remark (
  match TEXT NOT NULL REFERENCES match, role INTEGER NOT NULL, text TEXT NOT NULL,
  PRIMARY KEY (match, role)
) WITHOUT ROWID;
)sql";

// Of the file itself, or of the one that is attached under a name.
[[nodiscard]] bool has_table(SQLite::Database& sqlite, const std::string& table,
                             const std::string& name = "main");

void add_details(SQLite::Database& sqlite, const std::string& match,
                 const std::vector<match::Effort>& efforts);
// Into the efforts by role.
void find_remarks(SQLite::Database& sqlite, const std::string& match,
                  std::vector<match::Effort>& efforts);
void find_turns(SQLite::Database& sqlite, const std::string& match,
                std::vector<match::Effort>& efforts);

}  // namespace palamedes::lab
