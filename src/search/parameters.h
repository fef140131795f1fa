#pragma once
// How to search: every choice that a user can make, declared once. Any combination is a plan.
//
//   select    which move a role tries in a node of the tree
//   playout   which move a role makes outside of it, and among unvisited moves
//   memory    what is kept of states, and how results reach them
//   batch     how many leaves are played out at once
//   choose    which move is played in the end

#include <array>
#include <cstdint>
#include <string_view>

#include "base/params.h"
#include "search/select/sufficiency.h"

namespace palamedes::search {

enum class Formula : std::uint8_t { uct, amaf, history, flat };
enum class Beta : std::uint8_t { visits, bias };
enum class Sufficiency : std::uint8_t { none, fixed, adaptive };
enum class Unvisited : std::uint8_t { value, blend, urgency, playout };
enum class Simultaneous : std::uint8_t { decoupled, sequential };
enum class Draw : std::uint8_t { greedy, gibbs };
enum class Playouts : std::uint8_t { uniform, mast, nst, ppa };
enum class Features : std::uint8_t { none, automatic, capture, contents, both };
enum class CutOff : std::uint8_t { goals, draw };
enum class Loop : std::uint8_t { closed, open };
enum class Backup : std::uint8_t { uct1, uct2, uct3 };
enum class UnderWay : std::uint8_t { loss, mean };
enum class LeafCount : std::uint8_t { playouts, leaf };
enum class FinalChoice : std::uint8_t { visits, mean, secure };

}  // namespace palamedes::search

namespace palamedes {

template <>
inline constexpr std::array<std::string_view, 4> names_of<search::Formula> = {"uct", "amaf",
                                                                              "history", "flat"};
template <>
inline constexpr std::array<std::string_view, 2> names_of<search::Beta> = {"visits", "bias"};
template <>
inline constexpr std::array<std::string_view, 3> names_of<search::Sufficiency> = {"none", "fixed",
                                                                                  "adaptive"};
template <>
inline constexpr std::array<std::string_view, 2> names_of<search::DifferenceSide> = {"below",
                                                                                     "above"};
template <>
inline constexpr std::array<std::string_view, 4> names_of<search::Unvisited> = {
    "value", "blend", "urgency", "playout"};
template <>
inline constexpr std::array<std::string_view, 2> names_of<search::Simultaneous> = {"decoupled",
                                                                                   "sequential"};
template <>
inline constexpr std::array<std::string_view, 2> names_of<search::Draw> = {"greedy", "gibbs"};
template <>
inline constexpr std::array<std::string_view, 4> names_of<search::Playouts> = {"uniform", "mast",
                                                                               "nst", "ppa"};
template <>
inline constexpr std::array<std::string_view, 5> names_of<search::Features> = {
    "none", "auto", "capture", "contents", "both"};
template <>
inline constexpr std::array<std::string_view, 2> names_of<search::CutOff> = {"goals", "draw"};
template <>
inline constexpr std::array<std::string_view, 2> names_of<search::Loop> = {"closed", "open"};
template <>
inline constexpr std::array<std::string_view, 3> names_of<search::Backup> = {"uct1", "uct2",
                                                                             "uct3"};
template <>
inline constexpr std::array<std::string_view, 2> names_of<search::UnderWay> = {"loss", "mean"};
template <>
inline constexpr std::array<std::string_view, 2> names_of<search::LeafCount> = {"playouts", "leaf"};
template <>
inline constexpr std::array<std::string_view, 3> names_of<search::FinalChoice> = {"visits", "mean",
                                                                                  "secure"};

namespace search {

struct Select {
  Formula formula = Formula::uct;
  double c = 0.7;
  double offset = 0.01;         // VO of the thesis
  std::uint32_t threshold = 0;  // T of the thesis
  Unvisited unvisited = Unvisited::value;
  double fpu = 1;
  Simultaneous simultaneous = Simultaneous::decoupled;
  double k = 250;
  double ref = 50;
  Beta beta = Beta::visits;
  double bias = 0.1;
  bool repeats = false;
  double w = 5;
  Sufficiency sufficiency = Sufficiency::none;
  double alpha = 0.6;
  double floor = 0.1;
  DifferenceSide side = DifferenceSide::below;

  template <typename Visitor>
  void fields(Visitor& visit) {
    visit("formula", formula,
          "value of a move: uct; amaf (RAVE, GRAVE and HRAVE by ref); history (Progressive "
          "History); flat (no tree at all)");
    visit("c", c, Range{0, 100}, "exploration constant C of UCT",
          Domain{0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9});
    visit("offset", offset, Range{0, 1}, "moves so close to the best value are tied (VO)",
          Domain{0.001, 0.005, 0.01, 0.015, 0.02, 0.025});
    visit("threshold", threshold, Range{0, 1e9},
          "below so many visits of a node the playout strategy selects (T)",
          Domain{0, 5, 10, 20, 30, 40, 50, 100, 200, 1e9});
    visit("unvisited", unvisited,
          "moves never tried in a node: value (they count fpu); blend (fpu, and what the formula "
          "knows of them from elsewhere); urgency (as a draw visited once, worth less the more is "
          "explored); playout (they come first, by the playout strategy)");
    visit("fpu", fpu, Range{0, infinity}, "first play urgency: value of a move never tried");
    visit("simultaneous", simultaneous,
          "where several roles choose: decoupled (each by itself) or sequential (one after the "
          "other, each knowing the choices before)");
    visit("k", k, Range{0, infinity}, "amaf: equivalence parameter K",
          Domain{0, 10, 50, 100, 250, 500, 750, 1000, 2000, infinity});
    visit("ref", ref, Range{0, infinity},
          "amaf: a node with at most so many visits uses the statistics of an ancestor; 0 is RAVE, "
          "inf is HRAVE",
          Domain{0, 50, 100, 250, 500, 1000, 10000, infinity});
    visit("beta", beta,
          "amaf: weight sqrt(K/(3n+K)) by visits, or Gelly and Silver's of 2011 with a bias");
    visit("bias", bias, Range{0, 1}, "amaf: the bias b of Gelly and Silver's weight");
    visit("repeats", repeats, "amaf: a move made twice in a simulation counts twice");
    visit("w", w, Range{0, infinity}, "history: weight W of the bias");
    visit("sufficiency", sufficiency,
          "stop exploring once a move is good enough: never, by a fixed alpha, or adaptively");
    visit("alpha", alpha, Range{0, 1}, "sufficiency=fixed: value above which a move is sufficient");
    visit("floor", floor, Range{0, 1},
          "sufficiency=adaptive: least probability of selecting as usual");
    visit("side", side,
          "sufficiency=adaptive: exploring stops with the probability of a smaller (below) or a "
          "larger (above) lead than now");
  }
};

// Factors by which statistics are multiplied; 1 keeps them.
struct Decay {
  double move = 1;
  double batch = 1;
  std::uint32_t batch_size = 50;
  double simulation = 1;

  template <typename Visitor>
  void fields(Visitor& visit) {
    visit("move", move, Range{0, 1}, "after each move of the game",
          Domain{0, 0.2, 0.4, 0.6, 0.8, 1});
    visit("batch", batch, Range{0, 1}, "after each batch of simulations");
    visit("batch_size", batch_size, Range{1, 1e9}, "simulations of a batch");
    visit("simulation", simulation, Range{0, 1}, "after each simulation, of what occurred in it");
  }
};

struct Playout {
  Playouts strategy = Playouts::uniform;
  bool replies = false;  // LGRF-2 in front of the strategy
  Draw draw = Draw::greedy;
  double epsilon = 0.4;
  double tau = 10;
  double fpu = 1;
  std::uint32_t length = 3;
  double visits = 7;
  Decay decay;
  double alpha = 0.32;
  double k = 1;
  bool memorise = false;
  Features features = Features::none;
  std::uint32_t prelude = 0;
  std::uint32_t cutoff = 0;
  CutOff cutoff_value = CutOff::goals;
  std::uint32_t max_length = 10'000;

  template <typename Visitor>
  void fields(Visitor& visit) {
    visit("strategy", strategy,
          "uniform; mast (averages of moves); nst (averages of sequences of moves); ppa (weights "
          "learned by playout policy adaptation)");
    visit("replies", replies, "first the last good reply to the moves before (LGRF-2)");
    visit("draw", draw,
          "mast and nst: greedy (the best, but with probability epsilon any move) or gibbs");
    visit("epsilon", epsilon, Range{0, 1}, "greedy: probability of a uniformly random move",
          Domain{0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1});
    visit("tau", tau, Range{1e-6, infinity}, "gibbs: temperature, for goals from 0 to 100");
    visit("fpu", fpu, Range{0, infinity}, "mast and nst: value of a move never played");
    visit("length", length, Range{1, 8}, "nst: moves of the longest sequences");
    visit("visits", visits, Range{0, infinity},
          "nst: longer sequences count from so many occurrences on");
    visit.group("decay", decay);
    visit("alpha", alpha, Range{0, 100}, "ppa: step of the adaptation");
    visit("k", k, Range{0, 100}, "ppa: factor of the weights in playouts");
    visit("memorise", memorise, "ppa: keep the weights from move to move (PPAFM)");
    visit("features", features,
          "ppa: weights by move and what it does (PPAF): whether it captures, the contents of the "
          "cells around it, or both; auto: captures if the game has some, else contents");
    visit("prelude", prelude, Range{0, 1e9},
          "ppa: simulations before the first move that only teach the weights");
    visit("cutoff", cutoff, Range{0, 1e9}, "moves after which a playout ends; 0: never");
    visit("cutoff_value", cutoff_value,
          "what a playout that was cut off is worth: the goals there, or a draw");
    visit("max_length", max_length, Range{1, 1e9},
          "moves after which a playout is given up as a draw");
  }
};

struct Memory {
  Loop loop = Loop::closed;
  bool transpositions = true;
  Backup backup = Backup::uct1;
  bool reuse = true;
  std::uint32_t expiry = 2;
  double decay = 1;
  std::uint64_t megabytes = 1024;

  template <typename Visitor>
  void fields(Visitor& visit) {
    visit("loop", loop, "keep each node's state (closed), or reach it anew each time (open)");
    visit("transpositions", transpositions,
          "states reached in several ways are one node; not with loop=open");
    visit("backup", backup,
          "how results reach nodes: uct1 (along the path), uct2 (values from the states that moves "
          "lead to), uct3 (to all ancestors; with batches or threads as uct1)");
    visit("reuse", reuse, "keep the tree from move to move");
    visit("expiry", expiry, Range{0, 1e9}, "reuse: turns after which an unvisited node goes (b)");
    visit("decay", decay, Range{0, 1}, "reuse: factor of the tree's statistics at each new turn");
    visit("megabytes", megabytes, Range{1, 1 << 20},
          "of the tree; when it is full, no nodes are added until some go");
  }
};

struct Batch {
  std::uint32_t width = 1;
  std::uint32_t playouts = 1;
  LeafCount count = LeafCount::playouts;
  double lessons = 1;
  double share = 0.01;
  std::uint32_t least = 0;
  double staleness = 2.5;
  double news = 0.125;
  double virtual_loss = 1;
  UnderWay under_way = UnderWay::mean;

  template <typename Visitor>
  void fields(Visitor& visit) {
    visit("width", width, Range{1, 1 << 20},
          "leaves played out at once, by the swarm where there is one");
    visit("playouts", playouts, Range{0, 1 << 16},
          "playouts of each leaf; 0: eight where nothing is learned from their moves, else as many "
          "as "
          "the width has room for, up to eight");
    visit("count", count,
          "what the playouts of a leaf are in the tree: a visit each, or one together, with their "
          "mean");
    visit("lessons", lessons, Range{0, 1 << 16},
          "playouts of each leaf whose moves are learned from (amaf, history, mast, nst, ppa)");
    visit(
        "share", share, Range{0, infinity},
        "leaves of a batch, at most so many of the root's visits; where thinking ends by the clock "
        "only if least is given");
    visit(
        "least", least, Range{0, 1 << 20},
        "leaves of the smallest batch, smaller ones are made one after the other; 0: 16, or where "
        "thinking ends by the clock as many as promise most");
    visit("staleness", staleness, Range{0, infinity},
          "by the clock: s in exp(-s d n / N), by which each of n leaves that are selected "
          "together is worth less in a tree with N visits and leaves d steps from the root");
    visit(
        "news", news, Range{0, infinity},
        "nst: all that follows from what was learned is told to the swarm when there is more by so "
        "large a share");
    visit("virtual_loss", virtual_loss, Range{0, 1000},
          "visits that each simulation under way counts, in a batch and with several threads, so "
          "that others select other leaves");
    visit(
        "under_way", under_way,
        "what these visits count as: a loss each, or the mean of the move so far, so that it only "
        "looks more explored");
  }
};

struct Choose {
  FinalChoice by = FinalChoice::visits;
  double secure = 1;

  template <typename Visitor>
  void fields(Visitor& visit) {
    visit("by", by,
          "the move played: most visits, best mean, or secure (best lower bound mean - A/sqrt(n))");
    visit("secure", secure, Range{0, 1000}, "by=secure: A");
  }
};

struct Plan {
  Select select;
  Playout playout;
  Memory memory;
  Batch batch;
  Choose choose;
  bool solver = false;
  std::uint32_t threads = 1;

  template <typename Visitor>
  void fields(Visitor& visit) {
    visit.group("select", select);
    visit.group("playout", playout);
    visit.group("memory", memory);
    visit.group("batch", batch);
    visit.group("choose", choose);
    visit("solver", solver, "prove wins, losses and draws where roles take turns");
    visit("threads", threads, Range{1, 256}, "threads on one tree");
  }
};

// Whether somebody learns about the moves of simulations, so that they must be written down.
[[nodiscard]] inline bool records_moves(const Plan& plan) {
  return plan.playout.strategy != Playouts::uniform || plan.playout.replies ||
         plan.select.formula == Formula::amaf || plan.select.formula == Formula::history;
}

// Whether simulations teach more than the nodes that they pass.
[[nodiscard]] inline bool learns_beside_nodes(const Plan& plan) {
  return records_moves(plan) || plan.select.sufficiency == Sufficiency::adaptive;
}

// Of a leaf, if the plan leaves it open. A swarm's playouts cost next to nothing, learning from
// them does.
inline constexpr std::uint32_t most_playouts_of_leaf = 8;
[[nodiscard]] inline std::uint32_t playouts_of_leaf(const Plan& plan) {
  if (plan.batch.playouts > 0) return plan.batch.playouts;
  return learns_beside_nodes(plan) ? 1 : most_playouts_of_leaf;
}

}  // namespace search
}  // namespace palamedes
