#include "search/playout/nst.h"

namespace palamedes::search::playout {

void Nst::fill_scores(const Situation& situation, std::span<float> scores) {
  const auto moves = situation.moves;
  // A move never made has the first play urgency here, and no longer sequence ends with it.
  for (std::size_t i = 0; i < moves.size(); ++i) {
    scores[i] = statistics_.moves.value(situation.role, moves[i]);
  }
  if (fpu_is_of_role_) fill_in_fpu(scores, fpu_);
  statistics_.sequences.average_in(situation.role, moves, situation.past, scores);
}

}  // namespace palamedes::search::playout
