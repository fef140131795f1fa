#pragma once
// Games for these tests, small enough to be checked by hand.

#include <string>
#include <string_view>

#include <gtest/gtest.h>
#include <palamedes/palamedes.h>

#include "e2e/samples.h"

namespace palamedes::library {

// Two roles choose at once, twice; who calls `high` more often wins, equal numbers are a draw.
inline constexpr std::string_view callers = R"(
  (role left) (role right)
  (init (step 0)) (init (lead 0))
  (after 0 1) (after 1 2)
  (<= (legal ?r high) (role ?r)) (<= (legal ?r low) (role ?r))
  (<= (next (step ?n)) (true (step ?m)) (after ?m ?n))
  (<= gains_left (does left high) (does right low))
  (<= gains_right (does left low) (does right high))
  (<= (next (lead ?x)) (true (lead ?x)) (not gains_left) (not gains_right))
  (up minus2 minus1) (up minus1 0) (up 0 plus1) (up plus1 plus2)
  (<= (next (lead ?y)) (true (lead ?x)) (up ?x ?y) gains_left)
  (<= (next (lead ?x)) (true (lead ?y)) (up ?x ?y) gains_right)
  (<= terminal (true (step 2)))
  (positive plus1) (positive plus2) (negative minus1) (negative minus2)
  (<= (goal left 100) (true (lead ?x)) (positive ?x))
  (<= (goal left 0) (true (lead ?x)) (negative ?x))
  (<= (goal right 100) (true (lead ?x)) (negative ?x))
  (<= (goal right 0) (true (lead ?x)) (positive ?x))
  (<= (goal ?r 50) (role ?r) (true (lead 0)))
)";

// After `in` the only role has no move, although the game is not over.
inline constexpr std::string_view dead_end = R"(
  (role r) (init outside)
  (<= (legal r in) (true outside))
  (<= (next inside) (does r in))
  (<= terminal (true nowhere)) (<= (next nowhere) (true nowhere))
  (goal r 0)
)";

// After `in` a prover tries very many ways before it knows that there is none out.
inline std::string maze() {
  return "(role r) (init outside)\n"
         "(<= (legal r in) (true outside))\n"
         "(<= (next inside) (does r in))\n"
         "(<= terminal (true nowhere)) (<= (next nowhere) (true nowhere))\n"
         "(goal r 0)\n" +
         e2e::pigeon_holes(8) + "(<= (legal r out) (true inside)" + e2e::pigeons(8) + ")\n";
}

// One role that walks on for ever.
inline constexpr std::string_view endless = R"(
  (role r) (init (at a))
  (legal r walk) (legal r wait)
  (<= (next (at b)) (true (at a)) (does r walk))
  (<= (next (at a)) (true (at b)) (does r walk))
  (<= (next (at ?x)) (true (at ?x)) (does r wait))
  (<= terminal (true (at c))) (<= (next (at c)) (true (at c)))
  (goal r 0)
)";

inline Game game_of(std::string_view text, const std::string& machine = "auto") {
  return Game::make(read_rules(text, "sheet").value(), {.machine = machine}).value();
}

inline Game builtin(const std::string& name, const std::string& machine = "auto") {
  return Game::make(builtin_rules(name).value(), {.machine = machine}).value();
}

// The only problem of what must have failed.
template <typename T>
std::string problem_of(const Outcome<T>& outcome) {
  if (outcome.problems().size() != 1) ADD_FAILURE() << outcome.problems().size() << " problems";
  return describe(outcome.problems());
}

}  // namespace palamedes::library
