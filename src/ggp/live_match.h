#pragma once
// A match that a player is in. A thinking thread of its own reads the rules, makes a machine and an
// agent, follows the game and thinks, for a request or in the others' time; whoever asks waits for
// it no longer than he wants to.
//
//   asking threads, one at a time              thinking thread
//   referee_  on the prover: what is legal
//   history_  joint moves, as sent     ──►     followed_ of them, on game and agent
//   request_  until when to think      ──►     thinks
//   answer_, candidate_                ◄──     the move; the one it would make without more thought
//
// asking_ guards the referee and is taken before mutex_, which guards everything that both sides
// see. Neither thinking nor a question to the referee holds mutex_. The referee gets a part of the
// clock for each question and is cut off then: rules can make any question endless.
//
// The machine is made by a builder_ of its own. When part of the start clock is over and there is
// none, the match begins on the prover. What the builder has ready then is taken in the middle of
// the match, and so is what it makes with more time: a better machine, and the swarm.
//
// attention_ informs a thinking agent that there is something new, halt_ ends what cannot look at
// it: making a machine, and a question to the prover.

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
#include "agent/spec.h"
#include "base/deadline.h"
#include "base/diagnostic.h"
#include "gdl/load.h"
#include "ggp/message.h"
#include "ggp/player_record.h"
#include "ggp/referee.h"
#include "machine/game.h"

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
  machine::GameOptions game;
  std::uint64_t seed = 1;
  // Of the whole process: machines and tree share what is left of it. 0: the tree has the plan's.
  std::size_t memory_bytes = 0;
  std::string player;         // its name, for the record
  std::string record_folder;  // where the match is written; empty: nowhere
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
  [[nodiscard]] std::size_t turn() const { return turn_.load(); }

  // Returns when more waiting would bring nothing new, at the latest then. What makes the match
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
  // The last moves, if they are known; then there is nothing left to do. Waits for nothing but a
  // question to the referee that is being cut off.
  void end(const std::optional<JointMove>& moves);
  // The process has more memory than it may: a machine that is being made is given up for the
  // prover, a tree is thrown away for a smaller one.
  void save_memory(std::size_t bytes);
  // The thread has ended and its memory is back.
  [[nodiscard]] bool finished() const { return finished_.load(); }
  [[nodiscard]] bool wait_finished(Clock::duration longest);

 private:
  using Lock = std::unique_lock<std::mutex>;
  using AskingLock = std::unique_lock<std::timed_mutex>;

  // thinking thread (live_match_thinking.cpp)
  void run();
  bool prepare();
  [[nodiscard]] bool make_referee();
  [[nodiscard]] bool make_game();
  [[nodiscard]] std::unique_ptr<machine::Game> first_game();
  [[nodiscard]] Result<std::unique_ptr<machine::Game>> prover_meanwhile();
  void share_memory();
  void make_agent();
  void follow_and_think();
  // All moves that are known, or the next one of them; false where that cannot be.
  bool follow(Lock& lock);
  bool follow_step(Lock& lock);
  void answer_request(Lock& lock);
  void ponder(Lock& lock);
  void begin_smaller(Lock& lock);
  void change_machine(Lock& lock);
  // From the moves of another machine to those of this one; both must outlive it.
  [[nodiscard]] search::Renumber renumber_from(machine::Game& old);
  void stop_building();
  // builder thread
  void build();
  [[nodiscard]] std::shared_ptr<const net::PropNet> build_in_time();
  void build_better(std::shared_ptr<const net::PropNet> network);
  void build_parts();
  void offer(std::unique_ptr<machine::Game> made, bool has_parts);
  bool impossible(Diagnostics why);
  void give_up(const std::string& reason);
  [[nodiscard]] std::optional<std::string> agent_move();
  [[nodiscard]] Thought thought_of(const std::string& move, std::size_t turn, bool stopped);

  // asking threads, with asking_
  [[nodiscard]] Result<void> take_moves(const std::optional<JointMove>& moves, Time begin,
                                        Time latest, bool& replaced);
  [[nodiscard]] std::string problem_with(const JointMove& moves, Time until);
  void follow_by_referee(const JointMove& moves, Time until);
  // What is known of them; nothing where the game is over.
  [[nodiscard]] std::vector<std::string> legal_moves(Time until, bool& over);
  void tell_goals(const std::vector<std::vector<int>>& goals);
  // There is one, and it has not given up; one that has goes.
  bool watch_referee();
  void drop_referee(const std::string& why);

  // with mutex_
  [[nodiscard]] bool repeats(const JointMove& moves) const;
  bool note_moves(const JointMove& moves);
  void alert();
  [[nodiscard]] std::string stand_in(const std::vector<std::string>& legal);

  Start start_;
  LiveMatchOptions options_;
  Log log_;
  PlayerRecord record_;

  std::timed_mutex asking_;
  Deadline referee_deadline_;
  std::unique_ptr<Referee> referee_;  // nothing before the rules are read, and if it gave up

  mutable std::mutex mutex_;
  std::condition_variable changed_;
  std::atomic<bool> attention_{false};
  std::atomic<bool> halt_{false};
  std::atomic<bool> short_of_memory_{false};
  std::atomic<bool> ended_{false};
  std::atomic<bool> finished_{false};
  std::atomic<bool> halt_building_{false};
  std::atomic<bool> is_better_ready_{false};
  std::atomic<std::size_t> turn_{0};       // size of history_, for a look without the lock
  std::optional<Diagnostics> impossible_;  // why the match cannot be played
  Role role_{};
  std::size_t roles_ = 0;
  bool rules_read_ = false;  // role_ and roles_ are known, and there is or was a referee
  bool ready_ = false;       // the agent thinks
  bool gave_up_ = false;     // it will not any more
  bool sure_ = false;        // more thinking would change nothing, in this turn
  std::vector<JointMove> history_;
  std::optional<Time> request_;
  Time ponder_until_;
  std::optional<std::string> answer_;
  std::optional<std::string> candidate_;
  // Better than game_; the thinking thread takes it. With the parts that the plan wants, or
  // without.
  std::unique_ptr<machine::Game> better_;
  bool better_has_parts_ = false;
  bool is_building_ = false;
  std::string not_built_;  // why there is no machine

  // of the thinking thread alone
  std::shared_ptr<const gdl::Loaded> rules_;
  std::unique_ptr<machine::Game> game_;
  bool has_parts_ = false;  // game_ has what the agent's plan wants beside its steps
  std::unique_ptr<agent::Agent> agent_;
  std::shared_ptr<search::tuning::Tuning> tuning_;  // of the match, whatever agent plays
  std::unique_ptr<machine::Position> position_;
  Time begins_;  // the match
  std::uint64_t tree_megabytes_ = 0;
  std::size_t followed_ = 0;

  // of the builder alone
  std::unique_ptr<machine::Game> unbuilt_;  // lacks the parts that the plan wants

  std::thread thread_;
  std::thread builder_;  // of machines; started and joined by the thinking thread
};

}  // namespace palamedes::ggp
