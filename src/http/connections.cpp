#include "http/connections.h"

#include <sys/socket.h>

namespace palamedes::http {

// Those that were dropped take a moment to go, so there may be twice as many for that long.
std::optional<Connections::Place> Connections::add(int socket) {
  constexpr auto moment = std::chrono::milliseconds(100);
  std::unique_lock lock(mutex_);
  if (entries_.size() >= most_) drop_oldest_reader();
  if (!fewer_.wait_for(lock, moment, [&] { return entries_.size() < 2 * most_; })) {
    return std::nullopt;
  }
  const Place place = entries_.insert(entries_.end(), {socket});
  if (closed_) drop(*place);
  return place;
}

Connections::Fate Connections::has_request(Place place) {
  const std::lock_guard lock(mutex_);
  place->reads = false;
  return place->fate;
}

void Connections::remove(Place place) {
  const std::lock_guard lock(mutex_);
  entries_.erase(place);
  fewer_.notify_all();
}

void Connections::end() {
  std::unique_lock lock(mutex_);
  closed_ = true;
  for (Entry& entry : entries_) {
    if (entry.reads) drop(entry);
  }
  fewer_.wait(lock, [&] { return entries_.empty(); });
}

void Connections::drop_oldest_reader() {
  for (Entry& entry : entries_) {
    if (!entry.reads) continue;
    drop(entry);
    return;
  }
}

void Connections::drop(Entry& entry) {
  shutdown(entry.socket, SHUT_RDWR);
  entry.reads = false;
  entry.fate = Fate::dropped;
}

}  // namespace palamedes::http
