#pragma once
// A line of progress that moves while the program is busy: drawn from a thread of its own, to a
// terminal only. While it lives nobody else may use the screen.

#include <condition_variable>
#include <functional>
#include <mutex>
#include <string>
#include <thread>

#include "base/stopwatch.h"
#include "cli/screen.h"

namespace palamedes::cli {

class Ticker {
 public:
  // `line(seconds since it began)` is asked a few times a second, from the other thread; an empty
  // text shows nothing.
  Ticker(Screen& screen, std::function<std::string(double)> line);
  ~Ticker();
  Ticker(const Ticker&) = delete;
  Ticker& operator=(const Ticker&) = delete;

 private:
  void draw_until_the_end();

  Screen& screen_;
  std::function<std::string(double)> line_;
  Stopwatch watch_;
  std::mutex mutex_;
  std::condition_variable ends_;
  bool ended_ = false;
  std::thread thread_;  // none where nobody watches
};

}  // namespace palamedes::cli
