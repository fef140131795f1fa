// Completion scripts, pipes, full disks and terminals.

#include <algorithm>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "e2e/program.h"
#include "e2e/samples.h"

namespace palamedes::e2e {
namespace {

using nlohmann::json;
using testing::HasSubstr;
using testing::IsEmpty;

TEST(Completion, BashOffersCommandsGamesAndOptions) {
  const std::string script =
      "eval \"$(palamedes completion bash)\"\n"
      "complete_words() { COMP_WORDS=(palamedes \"$@\"); COMP_CWORD=$#; _palamedes; echo "
      "\"${COMPREPLY[@]}\"; }\n";
  const auto offered = [&](const std::string& words) {
    const Outcome outcome = shell(script + "mkdir -p '" + folder() + "empty'; cd '" + folder() +
                                  "empty'; complete_words " + words);
    EXPECT_EQ(outcome.status, 0) << outcome.err;
    EXPECT_THAT(outcome.err, IsEmpty());
    return outcome.out;
  };
  EXPECT_EQ(offered("sim"), "simulate\n");
  EXPECT_EQ(offered("simulate tictac"), "tictactoe tictactoe_3d\n");
  EXPECT_EQ(offered("simulate tictactoe --see"), "--seed\n");
  EXPECT_EQ(offered("simulate tictactoe --machine pro"), "prover propnet\n");
  EXPECT_EQ(offered("simulate tictactoe --seed ''"), "\n");
  EXPECT_EQ(offered("completion z"), "zsh\n");
  EXPECT_EQ(offered("analyse tictactoe --agent grave-m"), "grave-mast\n");
  EXPECT_EQ(offered("match tictactoe --agents hra"), "hrave hrave-mast\n");
  EXPECT_EQ(offered("match tictactoe --agents uct,hra"), "uct,hrave uct,hrave-mast\n");
  EXPECT_EQ(offered("manager tictactoe --players hu"), "human\n");
  EXPECT_EQ(offered("bench nim --machine prover,sca"), "prover,scalar\n");
  EXPECT_EQ(offered("play tictactoe --role ''"), "none xplayer oplayer\n");
  EXPECT_EQ(offered("analyse --top 3 nim --role p"), "player1 player2\n");
  EXPECT_EQ(offered("analyse --role x"), "\n");
  EXPECT_EQ(offered("lab run samp"), "sample\n");
  EXPECT_EQ(offered("help pe"), "perft\n");
  write_file("empty/rare_name.kif", tiny);
  EXPECT_EQ(offered("check rare"), "rare_name.kif\n");
  EXPECT_EQ(offered("replay tictactoe rare"), "rare_name.kif\n");
}

TEST(Completion, EveryScriptKnowsEveryOption) {
  for (const char* name : {"bash", "zsh", "fish"}) {
    const Outcome outcome = run({"completion", name});
    EXPECT_EQ(outcome.status, 0);
    for (const char* word : {"max-length", "playouts", "rewritten", "max-line-bytes", "strict",
                             "tictactoe", "grave-mast", "xplayer", "rave-vs-uct"}) {
      EXPECT_THAT(outcome.out, HasSubstr(word)) << name;
    }
    // The shell's own opinion, where it is installed.
    const std::string file = write_file("completion", outcome.out);
    EXPECT_EQ(shell("command -v " + std::string(name) + " >/dev/null || exit 0; " + name + " -n '" +
                    file + "'")
                  .status,
              0);
  }
}

TEST(Output, ABrokenPipeIsNoError) {
  for (const char* command : {"palamedes simulate tictactoe", "palamedes games --json",
                              "palamedes perft tictactoe --depth 3", "palamedes explain checkers",
                              "palamedes completion fish"}) {
    const Outcome outcome = shell(std::string("set -o pipefail; { sleep 0.1; ") + command +
                                  "; } | true; echo ${PIPESTATUS[0]}");
    EXPECT_EQ(outcome.out, "0\n") << command;
    EXPECT_THAT(outcome.err, IsEmpty()) << command;
  }
}

TEST(Output, IsAsciiWhereTheLocaleHasNoUtf8) {
  const std::string match =
      "palamedes match tictactoe --agents random,random --simulations 1 --games 4";
  EXPECT_THAT(shell(match).out, HasSubstr(" ± "));
  const Outcome plain = shell("export LC_ALL=C; " + match);
  EXPECT_THAT(plain.out, HasSubstr(" +/- "));
  const auto is_ascii = [](char c) { return static_cast<unsigned char>(c) < 0x80; };
  EXPECT_TRUE(std::all_of(plain.out.begin(), plain.out.end(), is_ascii)) << plain.out;
  const Outcome agents = shell("export LC_ALL=C; palamedes agents; palamedes agents --json");
  EXPECT_TRUE(std::all_of(agents.out.begin(), agents.out.end(), is_ascii)) << agents.out;
  // JSON means the same in both.
  EXPECT_EQ(json::parse(shell("LC_ALL=C palamedes agents --json").out),
            json::parse(shell("palamedes agents --json").out));
}

TEST(Output, AFullDiskIsAnError) {
  const Outcome outcome = shell("palamedes games > /dev/full");
  EXPECT_EQ(outcome.status, 1);
  EXPECT_THAT(outcome.err, HasSubstr("the output cannot be written: No space left on device"));
}

TEST(Output, EmphasisesTitlesOnATerminalUnlessToldNotTo) {
  // `script` gives the program a terminal. It runs its command with whatever $SHELL says, which
  // need not be bash, so the command names the program by its path and not by the function.
  const auto on_terminal = [](const std::string& settings) {
    return shell("export TERM=xterm; unset NO_COLOR; " + settings +
                 " script -qec \"'$PALAMEDES_PROGRAM' games\" /dev/null </dev/null")
        .out;
  };
  EXPECT_THAT(on_terminal(""), HasSubstr("\x1b[1mName"));
  EXPECT_THAT(on_terminal("NO_COLOR=1"), testing::Not(HasSubstr("\x1b")));
  EXPECT_THAT(on_terminal("TERM=dumb"), testing::Not(HasSubstr("\x1b")));
}

TEST(Output, HasNoColoursAndNoProgressOutsideATerminal) {
  const Outcome outcome = run({"simulate", "tictactoe"});
  EXPECT_EQ(outcome.out.find('\x1b'), std::string::npos);
  EXPECT_THAT(outcome.err, IsEmpty());
}

}  // namespace
}  // namespace palamedes::e2e
