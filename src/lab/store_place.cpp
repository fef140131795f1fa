#include "lab/store_place.h"

#include <cctype>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <sstream>
#include <utility>

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

namespace palamedes::lab {
namespace {

namespace fs = std::filesystem;

// SQLite follows links, and has its files beside what they lead to.
std::string target_of(const std::string& path) {
  std::error_code error;
  const fs::path target = fs::canonical(path, error);
  return error ? path : target.string();
}

std::string folder_of(const std::string& path) {
  const fs::path folder = fs::path(target_of(path)).parent_path();
  return folder.empty() ? "." : folder.string();
}

// Asked without opening the file: closing it again would drop the locks that SQLite has on it.
bool may(const std::string& path, int what) {
  return faccessat(AT_FDCWD, path.c_str(), what, AT_EACCESS) == 0;
}

}  // namespace

std::string why_unreadable(const std::string& path) {
  std::error_code error;
  const fs::file_status status = fs::status(path, error);
  if (status.type() == fs::file_type::not_found) return "there is no such file";
  if (fs::is_directory(status)) return "is a folder, not a store of results";
  if (may(path, R_OK)) return {};
  return fmt::format("may not be read: {}", std::strerror(errno));
}

std::string why_unwritable(const std::string& path) {
  std::error_code error;
  const fs::file_status status = fs::status(path, error);
  if (fs::is_directory(status)) return "is a folder, not a store of results";
  const std::string folder = folder_of(path);
  if (!fs::is_directory(folder, error)) {
    return fmt::format("cannot be opened as a store of results: there is no folder {}",
                       quote(folder));
  }
  if (fs::exists(status) && !may(path, W_OK)) {
    return fmt::format("may not be written: {}", std::strerror(errno));
  }
  if (!may(folder, W_OK)) {
    return fmt::format("may not be written, as its folder may not: {}", std::strerror(errno));
  }
  return {};
}

std::string file_uri(const std::string& path, const std::string& options) {
  std::string uri = "file:";
  // two slashes at its beginning would name a computer
  if (path.starts_with("//")) uri += "//";
  for (const char c : path) {
    const bool plain =
        std::isalnum(static_cast<unsigned char>(c)) != 0 || std::strchr("/._-", c) != nullptr;
    uri += plain ? std::string(1, c) : fmt::format("%{:02X}", static_cast<unsigned char>(c));
  }
  return uri + "?" + options;
}

Result<StillStore> StillStore::make(const std::string& path) {
  StillStore store;
  std::error_code error;
  const std::string log = target_of(path) + "-wal";
  const auto log_size = fs::file_size(log, error);
  if (error || log_size == 0) {
    store.location_ = file_uri(path, "immutable=1");
    return store;
  }
  std::string pattern = (fs::temp_directory_path(error) / "palamedes-store-XXXXXX").string();
  if (error || mkdtemp(pattern.data()) == nullptr) {
    return failure(path, "has a write-ahead log, and there is no place for a copy to read it");
  }
  store.copy_ = pattern;
  const fs::path copied = store.copy_ / "store.db";
  fs::copy_file(path, copied, error);
  if (!error) fs::copy_file(log, copied.string() + "-wal", error);
  if (error) {
    return failure(path, fmt::format("has a write-ahead log and cannot be copied to read it: {}",
                                     error.message()));
  }
  store.location_ = file_uri(copied.string(), "mode=ro");
  return store;
}

StillStore::StillStore(StillStore&& other) noexcept
    : location_(std::move(other.location_)), copy_(std::exchange(other.copy_, {})) {}

StillStore::~StillStore() {
  std::error_code error;
  if (!copy_.empty()) fs::remove_all(copy_, error);
}

// The system lists all locks: "1: FLOCK ADVISORY WRITE 4711 08:01:123456 0 EOF", with the file's
// number at the end of the sixth word.
bool is_run_under_way(const std::string& path) {
  struct stat file {};
  if (stat(path.c_str(), &file) != 0) return false;
  std::ifstream locks("/proc/locks");
  for (std::string line; std::getline(locks, line);) {
    std::istringstream words(line);
    std::string number;
    std::string kind;
    std::string advice;
    std::string mode;
    std::string process;
    std::string place;
    words >> number >> kind >> advice >> mode >> process >> place;
    if (kind != "FLOCK" || mode != "WRITE") continue;
    if (place.substr(place.rfind(':') + 1) == std::to_string(file.st_ino)) return true;
  }
  return false;
}

}  // namespace palamedes::lab
