#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "unit/tune/samples.h"

namespace palamedes::tune {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

std::string error_of(std::string_view text) {
  const auto description = parse_description(text);
  return description ? "" : to_string(description.error().list().front());
}

TEST(Description, NamesAStrategyAndParameters) {
  const auto description = parse_description("ntbea:select.k,select.ref");
  ASSERT_TRUE(description);
  EXPECT_EQ(description->strategy, "ntbea");
  EXPECT_TRUE(std::holds_alternative<NtbeaSettings>(description->settings));
  ASSERT_EQ(description->parameters.size(), 2U);
  EXPECT_EQ(description->parameters[0].name, "select.k");
  EXPECT_TRUE(description->parameters[0].values.empty());
}

TEST(Description, HasSettingsValuesAndIntervals) {
  const auto own = parse_description("mab,batch=1,exploration=0.4:c=0.2/0.4,k=0/inf");
  ASSERT_TRUE(own);
  EXPECT_EQ(std::get<MabSettings>(own->settings).batch, 1U);
  EXPECT_EQ(std::get<MabSettings>(own->settings).exploration, 0.4);
  EXPECT_THAT(own->parameters[0].values, ElementsAre("0.2", "0.4"));
  EXPECT_THAT(own->parameters[1].values, ElementsAre("0", "inf"));
  const auto interval = parse_description("cma-es,sigma=0.2:c=0.5..1.5,k=0..2000");
  ASSERT_TRUE(interval);
  EXPECT_EQ(interval->parameters[0].interval->min, 0.5);
  EXPECT_EQ(interval->parameters[0].interval->max, 1.5);
  EXPECT_EQ(interval->parameters[1].interval->max, 2000);
  EXPECT_EQ(std::get<NtbeaSettings>(parse_description("ntbea,lengths=all:k")->settings).lengths,
            Lengths::all);
}

TEST(Description, ReadsBackFromItsText) {
  for (const std::string_view text :
       {"ntbea:select.k,select.ref", "mab,exploration=0.4,batch=1:c=0.2/0.4", "sim-rnd:k",
        "cma-es,sigma=0.2:c=0.5..1.5,k", "he,order=given:epsilon,k,ref,c",
        "ea,elite=5,keep=false:k"}) {
    EXPECT_EQ(to_text(parse_description(text).value()), text);
  }
  EXPECT_EQ(to_text(parse_description("mab,batch=10:c").value()), "mab:c");
}

TEST(Description, KnowsAllStrategies) {
  EXPECT_THAT(strategy_names(),
              ElementsAre("mab", "he", "nmc", "lsi", "ea", "ntbea", "cma-es", "local", "guided",
                          "game-rnd", "turn-rnd", "sim-rnd", "state-rnd"));
  for (const Strategy& strategy : strategies()) {
    EXPECT_FALSE(strategy.summary.empty());
    EXPECT_TRUE(parse_description(fmt::format("{}:select.k", strategy.name)));
    for (const Parameter& setting : parameters_of(strategy.settings)) {
      EXPECT_FALSE(setting.help.empty()) << setting.name;
      EXPECT_TRUE(
          parse_description(fmt::format("{},{}={}:k", strategy.name, setting.name, setting.value)));
    }
  }
}

TEST(Description, SaysWhatIsWrong) {
  EXPECT_THAT(error_of("ntbae:k"),
              HasSubstr("ntbae:k: error: there is no strategy 'ntbae' (did you mean 'ntbea'?)"));
  EXPECT_THAT(error_of("cmaes:k"), HasSubstr("did you mean 'cma-es'?"));
  EXPECT_THAT(error_of(""), HasSubstr("starts with the name of a strategy (there are mab, he"));
  EXPECT_THAT(error_of("ntbea"), HasSubstr("names no parameters to tune (as in 'ntbea:select.k"));
  EXPECT_THAT(error_of("ntbea:"), HasSubstr("names no parameters to tune"));
  EXPECT_THAT(error_of("ntbea:k,,ref"), HasSubstr("a parameter has no name in 'k,,ref'"));
  EXPECT_THAT(error_of("ntbea:k=1//2"), HasSubstr("'k' needs values as 1/2/4, not '1//2'"));
  EXPECT_THAT(error_of("cma-es:k=1..x"), HasSubstr("'k' needs an interval as 0..1, not '1..x'"));
  EXPECT_THAT(error_of("ntbea,neighbors=3:k"),
              HasSubstr("'ntbea' has no setting 'neighbors' (did you mean 'neighbours'?)"));
  EXPECT_THAT(error_of("mab,size=3:k"), HasSubstr("(it has exploration, batch)"));
  EXPECT_THAT(error_of("mab,batch:k"),
              HasSubstr("needs settings of 'mab' as name=value, not 'batch'"));
  EXPECT_THAT(error_of("mab,batch=0:k"), HasSubstr("batch needs a whole number from 1"));
  EXPECT_THAT(error_of("mab,batch=2,batch=3:k"), HasSubstr("'batch' is given twice"));
  EXPECT_THAT(error_of("sim-rnd,batch=2:k"), HasSubstr("'sim-rnd' has no setting 'batch'"));
  EXPECT_THAT(error_of("ea,elite=50:k"),
              HasSubstr("an elite of 50 must be less than the population of 50"));
  EXPECT_THAT(error_of("cma-es,population=2:k"), HasSubstr("a population of at least 4, not 2"));
  EXPECT_THAT(error_of(std::string(5000, 'k')), HasSubstr("more than 4096 characters"));
}

}  // namespace
}  // namespace palamedes::tune
