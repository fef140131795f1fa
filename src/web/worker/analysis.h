#pragma once
// A search about the shown position of a match, for as long as a person wants to watch it.

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

class Analysis {
 public:
  Analysis(Match& match, const Configuration& limits) : match_(match), limits_(limits) {}

  // As the API describes it.
  [[nodiscard]] Answer set(const std::string& body);
  [[nodiscard]] Answer branch(const std::string& body);
  [[nodiscard]] Json json(bool whole);

  // It has something to do now.
  [[nodiscard]] bool wants() const;
  // A piece of thinking; true if there is something new to show.
  [[nodiscard]] bool think(const std::function<bool()>& stop);
  // What came after this step has changed.
  void forget_after(std::size_t step);

 private:
  struct Point {
    double seconds = 0;
    std::uint64_t simulations = 0;
    std::vector<std::optional<double>> values;  // by role
    std::optional<std::string> best;
    double speed = 0;  // since the point before
  };

  enum class Phase : std::uint8_t { none, thinking, paused, done };

  // The thinker stands at the shown step, for the role that is wanted.
  void prepare();
  void begin_position();
  void note(const search::Snapshot& snapshot);
  [[nodiscard]] Role role_to_think_for() const;
  [[nodiscard]] bool is_elsewhere() const;
  [[nodiscard]] Json point_json(const Point& point) const;

  Match& match_;
  const Configuration& limits_;
  AgentWish wish_;
  std::optional<agent::Spec> spec_;
  std::optional<std::uint64_t> wanted_role_;
  std::optional<Thinker> thinker_;
  Phase phase_ = Phase::none;
  bool has_begun_ = false;  // at the position where the thinker stands
  std::vector<Point> history_;
};

}  // namespace palamedes::web::worker
