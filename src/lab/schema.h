#pragma once
// The tables of the store, as docs/lab.md describes them.

#include <string_view>

namespace palamedes::lab {

// Marks the file as ours, for `file` and for whoever opens the wrong one: "PLab".
inline constexpr int application_id = 0x504c6162;

inline constexpr const char* schema = R"sql(
CREATE TABLE build (
  id TEXT PRIMARY KEY, version TEXT NOT NULL, revision TEXT NOT NULL,
  host TEXT NOT NULL, processor TEXT NOT NULL, cores INTEGER NOT NULL
) WITHOUT ROWID;
CREATE TABLE experiment (
  id TEXT PRIMARY KEY, name TEXT NOT NULL, title TEXT NOT NULL, text TEXT NOT NULL
) WITHOUT ROWID;
CREATE TABLE rules (id TEXT PRIMARY KEY, text TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE agent (
  id TEXT PRIMARY KEY, spec TEXT NOT NULL, parameters TEXT NOT NULL
) WITHOUT ROWID;
CREATE TABLE match (
  key TEXT PRIMARY KEY,
  experiment TEXT NOT NULL REFERENCES experiment, build TEXT NOT NULL REFERENCES build,
  rules TEXT NOT NULL REFERENCES rules, game TEXT NOT NULL, number INTEGER NOT NULL,
  seed TEXT NOT NULL, simulations INTEGER, seconds REAL, max_length INTEGER NOT NULL,
  machine TEXT NOT NULL, end TEXT NOT NULL, problem TEXT NOT NULL, steps INTEGER NOT NULL,
  moves TEXT NOT NULL, duration REAL NOT NULL, finished TEXT NOT NULL
) WITHOUT ROWID;
CREATE TABLE player (
  match TEXT NOT NULL REFERENCES match, role INTEGER NOT NULL, role_name TEXT NOT NULL,
  agent TEXT NOT NULL REFERENCES agent, agent_name TEXT NOT NULL, goal INTEGER,
  decisions INTEGER NOT NULL, simulations INTEGER NOT NULL, states INTEGER NOT NULL,
  seconds REAL NOT NULL, nodes INTEGER NOT NULL,
  simulations_per_second REAL NOT NULL, states_per_second REAL NOT NULL,
  PRIMARY KEY (match, role)
) WITHOUT ROWID;
CREATE TABLE measurement (
  key TEXT PRIMARY KEY, experiment TEXT NOT NULL REFERENCES experiment,
  build TEXT NOT NULL REFERENCES build, game TEXT NOT NULL, subject TEXT NOT NULL,
  figures TEXT NOT NULL, finished TEXT NOT NULL
) WITHOUT ROWID;
CREATE TABLE error (
  match TEXT NOT NULL, happened TEXT NOT NULL, experiment TEXT NOT NULL REFERENCES experiment,
  build TEXT NOT NULL REFERENCES build, game TEXT NOT NULL, number INTEGER NOT NULL,
  message TEXT NOT NULL, PRIMARY KEY (match, happened)
) WITHOUT ROWID;
)sql";

// Younger than the others: stores are read without it, and it is added to those that are written.
inline constexpr const char* memory_schema = R"sql(
CREATE TABLE IF NOT EXISTS memory (
  match TEXT NOT NULL REFERENCES match, role INTEGER NOT NULL, statistics_per_node REAL NOT NULL,
  PRIMARY KEY (match, role)
) WITHOUT ROWID;
)sql";

}  // namespace palamedes::lab
