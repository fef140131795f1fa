#pragma once
// Results as a file that anyone can read, keep beside the sources, and go on with: lines of JSON,
// packed with gzip where the name ends in .gz.
//
//   {"palamedes": "results", "version": 1}
//   {"build": ID, "program": ..., "revision": ..., "processor": ..., "cores": ...}
//   {"match": KEY, "experiment": ..., "game": ..., "number": ..., "build": ID, "goals": [...], ...}
//   {"measurement": KEY, "experiment": ..., "game": ..., "subject": ..., "figures": {...}, ...}
//
// A match has no moves and no decisions one by one here; lists are by role. The key decides what
// the match is a result of, as in the store: what else names the experiment is for people.

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "base/diagnostic.h"
#include "lab/result.h"

namespace palamedes::lab {

// A program and the computer it ran on.
struct Build {
  std::string version;
  std::string revision;  // of the sources
  std::string host;      // stays at home: not in files of results
  std::string processor;
  std::uint64_t cores = 0;
};

struct KeptMatch {
  std::string key;
  std::string experiment;  // its name
  std::string game;
  std::uint64_t number = 0;
  std::vector<std::string> agents;  // names by role
  MatchResult result;
};

struct KeptMeasurement {
  std::string key;
  std::string experiment;
  std::string game;
  std::string subject;
  std::string figures;  // JSON
  std::string build;
};

struct KeptResults {
  std::map<std::string, Build> builds;  // by id
  std::vector<KeptMatch> matches;
  std::vector<KeptMeasurement> measurements;
};

[[nodiscard]] std::string to_text(const KeptResults& results);
// `name` is the file in messages.
[[nodiscard]] Result<KeptResults> results_of(std::string_view text, const std::string& name);

// Packed if the name ends in .gz.
[[nodiscard]] Result<void> write_results(const std::string& path, const KeptResults& results);
[[nodiscard]] Result<KeptResults> read_results(const std::string& path);

}  // namespace palamedes::lab
