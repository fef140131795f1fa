#pragma once
// A small game for two, and what every record of a match must be.

#include <cstdint>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "e2e/program.h"

namespace palamedes::e2e {

// Each role says a word in every one of three steps.
inline constexpr const char* callers =
    "(role a)(role b)(init (at 1))(succ 1 2)(succ 2 3)(succ 3 4)(word x)(word y)"
    "(<= (legal ?r (say ?w)) (role ?r) (word ?w))"
    "(<= (next (at ?y)) (true (at ?x)) (succ ?x ?y))"
    "(<= terminal (true (at 4)))(goal a 40)(goal b 60)";

inline nlohmann::json read_record(const std::string& path) {
  nlohmann::json record = nlohmann::json::parse(read_file(path), nullptr, false);
  EXPECT_FALSE(record.is_discarded()) << path;
  return record;
}

// What the format of the public records asks for.
inline void check_record(const nlohmann::json& record) {
  const std::size_t states = record.at("states").size();
  EXPECT_EQ(record.at("moves").size() + 1, states);
  EXPECT_EQ(record.at("stateTimes").size(), states);
  EXPECT_EQ(record.at("errors").size(), states);
  std::int64_t time = record.at("startTime");
  EXPECT_GT(time, 1'200'000'000'000);
  for (const std::int64_t next : record.at("stateTimes")) {
    EXPECT_LE(time, next);
    time = next;
  }
  EXPECT_GE(record.at("randomToken").get<std::string>().size(), 12U);
  const std::size_t roles = record.at("gameRoleNames").size();
  EXPECT_EQ(record.at("playerNamesFromHost").size(), roles);
  for (const nlohmann::json& moves : record.at("moves")) EXPECT_EQ(moves.size(), roles);
  for (const nlohmann::json& errors : record.at("errors")) EXPECT_EQ(errors.size(), roles);
  for (const std::string state : record.at("states")) {
    EXPECT_THAT(state, testing::AllOf(testing::StartsWith("( "), testing::EndsWith(" )")));
  }
}

// Of one role, those of START first.
inline std::vector<std::string> errors_of(const nlohmann::json& record, std::size_t role) {
  std::vector<std::string> errors;
  for (const nlohmann::json& all : record.at("errors")) errors.push_back(all.at(role));
  return errors;
}

}  // namespace palamedes::e2e
