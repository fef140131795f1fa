#pragma once
// A whole match, thought through position by position: values, what would have been better, and
// where it turned.

#include <chrono>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "web/json.h"
#include "web/worker/match.h"
#include "web/worker/thinker.h"
#include "web/worker/work.h"

namespace palamedes::web::worker {

struct ReviewPoint {
  std::size_t step = 0;
  std::vector<std::optional<double>> values;  // expected goals by role
  bool exact = false;
  std::optional<std::size_t> role;  // the only one with a choice
  std::optional<std::string> made;
  std::optional<std::string> best;
  std::optional<double> best_value;
  std::optional<double> made_value;
};

struct TurningPoint {
  std::size_t step = 0;  // before the move
  std::optional<std::size_t> role;
  std::vector<double> change;  // of the values, by role

  [[nodiscard]] double size() const;
};

// Steps whose move changed a value by this much at least, the largest first, at most ten.
inline constexpr double least_turn = 15;
[[nodiscard]] std::vector<TurningPoint> turning_points(const std::vector<ReviewPoint>& points);
// How much worse the made move is than the best one; nothing where that is not known.
[[nodiscard]] std::optional<double> loss_of(const ReviewPoint& point);

class Review {
 public:
  Review(Match& match, const Configuration& limits) : match_(match), limits_(limits) {}

  [[nodiscard]] Answer begin(const std::string& body);
  void stop() { running_ = false; }
  [[nodiscard]] Json json() const;
  [[nodiscard]] bool wants() const { return running_; }
  // A piece of thinking; true if a position was finished.
  [[nodiscard]] bool think(const std::function<bool()>& stop);
  // What came after this step has changed.
  void forget_after(std::size_t step);

 private:
  void begin_position();
  void end_position(const search::Snapshot& snapshot);
  void end();

  Match& match_;
  const Configuration& limits_;
  std::string agent_;
  std::optional<agent::Spec> spec_;
  double seconds_ = 0.5;
  std::optional<std::uint64_t> simulations_;
  bool running_ = false;
  std::string fault_;
  std::optional<Match> line_;      // the same match once more, which walks through its steps
  std::vector<Thinker> thinkers_;  // by role
  std::size_t thinking_role_ = 0;
  double thought_ = 0;  // seconds about the position
  std::uint64_t total_ = 0;
  std::vector<ReviewPoint> points_;
};

}  // namespace palamedes::web::worker
