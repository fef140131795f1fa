#include "search/parameters.h"

#include <set>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace palamedes::search {
namespace {

using testing::IsEmpty;

// A value that the parameter does not have: another choice, or another number of its range.
std::string other_value(const Parameter& parameter) {
  if (parameter.kind == ParameterKind::boolean) return parameter.value == "true" ? "false" : "true";
  if (parameter.kind == ParameterKind::choice) {
    return parameter.choices.front() == parameter.value ? parameter.choices.back()
                                                        : parameter.choices.front();
  }
  const std::string lowest = params::to_text(parameter.range.min);
  return lowest == parameter.value ? params::to_text(parameter.range.max) : lowest;
}

TEST(Parameters, EveryParameterReadsBackAsItIsWritten) {
  const Parameters plan;
  for (const Parameter& parameter : parameters_of(plan)) {
    Parameters other = plan;
    const std::string value = other_value(parameter);
    ASSERT_TRUE(set_parameter(other, parameter.name, value)) << parameter.name << "=" << value;
    const std::vector<Parameter> changed = changed_parameters(other, plan);
    ASSERT_EQ(changed.size(), 1U) << parameter.name;
    EXPECT_EQ(changed.front().name, parameter.name);
    EXPECT_EQ(changed.front().value, value);
    ASSERT_TRUE(set_parameter(other, parameter.name, parameter.value)) << parameter.name;
    EXPECT_THAT(changed_parameters(other, plan), IsEmpty()) << parameter.name;
  }
}

TEST(Parameters, DefaultsAndDomainsLieInTheirRanges) {
  for (const Parameter& parameter : parameters_of(Parameters{})) {
    EXPECT_FALSE(parameter.help.empty()) << parameter.name;
    for (const double value : parameter.domain) {
      Parameters plan;
      EXPECT_TRUE(set_parameter(plan, parameter.name, params::to_text(value)))
          << parameter.name << "=" << value;
    }
    Parameters plan;
    EXPECT_TRUE(set_parameter(plan, parameter.name, parameter.value)) << parameter.name;
  }
}

TEST(Parameters, NamesOfParametersAreDifferent) {
  std::set<std::string> names;
  for (const Parameter& parameter : parameters_of(Parameters{})) names.insert(parameter.name);
  EXPECT_EQ(names.size(), parameters_of(Parameters{}).size());
}

// Sironi 2019, Table 6.1: the values that are tried for the exploration constant and for ref.
TEST(Parameters, DomainsAreThoseOfTheThesis) {
  for (const Parameter& parameter : parameters_of(Parameters{})) {
    if (parameter.name == "select.c") {
      EXPECT_EQ(parameter.domain, (Domain{0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9}));
    }
    if (parameter.name == "select.ref") {
      EXPECT_EQ(parameter.domain, (Domain{0, 50, 100, 250, 500, 1000, 10'000, infinity}));
    }
  }
}

}  // namespace
}  // namespace palamedes::search
