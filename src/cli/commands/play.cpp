#include <algorithm>
#include <array>
#include <chrono>
#include <memory>

#include <fmt/format.h>

#include "agent/interactive_game.h"
#include "cli/agent_game.h"
#include "cli/aim_text.h"
#include "cli/board_text.h"
#include "cli/commands.h"
#include "cli/help.h"
#include "cli/interrupt.h"
#include "cli/layout.h"
#include "cli/line_input.h"
#include "cli/move_input.h"
#include "cli/move_table.h"
#include "cli/preparation.h"
#include "cli/screen.h"
#include "cli/text.h"
#include "machine/notation.h"

namespace palamedes::cli::commands {
namespace {

using agent::Agent;
using agent::Spec;
using machine::Game;

constexpr const char* nobody = "none";
constexpr std::size_t most_forced_steps = 1000;  // then it is a game that never ends

struct Settings {
  GameSettings game;
  std::string role;
  std::string agent = "palamedes";
  std::string tune;
  std::string moves;
  double clock = 3;
  std::uint64_t seed = 1;
  Resources resources;
};

std::string help_text(std::size_t width) {
  constexpr std::size_t column = 23;
  constexpr std::array<std::pair<const char*, const char*>, 10> entries = {
      {{"a number or a move", "makes it; the Tab key completes moves"},
       {"a part of a move", "lists the moves that have it"},
       {"Enter", "goes on with a list that has more"},
       {"moves", "lists your moves again"},
       {"hint", "says what the agent would do in your place"},
       {"analyse", "says what it thinks of your moves"},
       {"undo", "takes your last move back"},
       {"board, facts", "shows the position again, or all its facts"},
       {"aim", "says what the game is about"},
       {"quit", "ends the game, as Ctrl-D does"}}};
  std::string text;
  for (const auto& [typed, does] : entries) text += help_entry(typed, does, width, column);
  return text + folded("While the agent thinks, Ctrl-C makes it move at once.", width);
}

const std::vector<std::string>& words() {
  static const std::vector<std::string> list = {"moves", "hint", "analyse", "undo", "board",
                                                "facts", "aim",  "help",    "quit"};
  return list;
}

std::string trimmed(const std::string& text) {
  const std::size_t first = text.find_first_not_of(" \t\r");
  if (first == std::string::npos) return {};
  return text.substr(first, text.find_last_not_of(" \t\r") - first + 1);
}

// The conversation with a person who plays one role, or none and watches.
class Talk {
 public:
  Talk(Screen& screen, const Settings& settings, Game& game, std::string sheet, const Spec& spec,
       std::optional<Role> person, board::LayoutHints layout)
      : screen_(screen),
        settings_(settings),
        game_(game),
        sheet_(std::move(sheet)),
        person_(person),
        drawing_(game, std::move(layout)),
        sitting_(game, spec, settings.seed),
        input_(screen) {}

  [[nodiscard]] Result<void> make_moves(const std::string& text) {
    machine::Position position = sitting_.position();
    return machine::play_line(game_, position, text, [this](std::span<const Move> joint_move) {
      sitting_.advance(joint_move);
    });
  }

  Exit run() {
    if (sitting_.position().terminal() && gave_up()) return show_result();
    screen_.print(title_text(sheet_, screen_.line_length()));
    screen_.print(person_ ? folded(fmt::format("You are {}; help lists what you can type.",
                                               screen_.bold(name_of(*person_))),
                                   screen_.line_length())
                          : "Ctrl-C ends the game.\n");
    show_aim();
    screen_.print(legend_text(drawing_.signs(), screen_.room().columns));
    show_position();
    while (!sitting_.position().terminal()) {
      switch (step()) {
        case Step::made:
        case Step::taken_back:
          show_position();
          break;
        case Step::left:
          show_moves_so_far();
          return Exit::success;
        case Step::stuck:
          return Exit::failed;
      }
    }
    return show_result();
  }

 private:
  enum class Step { made, taken_back, left, stuck };
  struct Answer {
    Step step = Step::left;
    Move move{};  // if one is made
  };

  // A machine did, which every answer has to be checked for.
  [[nodiscard]] bool gave_up() const { return !fault().empty(); }
  [[nodiscard]] const std::string& fault() const {
    return agent_fault_.empty() ? sitting_.position().fault() : agent_fault_;
  }

  [[nodiscard]] const std::string& name_of(Role role) const {
    return game_.role_names()[index_of(role)];
  }

  // The person chooses before anybody else, so that moves at the same time stay secret.
  Step step() {
    if (Interrupt::requested() || screen_.is_closed()) return Step::left;
    const machine::Position& position = sitting_.position();
    std::vector<std::vector<Move>> legal;
    for (std::size_t role = 0; role < game_.role_count(); ++role) {
      legal.push_back(position.legal(Role(role)));
      if (legal.back().empty()) {  // or the machine gave up, which comes first
        return complain_stuck(
            fmt::format("{} has no legal move although the game is not over", name_of(Role(role))));
      }
    }
    std::vector<Move> joint_move(game_.role_count());
    if (person_ && legal[index_of(*person_)].size() > 1) {
      const Answer answer = ask(legal[index_of(*person_)]);
      if (gave_up()) return complain_stuck({});
      if (answer.step != Step::made) return answer.step;
      joint_move[index_of(*person_)] = answer.move;
    }
    for (std::size_t role = 0; role < game_.role_count(); ++role) {
      if (legal[role].size() == 1) {
        joint_move[role] = legal[role].front();
      } else if (Role(role) != person_) {
        const std::optional<Move> move = think(Role(role));
        if (gave_up()) return complain_stuck({});
        if (Interrupt::requested()) return Step::left;
        if (!move) return complain_stuck("the agent knows no legal move");
        joint_move[role] = *move;
      }
    }
    const bool forced = std::all_of(legal.begin(), legal.end(),
                                    [](const auto& moves) { return moves.size() == 1; });
    forced_steps_ = forced ? forced_steps_ + 1 : 0;
    if (forced_steps_ > most_forced_steps) {
      return complain_stuck(fmt::format("nobody had a choice for {} steps", most_forced_steps));
    }
    announce(joint_move, legal);
    sitting_.advance(joint_move);
    return Step::made;
  }

  Step complain_stuck(const std::string& problem) {
    screen_.complain(failure(settings_.game.rules, gave_up() ? fault() : problem).value());
    show_moves_so_far();
    return Step::stuck;
  }

  void announce(const std::vector<Move>& joint_move, const std::vector<std::vector<Move>>& legal) {
    std::string text;
    std::string forced;
    for (std::size_t role = 0; role < joint_move.size(); ++role) {
      const std::string line =
          folded(fmt::format("{} {} {}", Role(role) == person_ ? "You" : name_of(Role(role)),
                             Role(role) == person_ ? "play" : "plays",
                             game_.move_text(Role(role), joint_move[role])),
                 screen_.line_length(), 2);
      (legal[role].size() > 1 ? text : forced) += line;
    }
    screen_.print(text.empty() ? "Nobody has a choice.\n" + forced : text);
  }

  // Until the clock is over or Ctrl-C, which is then answered by the move that it makes at once.
  std::optional<Move> think(Role role) {
    using Clock = std::chrono::steady_clock;
    const auto after = [](double seconds) {
      return Clock::now() +
             std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(seconds));
    };
    constexpr double seconds_between_reports = 0.1;
    Agent& agent = prepared_agent(role);
    if (screen_.wants_progress()) screen_.progress(name_of(role) + " is thinking");
    const auto end = after(settings_.clock);
    while (Clock::now() < end && !agent.is_sure() && !Interrupt::requested()) {
      agent.think({.deadline = std::min(end, after(seconds_between_reports)),
                   .stop = [] { return Interrupt::requested(); },
                   .turn_seconds = settings_.clock});
      show_thoughts(screen_, game_, agent, role);
    }
    if (person_) Interrupt::answered();
    agent_fault_ = agent.fault();
    return agent.move();
  }

  // Made when it is asked for the first time, which takes a while in a large game.
  Agent& prepared_agent(Role role) {
    Preparation preparation(screen_, settings_.game.rules);
    preparation.begin(fmt::format("{} gets ready to play {}", settings_.agent, name_of(role)));
    return sitting_.agent_of(role);
  }

  Answer ask(const std::vector<Move>& legal) {
    std::vector<std::string> moves;
    for (const Move move : legal) moves.push_back(game_.move_text(*person_, move));
    std::sort(moves.begin(), moves.end(), board::reads_before);
    std::vector<std::string> known = moves;
    known.insert(known.end(), words().begin(), words().end());
    MovePages pages(moves);
    show_page(pages);
    while (!screen_.is_closed()) {
      const std::optional<std::string> line =
          input_.read(name_of(*person_) + "> ", known,
                      [&](const std::string& typed) { return preview(trimmed(typed), moves); });
      if (!line) break;
      const std::string text = trimmed(*line);
      if (text == "quit") break;
      if (text == "undo") {
        if (sitting_.take_back(*person_)) return {.step = Step::taken_back};
        screen_.print("There is nothing to take back.\n");
      } else if (text.empty() || text == "moves") {
        if (text == "moves") pages = MovePages(moves);
        show_page(pages, text == "moves");
      } else if (!obey(text)) {
        if (const auto chosen = chosen_move(text, moves)) {
          return {Step::made, game_.find_move(*person_, moves[*chosen]).value()};
        }
        std::vector<std::size_t> found = narrowed_moves(text, moves);
        if (found.empty()) {
          screen_.print(folded(explain_illegal(text, moves, is_move(text), words()),
                               screen_.line_length(), 2));
        } else {
          pages = MovePages(moves, std::move(found));
          show_page(pages);
        }
      }
      if (Interrupt::requested() || gave_up()) break;
    }
    return {};
  }

  // As much of a list as fits below the board; whoever pipes it and asks for it gets all.
  void show_page(MovePages& pages, bool all = false) {
    constexpr std::size_t most_lines = 20;
    constexpr std::size_t least_lines = 5;
    constexpr std::size_t lines_around = 4;  // those between, and the prompt
    const Room room = screen_.room();
    std::size_t lines = most_lines;
    if (room.rows != Room::unlimited) {
      const std::size_t taken = std::min(room.rows, lines_of_board_ + lines_around);
      lines = std::clamp(room.rows - taken, least_lines, most_lines);
    } else if (all) {
      lines = Room::unlimited;
    }
    screen_.print(pages.next(room.columns, lines));
  }

  // The moves that a line could still become, while it is typed.
  [[nodiscard]] std::string preview(const std::string& typed,
                                    const std::vector<std::string>& moves) const {
    constexpr std::size_t lines = 3;
    std::vector<std::size_t> found = narrowed_moves(typed, moves);
    if (found.empty() || found.size() == moves.size()) return {};
    const std::size_t count = found.size();
    MovePages pages(moves, std::move(found));
    std::string list = pages.next(screen_.room().columns, lines);
    // Enter would end the line.
    if (!pages.ended()) list.erase(list.rfind("\n  and ") + 1);
    return fmt::format("{}{}\n{}", counted(count, "move"), pages.ended() ? "" : ", the first are",
                       list);
  }

  // One of the game, although it may not be legal now.
  [[nodiscard]] bool is_move(const std::string& text) {
    for (const std::string& written : {text, "(" + text + ")"}) {
      const auto terms = machine::read_terms(written);
      if (terms && terms->size() == 1 && game_.find_move(*person_, terms->front())) return true;
    }
    return false;
  }

  // False if the line asks for nothing.
  bool obey(const std::string& text) {
    if (text == "help") {
      screen_.print(help_text(screen_.room().columns));
    } else if (text == "aim") {
      screen_.print(title_text(sheet_, screen_.line_length()));
      show_aim();
    } else if (text == "board") {
      show_position();
    } else if (text == "facts") {
      for (const std::string& fact : sitting_.position().facts()) {
        screen_.print(folded("  " + fact, screen_.line_length(), 4));
      }
    } else if (text == "hint") {
      const std::optional<Move> move = think(*person_);
      if (gave_up() || !move) return true;
      screen_.print(folded(
          fmt::format("{} would play {}.", settings_.agent, game_.move_text(*person_, *move)),
          screen_.line_length(), 2));
    } else if (text == "analyse") {
      analyse();
    } else {
      return false;
    }
    return true;
  }

  void analyse() {
    constexpr std::size_t shown_moves = 10;
    think(*person_);
    if (gave_up()) return;
    const search::Snapshot snapshot = sitting_.agent_of(*person_).snapshot();
    if (snapshot.moves.empty()) {
      screen_.print(fmt::format("{} has no opinion.\n", settings_.agent));
      return;
    }
    screen_.print(
        move_table(screen_, game_, *person_, snapshot.moves[index_of(*person_)], shown_moves));
    const std::string line =
        machine::write_line(game_, sitting_.position(), snapshot.line, " & ", ", ");
    screen_.print(expected_text(line, screen_.line_length()));
  }

  void show_aim() {
    if (!person_) return;
    screen_.print(
        aim_text(game_.rules(), drawing_.fixed_facts(), name_of(*person_), screen_.room().columns));
  }

  void show_position() {
    const Room room = screen_.room();
    constexpr std::size_t share_of_facts = 4;
    const std::size_t fact_lines =
        room.rows == Room::unlimited ? Room::unlimited : room.rows / share_of_facts;
    const board::Picture picture =
        drawing_.draw(sitting_.position().facts(), sitting_.facts_before());
    const std::string text = board_text(screen_.palette(), picture, room.columns, fact_lines);
    lines_of_board_ = static_cast<std::size_t>(std::count(text.begin(), text.end(), '\n'));
    screen_.print("\n" + text + "\n");
  }

  void show_moves_so_far() {
    const std::string line = sitting_.line();
    screen_.print("The game is not over.");
    if (!line.empty()) screen_.print(fmt::format(" To go on: --moves '{}'", line));
    screen_.print("\n");
  }

  Exit show_result() {
    const machine::Position& position = sitting_.position();
    std::string text = "The game is over:";
    std::vector<std::string> winners;
    int best = -1;
    for (std::size_t role = 0; role < game_.role_count(); ++role) {
      const std::optional<int> goal = position.goal(Role(role));
      text += fmt::format("{} {} {}", role == 0 ? "" : ",", name_of(Role(role)),
                          goal ? std::to_string(*goal) : "-");
      if (goal.value_or(-1) > best) winners.clear();
      if (goal.value_or(-1) >= best) winners.push_back(winner_name(Role(role)));
      best = std::max(best, goal.value_or(-1));
    }
    if (gave_up()) {
      complain_stuck({});
      return Exit::failed;
    }
    screen_.print(folded(text + verdict(winners), screen_.line_length(), 2));
    return Exit::success;
  }

  [[nodiscard]] std::string winner_name(Role role) const {
    return Role(role) == person_ ? "you" : name_of(role);
  }

  // Of those with the highest goal.
  [[nodiscard]] std::string verdict(const std::vector<std::string>& winners) const {
    if (game_.role_count() == 1) return ".";
    if (winners.size() == game_.role_count()) return "; a draw.";
    const bool one = winners.size() == 1 && winners.front() != "you";
    return fmt::format("; {} win{}.", fmt::join(winners, " and "), one ? "s" : "");
  }

  Screen& screen_;
  const Settings& settings_;
  Game& game_;
  std::string sheet_;  // as it was written
  std::optional<Role> person_;
  board::Drawing drawing_;
  agent::InteractiveGame sitting_;
  LineInput input_;
  std::size_t lines_of_board_ = 0;  // as it was shown last
  std::size_t forced_steps_ = 0;    // in a row
  std::string agent_fault_;         // of the machines of the one who thought last
};

// Nothing for somebody who watches.
Result<std::optional<Role>> role_of_person(const Settings& settings, const Game& game,
                                           const std::string& rules) {
  if (settings.role.empty()) return Role(0);
  auto role = find_role(game, rules, settings.role);
  if (role) return *role;
  if (settings.role == nobody) return std::nullopt;
  return tl::unexpected(std::move(role.error()));
}

Exit play(Screen& screen, const Settings& settings) {
  if (settings.game.rules == "-") {
    return screen.wrong_usage("play", "RULES cannot be -: your moves come from standard input");
  }
  // Without an Interrupt: there is nothing to keep yet, so Ctrl-C just ends it.
  auto loaded = load_agent_game(screen, settings.game);
  if (!loaded) return complain_unloaded(screen, settings.game.rules, loaded.error());
  Game& game = *loaded->game;
  if (!game.notice().empty()) screen.complain(loaded->name + ": " + game.notice());
  const auto person = role_of_person(settings, game, loaded->name);
  if (!person) {
    screen.complain(person.error());
    return Exit::failed;
  }
  auto layout = find_layout_hints(settings.game.rules, game.rules());
  if (!layout) {
    screen.complain(layout.error());
    return Exit::failed;
  }
  auto read = read_agent(settings.agent, settings.tune);
  if (!read) {
    screen.complain(read.error());
    return Exit::failed;
  }
  Spec spec = std::move(*read);
  settings.resources.apply(spec, game.role_count());
  const Interrupt interrupt;
  std::optional<Talk> talk;
  {
    Preparation preparation(screen, settings.game.rules);
    preparation.begin("looking for a board");
    talk.emplace(screen, settings, game, loaded->text, spec, *person, std::move(*layout));
  }
  const auto made = talk->make_moves(settings.moves);
  if (!made) {
    screen.complain(made.error());
    return Exit::failed;
  }
  return talk->run();
}

Run setup(Options& options) {
  auto settings = std::make_shared<Settings>();
  declare_rules(options, settings->game.rules);
  options.text("role", "ROLE", "yours, or none to watch; default: the first one", settings->role,
               [](const std::string&) { return std::string(); });
  options.offers(Completes::roles, {"none"});
  declare_agent(options, "agent", "who plays the other roles; 'palamedes agents' lists them",
                settings->agent);
  declare_tune(options, settings->tune);
  options.seconds("clock", "its thinking time for each move", settings->clock);
  declare_moves(options, settings->moves);
  settings->resources.declare(options);
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
        "Draws the position, as a board where the facts look like one, and asks for your\n"
        "moves: by number, or written out with the Tab key completing them. A part of a move\n"
        "finds all moves that have it. At the prompt there is also hint, analyse and undo;\n"
        "help lists them all. Boards and lists follow the size of the terminal. Roles that\n"
        "are not yours are played by the agent. While it thinks, Ctrl-C makes it move at\n"
        "once; at the prompt, Ctrl-C or Ctrl-D ends the game.",
    .examples =
        "  palamedes play othello --clock 5\n"
        "  palamedes play my_game.kif --role black --agent nst\n",
    .setup = setup};

}  // namespace palamedes::cli::commands
