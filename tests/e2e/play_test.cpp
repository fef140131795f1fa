// A person who plays: through pipes, and at a terminal.

#include <algorithm>
#include <cctype>
#include <csignal>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "e2e/program.h"
#include "e2e/terminal.h"

namespace palamedes::e2e {
namespace {

using std::chrono::milliseconds;
using std::chrono::seconds;
using testing::AllOf;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using Clock = std::chrono::steady_clock;

// X has two marks in a column; the third one wins at once. It is x's turn.
constexpr const char* nearly_won = "(mark 1 1) (mark 2 2) (mark 1 2) (mark 3 3)";

std::vector<std::string> play(std::vector<std::string> more) {
  std::vector<std::string> arguments = {"play", "tictactoe", "--agent", "random"};
  arguments.insert(arguments.end(), more.begin(), more.end());
  return arguments;
}

TEST(Play, AWholeGameThroughPipes) {
  std::string first_moves;
  for (int i = 0; i < 9; ++i) first_moves += "1\n";
  const Outcome outcome = run(play({"--seed", "3"}), first_moves);
  EXPECT_EQ(outcome.status, 0) << outcome.err;
  EXPECT_THAT(outcome.out,
              AllOf(HasSubstr("You are xplayer"), HasSubstr("xplayer> 1\n"),
                    HasSubstr("You play (mark 1 1)\n"), HasSubstr("  1 [x]"),
                    HasSubstr("oplayer plays (mark "), HasSubstr("The game is over: xplayer ")));
  EXPECT_THAT(outcome.out, Not(HasSubstr("\x1b")));
  EXPECT_THAT(outcome.err, IsEmpty());
  EXPECT_EQ(run(play({"--seed", "3"}), first_moves).out, outcome.out);
}

TEST(Play, SaysWhoWon) {
  const Outcome won = run(play({"--moves", nearly_won}), "(mark 1 3)\n");
  EXPECT_EQ(won.status, 0);
  EXPECT_THAT(won.out, HasSubstr("The game is over: xplayer 100, oplayer 0; you win.\n"));
  // nobody is asked any more after the end
  const Outcome lost = run(
      {"play", "tictactoe", "--role", "oplayer", "--agent", "uct+solver", "--moves", nearly_won});
  EXPECT_EQ(lost.status, 0);
  EXPECT_THAT(lost.out,
              AllOf(HasSubstr("xplayer plays (mark 1 3)"),
                    HasSubstr("The game is over: xplayer 100, oplayer 0; xplayer wins.")));
}

TEST(Play, UndoTakesTheOwnMoveBack) {
  const Outcome outcome = run(play({}), "undo\nmark 2 2\nundo\nmark 1 3\nquit\n");
  EXPECT_EQ(outcome.status, 0);
  EXPECT_THAT(outcome.out,
              AllOf(HasSubstr("There is nothing to take back."), HasSubstr("You play (mark 2 2)"),
                    HasSubstr("To go on: --moves '(mark 1 3) (mark ")));
  // the line that it gives can be gone on with, and ends in a state with seven free cells
  const std::size_t begin = outcome.out.find("--moves '") + 9;
  const std::string line = outcome.out.substr(begin, outcome.out.find('\'', begin) - begin);
  const Outcome again = run(play({"--moves", line}), "moves\n");
  EXPECT_THAT(again.out, AllOf(HasSubstr("7 (mark "), Not(HasSubstr("8 (mark "))));
}

TEST(Play, HintAndAnalysisFindTheWinningMove) {
  const Outcome outcome =
      run({"play", "tictactoe", "--agent", "uct+solver", "--clock", "0.3", "--moves", nearly_won},
          "hint\nanalyse\nfacts\nhelp\n");
  EXPECT_EQ(outcome.status, 0);
  EXPECT_THAT(outcome.out,
              AllOf(HasSubstr("uct+solver would play (mark 1 3)."), HasSubstr("Move of xplayer"),
                    HasSubstr("proven win"), HasSubstr("Expected: (mark 1 3)"),
                    HasSubstr("  (marked 2 2 oplayer)\n"), HasSubstr("takes your last move back"),
                    HasSubstr("The game is not over.")));
  EXPECT_THAT(run(play({}), "hint\nanalyse\n").out,
              AllOf(HasSubstr("random would play (mark "), HasSubstr("random has no opinion.")));
}

TEST(Play, AnswersBadInput) {
  const Outcome outcome = run(play({}), "0\n99\n(mark 9 9)\n(mrak 1 1)\nhnit\n((((\n\n\xff\xfe\n");
  EXPECT_EQ(outcome.status, 0);
  EXPECT_THAT(outcome.out,
              AllOf(HasSubstr("'99' is no legal move"), HasSubstr("did you mean '(mark 1 1)'?"),
                    HasSubstr("did you mean 'hint'?"), Not(HasSubstr("You play"))));
  EXPECT_THAT(outcome.err, IsEmpty());
}

TEST(Play, TellsTheAim) {
  const Outcome outcome = run(play({}), "aim\n");
  EXPECT_EQ(outcome.status, 0);
  const std::string aim = "  100 if (line xplayer)";
  const std::size_t first = outcome.out.find(aim);
  ASSERT_NE(first, std::string::npos) << outcome.out;
  EXPECT_NE(outcome.out.find(aim, first + 1), std::string::npos);  // again, since it was asked for
  EXPECT_THAT(outcome.out, HasSubstr("Tic-Tac-Toe: three in a row on a 3x3 board.\n"));
}

TEST(Play, APartOfAMoveNarrowsTheList) {
  const std::vector<std::string> sudoku = {"play", "sudoku", "--agent", "random"};
  const Outcome outcome = run(sudoku, "write 3 3\n");
  EXPECT_EQ(outcome.status, 0);
  EXPECT_THAT(outcome.out, AllOf(HasSubstr("more: Enter goes on, a part of a move finds it"),
                                 Not(HasSubstr("You play"))));
  // the numbers are those of the whole list
  const std::size_t at = outcome.out.find(" (write 3 3 ", outcome.out.find("> write 3 3"));
  ASSERT_NE(at, std::string::npos) << outcome.out;
  const std::size_t begin = outcome.out.rfind(' ', at - 1) + 1;
  const std::string number = outcome.out.substr(begin, at - begin);
  EXPECT_THAT(run(sudoku, number + "\n").out, HasSubstr("You play (write 3 3 "));
}

TEST(Play, SaysWhatIsLegalFromThere) {
  const Outcome outcome =
      run({"play", "breakthrough", "--agent", "random"}, "move 2 2 2 5\n(move 2 2 3 4)\n");
  EXPECT_THAT(outcome.out, HasSubstr("'move 2 2 2 5' is no legal move; legal from there are "
                                     "(move 2 2 1 3), (move 2 2 2 3), (move 2 2 3 3).\n"));
  EXPECT_THAT(run(play({"--moves", nearly_won}), "mark 2 2\n").out,
              HasSubstr("'mark 2 2' is no legal move now; legal from there are (mark 2 1)"));
}

TEST(Play, ShowsTheLastBoardOnce) {
  const Outcome outcome = run(play({"--moves", nearly_won}), "(mark 1 3)\n");
  const std::size_t first = outcome.out.find("  3 [x]");
  ASSERT_NE(first, std::string::npos) << outcome.out;
  EXPECT_EQ(outcome.out.find("  3 [x]", first + 1), std::string::npos) << outcome.out;
}

TEST(Play, EndsWithTheInput) {
  EXPECT_THAT(run(play({})).out, HasSubstr("The game is not over.\n"));
  // a last line without an end is a line
  EXPECT_THAT(run(play({}), "mark 1 1").out, HasSubstr("You play (mark 1 1)"));
}

TEST(Play, DrawsTheBoardAsTheFileBesideTheRulesSays) {
  const std::string rules =
      write_file("layout_game.kif", read_file(PALAMEDES_SOURCE_DIR "/games/tictactoe.kif"));
  const auto drawn = [&] {
    const Outcome outcome = run({"play", rules, "--role", "xplayer", "--moves", "(mark 1 1)"});
    EXPECT_EQ(outcome.status, 0) << outcome.err;
    return outcome.out;
  };
  EXPECT_THAT(drawn(), HasSubstr("  3  .  .  .\n  2"));
  const std::string hints = write_file("layout_game.layout", "(rows down)\n");
  EXPECT_THAT(drawn(), HasSubstr("\n  1 [x] .  .\n  2"));
  write_file("layout_game.layout", "(hide turm)\n");
  const Outcome wrong = run({"play", rules});
  EXPECT_EQ(wrong.status, 1);
  EXPECT_THAT(wrong.err,
              AllOf(HasSubstr(hints + ":1:7: error:"), HasSubstr("did you mean 'turn'?")));
  EXPECT_THAT(wrong.out, IsEmpty());
  write_file("layout_game.layout", "");
}

TEST(Play, SaysWhatIsWrong) {
  struct Case {
    std::vector<std::string> arguments;
    int status;
    const char* message;
  };
  const std::vector<Case> cases = {
      {{"tictactoe", "--role", "oplayr"}, 1, "did you mean 'oplayer'?"},
      {{"tictactoe", "--agent", "grav"}, 2, "did you mean 'grave'?"},
      {{"tictactoe", "--clock", "soon"}, 2, "--clock"},
      {{"tictactoe", "--moves", "(mark 1 1) (mark 1 1)"}, 1, "not a legal move of oplayer"},
      {{"tictactoo"}, 1, "did you mean 'tictactoe'?"},
      {{"-"}, 2, "your moves come from standard input"},
      {{}, 2, "RULES"},
  };
  for (const Case& each : cases) {
    std::vector<std::string> arguments = {"play"};
    arguments.insert(arguments.end(), each.arguments.begin(), each.arguments.end());
    const Outcome outcome = run(arguments);
    EXPECT_EQ(outcome.status, each.status) << each.message;
    EXPECT_THAT(outcome.err, HasSubstr(each.message));
    EXPECT_THAT(outcome.out, IsEmpty());
  }
}

TEST(Play, OneRoleOrManyRolesOrNone) {
  const Outcome puzzle = run({"play", "eight_puzzle", "--agent", "random"}, "1\nquit\n");
  EXPECT_EQ(puzzle.status, 0);
  EXPECT_THAT(puzzle.out, AllOf(HasSubstr("You play ("), HasSubstr("  1  8  7  6\n")));
  const Outcome watched = run(play({"--role", "none"}));
  EXPECT_EQ(watched.status, 0);
  EXPECT_THAT(watched.out,
              AllOf(HasSubstr("xplayer plays (mark "), HasSubstr("oplayer plays (mark "),
                    HasSubstr("The game is over: xplayer "), Not(HasSubstr("You"))));
}

// Both say a word at the same time; equal words are a draw.
constexpr const char* callers =
    "(role a)(role b)(role c)(init start)(word x)(word y)"
    "(<= (legal ?r (say ?w)) (role ?r) (word ?w))"
    "(<= (next (said ?r ?w)) (does ?r (say ?w)))"
    "(<= terminal (true (said a ?w)))(<= (goal ?r 50) (role ?r))";

TEST(Play, MovesAtTheSameTimeStaySecret) {
  const std::string sheet = write_file("callers.kif", callers);
  const Outcome outcome =
      run({"play", sheet, "--role", "b", "--agent", "random"}, "help\n(say y)\n");
  EXPECT_EQ(outcome.status, 0) << outcome.err;
  const std::size_t asked = outcome.out.find("b> (say y)");
  ASSERT_NE(asked, std::string::npos) << outcome.out;
  for (const char* line : {"a plays (say ", "You play (say y)", "c plays (say "}) {
    const std::size_t told = outcome.out.find(line);
    EXPECT_TRUE(told != std::string::npos && told > asked) << line;
  }
  EXPECT_THAT(outcome.out, HasSubstr("The game is over: a 50, b 50, c 50; a draw."));
}

TEST(Play, RulesThatLeaveARoleWithoutMovesAreTold) {
  const std::string sheet =
      write_file("stuck.kif",
                 "(role a)(init (at 1))(<= (legal a (go ?x)) (true (at 1)) (way ?x))(way 2)(way 3)"
                 "(<= (next (at ?x)) (does a (go ?x)))(<= terminal (true (at 9)))(goal a 0)");
  const Outcome outcome = run({"play", sheet, "--agent", "random"}, "1\n");
  EXPECT_EQ(outcome.status, 1);
  EXPECT_THAT(outcome.err, HasSubstr("a has no legal move although the game is not over"));
}

TEST(Play, AGameThatGoesOnByItselfForEverIsEnded) {
  const std::string sheet =
      write_file("endless.kif",
                 "(role a)(init (at 1))(legal a go)(<= (next (at 1)) (true (at 1)))"
                 "(<= terminal (true (at 9)))(goal a 0)");
  const Outcome outcome = run({"play", sheet, "--agent", "random"});
  EXPECT_EQ(outcome.status, 1);
  EXPECT_THAT(outcome.err, HasSubstr("nobody had a choice for 1000 steps"));
}

TEST(Play, ALostMachineIsToldAndIsAFailure) {
  const Outcome outcome =
      run(play({"--machine", "prover", "--prover-max-terms", "24"}), "1\n1\n1\n1\n1\n");
  EXPECT_EQ(outcome.status, 1) << outcome.out;
  EXPECT_THAT(outcome.err, HasSubstr("tictactoe: error: "));
}

// --- at a terminal ---

// Line by line with echo, as a shell leaves it.
bool is_usual(const termios& modes) {
  return (modes.c_lflag & ICANON) != 0 && (modes.c_lflag & ECHO) != 0 &&
         (modes.c_lflag & ISIG) != 0 && (modes.c_oflag & OPOST) != 0;
}

bool soon_usual(const Terminal& terminal) {
  const auto until = Clock::now() + seconds(10);
  while (!is_usual(terminal.modes()) && Clock::now() < until) usleep(10'000);
  return is_usual(terminal.modes());
}

bool soon_typing(const Terminal& terminal) {
  const auto until = Clock::now() + seconds(10);
  while (is_usual(terminal.modes()) && Clock::now() < until) usleep(10'000);
  return !is_usual(terminal.modes());
}

TEST(PlayAtATerminal, CompletesMovesWithTheTabKey) {
  Terminal terminal(play({}));
  ASSERT_TRUE(terminal.shows("xplayer> ")) << terminal.screen();
  ASSERT_TRUE(soon_typing(terminal));
  terminal.type("ma\t");
  EXPECT_TRUE(terminal.shows("(mark ")) << terminal.screen();
  terminal.type("2 \t");  // three go on from here: they are listed
  EXPECT_TRUE(terminal.shows("(mark 2 1)\r\n(mark 2 2)\r\n(mark 2 3)")) << terminal.screen();
  terminal.type("3\t\r");
  EXPECT_TRUE(terminal.shows("You play (mark 2 3)")) << terminal.screen();
  EXPECT_TRUE(terminal.shows("xplayer> "));
  ASSERT_TRUE(soon_typing(terminal));
  terminal.type("qu\t\r");
  EXPECT_EQ(terminal.wait(seconds(20)), 0);
  EXPECT_TRUE(is_usual(terminal.modes()));
  EXPECT_THAT(terminal.screen(), HasSubstr("\x1b["));  // colours
}

TEST(PlayAtATerminal, NarrowsTheListWhileOneTypes) {
  Terminal terminal(play({}));
  ASSERT_TRUE(terminal.shows("xplayer> ")) << terminal.screen();
  ASSERT_TRUE(soon_typing(terminal));
  terminal.type("mark 2");
  EXPECT_TRUE(terminal.shows("3 moves\r\n  4 (mark 2 1)   5 (mark 2 2)   6 (mark 2 3)"))
      << terminal.screen();
  terminal.type(" 3");
  EXPECT_TRUE(terminal.shows("1 move\r\n  6 (mark 2 3)")) << terminal.screen();
  terminal.type("\r");
  EXPECT_TRUE(terminal.shows("You play (mark 2 3)")) << terminal.screen();
}

// The longest line that a terminal got, without codes for colours.
std::size_t longest_line(const std::string& screen) {
  std::size_t longest = 0;
  std::size_t length = 0;
  for (std::size_t i = 0; i < screen.size(); ++i) {
    if (screen[i] == '\x1b') {
      while (i + 1 < screen.size() && std::isalpha(static_cast<unsigned char>(screen[i])) == 0) ++i;
    } else if (screen[i] == '\n' || screen[i] == '\r') {
      length = 0;
    } else {
      longest = std::max(longest, ++length);
    }
  }
  return longest;
}

TEST(PlayAtATerminal, FollowsItsWidthAndHeight) {
  Terminal narrow({"play", "tictactoe_3d", "--agent", "random"}, "xterm",
                  {.rows = 24, .columns = 40});
  ASSERT_TRUE(narrow.shows("xplayer> ")) << narrow.screen();
  const std::string played = narrow.screen().substr(narrow.screen().find("3D Tic-Tac-Toe"));
  EXPECT_LE(longest_line(played), 40U) << played;
  EXPECT_THAT(narrow.screen(), HasSubstr("more: Enter goes"));
  ASSERT_TRUE(soon_typing(narrow));
  narrow.type("\r");
  EXPECT_TRUE(narrow.shows("more: Enter goes")) << narrow.screen();  // the second page
  Terminal wide({"play", "tictactoe_3d", "--agent", "random"}, "xterm",
                {.rows = 60, .columns = 200});
  ASSERT_TRUE(wide.shows("xplayer> ")) << wide.screen();
  EXPECT_GT(longest_line(wide.screen()), 100U);
  EXPECT_LE(longest_line(wide.screen()), 200U);
  EXPECT_THAT(wide.screen(), Not(HasSubstr("more: Enter goes")));
}

TEST(PlayAtATerminal, ItsHelpFitsANarrowOne) {
  Terminal narrow({"play", "tictactoe", "--agent", "random"}, "xterm", {.rows = 40, .columns = 40});
  ASSERT_TRUE(narrow.shows("xplayer> ")) << narrow.screen();
  ASSERT_TRUE(soon_typing(narrow));
  narrow.type("help\r");
  ASSERT_TRUE(narrow.shows("move at once.")) << narrow.screen();
  const std::string help = narrow.screen().substr(narrow.screen().find("  a number or"));
  EXPECT_LE(longest_line(help), 40U) << help;
}

TEST(PlayAtATerminal, CtrlCMakesItMoveAtOnce) {
  Terminal terminal({"play", "connect_four", "--agent", "uct", "--clock", "1h", "--threads", "1"});
  ASSERT_TRUE(terminal.shows("red> ")) << terminal.screen();
  ASSERT_TRUE(soon_typing(terminal));
  terminal.type("1\r");
  ASSERT_TRUE(terminal.shows("simulations")) << terminal.screen();
  EXPECT_TRUE(is_usual(terminal.modes()));
  terminal.type("\x03");
  EXPECT_TRUE(terminal.shows("black plays (")) << terminal.screen();
  EXPECT_TRUE(terminal.shows("red> "));  // and the game goes on
  ASSERT_TRUE(soon_typing(terminal));
  terminal.type("2\r");
  ASSERT_TRUE(terminal.shows("simulations")) << terminal.screen();
  terminal.signal(SIGTERM);
  EXPECT_EQ(terminal.wait(seconds(20)), 0);
  EXPECT_TRUE(terminal.shows("The game is not over. To go on: --moves '"));
  EXPECT_TRUE(is_usual(terminal.modes()));
}

TEST(PlayAtATerminal, CtrlCClearsALineAndLeavesAnEmptyOne) {
  Terminal terminal(play({}));
  ASSERT_TRUE(terminal.shows("xplayer> "));
  ASSERT_TRUE(soon_typing(terminal));
  terminal.type("(mark 1");
  ASSERT_TRUE(terminal.shows("(mark 1"));
  terminal.type("\x03");
  EXPECT_TRUE(terminal.shows("xplayer> ")) << terminal.screen();
  ASSERT_TRUE(soon_typing(terminal));
  terminal.type("\x03");
  EXPECT_EQ(terminal.wait(seconds(20)), 0);
  EXPECT_TRUE(terminal.shows("The game is not over."));
  EXPECT_TRUE(is_usual(terminal.modes()));
}

TEST(PlayAtATerminal, LettersOfSeveralBytesAreLetters) {
  Terminal terminal(play({}));
  ASSERT_TRUE(terminal.shows("xplayer> "));
  ASSERT_TRUE(soon_typing(terminal));
  terminal.type("h\u00e9\x7fint\r");  // é, taken back with one key
  EXPECT_TRUE(terminal.shows("random would play")) << terminal.screen();
  ASSERT_TRUE(terminal.shows("xplayer> "));
  ASSERT_TRUE(soon_typing(terminal));
  terminal.type("\u00e9\r");
  EXPECT_TRUE(terminal.shows("'\u00e9' is no legal move")) << terminal.screen();
}

TEST(PlayAtATerminal, CtrlDEndsTheGame) {
  Terminal terminal(play({}));
  ASSERT_TRUE(terminal.shows("xplayer> "));
  ASSERT_TRUE(soon_typing(terminal));
  terminal.type("\x04");
  EXPECT_EQ(terminal.wait(seconds(20)), 0);
  EXPECT_TRUE(is_usual(terminal.modes()));
}

TEST(PlayAtATerminal, SignalsLeaveTheModesAsTheyWere) {
  struct Case {
    int signal;
    int status;
  };
  for (const Case& each :
       {Case{SIGTERM, 0}, Case{SIGHUP, 128 + SIGHUP}, Case{SIGQUIT, 128 + SIGQUIT}}) {
    Terminal terminal(play({}));
    ASSERT_TRUE(terminal.shows("xplayer> "));
    ASSERT_TRUE(soon_typing(terminal));
    terminal.type("(ma");
    ASSERT_TRUE(terminal.shows("ma"));
    terminal.signal(each.signal);
    EXPECT_EQ(terminal.wait(seconds(20)), each.status) << each.signal;
    EXPECT_TRUE(is_usual(terminal.modes())) << each.signal;
  }
}

TEST(PlayAtATerminal, CtrlZStopsInTheUsualModesAndGoesOn) {
  Terminal terminal(play({}));
  ASSERT_TRUE(terminal.shows("xplayer> "));
  ASSERT_TRUE(soon_typing(terminal));
  terminal.type("(mark 1 1");
  ASSERT_TRUE(terminal.shows("1 1"));
  terminal.signal(SIGTSTP);
  EXPECT_TRUE(soon_usual(terminal));
  terminal.signal(SIGCONT);
  ASSERT_TRUE(soon_typing(terminal));
  terminal.type(")\r");
  EXPECT_TRUE(terminal.shows("You play (mark 1 1)")) << terminal.screen();
}

TEST(PlayAtATerminal, ADumbOneGetsPlainLines) {
  Terminal terminal(play({}), "dumb");
  ASSERT_TRUE(terminal.shows("xplayer> "));
  EXPECT_TRUE(is_usual(terminal.modes()));
  terminal.type("mark 1 1\n");
  EXPECT_TRUE(terminal.shows("You play (mark 1 1)"));
  ASSERT_TRUE(terminal.shows("xplayer> "));
  terminal.type("\x04");
  EXPECT_EQ(terminal.wait(seconds(20)), 0);
  EXPECT_THAT(terminal.screen(), Not(HasSubstr("\x1b")));
}

}  // namespace
}  // namespace palamedes::e2e
