#pragma once
// How much work proofs may still take. The work is counted, not timed, so that the same rules give
// the same circuit on every run; it is counted in nanoseconds that it takes about, weighed on an
// AMD EPYC (Zen 4), so that a limit can be given in seconds.

#include <cstdint>

namespace palamedes::circuit {

class Effort {
 public:
  // A step of random games, and the words of a node compared or kept.
  static constexpr std::uint64_t game_step = 2'000;
  static constexpr std::uint64_t node_in_game_step = 2;
  static constexpr std::uint64_t node_looked_at = 2;
  // What the solver is given, a question to it, and one of its decisions or conflicts. The last two
  // cost more the more variables there are; what is given here is for a thousand of them.
  static constexpr std::uint64_t clause = 200;
  static constexpr std::uint64_t question = 8'000;
  static constexpr std::uint64_t question_variables = 4'000;
  static constexpr std::uint64_t decision = 300;
  static constexpr std::uint64_t decision_variables = 400;

  explicit Effort(double seconds) : limit_(of(seconds)) {}

  void spend(std::uint64_t work) { spent_ += work; }
  void spend_question(std::uint64_t variables) {
    spend(question + variables * question_variables / 1000);
  }
  void spend_decision(std::uint64_t variables) {
    spend(decision + variables * decision_variables / 1000);
  }
  void spend_game_step(std::uint64_t nodes) { spend(game_step + nodes * node_in_game_step); }
  [[nodiscard]] std::uint64_t spent() const { return spent_; }
  [[nodiscard]] bool is_over() const { return spent_ >= limit_; }
  [[nodiscard]] bool is_beyond(double seconds) const { return spent_ >= of(seconds); }
  void set_limit(double seconds) { limit_ = of(seconds); }

 private:
  static constexpr std::uint64_t of(double seconds) {
    constexpr double most = 1e9;  // seconds: more is endless
    return static_cast<std::uint64_t>((seconds < most ? seconds : most) * 1e9);
  }

  std::uint64_t limit_;
  std::uint64_t spent_ = 0;
};

}  // namespace palamedes::circuit
