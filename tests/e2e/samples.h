#pragma once
// A game and a record of it, small enough to know everything about them.

#include <string>

#include <gtest/gtest.h>

namespace palamedes::e2e {

// Nothing to choose: two steps, then 100.
inline constexpr const char* tiny =
    "(role walker)\n(init (at 1))\n(succ 1 2)\n(succ 2 3)\n"
    "(<= (legal walker go) (true (at ?x)))\n"
    "(<= (next (at ?y)) (true (at ?x)) (succ ?x ?y))\n"
    "(<= terminal (true (at 3)))\n(<= (goal walker 100) (true (at 3)))\n"
    "(<= (goal walker 0) (true (at ?x)) (distinct ?x 3))\n";

inline constexpr const char* tiny_trace =
    R"json({"game":"tiny","roles":["walker"],"truncated":false,"steps":[)json"
    R"json({"state":["(at 1)"],"terminal":false,"legal":[["go"]],"move":["go"]},)json"
    R"json({"state":["(at 2)"],"terminal":false,"legal":[["go"]],"move":["go"]},)json"
    R"json({"state":["(at 3)"],"terminal":true,"goals":[100]}]})json"
    "\n";

// So many different ones of one fewer: conditions that hold for no ?v0, ?v1 ..., which a prover
// finds out by trying them all. `(hole N)` has to hold for `holes` numbers.
inline std::string pigeons(int holes) {
  std::string conditions;
  for (int i = 0; i <= holes; ++i) conditions += " (hole ?v" + std::to_string(i) + ")";
  for (int i = 0; i <= holes; ++i) {
    for (int k = 0; k < i; ++k) {
      conditions += " (distinct ?v" + std::to_string(k) + " ?v" + std::to_string(i) + ")";
    }
  }
  return conditions;
}
inline std::string pigeon_holes(int holes) {
  std::string facts;
  for (int i = 0; i < holes; ++i) facts += "(hole " + std::to_string(i) + ")\n";
  return facts;
}

inline std::string replaced(std::string text, const std::string& from, const std::string& to) {
  const std::size_t at = text.find(from);
  EXPECT_NE(at, std::string::npos) << from;
  return text.replace(at, from.size(), to);
}

}  // namespace palamedes::e2e
