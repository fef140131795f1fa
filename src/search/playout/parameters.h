#pragma once
// Which move a role makes outside of the tree: the parameters of all techniques, as `playout.*`.

#include <array>
#include <cstdint>
#include <string_view>

#include "base/params.h"
#include "search/playout/decay.h"
#include "search/playout/draw.h"
#include "search/playout/end.h"
#include "search/playout/nst.h"
#include "search/playout/ppa.h"

namespace palamedes::search::playout {

enum class Technique : std::uint8_t { uniform, mast, nst, ppa };

}  // namespace palamedes::search::playout

namespace palamedes {

template <>
inline constexpr std::array<std::string_view, 4> names_of<search::playout::Technique> = {
    "uniform", "mast", "nst", "ppa"};

namespace search::playout {

struct Parameters {
  Technique strategy = Technique::uniform;
  bool replies = false;  // LGRF-2 in front of the strategy
  DrawParameters draw;
  double fpu = 1;
  NstParameters nst;
  DecayParameters decay;
  PpaParameters ppa;
  EndParameters end;

  template <typename Visitor>
  void fields(Visitor& visit) {
    visit("strategy", strategy,
          "uniform; mast (averages of moves); nst (averages of sequences of moves); ppa (weights "
          "learned by playout policy adaptation)");
    visit("replies", replies, "first the last good reply to the moves before (LGRF-2)");
    draw.fields(visit);
    visit("fpu", fpu, Range{0, infinity}, "mast and nst: value of a move never played");
    nst.fields(visit);
    visit.group("decay", decay);
    ppa.fields(visit);
    end.fields(visit);
  }
};

}  // namespace search::playout
}  // namespace palamedes
