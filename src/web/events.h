#pragma once
// The last event of each name, for streams that may be slower than what happens: a reader gets
// what is new since it looked last, each name once.

#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <map>
#include <mutex>
#include <string>
#include <vector>

namespace palamedes::web {

struct Event {
  std::string name;
  std::string data;  // JSON in one line
};

// As a stream of server-sent events has it.
[[nodiscard]] std::string to_text(const Event& event);

class Events {
 public:
  void put(Event event);
  // No more will come.
  void close();

  struct News {
    std::vector<Event> events;  // in the order in which they came
    std::uint64_t seen = 0;     // for the next time
    bool closed = false;        // there will be no others
  };
  // Waits until there is something new since `seen`, at most so long. 0: everything is new.
  [[nodiscard]] News wait(std::uint64_t seen, std::chrono::milliseconds patience);

 private:
  struct Entry {
    std::uint64_t number = 0;
    std::string data;
  };
  std::mutex mutex_;
  std::condition_variable changed_;
  std::map<std::string, Entry> last_;
  std::uint64_t count_ = 0;
  bool closed_ = false;
};

}  // namespace palamedes::web
