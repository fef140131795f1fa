#pragma once
// A GGP player without sockets: text of a message in, text of the answer out. It plays one match at
// a time; to everybody else it is busy. Messages may come from several threads at once.
//
// A match ends with STOP or ABORT. One whose manager has sent nothing for longer than its
// clocks and some patience allow is abandoned: the player says that it is available, and the next
// START takes its place. Until then the old manager may still come back.

#include <cstdint>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "base/memory.h"
#include "ggp/live_match.h"
#include "ggp/margin.h"
#include "ggp/message.h"

namespace palamedes::ggp {

struct SessionOptions {
  LiveMatchOptions match;  // its memory_bytes are those of the whole process
  std::string name = "palamedes";
  InfoForm info = InfoForm::fields;
  MessageLimits limits;
  double patience = 10;  // seconds that a manager may be late
};

// When a message came, and what is known about the way that it took.
struct Arrival {
  Time received = Clock::now();
  double round_trip = 0;  // seconds
};

struct Reply {
  enum class Kind : std::uint8_t { fine, wrong };
  Kind kind = Kind::fine;
  std::string text;
};

class Session {
 public:
  explicit Session(SessionOptions options, Log log = {});
  ~Session();
  Session(const Session&) = delete;
  Session& operator=(const Session&) = delete;

  [[nodiscard]] Reply handle(const std::string& body, const Arrival& arrival = {});
  // Ends what runs, and everything that waits for a move. No message is answered after it.
  void close();

 private:
  using MatchPointer = std::shared_ptr<LiveMatch>;

  Reply answer(const Info& info, const Arrival& arrival);
  Reply answer(const Preview& preview, const Arrival& arrival);
  Reply answer(const Start& start, const Arrival& arrival);
  Reply answer(const Play& play, const Arrival& arrival);
  Reply answer(const Stop& stop, const Arrival& arrival);
  Reply answer(const Abort& abort, const Arrival& arrival);

  // The match of this name, if it is the one that runs.
  [[nodiscard]] MatchPointer find(const std::string& match);
  // A new one, or the running one if it is to start again; nothing while the player is busy.
  [[nodiscard]] MatchPointer begin(const Start& start, const Arrival& arrival);
  Reply finish(const std::string& name, const std::optional<JointMove>& moves);
  void expect_next(LiveMatch& match, Time received, double clock);
  [[nodiscard]] LiveMatchOptions options_for(const Start& start);

  // with the lock
  [[nodiscard]] bool available(Time now) const;
  void retire();
  void bury();
  // The process has more memory than it may.
  void save_memory(std::size_t bytes);

  SessionOptions options_;
  Log log_;
  std::mutex mutex_;
  bool closed_ = false;
  MatchPointer current_;
  Time abandoned_;                     // when current_ is, if nothing comes
  std::vector<MatchPointer> retired_;  // over, but their threads may not have noticed yet
  Margin margin_;
  std::uint64_t matches_ = 0;
  MemoryWatch memory_;  // the last one: it looks at the others
};

}  // namespace palamedes::ggp
