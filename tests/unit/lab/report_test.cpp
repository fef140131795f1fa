#include "lab/report/report.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "lab/report/formats.h"
#include "unit/lab/sample.h"

namespace palamedes::lab {
namespace {

using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;

// A match in which agent 0 of the cell had this goal in all of its roles, and the other one 100
// minus it.
MatchResult result_of(const Cell& cell, std::uint64_t number, int goal) {
  MatchResult result;
  for (const std::uint32_t agent : cell.assignment(number)) {
    result.role_names.emplace_back("role");
    result.goals.push_back(agent == 0 ? goal : 100 - goal);
    result.efforts.push_back({.simulations = 60,
                              .states = 300,
                              .decisions = 3,
                              .seconds = 0.5,
                              .simulations_per_second = agent == 0 ? 120.0 : 90.0,
                              .states_per_second = 600});
  }
  result.seconds = 2;
  return result;
}

std::vector<CellState> states_of(const Experiment& experiment) {
  std::vector<CellState> states;
  for (const Cell& cell : cells_of(experiment)) states.emplace_back(experiment, cell);
  return states;
}

// Six wins, a draw and a loss: 6.5 of 8 points are 81.25 %. With z^2 / n = 0.480182 Wilson's
// interval is (0.8125 + 0.240091 ± 1.959964 * sqrt(0.152344 / 8 + 0.015006)) / 1.480182: from
// 46.679 to 95.546 %.
std::vector<CellState> played(const Experiment& experiment) {
  std::vector<CellState> states = states_of(experiment);
  for (std::uint64_t number = 0; number < 8; ++number) {
    const int goal = number < 6 ? 100 : number == 6 ? 50 : 0;
    states[0].add(number, result_of(states[0].cell, number, goal));
  }
  return states;
}

TEST(Report, FiguresStandBesideThePublishedOnes) {
  const Experiment experiment = sample();
  const report::Report report = report::make_report(experiment, played(experiment));
  ASSERT_EQ(report.sections.size(), 3U);
  const report::ReportSection& section = report.sections[0];
  EXPECT_EQ(section.title, "rave against UCT");
  ASSERT_EQ(section.rows.size(), 2U);
  const report::ReportRow& row = section.rows[0];
  ASSERT_TRUE(row.ours.has_value());
  EXPECT_DOUBLE_EQ(row.ours->value, 81.25);
  EXPECT_NEAR(row.ours->low, 46.679, 0.001);
  EXPECT_NEAR(row.ours->high, 95.546, 0.001);
  EXPECT_EQ(report::text_of(row.ours), "81.2 ± 34.6");
  EXPECT_EQ(row.published->value, 60.2);
  EXPECT_FALSE(row.differs);  // 46.7 is below 60.2 + 4.3
  EXPECT_EQ(row.games, 8U);
  EXPECT_DOUBLE_EQ(row.simulations_per_move, 20);
  EXPECT_DOUBLE_EQ(row.simulations_per_second, 120);
  // a game that is published but not played here
  EXPECT_EQ(section.rows[1].game, "checkers");
  EXPECT_FALSE(section.rows[1].ours.has_value());
  EXPECT_EQ(report::text_of(section.rows[1].published), "51.0");
  EXPECT_EQ(section.robustness, 0);  // 46.7 is below 50
  EXPECT_EQ(section.published_robustness, 1);
  EXPECT_EQ(report.sections[1].title, "rave alone");
  EXPECT_FALSE(report.sections[1].rows[0].ours.has_value());
}

TEST(Report, SaysBesideItsRowsWhatTheFileSaysOfAGame) {
  const Experiment experiment = sample(
      replaced(sample_text, "simulations = 5\n", "simulations = 5\nremark = \"my own & new\"\n"));
  const report::Report report = report::make_report(experiment, states_of(experiment));
  bool seen = false;
  for (const report::ReportSection& section : report.sections) {
    for (const report::ReportRow& row : section.rows) {
      EXPECT_EQ(row.remark, row.game == "maze" ? "my own & new" : "") << row.game;
      seen = seen || row.game == "maze";
    }
  }
  EXPECT_TRUE(seen);
  EXPECT_NE(to_html(report).find("<td>my own &amp; new</td>"), std::string::npos);
  EXPECT_NE(to_latex(report).find("maze (my own \\& new)"), std::string::npos);
  EXPECT_NE(to_csv(report).find(",my own & new\n"), std::string::npos);
  // Without any there is no column of them.
  const Experiment without = sample();
  EXPECT_EQ(to_html(report::make_report(without, states_of(without))).find("Remark"),
            std::string::npos);
}

// Two matches: in the first turn 10 and 30 simulations in half a second, so 20 and 60 a second.
TEST(Report, FiguresOfTurnsAreAveragesOverMatches) {
  const Experiment experiment = sample("turns = true\n" + std::string(sample_text));
  EXPECT_TRUE(experiment.turns);
  std::vector<CellState> states = states_of(experiment);
  for (std::uint64_t number = 0; number < 2; ++number) {
    MatchResult result = result_of(states[0].cell, number, 50);
    for (std::size_t role = 0; role < result.efforts.size(); ++role) {
      if (states[0].cell.assignment(number)[role] != 0) continue;
      const bool first = number == 0;
      result.efforts[role].turns = {{.step = 0,
                                     .simulations = first ? 10U : 30U,
                                     .states = first ? 100U : 200U,
                                     .seconds = 0.5,
                                     .depth = first ? 3U : 4U,
                                     .branching = first ? 2.0 : 2.5}};
      if (first) result.efforts[role].turns.push_back({.step = 4, .simulations = 7, .depth = 9});
      result.efforts[role].remark = "it is dark";
    }
    states[0].add(number, result);
  }
  const report::Report report = report::make_report(experiment, states);
  ASSERT_EQ(report.turns.size(), 1U);
  EXPECT_EQ(report.turns[0].game, "tictactoe");
  EXPECT_EQ(report.turns[0].agent, "rave");
  const lab::TurnMoments& turn = report.turns[0].turns.at(0);
  EXPECT_DOUBLE_EQ(turn.depth.mean, 3.5);
  EXPECT_DOUBLE_EQ(turn.branching.mean, 2.25);
  EXPECT_DOUBLE_EQ(turn.simulation_speed.mean, 40);
  EXPECT_DOUBLE_EQ(turn.state_speed.mean, 300);
  // 1.959964 * sqrt(((20-40)^2 + (60-40)^2) / 1 / 2) = 1.959964 * 20
  const std::string csv = report::turns_to_csv(report.turns);
  EXPECT_THAT(csv, HasSubstr("\ntictactoe,rave,1,2,3.5,0.979982,2.25,0.489991,40,39.1993,300,"));
  EXPECT_THAT(csv, HasSubstr("\ntictactoe,rave,5,1,9,0,,,,,,\n"));
  EXPECT_THAT(report::to_html(report), AllOf(HasSubstr("tictactoe: Effective branching factor"),
                                             HasSubstr("tictactoe: States/s")));
  EXPECT_THAT(report.remarks, testing::Contains("rave in tictactoe: it is dark."));
  EXPECT_THAT(report::to_html(report::make_report(experiment, states_of(experiment))),
              Not(HasSubstr("Turn by turn")));
}

TEST(Report, MarksWhatDoesNotOverlap) {
  const Experiment experiment =
      sample(replaced(sample_text, "tictactoe = [60.2, 4.3]", "tictactoe = [40.2, 4.3]"));
  report::Report report = report::make_report(experiment, played(experiment));
  EXPECT_TRUE(report.sections[0].rows[0].differs);    // 44.5 is below 46.7
  EXPECT_FALSE(report.sections[0].rows[0].opposite);  // which is below 50
  EXPECT_EQ(report.compared, 1U);
  EXPECT_EQ(report.differing, 1U);
  // eight wins of eight are from 8 / (8 + z^2) = 67.6 % on
  std::vector<CellState> states = states_of(experiment);
  for (std::uint64_t number = 0; number < 8; ++number) {
    states[0].add(number, result_of(states[0].cell, number, 100));
  }
  report = report::make_report(experiment, states);
  EXPECT_TRUE(report.sections[0].rows[0].opposite);
  EXPECT_EQ(report::text_of(report.sections[0].rows[0].ours), "100.0 ± 32.4");
  EXPECT_EQ(report.sections[0].robustness, 1);
}

TEST(Report, APublishedFigureOfTheTurnedPairIsTurned) {
  const Experiment experiment =
      sample(replaced(sample_text, "of = [\"rave\", \"uct\"]", "of = [\"uct\", \"rave\"]"));
  const report::Report report = report::make_report(experiment, played(experiment));
  EXPECT_NEAR(report.sections[0].rows[0].published->value, 39.8, 1e-9);
}

TEST(Report, ScoresOfOneRole) {
  const Experiment experiment = sample();
  std::vector<CellState> states = states_of(experiment);
  states[1].add(0, result_of(states[1].cell, 0, 100));
  states[1].add(1, result_of(states[1].cell, 1, 10));
  const report::Report report = report::make_report(experiment, states);
  EXPECT_DOUBLE_EQ(report.sections[1].rows[0].ours->value, 55);
  EXPECT_GT(report.sections[1].rows[0].ours->low, 0);
  EXPECT_LT(report.sections[1].rows[0].ours->high, 100);
}

TEST(Report, RemarksOnWhatIsUneven) {
  const Experiment experiment = sample();
  std::vector<CellState> states = states_of(experiment);
  for (std::uint64_t number = 0; number < 3; ++number) {
    states[0].add(number, result_of(states[0].cell, number, 100));
  }
  EXPECT_THAT(report::make_report(experiment, states).remarks,
              ElementsAre(HasSubstr("tictactoe: 3 games are no multiple of the 2 assignments")));
  MatchResult broken = result_of(states[0].cell, 3, 100);
  broken.end = match::GameEnd::dead_end;
  broken.problem = "stuck";
  states[0].add(3, broken);
  EXPECT_THAT(report::make_report(experiment, states).remarks,
              ElementsAre(HasSubstr("3 games are no multiple"),
                          HasSubstr("tictactoe: 1 game does not count because of a fault, such "
                                    "as match 4: stuck.")));
  EXPECT_EQ(report::make_report(experiment, states).faults, 1U);
  EXPECT_EQ(report::make_report(experiment, states).sections[0].rows[0].broken, 1U);
  EXPECT_THAT(report::make_report(experiment, played(experiment)).remarks, testing::IsEmpty());
}

TEST(Report, OneGameIsNotSeveral) {
  const Experiment experiment = sample();
  std::vector<CellState> states = states_of(experiment);
  states[0].add(0, result_of(states[0].cell, 0, 100));
  EXPECT_THAT(report::make_report(experiment, states).remarks,
              ElementsAre(HasSubstr("tictactoe: 1 game is no multiple of the 2 assignments")));
}

// Stores that are older than the rule have such games as finished ones.
TEST(Report, GamesWithoutGoalsAreFaultsAndNoDraws) {
  const Experiment experiment = sample();
  std::vector<CellState> states = states_of(experiment);
  for (std::uint64_t number = 0; number < 4; ++number) {
    MatchResult result = result_of(states[0].cell, number, 100);
    if (number >= 2) result.goals = {-1, -1};
    states[0].add(number, result);
  }
  const report::Report report = report::make_report(experiment, states);
  const report::ReportRow& row = report.sections[0].rows[0];
  EXPECT_EQ(row.games, 2U);
  EXPECT_EQ(row.faults, 2U);
  EXPECT_EQ(row.broken, 0U);
  EXPECT_DOUBLE_EQ(row.ours->value, 100);
  EXPECT_THAT(report.remarks, ElementsAre(HasSubstr("2 games do not count because of a fault, such "
                                                    "as match 3: the rules give a role no goal")));
  EXPECT_THAT(report::to_latex(report), HasSubstr("% tictactoe: 2 games do not count"));
}

TEST(Report, TellsWhereItsFiguresComeFrom) {
  const Experiment experiment = sample();
  report::Report report = report::make_report(experiment, played(experiment));
  report.origin.builds = {
      {{.version = "1.2", .revision = "abc", .host = "h", .processor = "P & Q", .cores = 1}, 8}};
  EXPECT_THAT(
      report::lines_of(report.origin, false),
      ElementsAre("Seed: 7", "Limit: 20 simulations a move, at most 10,000 steps (tictactoe)",
                  "Limit: 5 simulations a move, at most 10,000 steps (maze)",
                  HasSubstr("Agent UCT: "),
                  AllOf(HasSubstr("Agent rave: "), HasSubstr("select.k=500")),
                  "Build: 1.2 abc on P & Q, 1 core (h): 8 results"));
  EXPECT_THAT(report::lines_of(report.origin, true)[3], HasSubstr("playout.max_length="));
  const std::string csv = report::to_csv(report);
  EXPECT_THAT(
      csv, HasSubstr(",agent_parameters,against_parameters,limit,seed,build,processor,remark\n"));
  EXPECT_THAT(csv, HasSubstr("select.k=500"));
  EXPECT_THAT(csv, HasSubstr("\"20 simulations a move, at most 10,000 steps\",7,1.2 abc,"
                             "\"P & Q, 1 core (h)\",\n"));
  EXPECT_THAT(report::to_latex(report),
              AllOf(HasSubstr("\n% Seed: 7\n"), HasSubstr("\n% Build: 1.2 abc on P & Q")));
  EXPECT_THAT(report::to_latex(report), HasSubstr("playout.max_length="));
  EXPECT_THAT(report::to_html(report),
              AllOf(HasSubstr("<li>Build: 1.2 abc on P &amp; Q, 1 core"),
                    HasSubstr("<dt>rave</dt><dd>"), HasSubstr("select.k=500")));
}

TEST(Report, RatesARoundRobin) {
  std::string text =
      replaced(sample_text, "pairs = [[\"rave\", \"uct\"]]", "round-robin = [\"rave\", \"uct\"]");
  const Experiment experiment = sample(text);
  std::vector<CellState> states = states_of(experiment);
  for (std::uint64_t number = 0; number < 8; ++number) {
    states[0].add(number, result_of(states[0].cell, number, number < 6 ? 100 : 0));
  }
  const report::Report report = report::make_report(experiment, states);
  ASSERT_EQ(report.ratings.size(), 2U);
  EXPECT_EQ(report.ratings[0].label, "rave");
  EXPECT_NEAR(report.ratings[0].elo.value - report.ratings[1].elo.value, 190.848, 0.001);
}

// Beside the two that play, one that cannot; and a game that cannot be played.
std::string text_with_missing() {
  std::string text = replaced(sample_text, "pairs = [", "pairs = [[\"tuned\", \"uct\"], ");
  text = replaced(text, "[meet]",
                  "[agents.tuned]\nlabel = \"Tuned\"\nmissing = \"needs tuning\"\n[meet]");
  return replaced(text, "[[published]]",
                  "[[games]]\nname = \"aliens\"\nmissing = \"video\"\n"
                  "[[published]]\nof = [\"tuned\", \"uct\"]\nsource = \"Table 2\"\n"
                  "values = { tictactoe = [70.5, 1.5], aliens = 12 }\n[[published]]");
}

TEST(Report, WhatIsMissingIsShownWithItsPublishedFigures) {
  const Experiment experiment = sample(text_with_missing());
  std::vector<CellState> states = states_of(experiment);
  for (std::uint64_t number = 0; number < 8; ++number) {
    states[1].add(number, result_of(states[1].cell, number, 100));
  }
  const report::Report report = report::make_report(experiment, states);
  const report::ReportSection& tuned = report.sections[0];
  EXPECT_EQ(tuned.title, "Tuned against UCT");
  ASSERT_EQ(tuned.rows.size(), 2U);
  EXPECT_EQ(report::text_of(tuned.rows[0].ours), "-");
  EXPECT_EQ(report::text_of(tuned.rows[0].published), "70.5 ± 1.5");
  EXPECT_EQ(tuned.rows[0].missing, "needs tuning");
  EXPECT_EQ(tuned.rows[1].game, "aliens");
  EXPECT_EQ(tuned.rows[1].planned, 0U);
  EXPECT_EQ(report.sections[1].title, "rave against UCT");
  EXPECT_EQ(report.sections[1].rows[0].games, 8U);
  EXPECT_EQ(report.sections[1].rows[1].missing, "video");
  // nobody has published anything about those that would play alone, but two of them can
  ASSERT_EQ(report.sections.size(), 4U);
  EXPECT_EQ(report.sections[2].title, "UCT alone");
  EXPECT_EQ(report.compared, 1U);
  EXPECT_EQ(text_of(report.missing), "needs tuning: Tuned; video: aliens");
  EXPECT_THAT(report::to_csv(report), HasSubstr("\naliens,Tuned,UCT,0,0,,,12,,Table 2,,,,,0,"
                                                "win rate of Tuned in percent,needs tuning,,,0,"));
  EXPECT_THAT(report::to_latex(report),
              HasSubstr("% not played yet: needs tuning: Tuned; video: aliens\n"));
  EXPECT_THAT(report::to_latex(report), HasSubstr("tictactoe & -- [$70.5 \\pm 1.5$] & "));
  EXPECT_THAT(report::to_html(report), HasSubstr("needs tuning: Tuned; video: aliens"));
}

TEST(Report, AFigureOfOneAgentIsItsAverageOverItsOpponents) {
  std::string text = replaced(sample_text, "pairs = [[\"rave\", \"uct\"]]",
                              "round-robin = [\"rave\", \"uct\", \"mast\", \"tuned\"]");
  text = replaced(text, "[meet]",
                  "[agents.mast]\nspec = \"mast\"\n[agents.tuned]\nmissing = \"x\"\n[meet]");
  text = replaced(text, "[[games]]\nname = \"maze\"\nrules = \"one.kif\"\nsimulations = 5\n", "");
  text = replaced(text, "of = [\"rave\", \"uct\"]", "of = [\"uct\"]");
  text += "[[published]]\nof = [\"uct\"]\nunit = \"simulations/s\"\nvalues = { tictactoe = 50 }\n";
  const Experiment experiment = sample(text);
  std::vector<CellState> states = states_of(experiment);  // rave-uct, -mast, -tuned, uct-mast, ...
  for (std::uint64_t number = 0; number < 8; ++number) {
    states[0].add(number, result_of(states[0].cell, number, 0));
    states[1].add(number, result_of(states[1].cell, number, 100));
    states[3].add(number, result_of(states[3].cell, number, number < 4 ? 100 : 0));
  }
  const report::Report report = report::make_report(experiment, states);
  const auto find = [&](const std::string& title) {
    return *std::find_if(report.sections.begin(), report.sections.end(),
                         [&](const report::ReportSection& each) { return each.title == title; });
  };
  // all against rave, from 67.559 % on; half against mast, from 21.522 to 78.478 %. The mean of the
  // two is sqrt(32.441^2 + 28.478^2) / 2 from its lower end, and 28.478 / 2 from the upper one.
  const report::ReportRow row = find("UCT against all others").rows[0];
  EXPECT_DOUBLE_EQ(row.ours->value, 75);
  EXPECT_NEAR(row.ours->low, 75 - 21.584, 0.001);
  EXPECT_NEAR(row.ours->high, 75 + 14.239, 0.001);
  EXPECT_EQ(row.games, 16U);
  EXPECT_EQ(row.published->value, 60.2);
  EXPECT_THAT(report.remarks, ElementsAre(HasSubstr("leave out opponents that cannot play yet")));
  // second in the first contest with 90 a second, first in the other one with 120
  const report::ReportSection speed = find("UCT: simulations/s");
  EXPECT_EQ(report::ours_text(speed, speed.rows[0]), "105");
  EXPECT_EQ(report::mark_text(speed, speed.rows[0]), "2.1x");
  EXPECT_EQ(report.ratings.size(), 3U);  // of those that play
}

// Of the games that tell it; those of an older store do not.
TEST(Report, StatisticsInANodeAreAveragesOverGames) {
  const Experiment experiment =
      sample(std::string(sample_text) +
             "[[published]]\nof = [\"rave\"]\nsource = \"Table 2\"\n"
             "unit = \"statistics/node\"\nvalues = { tictactoe = 4.5 }\n");
  std::vector<CellState> states = states_of(experiment);
  const auto section_of = [&] {
    const report::Report report = report::make_report(experiment, states);
    return *std::find_if(report.sections.begin(), report.sections.end(),
                         [](const auto& each) { return each.title == "rave: statistics/node"; });
  };
  const auto add = [&](std::uint64_t number, double statistics) {
    MatchResult result = result_of(states[0].cell, number, 100);
    const match::Assignment& roles = states[0].cell.assignment(number);
    for (std::size_t role = 0; role < roles.size(); ++role) {
      if (roles[role] == 0) result.efforts[role].statistics_per_node = statistics;
    }
    states[0].add(number, result);
  };
  add(0, 0);
  EXPECT_EQ(report::ours_text(section_of(), section_of().rows[0]), "-");
  add(1, 8);
  add(2, 10);
  const report::ReportSection section = section_of();
  EXPECT_EQ(report::ours_text(section, section.rows[0]), "9");
  EXPECT_EQ(report::published_text(section, section.rows[0]), "4.5");
  EXPECT_EQ(report::mark_text(section, section.rows[0]), "2x");
}

TEST(Cells, ErrorsAndTimeLeft) {
  const Experiment experiment = sample();
  std::vector<CellState> states = played(experiment);
  EXPECT_TRUE(states[0].is_over());
  states[1].add_error(0, "it fell over");
  EXPECT_EQ(states[1].errors, 1U);
  // 7 and 8 matches of 2 s each, on 2 jobs
  EXPECT_DOUBLE_EQ(*seconds_left(states, 2), 15);
  EXPECT_FALSE(seconds_left(states_of(experiment), 2).has_value());
}

TEST(Cells, APartOfAResultIsNone) {
  const Experiment experiment = sample();
  std::vector<CellState> states = states_of(experiment);
  MatchResult result = result_of(states[0].cell, 0, 100);
  result.goals.pop_back();
  states[0].add(0, result);
  EXPECT_EQ(states[0].errors, 1U);
  EXPECT_EQ(states[0].tally.tally().games(), 0U);
}

TEST(Cells, FiltersNameWhatTheyMean) {
  const Experiment experiment = sample();
  const auto selected = [&](std::vector<std::string> only) -> std::string {
    const auto cells = select_cells(experiment, cells_of(experiment), only);
    return cells ? std::to_string(cells->size()) : to_string(cells.error().list().front());
  };
  EXPECT_EQ(selected({}), "3");
  EXPECT_EQ(selected({"game=maze"}), "2");
  EXPECT_EQ(selected({"agent=uct"}), "2");
  EXPECT_EQ(selected({"pair=uct:rave"}), "1");
  EXPECT_EQ(selected({"game=maze", "agent=uct"}), "1");
  EXPECT_THAT(selected({"game=mase"}), HasSubstr("there is no game 'mase' (did you mean 'maze'?)"));
  EXPECT_THAT(selected({"agent=utc"}), HasSubstr("there is no agent 'utc'"));
  EXPECT_THAT(selected({"role=x"}), HasSubstr("needs game=NAME, agent=NAME or pair=A:B"));
  EXPECT_THAT(selected({"game=maze", "pair=uct:rave"}), HasSubstr("nothing of the experiment"));
}

TEST(Cells, ACellEndsOnceItsIntervalsAreNarrow) {
  const Experiment experiment =
      sample(replaced(sample_text, "games = 8", "games = 500\nuntil = 0.1"));
  std::vector<CellState> states = states_of(experiment);
  std::uint64_t number = 0;
  while (!states[0].is_over() && number < 500) {
    states[0].add(number, result_of(states[0].cell, number, number % 4 < 2 ? 100 : 0));
    ++number;
  }
  // half of the points: z / (2 sqrt(n + z^2)) <= 0.1 from n = 92.2 on, in rounds of 2
  EXPECT_EQ(number, 94U);
  EXPECT_EQ(states[0].left(), 0);
}

TEST(Cells, TimeLeftFollowsTheInterval) {
  const Experiment experiment =
      sample(replaced(sample_text, "games = 8", "games = 500\nuntil = 0.05"));
  std::vector<CellState> states = states_of(experiment);
  for (std::uint64_t number = 0; number < 20; ++number) {
    states[0].add(number, result_of(states[0].cell, number, 100));
  }
  EXPECT_FALSE(states[0].is_over());  // 20 of 20 is within 16 %
  EXPECT_EQ(states[0].left(), 73 - 20);
}

TEST(Formats, EscapeWhatTheirReadersWouldMisread) {
  EXPECT_EQ(report::csv_field("a,\"b\""), "\"a,\"\"b\"\"\"");
  EXPECT_EQ(report::csv_field("plain"), "plain");
  EXPECT_EQ(
      report::latex_text("a_b & 50% {x} \\ ~^#$"),
      "a\\_b \\& 50\\% \\{x\\} \\textbackslash{} \\textasciitilde{}\\textasciicircum{}\\#\\$");
  EXPECT_EQ(report::latex_text("a<b>|\"c\""), "a\\textless{}b\\textgreater{}\\textbar{}{''}c{''}");
  EXPECT_EQ(report::latex_text("[a] * b"),
            "{[}a] * b");  // would belong to the end of the line before
  EXPECT_EQ(report::latex_text("*a"), "{*}a");
  EXPECT_EQ(report::latex_text("a--b-c ''?`"), "a-{-}b-c '{'}?{`}");  // no dash, no quotation marks
  EXPECT_EQ(report::latex_text("a\nb\tc"), "a b c");
}

TEST(Formats, SayTheSame) {
  Experiment experiment = sample();
  experiment.title = "A <b>sample</b>";
  experiment.agents[0].label = "U_CT";
  const report::Report report = report::make_report(experiment, played(experiment));
  EXPECT_THAT(report::to_csv(report),
              HasSubstr("\ntictactoe,rave,U_CT,8,8,81.25,34.5711,60.2,4.3,Table 1,no,20,120,600,0,"
                        "win rate of rave in percent,,46.6789,95.5456,0,"));
  EXPECT_THAT(report::to_csv(report),
              HasSubstr("\ncheckers,rave,U_CT,0,0,,,51,,Table 1,,,,,0,win rate of"));
  const std::string latex = report::to_latex(report);
  EXPECT_THAT(latex, HasSubstr("\\begin{tabular}{lrrr}"));
  EXPECT_THAT(latex, HasSubstr("Game & rave against U\\_CT & rave alone & U\\_CT alone \\\\"));
  EXPECT_THAT(latex, HasSubstr("tictactoe & $81.2 \\pm 34.6$ [$60.2 \\pm 4.3$] &  &  \\\\"));
  EXPECT_THAT(latex, HasSubstr("Robustness & $0$ & -- & -- \\\\"));
  const std::string page = report::to_html(report);
  EXPECT_THAT(page, HasSubstr("<title>A &lt;b&gt;sample&lt;/b&gt;</title>"));
  EXPECT_THAT(page, Not(HasSubstr("<b>")));
  EXPECT_THAT(page, Not(HasSubstr("http")));
  EXPECT_THAT(page,
              HasSubstr("<td class=\"our\">81.2 ± 34.6</td><td class=\"their\">60.2 ± 4.3</td>"));
  EXPECT_THAT(page, HasSubstr("<circle class=\"m0\""));
  EXPECT_THAT(page, HasSubstr("prefers-color-scheme: dark"));
}

}  // namespace
}  // namespace palamedes::lab
