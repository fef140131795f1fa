#pragma once
// Palamedes as a library: load the rules of a game, step through it, play it at random in bulk, and
// search for the best move. This is the only public header, and it needs the standard library only.
//
//   const auto rules = palamedes::builtin_rules("tictactoe").value();
//   const auto game = palamedes::Game::make(rules).value();
//   const auto state = game.initial().after("(mark 2 2)").value();
//   const auto results = state.playouts({.count = 10'000}).value();
//
// Errors: what can go wrong gives an Outcome: a value, or the problems in its place. Exceptions are
// thrown in three cases: Failure when the value of a failed Outcome is asked for, std::out_of_range
// for the number of a role that the game does not have, std::bad_alloc without memory.
//
// Values: Rules, Game and State are handles. Copies are cheap and mean the same thing. A state
// keeps its game alive, a game its rules.
//
// Threads: several may use the same Rules at once. A game, its states and its searchers belong to
// one thread at a time; for a further thread make a further game with Game::another().
//
// Texts: roles, moves and facts are KIF terms in canonical form, lower case and single blanks:
// "(mark 2 2)". Terms that you give may be written in any way that KIF allows.
//
// Options are meant to be written as {.seed = 2}: all members have a default. The same seed gives
// the same result on the same kind of processor, unless a limit of time ended the work.

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#if defined(__GNUC__)
#define PALAMEDES_API __attribute__((visibility("default")))
#else
#define PALAMEDES_API
#endif

// What stands behind the handles; nothing of it can be used from outside.
namespace palamedes::library {
struct RulesCore;
struct GameCore;
struct StateCore;
struct SearcherCore;
struct Access;
}  // namespace palamedes::library

namespace palamedes {
inline namespace v0 {

// ---------------------------------------------------------------------------------------- errors

// Something that is wrong, or looks wrong, in what was given.
struct Problem {
  enum class Kind : std::uint8_t { error, warning };
  Kind kind = Kind::error;
  std::string file = {};     // or the name of the text; may be empty
  std::uint32_t line = 0;    // from 1 on; 0: the text as a whole
  std::uint32_t column = 0;  // from 1 on; 0: the line as a whole
  std::string message = {};
  std::string hint = {};  // what was probably meant; may be empty
};

// "file:line:column: error: message (hint)"; the place is left out where there is none.
[[nodiscard]] PALAMEDES_API std::string describe(const Problem& problem);
// One line for each.
[[nodiscard]] PALAMEDES_API std::string describe(const std::vector<Problem>& problems);

// Thrown when somebody asks for a value that is not there. what() describes all problems.
class PALAMEDES_API Failure : public std::runtime_error {
 public:
  explicit Failure(std::vector<Problem> problems);
  Failure(const Failure&);
  Failure& operator=(const Failure&);
  ~Failure() override;
  [[nodiscard]] const std::vector<Problem>& problems() const noexcept { return *problems_; }

 private:
  std::shared_ptr<const std::vector<Problem>> problems_;
};

// A value, or why there is none. It is true if there is a value.
template <typename T>
class [[nodiscard]] Outcome {
 public:
  Outcome(T value) : value_(std::move(value)) {}
  Outcome(std::vector<Problem> problems) : problems_(std::move(problems)) {}

  [[nodiscard]] bool has_value() const noexcept { return value_.has_value(); }
  explicit operator bool() const noexcept { return has_value(); }

  // The value; throws Failure if there is none. So do * and ->.
  [[nodiscard]] T& value() & { return check(), *value_; }
  [[nodiscard]] const T& value() const& { return check(), *value_; }
  [[nodiscard]] T value() && { return check(), std::move(*value_); }
  [[nodiscard]] T& operator*() & { return value(); }
  [[nodiscard]] const T& operator*() const& { return value(); }
  [[nodiscard]] T operator*() && { return std::move(*this).value(); }
  [[nodiscard]] T* operator->() { return &value(); }
  [[nodiscard]] const T* operator->() const { return &value(); }

  // At least one error if there is no value; none if there is one.
  [[nodiscard]] const std::vector<Problem>& problems() const noexcept { return problems_; }

 private:
  void check() const {
    if (!value_) throw Failure(problems_);
  }
  std::optional<T> value_;
  std::vector<Problem> problems_;
};

// Of what is done for its effect: true if it was done.
template <>
class [[nodiscard]] Outcome<void> {
 public:
  Outcome() = default;
  Outcome(std::vector<Problem> problems) : done_(false), problems_(std::move(problems)) {}

  [[nodiscard]] bool has_value() const noexcept { return done_; }
  explicit operator bool() const noexcept { return done_; }
  // Throws Failure if it was not done.
  void value() const {
    if (!done_) throw Failure(problems_);
  }
  [[nodiscard]] const std::vector<Problem>& problems() const noexcept { return problems_; }

 private:
  bool done_ = true;
  std::vector<Problem> problems_;
};

// ----------------------------------------------------------------------------------------- rules

struct RulesOptions {
  std::size_t max_bytes = std::size_t{8} << 20U;  // of the text, after unpacking
  std::size_t max_depth = 1000;                   // of parentheses
};

// The rules of a game, checked. They never change.
class PALAMEDES_API Rules {
 public:
  Rules(const Rules&);
  Rules& operator=(const Rules&);
  ~Rules();

  // What they are called in problems: the file, the built-in game, or the name that was given.
  [[nodiscard]] const std::string& name() const;
  // As they were given.
  [[nodiscard]] const std::string& text() const;
  // What looks wrong but leaves the meaning of the game clear.
  [[nodiscard]] const std::vector<Problem>& warnings() const;

 private:
  friend struct library::Access;
  explicit Rules(std::shared_ptr<const library::RulesCore> core);
  std::shared_ptr<const library::RulesCore> core_;
};

// Reads and checks rules in GDL. The problems are all that is wrong with them, in the order of the
// text, warnings included. `name` stands for the file in problems.
[[nodiscard]] PALAMEDES_API Outcome<Rules> read_rules(std::string_view text,
                                                      const std::string& name = "rules",
                                                      const RulesOptions& options = {});

// The same from a file, plain or packed with gzip; "-" is standard input. It is an error if the
// file cannot be read or is larger than max_bytes.
[[nodiscard]] PALAMEDES_API Outcome<Rules> read_rules_file(const std::string& path,
                                                           const RulesOptions& options = {});

// A game that is part of the library; an error if there is none of this name.
[[nodiscard]] PALAMEDES_API Outcome<Rules> builtin_rules(const std::string& name);

// As the command line does: a file, or else the built-in game of this name.
[[nodiscard]] PALAMEDES_API Outcome<Rules> find_rules(const std::string& file_or_name,
                                                      const RulesOptions& options = {});

// Their names, sorted.
[[nodiscard]] PALAMEDES_API std::vector<std::string> builtin_games();

// ------------------------------------------------------------------------------------ a game

// A move of one role. The same move of a role has the same number in all states of one game, but
// another number in another game; texts are the same everywhere.
using MoveNumber = std::uint32_t;

struct LegalMove {
  MoveNumber number = 0;
  std::string text = {};
};

struct GameOptions {
  // How the game is stepped: "auto" is the fastest that is ready in time. "prover", "propnet" and
  // "scalar" ask for one; "swarm" is scalar, with a swarm for playouts.
  std::string machine = "auto";
  double ready_seconds = 10;      // "auto": what it may take to get ready, about
  double grounding_seconds = 60;  // a game that takes longer gets the prover
  std::size_t grounding_bytes = std::size_t{4} << 30U;  // a game that needs more gets the prover
  double question_seconds = 30;                         // prover: it gives up after this time
  std::size_t prover_bytes = std::size_t{4} << 30U;     // prover: it gives up then
  bool cache = false;  // prover and propnet: remember what was found out about states
  // Set to true from any thread, it ends the making of the game, and questions to the prover.
  std::shared_ptr<const std::atomic<bool>> cancelled = {};
};

class State;

// A game that is ready to be played.
class PALAMEDES_API Game {
 public:
  // Makes a machine for the rules. It is an error if there is no machine of this name, if a limit
  // is no number above 0, if it was cancelled, or if the machine cannot tell the initial state.
  [[nodiscard]] static Outcome<Game> make(const Rules& rules, const GameOptions& options = {});

  Game(const Game&);
  Game& operator=(const Game&);
  ~Game();

  [[nodiscard]] const Rules& rules() const;
  // In the order of the rules; a role's number is its place here.
  [[nodiscard]] const std::vector<std::string>& roles() const;
  // The number of the role of this name, if there is one.
  [[nodiscard]] std::optional<std::size_t> role(std::string_view name) const;
  [[nodiscard]] State initial() const;

  // The machine that steps it: "prover", "propnet" or "scalar".
  [[nodiscard]] const std::string& machine() const;
  // Why it is another machine than the one asked for; usually empty.
  [[nodiscard]] const std::string& notice() const;

  // The same game once more, independent of this one, for another thread. It is made from the
  // rules anew, with the same limits and the machine that this game has.
  [[nodiscard]] Outcome<Game> another() const;

  // Games are equal if they are the same one.
  friend bool operator==(const Game& a, const Game& b) { return a.core_ == b.core_; }

 private:
  friend struct library::Access;
  explicit Game(std::shared_ptr<library::GameCore> core);
  std::shared_ptr<library::GameCore> core_;
};

// -------------------------------------------------------------------------------------- playouts

struct PlayoutOptions {
  std::uint64_t count = 1000;
  std::optional<double> seconds = {};  // stop after this time
  std::uint64_t seed = 1;              // of the random moves
  std::size_t max_length = 10'000;     // a playout is given up after so many moves
  bool side_by_side = true;            // in the swarm, where the game has a circuit
  std::function<bool()> stop = {};     // asked now and then: true ends it
};

struct RolePlayouts {
  std::string role = {};
  double mean_goal = 0;  // of finished playouts in which the role has one goal
  int lowest_goal = 0;
  int highest_goal = 0;
  std::uint64_t wins = 0;             // alone the best; a goal of 100 where there is one role only
  std::uint64_t undefined_goals = 0;  // no goal, or several
};

struct PlayoutResults {
  std::string machine = {};       // "swarm" if they were played side by side
  std::uint64_t finished = 0;     // came to the end of the game; the means are those of these
  std::uint64_t truncated = 0;    // reached max_length
  std::uint64_t dead_ends = 0;    // a role had no move before the end: the rules are broken
  std::uint64_t interrupted = 0;  // under way when the time was up
  std::uint64_t draws = 0;        // finished, and the best goal is shared
  double mean_length = 0;
  std::size_t shortest = 0;
  std::size_t longest = 0;
  std::vector<RolePlayouts> roles = {};
  std::uint64_t states = 0;  // reached by a move, in all playouts
  double cpu_seconds = 0;    // of the calling thread
  double wall_seconds = 0;

  // All but those that were interrupted.
  [[nodiscard]] std::uint64_t playouts() const { return finished + truncated + dead_ends; }
  [[nodiscard]] double states_per_second() const {
    return wall_seconds > 0 ? static_cast<double>(states) / wall_seconds : 0;
  }
};

// --------------------------------------------------------------------------------------- a state

// A state of a game. It never changes: moves lead to another one. All questions have been put to
// the machine when a state is there, so its answers cannot fail.
class PALAMEDES_API State {
 public:
  State(const State&);
  State& operator=(const State&);
  ~State();

  [[nodiscard]] Game game() const;
  [[nodiscard]] bool terminal() const;
  // Of a terminal state, 0 to 100 by role; nothing where the rules give no goal or several. Empty
  // before the end.
  [[nodiscard]] const std::vector<std::optional<int>>& goals() const;
  // The numbers of the legal moves of a role, ascending. None in a terminal state; none before the
  // end means that the rules are broken. Throws std::out_of_range for a role that is not there.
  [[nodiscard]] const std::vector<MoveNumber>& legal_numbers(std::size_t role) const;
  // The same with texts.
  [[nodiscard]] std::vector<LegalMove> legal(std::size_t role) const;
  // What is true in it, sorted, without "true".
  [[nodiscard]] std::vector<std::string> facts() const;

  // The moves of all roles, or of those only that have more than one legal move, as KIF terms in
  // the order of the roles: "(mark 1 1) noop" or "(mark 1 1)". It is an error if the game is over,
  // if there are more or fewer moves, if one is not legal, and if the machine gives up.
  [[nodiscard]] Outcome<State> after(std::string_view moves) const;
  // The same with one number per role.
  [[nodiscard]] Outcome<State> after_numbers(const std::vector<MoveNumber>& joint_move) const;

  // How many joint moves led here from the initial state, and which, one number per role.
  [[nodiscard]] std::size_t steps() const;
  [[nodiscard]] std::vector<std::vector<MoveNumber>> history() const;

  // Random games from here on. It is an error if the machine gives up on the way, and if a limit of
  // time is no number from 0 on.
  [[nodiscard]] Outcome<PlayoutResults> playouts(const PlayoutOptions& options = {}) const;

  // States are equal if the same is true in them and their rules have the same text, whatever way
  // and machine led there. Equal states have equal hashes, also in another run.
  [[nodiscard]] std::uint64_t hash() const;
  [[nodiscard]] bool operator==(const State& other) const;

 private:
  friend struct library::Access;
  explicit State(std::shared_ptr<const library::StateCore> core);
  std::shared_ptr<const library::StateCore> core_;
};

// ---------------------------------------------------------------------------------------- search

struct SearcherOptions {
  // Who thinks, as on the command line: "palamedes", "uct", "grave+nst:select.k=500,threads=2", ...
  std::string agent = "palamedes";
  std::optional<std::size_t> role = {};  // for whom; default: the first role that has a choice
  std::uint64_t seed = 1;
};

// How long to think: until the first of these.
struct ThinkLimits {
  std::optional<std::uint64_t> simulations = {};
  std::optional<double> seconds = {};
  std::function<bool()> stop = {};  // asked between simulations: true ends the thinking
};

struct MoveReport {
  MoveNumber number = 0;
  std::string text = {};
  double visits = 0;
  double value = 0;  // expected goal of the role, 0 to 100; means nothing without visits
  std::optional<double> proven = {};  // its goal if nobody errs from now on
};

struct RoleReport {
  std::string role = {};
  std::optional<double> value = {};    // expected goal in this state, 0 to 100, as far as known
  std::vector<MoveReport> moves = {};  // the best first
};

// What a search knows.
struct Snapshot {
  std::vector<RoleReport> roles = {};  // an agent that does not search has no moves here
  // The joint moves that it expects, one text per role.
  std::vector<std::vector<std::string>> line = {};
  bool proven = false;            // the values of the roles are exact
  std::uint64_t simulations = 0;  // since the last move
  std::uint64_t states = 0;       // made by moves since the last move
  double seconds = 0;             // of thinking since the last move
  std::size_t nodes = 0;          // of the tree
  std::size_t memory_bytes = 0;   // of the tree
  std::uint32_t depth = 0;        // of the tree, in steps
};

// An agent that thinks for one role, from one state on, and follows the game. It can be moved; then
// the old one may only be assigned to or destroyed.
class PALAMEDES_API Searcher {
 public:
  // It is an error if the agent cannot be read, the role is not there or the game is over.
  [[nodiscard]] static Outcome<Searcher> make(const State& state,
                                              const SearcherOptions& options = {});

  Searcher(Searcher&&) noexcept;
  Searcher& operator=(Searcher&&) noexcept;
  ~Searcher();

  // Where the game stands.
  [[nodiscard]] const State& state() const;
  [[nodiscard]] std::size_t role() const;

  // Thinks about the state, also several times: it goes on with what it knows. It ends early when
  // more thinking would change nothing. It is an error if there is no limit at all, if the time is
  // no number from 0 on, if the game is over, and if the machine gives up.
  [[nodiscard]] Outcome<void> think(const ThinkLimits& limits);
  // More thinking would change nothing.
  [[nodiscard]] bool sure() const;

  // The move it would make now, also without any thinking. It is an error if the game is over, the
  // role has no move, or the machine gave up.
  [[nodiscard]] Outcome<LegalMove> best();

  // The game goes on with these moves; errors are those of State::after() and
  // State::after_numbers(), and nothing changes then.
  [[nodiscard]] Outcome<void> follow(std::string_view moves);
  [[nodiscard]] Outcome<void> follow_numbers(const std::vector<MoveNumber>& joint_move);

  [[nodiscard]] Snapshot snapshot();

 private:
  friend struct library::Access;
  explicit Searcher(std::unique_ptr<library::SearcherCore> core);
  std::unique_ptr<library::SearcherCore> core_;
};

// ----------------------------------------------------------------------------- what there is

// What GameOptions::machine may be.
[[nodiscard]] PALAMEDES_API std::vector<std::string> machine_names();
// What SearcherOptions::agent may begin with; docs/search.md describes them.
[[nodiscard]] PALAMEDES_API std::vector<std::string> agent_names();
// Of the library: "0.1.0".
[[nodiscard]] PALAMEDES_API std::string library_version();

}  // namespace v0
}  // namespace palamedes
