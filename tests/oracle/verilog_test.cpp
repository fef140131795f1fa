// Circuits in Verilog, simulated by Icarus Verilog, play the games that the propositional network
// plays.

#include "circuit/verilog.h"

#include <cstdlib>
#include <filesystem>
#include <fstream>

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include "base/file.h"
#include "base/rng.h"
#include "circuit/lower.h"
#include "circuit/passes/passes.h"
#include "games/builtin.h"
#include "gdl/load.h"
#include "ground/grounder.h"
#include "machine/propnet/propnet_machine.h"
#include "net/build.h"
#include "net/passes/passes.h"

namespace palamedes::oracle {
namespace {

namespace fs = std::filesystem;

// A program's test bench: rows of moves (preceded by whether the game begins anew) and of what the
// module must say before they are made.
class Bench {
 public:
  explicit Bench(machine::propnet::PropnetMachine& machine) : machine_(machine) {}

  void play(std::uint64_t seed, std::size_t max_length) {
    Rng rng(seed);
    machine::BitState state = machine_.initial();
    std::vector<Move> joint_move(machine_.role_count());
    for (std::size_t step = 0; step < max_length; ++step) {
      std::string moves;
      std::string legal;
      std::string goals;
      bool last = machine_.terminal(state);
      for (std::size_t role = 0; role < joint_move.size(); ++role) {
        const auto& entry = machine_.net()->roles[role];
        model::MoveList list;
        machine_.legal(state, Role(role), list);
        std::string bits(entry.moves.size(), '0');
        for (const Move move : list) bits[index_of(move)] = '1';
        legal += bits;
        bits.assign(entry.moves.size(), '0');
        last = last || list.empty();
        if (!last) {
          joint_move[role] = list[rng.below(static_cast<std::uint32_t>(list.size()))];
          bits[index_of(joint_move[role])] = '1';
        }
        moves += bits;
        const int goal = machine_.goal(state, Role(role));
        for (const net::GoalEntry& value : entry.goals) goals += value.value == goal ? '1' : '0';
      }
      inputs_ += (step == 0 ? "1" : "0") + moves + "\n";
      outputs_ += legal + (machine_.terminal(state) ? "1" : "0") + goals + "\n";
      input_count_ = moves.size();
      output_count_ = legal.size() + 1 + goals.size();
      ++rows_;
      if (last) return;
      machine_.advance(state, joint_move);
    }
  }

  // The first bit of a row is the leftmost, so vectors count upwards.
  [[nodiscard]] std::string text(const std::string& module) const {
    std::string ports = "clock, reset";
    for (std::size_t i = 0; i < input_count_; ++i) ports += fmt::format(", row[{}]", i + 1);
    for (std::size_t i = 0; i < output_count_; ++i) ports += fmt::format(", said[{}]", i);
    return fmt::format(R"(module bench;
  reg clock = 0, reset = 0;
  reg [0:{inputs}] row;
  reg [0:{inputs}] rows [0:{last}];
  wire [0:{outputs}] said;
  reg [0:{outputs}] expected [0:{last}];
  integer i;
  {module} game ({ports});
  initial begin
    $readmemb("rows.txt", rows);
    $readmemb("expected.txt", expected);
    for (i = 0; i <= {last}; i = i + 1) begin
      row = rows[i];
      if (row[0]) begin
        reset = 1; #1 clock = 1; #1 clock = 0; reset = 0;
      end
      #1 if (said !== expected[i]) begin
        $display("row %0d: %b instead of %b", i, said, expected[i]);
        $finish;
      end
      #1 clock = 1; #1 clock = 0;
    end
    $display("all %0d rows", {last} + 1);
  end
endmodule
)",
                       fmt::arg("inputs", input_count_), fmt::arg("outputs", output_count_ - 1),
                       fmt::arg("last", rows_ - 1), fmt::arg("module", module),
                       fmt::arg("ports", ports));
  }
  [[nodiscard]] const std::string& inputs() const { return inputs_; }
  [[nodiscard]] const std::string& outputs() const { return outputs_; }
  [[nodiscard]] std::size_t rows() const { return rows_; }

 private:
  machine::propnet::PropnetMachine& machine_;
  std::string inputs_;
  std::string outputs_;
  std::size_t input_count_ = 0;
  std::size_t output_count_ = 0;
  std::size_t rows_ = 0;
};

bool has_icarus() { return std::system("iverilog -V >/dev/null 2>&1") == 0; }

class Folder {
 public:
  Folder() : path_(fs::temp_directory_path() / fmt::format("palamedes_verilog_{}", getpid())) {
    fs::create_directories(path_);
  }
  ~Folder() { fs::remove_all(path_); }
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;

  void write(const std::string& name, const std::string& text) const {
    std::ofstream(path_ / name) << text;
  }
  [[nodiscard]] std::string simulate() const {
    const std::string command = fmt::format(
        "cd '{}' && iverilog -g2001 -Wall -o bench.vvp game.v bench.v >log.txt 2>&1 && "
        "vvp -n bench.vvp >>log.txt 2>&1",
        path_.string());
    const bool ran = std::system(command.c_str()) == 0;
    return (ran ? "" : "does not run: ") + read_text((path_ / "log.txt").string(), 1 << 20).value();
  }

 private:
  fs::path path_;
};

void expect_same_in_verilog(const std::string& text, const std::string& name,
                            std::string_view circuit_passes) {
  SCOPED_TRACE(fmt::format("{} with circuit passes '{}'", name, circuit_passes));
  const auto rules = gdl::load(text, name);
  ASSERT_TRUE(rules);
  auto ground_rules = ground::ground(*rules, {});
  ASSERT_TRUE(ground_rules);
  auto network = std::make_shared<net::PropNet>(net::build(std::move(*ground_rules)));
  net::passes::run_passes(*network, net::passes::parse_passes(net::passes::default_passes).value());
  circuit::Circuit circuit = circuit::lower(network);
  circuit::passes::run_circuit_passes(
      circuit, circuit::passes::parse_circuit_passes(circuit_passes).value());
  const auto module = circuit::to_verilog(circuit, name);
  ASSERT_TRUE(module);

  machine::propnet::PropnetMachine machine(network, {});
  Bench bench(machine);
  for (std::uint64_t seed = 0; seed < 5; ++seed) bench.play(seed, 80);
  const Folder folder;
  folder.write("game.v", *module);
  folder.write("bench.v", bench.text("game_" + name));
  folder.write("rows.txt", bench.inputs());
  folder.write("expected.txt", bench.outputs());
  EXPECT_EQ(folder.simulate(), fmt::format("all {} rows\n", bench.rows()));
}

class Verilog : public testing::TestWithParam<std::string> {};

// Turns, columns that fill up, pieces that move, and two roles that move at once.
TEST_P(Verilog, PlaysTheSameGame) {
  if (!has_icarus()) GTEST_SKIP() << "iverilog is not installed";
  for (const games::Builtin& game : games::builtins()) {
    if (game.name != GetParam()) continue;
    for (const std::string_view passes :
         {std::string_view(), circuit::passes::default_circuit_passes}) {
      expect_same_in_verilog(std::string(game.text), std::string(game.name), passes);
    }
    return;
  }
  FAIL() << "no such game";
}

INSTANTIATE_TEST_SUITE_P(Games, Verilog,
                         testing::Values("tictactoe", "connect_four", "breakthrough", "runners"),
                         [](const auto& one) { return one.param; });

TEST(Verilog, UnrollsLoops) {
  if (!has_icarus()) GTEST_SKIP() << "iverilog is not installed";
  const auto text = read_text(PALAMEDES_SOURCE_DIR "/tests/sheets/power_lines.kif", 1 << 20);
  ASSERT_TRUE(text);
  for (const std::string_view passes :
       {std::string_view(), circuit::passes::default_circuit_passes}) {
    expect_same_in_verilog(*text, "power_lines", passes);
  }
}

}  // namespace
}  // namespace palamedes::oracle
