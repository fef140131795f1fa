#include "web/events.h"

#include <algorithm>
#include <utility>

namespace palamedes::web {

std::string to_text(const Event& event) {
  return "event: " + event.name + "\ndata: " + event.data + "\n\n";
}

void Events::put(Event event) {
  const std::scoped_lock lock(mutex_);
  if (closed_) return;
  last_[event.name] = {++count_, std::move(event.data)};
  changed_.notify_all();
}

void Events::close() {
  const std::scoped_lock lock(mutex_);
  closed_ = true;
  changed_.notify_all();
}

Events::News Events::wait(std::uint64_t seen, std::chrono::milliseconds patience) {
  std::unique_lock lock(mutex_);
  changed_.wait_for(lock, patience, [&] { return count_ > seen || closed_; });
  std::vector<std::pair<std::uint64_t, Event>> found;
  for (const auto& [name, entry] : last_) {
    if (entry.number > seen) found.emplace_back(entry.number, Event{name, entry.data});
  }
  std::sort(found.begin(), found.end(),
            [](const auto& a, const auto& b) { return a.first < b.first; });
  News news{.seen = count_, .closed = closed_};
  for (auto& [number, event] : found) news.events.push_back(std::move(event));
  return news;
}

}  // namespace palamedes::web
