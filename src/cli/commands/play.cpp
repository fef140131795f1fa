#include <algorithm>
#include <chrono>
#include <memory>

#include <fmt/format.h>

#include "agent/agent.h"
#include "agent/board/drawing.h"
#include "agent/line.h"
#include "agent/position.h"
#include "base/suggest.h"
#include "cli/agent_game.h"
#include "cli/commands.h"
#include "cli/interrupt.h"
#include "cli/line_input.h"
#include "cli/screen.h"
#include "cli/text.h"

namespace palamedes::cli {
namespace {

using agent::Agent;
using agent::Game;
using agent::Position;
using agent::Spec;
using search::MoveReport;
using search::Snapshot;

struct Settings {
  GameSettings game;
  std::string role;
  std::string agent = "palamedes";
  double clock = 3;
  std::uint64_t seed = 1;
};

constexpr const char* help_text =
    "  a number or a move   makes it; the Tab key completes moves\n"
    "  moves                lists your moves again\n"
    "  hint                 says what the agent would do in your place\n"
    "  analyse              says what it thinks of all your moves\n"
    "  undo                 takes your last move back\n"
    "  board, facts         shows the position as a board, or as the facts that it is\n"
    "  quit                 ends the game\n";

const std::vector<std::string>& words() {
  static const std::vector<std::string> list = {"moves", "hint",  "analyse", "undo",
                                                "board", "facts", "help",    "quit"};
  return list;
}

// A game of a person against agents.
class Session {
 public:
  Session(Screen& screen, const Settings& settings, Game& game, const Spec& spec, Role person)
      : screen_(screen),
        settings_(settings),
        game_(game),
        spec_(spec),
        person_(person),
        drawing_(game),
        position_(game) {
    start_agents();
  }

  Exit play() {
    screen_.print(fmt::format("You are {}. Type help for what you can do.\n", name_of(person_)));
    const std::string legend = drawing_.legend();
    if (!legend.empty()) screen_.print("On the board: " + legend + "\n");
    show_board();
    while (!position_.terminal()) {
      if (!step()) {
        screen_.print("\nThe game is not over.\n");
        return Exit::success;
      }
    }
    return show_result();
  }

 private:
  [[nodiscard]] const std::string& name_of(Role role) const {
    return game_.role_names()[index_of(role)];
  }
  [[nodiscard]] std::string text_of(Role role, Move move) { return game_.move_text(role, move); }

  // One agent per role, the person's too: it gives hints.
  void start_agents() {
    agents_.clear();
    for (std::size_t role = 0; role < game_.role_count(); ++role) {
      agents_.push_back(agent::make_agent(game_, spec_, Role(role), settings_.seed + role));
    }
    for (const std::vector<Move>& joint_move : made_) {
      for (auto& each : agents_) each->follow(joint_move);
    }
  }

  // False if the person leaves.
  bool step() {
    std::vector<Move> joint_move(game_.role_count());
    std::string others;
    const std::size_t before = made_.size();
    const std::vector<Move> own = position_.legal(person_);
    if (own.size() > 1) {
      const std::optional<Move> move = ask(own);
      if (!move) return before != made_.size();  // taken back, or left
      joint_move[index_of(person_)] = *move;
    } else if (own.size() == 1) {
      joint_move[index_of(person_)] = own.front();
    }
    for (std::size_t role = 0; role < game_.role_count(); ++role) {
      const std::vector<Move> legal = position_.legal(Role(role));
      if (legal.empty()) return stuck(Role(role));
      if (Role(role) == person_) continue;
      joint_move[role] = legal.size() == 1 ? legal.front() : think(Role(role));
      if (legal.size() > 1) {
        others += fmt::format("{} plays {}\n", name_of(Role(role)),
                              text_of(Role(role), joint_move[role]));
      }
    }
    advance(joint_move);
    screen_.print("\n" + others);
    show_board();
    return !Interrupt::requested();
  }

  bool stuck(Role role) {
    screen_.print(fmt::format("\n{} has no legal move although the game is not over.\n",
                              name_of(role)));
    return false;
  }

  void advance(const std::vector<Move>& joint_move) {
    position_.advance(joint_move);
    for (auto& each : agents_) each->follow(joint_move);
    made_.push_back(joint_move);
  }

  Move think(Role role) {
    using Clock = std::chrono::steady_clock;
    agent::Limit limit;
    limit.deadline = Clock::now() + std::chrono::duration_cast<Clock::duration>(
                                        std::chrono::duration<double>(settings_.clock));
    limit.stop = [] { return Interrupt::requested(); };
    screen_.progress(fmt::format("{} is thinking", name_of(role)));
    agents_[index_of(role)]->think(limit);
    return agents_[index_of(role)]->move();
  }

  // Nothing if a move was taken back or the person leaves; made_ tells which.
  std::optional<Move> ask(const std::vector<Move>& legal) {
    std::vector<std::string> texts;
    for (const Move move : legal) texts.push_back(text_of(person_, move));
    std::vector<std::string> known = texts;
    known.insert(known.end(), words().begin(), words().end());
    list_moves(texts);
    for (;;) {
      screen_.flush_now();
      const std::optional<std::string> line = read_line(name_of(person_) + "> ", known);
      if (!line) return std::nullopt;
      const std::string text = trimmed(*line);
      if (text == "quit") return std::nullopt;
      if (text == "undo") {
        if (undo()) return std::nullopt;
      } else if (const auto chosen = chosen_move(text, texts)) {
        return legal[*chosen];
      } else if (!obey(text, texts)) {
        const std::string hint = did_you_mean(text, known);
        screen_.print(fmt::format("That is no legal move{}. Type help for what you can do.\n",
                                  hint.empty() ? "" : " (" + hint + ")"));
      }
    }
  }

  static std::string trimmed(const std::string& text) {
    const std::size_t first = text.find_first_not_of(" \t\r");
    if (first == std::string::npos) return {};
    return text.substr(first, text.find_last_not_of(" \t\r") - first + 1);
  }

  // By number, by text, or by the only move that begins so.
  static std::optional<std::size_t> chosen_move(const std::string& text,
                                                const std::vector<std::string>& texts) {
    const bool number = !text.empty() && text.size() < 7 &&
                        std::all_of(text.begin(), text.end(), [](char c) { return c >= '0' && c <= '9'; });
    if (number) {
      const std::size_t at = std::stoul(text);
      return at >= 1 && at <= texts.size() ? std::optional(at - 1) : std::nullopt;
    }
    const auto terms = agent::read_terms(text);
    const std::string& wanted = terms && terms->size() == 1 ? terms->front() : text;
    const auto exact = std::find(texts.begin(), texts.end(), wanted);
    if (exact != texts.end()) return static_cast<std::size_t>(exact - texts.begin());
    if (text.size() < 2) return std::nullopt;
    const std::vector<std::string> found = completions(text, texts);
    if (found.size() != 1) return std::nullopt;
    return static_cast<std::size_t>(std::find(texts.begin(), texts.end(), found.front()) -
                                    texts.begin());
  }

  bool obey(const std::string& text, const std::vector<std::string>& texts) {
    if (text.empty()) return true;
    if (text == "help") {
      screen_.print(help_text);
    } else if (text == "moves") {
      list_moves(texts);
    } else if (text == "board") {
      show_board();
    } else if (text == "facts") {
      for (const std::string& fact : position_.facts()) screen_.print(fact + "\n");
    } else if (text == "hint") {
      screen_.print(fmt::format("I would play {}.\n", text_of(person_, think(person_))));
    } else if (text == "analyse") {
      analyse();
    } else {
      return false;
    }
    return true;
  }

  void list_moves(const std::vector<std::string>& texts) {
    constexpr std::size_t line_length = 100;
    std::size_t width = 0;
    for (const std::string& text : texts) width = std::max(width, text.size());
    const std::size_t columns = std::max<std::size_t>(1, line_length / (width + 6));
    std::string list;
    for (std::size_t i = 0; i < texts.size(); ++i) {
      list += fmt::format("{:>3} {:<{}}  ", i + 1, texts[i], width);
      if ((i + 1) % columns == 0 || i + 1 == texts.size()) list += "\n";
    }
    screen_.print(list);
  }

  void analyse() {
    think(person_);
    const Snapshot snapshot = agents_[index_of(person_)]->snapshot();
    Table table;
    table.column("Move", Table::Align::left);
    for (const char* title : {"Visits", "Value"}) table.column(title);
    for (const MoveReport& report : snapshot.moves[index_of(person_)]) {
      table.row({text_of(person_, report.move), grouped(fmt::format("{:.0f}", report.visits)),
                 report.visits > 0 || report.exact
                     ? fmt::format("{:.1f}{}", 100 * report.exact.value_or(report.value),
                                   report.exact ? "!" : "")
                     : "-"});
    }
    screen_.print(screen_.bold(table.titles()) + table.rows());
  }

  // To the person's last decision before this one.
  bool undo() {
    std::vector<std::vector<Move>> line = made_;
    Position position(game_);
    std::optional<std::size_t> last;
    for (std::size_t i = 0; i < line.size(); ++i) {
      if (position.legal(person_).size() > 1) last = i;
      position.advance(line[i]);
    }
    if (!last) {
      screen_.print("There is nothing to take back.\n");
      return false;
    }
    line.resize(*last);
    made_ = std::move(line);
    position_ = Position(game_);
    for (const std::vector<Move>& joint_move : made_) position_.advance(joint_move);
    start_agents();
    show_board();
    return true;
  }

  void show_board() { screen_.print("\n" + drawing_.draw(position_.facts()) + "\n"); }

  Exit show_result() {
    if (!position_.fault().empty()) {
      screen_.complain(failure(settings_.game.rules, position_.fault()).value());
      return Exit::failed;
    }
    std::string text = "The game is over:";
    for (std::size_t role = 0; role < game_.role_count(); ++role) {
      const std::optional<int> goal = position_.goal(Role(role));
      text += fmt::format(" {} {}", name_of(Role(role)), goal ? std::to_string(*goal) : "-");
    }
    screen_.print(text + "\n");
    return Exit::success;
  }

  Screen& screen_;
  const Settings& settings_;
  Game& game_;
  const Spec& spec_;
  Role person_;
  agent::Drawing drawing_;
  Position position_;
  std::vector<std::unique_ptr<Agent>> agents_;
  std::vector<std::vector<Move>> made_;
};

Exit play(Screen& screen, const Settings& settings) {
  const Spec spec = *agent::parse_spec(settings.agent);  // the command line was checked
  auto loaded = load_agent_game(settings.game);
  if (!loaded) {
    screen.complain(loaded.error());
    return Exit::failed;
  }
  Game& game = *loaded->game;
  if (!game.notice().empty()) screen.complain(loaded->name + ": " + game.notice());
  const auto role = find_role(game, loaded->name, settings.role);
  if (!role) {
    screen.complain(role.error());
    return Exit::failed;
  }
  const Interrupt interrupt;
  return Session(screen, settings, game, spec, *role).play();
}

Run setup(Options& options) {
  auto settings = std::make_shared<Settings>();
  declare_rules(options, settings->game.rules);
  options.text("role", "ROLE", "yours; default: the first one", settings->role,
               [](const std::string&) { return std::string(); });
  declare_agent(options, "agent", "who plays the other roles", settings->agent);
  options.seconds("clock", "its thinking time for each move", settings->clock);
  options.number("seed", "of its random choices", settings->seed);
  settings->game.declare_machine(options);
  settings->game.declare_details(options);
  return [settings](Screen& screen) { return play(screen, *settings); };
}

}  // namespace

constinit const Command play_command = {
    .name = "play",
    .summary = "play against it, in the terminal",
    .description =
        "You make your moves by number or by name; 'help' at the prompt lists what else\n"
        "there is. Facts that look like a board are drawn as one.",
    .examples =
        "  palamedes play othello --clock 5\n"
        "  palamedes play my_game.kif --role black --agent nst\n",
    .setup = setup};

}  // namespace palamedes::cli
