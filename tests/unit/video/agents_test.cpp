// All agents: names, parameters, that they play, and that a seed and a number of iterations decide
// what they play.

#include "video/agents.h"

#include <gmock/gmock.h>

#include "tune/thesis.h"
#include "unit/video/video_testing.h"
#include "video/maast/maastcts2.h"

namespace palamedes::video {
namespace {

std::vector<vgdl::Action> moves_of(const std::string& name, const vgdl::Game& game,
                                   std::uint64_t seed) {
  const auto spec = parse_agent(name);
  EXPECT_TRUE(spec) << name;
  Play play(game, make_agent(*spec, game, seed), {.iterations = 12}, vgdl::RandomMode::fast, 4);
  std::vector<vgdl::Action> moves;
  for (int i = 0; i < 40 && !play.is_over(); ++i) {
    play.tick();
    moves.push_back(play.state().head().last_action);
  }
  return moves;
}

TEST(VideoAgents, PlayTheSameWithTheSameSeedAndIterations) {
  for (const auto& game : {gold_game(), chance_game()}) {
    for (const std::string& name : agent_names()) {
      const auto first = moves_of(name, *game, 1);
      EXPECT_FALSE(first.empty());
      EXPECT_EQ(first, moves_of(name, *game, 1)) << name;
    }
  }
}

TEST(VideoAgents, SearchesWinASimpleGame) {
  const auto game = gold_game();
  for (const char* name : {"samplemcts", "olets", "maastcts2", "palamedes-video"}) {
    EXPECT_TRUE(play(*game, make_agent(*parse_agent(name), *game, 1), 100).won) << name;
  }
}

TEST(VideoAgents, ParametersAreCalledByTheEndOfTheirNames) {
  const auto spec = parse_agent("maastcts2:c=0.8,playout.epsilon=0.3");
  ASSERT_TRUE(spec);
  const auto& parameters = std::get<maast::Parameters>(spec->parameters);
  EXPECT_EQ(parameters.c, 0.8);
  EXPECT_EQ(parameters.epsilon, 0.3);
}

TEST(VideoAgents, SayWhatIsWrong) {
  const auto why = [](const std::string& text) {
    const auto spec = parse_agent(text);
    return spec ? std::string("nothing") : to_string(spec.error().list().front());
  };
  EXPECT_THAT(why("maastcts"), testing::HasSubstr("did you mean 'maastcts2'?"));
  EXPECT_THAT(why("maastcts2:"), testing::HasSubstr("nothing stands after the colon"));
  EXPECT_THAT(why("maastcts2:c"), testing::HasSubstr("'c' is no setting"));
  EXPECT_THAT(why("maastcts2:c=x"), testing::HasSubstr("select.c"));
  EXPECT_THAT(why("maastcts2:nonsense=1"), testing::HasSubstr("nonsense"));
  AgentSpec olets = *parse_agent("olets");
  EXPECT_FALSE(set_tuning(olets, "ntbea:select.c"));
  AgentSpec maast = *parse_agent("maastcts2");
  EXPECT_FALSE(set_tuning(maast, "ntbea:tree.decay"));
  EXPECT_TRUE(set_tuning(maast, "ntbea:select.c"));
}

// Table 6.2.
TEST(VideoAgents, DomainsAreThoseOfTheThesis) {
  const std::vector<Parameter> known = palamedes::parameters_of(maast::Parameters{});
  for (const tune::VideoDomain& domain : tune::video_domains()) {
    const auto found = std::find_if(known.begin(), known.end(), [&](const Parameter& parameter) {
      return parameter.name == domain.parameter;
    });
    ASSERT_NE(found, known.end()) << domain.parameter;
    std::string text;
    for (const double value : found->domain) {
      text += (text.empty() ? "" : "/") + params::to_text(value);
    }
    EXPECT_EQ(text, domain.values) << domain.parameter;
  }
  const auto sub_optimal = std::get<maast::Parameters>(parse_agent("mp-sub-optimal")->parameters);
  EXPECT_EQ(sub_optimal.c, 2);
  EXPECT_EQ(sub_optimal.epsilon, 0);
  EXPECT_EQ(sub_optimal.w, 0.1);
  EXPECT_EQ(sub_optimal.visits, 50);
  EXPECT_EQ(sub_optimal.length, 1);
  EXPECT_EQ(parse_agent("mp-mab-5")->tuning,
            "mab,batch=1:select.c,select.w,playout.epsilon,playout.visits,playout.length");
}

TEST(VideoAgents, TuningTriesTheValuesOfItsParameters) {
  auto tuning = maast::Tuning::make("mab,batch=1:select.c=0.2/0.4,playout.length", {}, 1);
  ASSERT_TRUE(tuning);
  EXPECT_EQ((*tuning)->longest(), 5U);
  maast::Parameters parameters;
  for (int i = 0; i < 10; ++i) {
    (*tuning)->choose(parameters);
    EXPECT_THAT(parameters.c, testing::AnyOf(0.2, 0.4));
    EXPECT_EQ(parameters.w, 1);
    (*tuning)->reward(0.5);
  }
  EXPECT_EQ((*tuning)->snapshot().samples, 10U);
}

TEST(Play, CompetitionTurnsLateMovesIntoNoneAndDisqualifies) {
  // Spins until the time is over by that share.
  struct Slow : Agent {
    double factor = 0;
    void prepare(const vgdl::State& /*start*/, Budget /*budget*/) override {}
    vgdl::Action act(const vgdl::State& /*state*/, Budget /*budget*/) override {
      const double end = seconds_on(Clock::cpu) + factor * 0.02;
      while (seconds_on(Clock::cpu) < end) {
      }
      return vgdl::Action::right;
    }
  };
  const auto game = gold_game();
  const Limits limits{.clock = Clock::cpu, .tick_seconds = 0.02, .competition = true};
  auto late = std::make_unique<Slow>();
  late->factor = 1.08;
  Play slow(*game, std::move(late), limits, vgdl::RandomMode::fast, 1);
  slow.tick();
  EXPECT_EQ(slow.state().head().last_action, vgdl::Action::nil);
  EXPECT_EQ(slow.outcome().late, 1);
  EXPECT_FALSE(slow.outcome().disqualified);
  auto later = std::make_unique<Slow>();
  later->factor = 1.6;
  Play slower(*game, std::move(later), limits, vgdl::RandomMode::fast, 1);
  slower.tick();
  EXPECT_TRUE(slower.is_over());
  EXPECT_TRUE(slower.outcome().disqualified);
  EXPECT_FALSE(slower.outcome().won);
  EXPECT_EQ(slower.outcome().score, -1000);
  auto thesis = std::make_unique<Slow>();
  thesis->factor = 1.6;
  Play forgiven(*game, std::move(thesis), {.clock = Clock::cpu, .tick_seconds = 0.02},
                vgdl::RandomMode::fast, 1);
  forgiven.tick();
  EXPECT_EQ(forgiven.state().head().last_action, vgdl::Action::right);
}

TEST(Budget, IsSpentByIterationsOrTime) {
  Budget three = Budget::of_iterations(3);
  int count = 0;
  while (three.next()) ++count;
  EXPECT_EQ(count, 3);
  Budget none = Budget::of_seconds(Clock::cpu, 0, 0);
  EXPECT_TRUE(none.next());  // one at least
  EXPECT_FALSE(none.next());
}

}  // namespace
}  // namespace palamedes::video
