#pragma once
// The results of experiments: one SQLite file, whose tables docs/lab.md describes. A match is named
// by its key and kept once, with everything about it in one transaction: whoever ends the program
// at any moment loses at most the matches in flight.
//
//   match ─┬─ experiment ── the file as it was
//          ├─ build ─────── program and computer
//          ├─ rules ─────── the sheet
//          ├─ player ─┬──── by role: goal, effort
//          │          └─ agent ── every parameter
//          ├─ memory ────── by role: statistics in a node of its tree
//          └─ turn, remark ─ by role, of some: each decision; what the game did not let it do
//   measurement ── figures of speeds and bandits
//   error ─── matches that came to no result, by key and time

#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/diagnostic.h"
#include "lab/experiment.h"
#include "lab/result.h"
#include "lab/results_file.h"
#include "lab/schedule.h"

namespace palamedes::lab {

class Store {
 public:
  static constexpr int schema_version = 1;

  // Made if it is not there. `path` is the name in messages.
  [[nodiscard]] static Result<Store> open(const std::string& path);
  // One that must be there, for reading only; beside others that write it, and also where nothing
  // may be written. Waits so long for one that is locked.
  [[nodiscard]] static Result<Store> open_to_read(
      const std::string& path, std::chrono::milliseconds patience = std::chrono::seconds(10));

  Store(Store&&) noexcept;
  Store& operator=(Store&&) noexcept;
  ~Store();

  // In memory, for results that are only shown.
  [[nodiscard]] static Result<Store> temporary();

  // Refuses a second run at the same time; the lock ends with this object.
  [[nodiscard]] Result<void> lock_for_run();

  // Writes down what the matches of this experiment refer to. Before add().
  [[nodiscard]] Result<void> begin(const Experiment& experiment);
  // The id of the build that adds; after begin().
  [[nodiscard]] const std::string& build() const;
  // A result whose key is there already is left out.
  [[nodiscard]] Result<void> add(const Experiment& experiment, const Cell& cell,
                                 std::uint64_t number, const MatchResult& result);
  // Figures are JSON.
  [[nodiscard]] Result<void> add_measurement(const std::string& key, const std::string& game,
                                             const std::string& subject,
                                             const std::string& figures);
  [[nodiscard]] Result<void> add_error(const std::string& key, const std::string& game,
                                       std::uint64_t number, const std::string& message);

  // Without its moves, and without its decisions one by one:
  [[nodiscard]] Result<std::optional<MatchResult>> find(const std::string& key);
  // they are added to a result that was found.
  [[nodiscard]] Result<void> find_turns(const std::string& key, MatchResult& result);
  [[nodiscard]] Result<std::optional<std::string>> find_measurement(const std::string& key);
  // The last message about a match without a result; nothing if there is none.
  [[nodiscard]] Result<std::optional<std::string>> find_error(const std::string& key);

  [[nodiscard]] Result<std::optional<Build>> find_build(const std::string& id);
  // The id of the build that took a measurement.
  [[nodiscard]] Result<std::optional<std::string>> find_measurement_build(const std::string& key);

  [[nodiscard]] Result<std::uint64_t> match_count();

  struct Merged {
    std::uint64_t added = 0;
    std::uint64_t known = 0;  // their keys were there already
  };
  // Takes over everything of another store.
  [[nodiscard]] Result<Merged> merge(const std::string& path);

  // For a file of results: all matches and measurements, by their keys, and the builds they name.
  [[nodiscard]] Result<KeptResults> results();
  // What such a file has and is not there yet.
  [[nodiscard]] Result<Merged> take(const KeptResults& results);

 private:
  struct Database;
  struct Refusal;
  [[nodiscard]] static tl::expected<Store, Refusal> open_at(const std::string& path,
                                                            const std::string& location,
                                                            std::chrono::milliseconds patience);
  [[nodiscard]] Result<std::optional<std::string>> find_text(const char* query,
                                                             const std::string& key);
  explicit Store(std::unique_ptr<Database> database);
  std::unique_ptr<Database> database_;
};

}  // namespace palamedes::lab
