#pragma once
// The connections of a server that are open, oldest first. Each belongs to a thread, which takes it
// off the list before it closes it; others may only shut it down, and the thread sees the end of
// it.

#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <list>
#include <mutex>
#include <optional>

namespace palamedes::http {

class Connections {
 public:
  enum class Fate : std::uint8_t { stays, dropped };
  struct Entry {
    int socket;
    bool reads = true;  // the request has not come yet
    Fate fate = Fate::stays;
  };
  using Place = std::list<Entry>::iterator;

  explicit Connections(std::size_t most) : most_(most) {}

  // A place for one more, if need be that of the oldest that still reads; nothing if all others
  // take longer than a moment.
  [[nodiscard]] std::optional<Place> add(int socket);
  // It reads no longer, unless it was shut down before.
  [[nodiscard]] Fate has_request(Place place);
  void remove(Place place);
  // Shuts all down that have not sent their request, now and from now on, and waits for the last.
  void end();

 private:
  static void drop(Entry& entry);
  void drop_oldest_reader();

  std::size_t most_;
  std::mutex mutex_;
  std::condition_variable fewer_;
  std::list<Entry> entries_;
  bool closed_ = false;
};

}  // namespace palamedes::http
