#pragma once
// Where the file of a store is, and what the system allows there. SQLite says of most of this only
// that it cannot open the file.

#include <filesystem>
#include <optional>
#include <string>

#include "base/diagnostic.h"

namespace palamedes::lab {

// Why there is nothing to read at this path; empty for a file that may be read.
[[nodiscard]] std::string why_unreadable(const std::string& path);
// Why no store can be made or written at this path; empty where that may be done.
[[nodiscard]] std::string why_unwritable(const std::string& path);

// Whether somebody adds to the store at this moment (Store::lock_for_run). To look is no lock, so
// that no run is kept from beginning.
[[nodiscard]] bool is_run_under_way(const std::string& path);

// A store in a folder in which nothing may be written. SQLite makes files beside a store in WAL
// mode even to read it, unless it is opened as a file that never changes. That would leave out what
// a run that was killed has left in the write-ahead log, so with such a log a copy is read.
class StillStore {
 public:
  [[nodiscard]] static Result<StillStore> make(const std::string& path);

  StillStore(StillStore&& other) noexcept;
  StillStore& operator=(StillStore&&) = delete;
  StillStore(const StillStore&) = delete;
  StillStore& operator=(const StillStore&) = delete;
  // Takes the copy away.
  ~StillStore();

  // For SQLite, as a URI.
  [[nodiscard]] const std::string& location() const { return location_; }

 private:
  StillStore() = default;
  std::string location_;
  std::filesystem::path copy_;  // its folder; empty: there is none
};

// "file:/a%20b.db?mode=..." with the path as it is meant, whatever is in it.
[[nodiscard]] std::string file_uri(const std::string& path, const std::string& options);

}  // namespace palamedes::lab
