#include "ggp/manager.h"

#include <algorithm>
#include <condition_variable>
#include <mutex>
#include <thread>
#include <utility>

#include <fmt/format.h>

#include "base/numbers.h"
#include "base/rng.h"
#include "machine/notation.h"

namespace palamedes::ggp {
namespace {

using Answer = Participant::Answer;
using Outcome = Participant::Outcome;

constexpr const char* interrupted = "it was interrupted";

// Something that all participants do at once, each in a thread of its own.
class Round {
 public:
  explicit Round(std::vector<std::unique_ptr<Participant>>& participants)
      : participants_(participants), done_(participants.size()) {}

  // Who is not done by then is cancelled; people cannot be.
  void run(const std::function<void(std::size_t)>& each, Time deadline,
           const std::function<bool()>& stop) {
    std::vector<std::thread> threads;
    for (std::size_t i = 0; i < participants_.size(); ++i) {
      threads.emplace_back([&, i] {
        each(i);
        const std::lock_guard lock(mutex_);
        done_[i] = true;
        changed_.notify_all();
      });
    }
    wait(deadline, stop);
    for (std::thread& thread : threads) thread.join();
  }

  // The same kind of message to all. Who has not answered by then is late.
  std::vector<Answer> ask(const std::vector<Message>& messages,
                          const std::vector<Situation>& situations, Time deadline,
                          const std::function<bool()>& stop) {
    std::vector<Answer> answers(participants_.size());
    run(
        [&](std::size_t i) {
          answers[i] = participants_[i]->say(messages[i], situations[i], deadline);
        },
        deadline, stop);
    return answers;
  }

 private:
  void wait(Time deadline, const std::function<bool()>& stop) {
    constexpr auto look = std::chrono::milliseconds(50);
    std::unique_lock lock(mutex_);
    while (!all_done()) {
      changed_.wait_for(lock, look);
      const bool stopped = stop && stop();
      if (!stopped && Clock::now() < deadline) continue;
      for (std::size_t i = 0; i < participants_.size(); ++i) {
        if (done_[i]) continue;
        stopped ? participants_[i]->interrupt() : participants_[i]->cancel();
      }
    }
  }
  [[nodiscard]] bool all_done() const {
    return std::all_of(done_.begin(), done_.end(), [](bool done) { return done; });
  }

  std::vector<std::unique_ptr<Participant>>& participants_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::vector<bool> done_;
};

class Manager {
 public:
  Manager(Referee& referee, std::vector<std::unique_ptr<Participant>>& participants,
          const ManagerOptions& options, const ManagerEvents& events)
      : referee_(referee),
        participants_(participants),
        options_(options),
        events_(events),
        rng_(options.seed) {
    MatchRecord& record = match_.record;
    record.match = options.match;
    record.token = random_token();
    record.game = options.game;
    record.game_url = options.game_url;
    record.roles = referee.role_names();
    for (const auto& participant : participants) {
      record.players.push_back(participant->name());
      record.human.push_back(participant->is_human());
    }
    record.start_clock = options.start_clock;
    record.play_clock = options.play_clock;
    record.start_time = milliseconds();
  }

  ManagedMatch run() {
    note_state();
    start();
    while (match_.problem.empty() && !referee_.terminal()) {
      if (match_.record.moves.size() >= options_.max_length) {
        match_.problem =
            fmt::format("it is not over after {}", counted(options_.max_length, "step"));
      } else {
        step();
      }
    }
    if (match_.problem.empty()) match_.problem = referee_.fault();
    if (match_.problem.empty()) {
      stop();
    } else {
      abort();
    }
    return std::move(match_);
  }

 private:
  void start() {
    std::vector<Message> messages;
    for (const std::string& role : referee_.role_names()) {
      messages.emplace_back(Start{options_.match, role, options_.rules,
                                  static_cast<double>(options_.start_clock),
                                  static_cast<double>(options_.play_clock)});
    }
    const std::vector<Answer> answers = ask(messages, situations(), clock(options_.start_clock));
    std::vector<std::string> errors;
    for (const Answer& answer : answers) {
      std::string error = error_of(answer);
      if (error.empty() && word(answer) != "ready") error = fault::illegal(answer.text);
      errors.push_back(std::move(error));
    }
    match_.record.errors.push_back(std::move(errors));
    if (stopped()) match_.problem = interrupted;
    tell();
  }

  // Whatever keeps the match from going on is its problem.
  void step() {
    const std::vector<Situation> all = situations();
    for (const Situation& situation : all) {
      if (!situation.legal.empty()) continue;
      match_.problem = referee_.fault().empty()
                           ? fmt::format("'{}' has no legal move", situation.role)
                           : referee_.fault();
      return;
    }
    const std::vector<Answer> answers = ask(messages<Play>(), all, clock(options_.play_clock));
    if (stopped()) {
      match_.problem = interrupted;
      return;
    }
    JointMove moves;
    std::vector<std::string> errors;
    for (std::size_t role = 0; role < answers.size(); ++role) {
      judge(answers[role], all[role].legal, moves, errors);
    }
    referee_.advance(moves);
    match_.record.moves.push_back(std::move(moves));
    match_.record.errors.push_back(std::move(errors));
    note_state();
    tell();
  }

  void judge(const Answer& answer, const std::vector<std::string>& legal, JointMove& moves,
             std::vector<std::string>& errors) {
    std::string error = error_of(answer);
    std::string move = word(answer);
    if (error.empty() && std::find(legal.begin(), legal.end(), move) == legal.end()) {
      error = fault::illegal(answer.text);
    }
    if (!error.empty()) move = legal[rng_.below(static_cast<std::uint32_t>(legal.size()))];
    moves.push_back(std::move(move));
    errors.push_back(std::move(error));
  }

  void stop() {
    match_.record.completed = true;
    match_.record.all_goals = referee_.all_goals();
    match_.record.goals = highest_goals(match_.record.all_goals);
    tell();
    (void)ask(messages<Stop>(), situations(), farewell());
  }

  void abort() {
    match_.record.aborted = true;
    tell();
    const std::vector<Message> messages(participants_.size(), Abort{options_.match});
    (void)Round(participants_).ask(messages, situations(), farewell(), {});
  }

  // PLAY or STOP, with the moves made last.
  template <typename Kind>
  [[nodiscard]] std::vector<Message> messages() const {
    Kind message{options_.match, {}};
    if (!match_.record.moves.empty()) message.moves = match_.record.moves.back();
    return std::vector<Message>(participants_.size(), message);
  }

  std::vector<Answer> ask(const std::vector<Message>& messages,
                          const std::vector<Situation>& situations, Time deadline) {
    return Round(participants_).ask(messages, situations, deadline, events_.stop);
  }

  [[nodiscard]] std::vector<Situation> situations() {
    std::vector<Situation> all;
    const bool over = referee_.terminal();
    for (std::size_t role = 0; role < participants_.size(); ++role) {
      Situation situation{match_.record.moves.size(), referee_.role_names()[role], {}, {}};
      if (!over) situation.legal = referee_.legal(Role(role));
      if (participants_[role]->is_human()) situation.facts = referee_.facts();
      all.push_back(std::move(situation));
    }
    return all;
  }

  static std::string error_of(const Answer& answer) {
    if (answer.outcome == Outcome::answered) return fault::none;
    return answer.outcome == Outcome::late ? fault::late : fault::no_connection;
  }
  // An answer that is one term, in canonical form; else nothing.
  static std::string word(const Answer& answer) {
    const auto terms = machine::read_terms(answer.text);
    return terms && terms->size() == 1 ? terms->front() : std::string{};
  }

  void note_state() {
    match_.record.states.push_back(referee_.facts());
    match_.record.state_times.push_back(milliseconds());
  }
  void tell() const {
    if (events_.on_step) events_.on_step(match_.record);
  }
  [[nodiscard]] bool stopped() const { return events_.stop && events_.stop(); }
  [[nodiscard]] Time clock(std::uint64_t seconds) const {
    return Clock::now() + in_seconds(static_cast<double>(seconds) + options_.grace);
  }
  static Time farewell() {
    constexpr double seconds = 3;
    return Clock::now() + in_seconds(seconds);
  }

  Referee& referee_;
  std::vector<std::unique_ptr<Participant>>& participants_;
  const ManagerOptions& options_;
  const ManagerEvents& events_;
  Rng rng_;
  ManagedMatch match_;
};

}  // namespace

std::vector<std::string> unavailable(std::vector<std::unique_ptr<Participant>>& participants,
                                     const Patience& patience) {
  std::vector<std::string> problems(participants.size());
  Round(participants)
      .run([&](std::size_t i) { problems[i] = participants[i]->unavailable(patience); },
           patience.until, patience.stop);
  std::erase(problems, "");
  return problems;
}

ManagedMatch manage(Referee& referee, std::vector<std::unique_ptr<Participant>>& participants,
                    const ManagerOptions& options, const ManagerEvents& events) {
  return Manager(referee, participants, options, events).run();
}

Result<std::string> plain_rules(const std::string& text, const std::string& file,
                                const gdl::ReadLimits& limits) {
  gdl::SymbolTable symbols;
  Diagnostics diagnostics(file);
  const gdl::Expressions sheet = gdl::read_expressions(text, symbols, limits, diagnostics);
  if (diagnostics.has_errors()) return tl::unexpected(std::move(diagnostics));
  std::string rules;
  for (const gdl::Expressions::Index sentence : sheet.top()) {
    rules += gdl::to_text(sheet, sentence, symbols) + "\n";
  }
  return rules;
}

}  // namespace palamedes::ggp
