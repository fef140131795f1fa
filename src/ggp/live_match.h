#pragma once
// A match that a player is in. One thread of its own reads the rules, makes a machine and an agent,
// follows the game and thinks, for a request or in the others' time; whoever asks waits for it no
// longer than he wants to.
//
//   asking threads                          thinking thread
//   history_  joint moves, as told  ──►     followed_ of them, on game and agent
//   request_  until when to think   ──►     thinks
//   answer_, candidate_             ◄──     the move; the one it would make without more thought
//   referee_  on the prover, there soon after the rules: tells what is legal before the machine is
//             ready, and if the agent fails
//
// All of it under mutex_; the thinking itself holds no lock. attention_ tells a thinking agent that
// there is something new.

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "agent/agent.h"
#include "agent/game.h"
#include "agent/spec.h"
#include "base/diagnostic.h"
#include "gdl/load.h"
#include "ggp/message.h"
#include "ggp/referee.h"

namespace palamedes::ggp {

using Clock = std::chrono::steady_clock;
using Time = Clock::time_point;
using Log = std::function<void(const std::string& line)>;  // from any thread

[[nodiscard]] inline Clock::duration in_seconds(double seconds) {
  return std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(seconds));
}
[[nodiscard]] inline double to_seconds(Clock::duration duration) {
  return std::chrono::duration<double>(duration).count();
}

struct LiveMatchOptions {
  agent::Spec spec;
  gdl::LoadOptions load;
  agent::GameOptions game;
  std::uint64_t seed = 1;
};

class LiveMatch {
 public:
  LiveMatch(Start start, LiveMatchOptions options, Log log);
  LiveMatch(const LiveMatch&) = delete;
  LiveMatch& operator=(const LiveMatch&) = delete;
  // Waits for its thread.
  ~LiveMatch();

  [[nodiscard]] const Start& start() const { return start_; }
  // Joint moves made.
  [[nodiscard]] std::size_t turn() const;

  // Returns when more waiting would tell nothing new, at the latest then. What makes the match
  // impossible is an error; that the machine is not ready yet is none.
  [[nodiscard]] Result<void> wait_ready(Time until);

  struct Answer {
    std::string move;
    bool thought = false;   // until the time was over
    bool replaced = false;  // somebody else's move was made for us in the step before
  };
  // Follows the moves and thinks until then; after `latest` it answers with what there is. The same
  // moves again get the same answer. Moves that cannot be made here are an error and change
  // nothing.
  [[nodiscard]] Result<Answer> play(const std::optional<JointMove>& moves, Time until, Time latest);

  // How long to go on thinking without being asked.
  void ponder_until(Time until);
  // The last moves, if they are known; then there is nothing left to do. Does not wait.
  void end(const std::optional<JointMove>& moves);
  // The thread has ended and its memory is back.
  [[nodiscard]] bool finished() const { return finished_.load(); }
  [[nodiscard]] bool wait_finished(Clock::duration longest);

 private:
  using Lock = std::unique_lock<std::mutex>;

  // thinking thread
  void run();
  bool prepare();
  void follow_and_think();
  bool follow(Lock& lock);
  void answer_request(Lock& lock);
  void ponder(Lock& lock);
  void give_up(const std::string& reason);
  [[nodiscard]] std::string agent_move();

  // with the lock
  [[nodiscard]] Result<void> take_moves(const std::optional<JointMove>& moves, bool& replaced);
  [[nodiscard]] bool repeats(const JointMove& moves) const;
  void make(const JointMove& moves, bool& replaced);
  void alert();
  [[nodiscard]] std::string stand_in(const std::vector<std::string>& legal);
  [[nodiscard]] std::string problem_with(const JointMove& moves);
  // There is one, and it has not given up; one that has goes.
  bool watch_referee();

  Start start_;
  LiveMatchOptions options_;
  Log log_;

  mutable std::mutex mutex_;
  std::condition_variable changed_;
  std::atomic<bool> attention_{false};
  std::atomic<bool> ended_{false};
  std::atomic<bool> finished_{false};
  std::atomic<std::size_t> turn_{0};       // size of history_, for a look without the lock
  std::optional<Diagnostics> impossible_;  // why the match cannot be played
  std::unique_ptr<Referee> referee_;       // nothing before the rules are read, and if it gave up
  Role role_{};
  std::size_t roles_ = 0;
  bool referee_failed_ = false;
  bool ready_ = false;    // the agent thinks
  bool gave_up_ = false;  // it will not any more
  bool sure_ = false;     // more thinking would change nothing, in this turn
  std::vector<JointMove> history_;
  std::optional<Time> request_;
  Time ponder_until_;
  std::optional<std::string> answer_;
  std::optional<std::string> candidate_;

  // of the thinking thread alone
  std::shared_ptr<const gdl::Loaded> rules_;
  std::unique_ptr<agent::Game> game_;
  std::unique_ptr<agent::Agent> agent_;
  std::unique_ptr<agent::Position> position_;
  std::size_t followed_ = 0;

  std::thread thread_;
};

}  // namespace palamedes::ggp
