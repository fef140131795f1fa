// What `palamedes agents` tells about agents and their parameters.

#include <set>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "e2e/program.h"

namespace palamedes::e2e {
namespace {

using nlohmann::json;
using testing::AllOf;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

json parsed(const Outcome& outcome) {
  EXPECT_EQ(outcome.status, 0) << outcome.err;
  json value = json::parse(outcome.out, nullptr, false);
  EXPECT_FALSE(value.is_discarded()) << outcome.out;
  return value;
}

TEST(Agents, EveryOneInTheListCanBeShown) {
  const Outcome list = run({"agents"});
  EXPECT_EQ(list.status, 0);
  const json agents = parsed(run({"agents", "--json"})).at("agents");
  ASSERT_GE(agents.size(), 27U);
  for (const json& agent : agents) {
    const std::string name = agent.at("name");
    EXPECT_THAT(list.out, HasSubstr("\n" + name + " ")) << name;
    EXPECT_THAT(list.out, HasSubstr(agent.at("summary").get<std::string>())) << name;
    EXPECT_THAT(list.out, HasSubstr(agent.at("source").get<std::string>())) << name;
    EXPECT_EQ(parsed(run({"agents", name, "--json"})).at("agents").at(0), agent);
    EXPECT_EQ(run({"agents", name}).status, 0) << name;
  }
}

TEST(Agents, JsonTellsEveryParameter) {
  const json parameters = parsed(run({"agents", "--parameters", "--json"})).at("parameters");
  EXPECT_EQ(parsed(run({"agents", "--json"})).at("parameters"), parameters);
  std::set<std::string> names;
  for (const json& parameter : parameters) {
    const std::string name = parameter.at("name");
    names.insert(name);
    EXPECT_FALSE(parameter.at("help").get<std::string>().empty()) << name;
    const std::string kind = parameter.at("kind");
    EXPECT_EQ(parameter.contains("min"), kind == "integer" || kind == "real") << name;
    EXPECT_EQ(parameter.contains("max"), kind == "integer" || kind == "real") << name;
    EXPECT_EQ(parameter.contains("choices"), kind == "choice") << name;
    EXPECT_EQ(parameter.at("default").is_boolean(), kind == "boolean") << name;
  }
  const json agent = parsed(run({"agents", "hrave", "--json"})).at("agents").at(0);
  std::set<std::string> given;
  for (const auto& [name, value] : agent.at("values").items()) given.insert(name);
  EXPECT_EQ(given, names);
  EXPECT_EQ(agent.at("values").at("select.ref"), "inf");
  EXPECT_EQ(agent.at("values").at("select.k"), 50);
  EXPECT_THAT(agent.at("changed"), testing::Contains("select.ref"));
}

TEST(Agents, ACombinationIsResolved) {
  const json agent = parsed(run({"agents", "grave+nst+solver:select.k=500,epsilon=0.1", "--json"}))
                         .at("agents")
                         .at(0);
  EXPECT_EQ(agent.at("name"), "grave+nst+solver:select.k=500,epsilon=0.1");
  EXPECT_EQ(agent.at("preset"), "grave");
  EXPECT_EQ(agent.at("values").at("select.k"), 500);
  EXPECT_EQ(agent.at("values").at("playout.strategy"), "nst");
  EXPECT_EQ(agent.at("values").at("playout.epsilon"), 0.1);
  EXPECT_EQ(agent.at("values").at("solver"), true);
  const json again =
      parsed(run({"agents", agent.at("text").get<std::string>(), "--json"})).at("agents").at(0);
  EXPECT_EQ(again.at("values"), agent.at("values"));
}

TEST(Agents, WhatDiffersFromTheDefaultIsMarked) {
  const Outcome outcome = run({"agents", "uct:c=0.3"});
  EXPECT_THAT(outcome.out, AllOf(HasSubstr("\n*  select.c "), HasSubstr("\n   select.k ")));
  EXPECT_THAT(run({"agents", "--parameters"}).out, Not(HasSubstr("*")));
  EXPECT_THAT(run({"agents", "random"}).out, HasSubstr("has no parameters"));
}

TEST(Agents, WrongOnesAreToldWithStatusOne) {
  const Outcome outcome = run({"agents", "uct", "uctt", "uct:k=1"});
  EXPECT_EQ(outcome.status, 1);
  EXPECT_THAT(outcome.out, IsEmpty());
  EXPECT_THAT(outcome.err, AllOf(HasSubstr("uctt: error: there is no agent 'uctt'"),
                                 HasSubstr("'k' can mean select.k or playout.k")));
  EXPECT_EQ(run({"agents", ""}).status, 1);
}

TEST(Agents, AreOfferedByTheShell) {
  const Outcome outcome = shell(
      "source <(palamedes completion bash); COMP_WORDS=(palamedes agents grave-); COMP_CWORD=2; "
      "_palamedes; echo \"${COMPREPLY[@]}\"");
  EXPECT_EQ(outcome.out, "grave-mast\n");
}

}  // namespace
}  // namespace palamedes::e2e
