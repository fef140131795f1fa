#include "match/ordered_tally.h"

#include <algorithm>
#include <utility>

namespace palamedes::match {
namespace {

constexpr std::uint64_t least_games = 20;  // that an interval is trusted with

}  // namespace

void OrderedTally::add(GameRecord record, const OnGame& on_game) {
  const std::uint64_t number = record.number;
  waiting_.emplace(number, std::move(record));
  count_waiting(on_game);
}

void OrderedTally::skip(std::uint64_t number) {
  waiting_.emplace(number, std::nullopt);
  count_waiting({});
}

void OrderedTally::count_waiting(const OnGame& on_game) {
  while (!waiting_.empty() && waiting_.begin()->first == next_ && !over_) {
    if (const std::optional<GameRecord>& record = waiting_.begin()->second) {
      tally_.add(*record);
      if (on_game && record->end != GameEnd::interrupted) on_game(*record, tally_);
    }
    waiting_.erase(waiting_.begin());
    ++next_;
    over_ = until_ && (is_narrow() || is_hopeless());
  }
}

bool OrderedTally::is_hopeless() const {
  return tally_.games() == 0 && tally_.faults() >= least_games;
}

bool OrderedTally::is_narrow() const {
  if (next_ % round_ != 0 || tally_.games() < least_games) return false;
  return std::all_of(tally_.agents().begin(), tally_.agents().end(),
                     [&](const AgentTally& agent) { return agent.win_rate().half() <= *until_; });
}

}  // namespace palamedes::match
