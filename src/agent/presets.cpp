#include "agent/presets.h"

#include <array>
#include <deque>
#include <utility>

#include "tune/strategies.h"

namespace palamedes::agent {
namespace {

using search::Parameters;
using search::playout::Draw;
using search::playout::Features;
using search::playout::Technique;
using search::report::FinalChoice;
using search::select::Formula;
using search::select::Sufficiency;
using search::select::Unvisited;
using Playout = search::playout::Parameters;
using Select = search::select::Parameters;

// ---- How the papers descend the tree.

// Sironi 2019, 3.1.4 (VO, FPU) and 5.3.2 (C).
Select thesis_select(double c) {
  Select select;
  select.uct.c = c;
  select.uct.offset = 0.01;
  select.unvisited.by = Unvisited::value;
  select.unvisited.fpu = 1;
  return select;
}

// Sironi 2019, formula 5.1: RAVE and HRAVE are GRAVE with one or the other end of ref.
Select amaf_select(double k, double ref) {
  Select select = thesis_select(0.2);
  select.formula = Formula::amaf;
  select.grave.k = k;
  select.grave.ref = ref;
  return select;
}

// Tak et al. 2012 and 2014, step 1 of MCTS: argmax of UCT, and moves without a value first.
Select cadiaplayer_select() {
  Select select;
  select.uct.c = 0.4;
  select.uct.offset = 0;
  select.unvisited.by = Unvisited::playout;
  return select;
}

// UCT as it is first written down in a paper: the exploration term of an unvisited move is
// infinite.
Select plain_select(double c) {
  Select select;
  select.uct.c = c;
  select.uct.offset = 0;
  select.unvisited.by = Unvisited::value;
  select.unvisited.fpu = infinity;
  return select;
}

Select sufficiency(Select select, Sufficiency kind) {
  select.sufficiency.kind = kind;
  select.sufficiency.alpha = 0.6;
  select.sufficiency.floor = 0.1;
  return select;
}

Select history_select() {
  Select select = thesis_select(0.6);
  select.formula = Formula::history;
  select.history.w = 1;
  return select;
}

Select flat_select(Formula formula) {
  Select select;
  select.formula = formula;
  return select;
}

// ---- How they play outside of it.

Playout mast(Draw draw, double epsilon = 0.4) {
  Playout playout;
  playout.strategy = Technique::mast;
  playout.draw.by = draw;
  playout.draw.epsilon = epsilon;
  playout.draw.tau = 10;
  playout.fpu = 1;
  return playout;
}

Playout nst() {
  Playout playout;
  playout.strategy = Technique::nst;
  playout.draw.by = Draw::greedy;
  playout.draw.epsilon = 0.2;
  playout.fpu = 1;
  playout.nst.length = 3;
  playout.nst.visits = 7;
  return playout;
}

Playout with_replies(Playout playout) {
  playout.replies = true;
  return playout;
}

Playout with_move_decay(Playout playout, double factor) {
  playout.decay.move = factor;
  return playout;
}

Playout with_batch_decay(Playout playout, double factor, std::uint32_t size) {
  playout.decay.batch = factor;
  playout.decay.batch_size = size;
  return playout;
}

Playout with_simulation_decay(Playout playout, double factor) {
  playout.decay.simulation = factor;
  return playout;
}

Playout thesis_mast() { return with_move_decay(mast(Draw::greedy), 0.2); }

Playout ppa(Features features, bool memorise) {
  Playout playout;
  playout.strategy = Technique::ppa;
  playout.ppa.alpha = 0.32;
  playout.ppa.k = 1;
  playout.ppa.features = features;
  playout.ppa.memorise = memorise;
  return playout;
}

// ---- Whole players: transpositions with UCT1, reuse and b = 2 are the plan's own defaults.

Parameters player(const Select& select, const Playout& playout, FinalChoice choice) {
  Parameters plan;
  plan.select = select;
  plan.playout = playout;
  plan.choose.by = choice;
  return plan;
}

Parameters thesis(const Select& select, const Playout& playout = {}) {
  return player(select, playout, FinalChoice::mean);
}

Parameters cadiaplayer(const Playout& playout) {
  return player(cadiaplayer_select(), playout, FinalChoice::mean);
}

Parameters cazenave(const Playout& playout) {
  return player(plain_select(0.7), playout, FinalChoice::visits);
}

// What later versions are measured against: it stays as it is.
Parameters palamedes_1() {
  Parameters plan = player(amaf_select(250, 50), nst(), FinalChoice::visits);
  plan.solver = true;
  return plan;
}

// Cheap statistics and a large tree: leaves are played out by the swarm, and no move that decides
// the game at once is overlooked. GRAVE with K = 0 is UCT; with another K, or one that is tuned, it
// is GRAVE.
Parameters palamedes() {
  Parameters plan = thesis(amaf_select(0, 50), thesis_mast());
  plan.select.uct.c = 0.3;
  plan.solver = true;
  plan.sight = search::Sight::replies;
  plan.batch.size.width = 512;
  plan.batch.size.playouts = 0;
  plan.batch.size.count = search::batch::LeafCount::leaf;
  return plan;
}

using Presets = std::vector<Preset>;

void add_simple(Presets& list) {
  list.push_back({.name = "random",
                  .summary = "any legal move, each as likely as the others",
                  .source = "the base line of all papers",
                  .random = true});
  list.push_back({"flat", "Flat Monte-Carlo: random moves at the root, best mean, no tree",
                  "Sironi 2019, section 2.2.1, Algorithm 1", Part::select,
                  thesis(flat_select(Formula::flat))});
  list.push_back({"flat-ucb1", "Flat Monte-Carlo with UCB1: a bandit at the root, no tree",
                  "Sironi 2019, section 2.2.2, formula 2.2", Part::select,
                  thesis(flat_select(Formula::ucb1))});
}

void add_thesis(Presets& list) {
  const Select uct = thesis_select(0.7);
  const Select rave = amaf_select(250, 0);
  const Select grave = amaf_select(250, 50);
  const Select hrave = amaf_select(50, infinity);
  constexpr std::string_view section = "Sironi 2019, sections 3.1.4, 5.3.2 and 5.3.3";
  constexpr std::string_view tuned = "Sironi 2019, section 6.4.1, Table 6.1";
  list.push_back({"uct", "UCT with uniform playouts", section, Part::select, thesis(uct)});
  list.push_back({"rave", "RAVE with uniform playouts", section, Part::select, thesis(rave)});
  list.push_back({"grave", "GRAVE with uniform playouts", section, Part::select, thesis(grave)});
  list.push_back({"hrave", "HRAVE with uniform playouts", section, Part::select, thesis(hrave)});
  list.push_back({"ph", "Progressive History with uniform playouts",
                  "Sironi 2019, formula 2.4, section 3.2.4, Table 6.2", Part::select,
                  thesis(history_select())});
  list.push_back(
      {"uct-mast", "UCT with decayed MAST", section, Part::whole, thesis(uct, thesis_mast())});
  list.push_back(
      {"rave-mast", "RAVE with decayed MAST", section, Part::whole, thesis(rave, thesis_mast())});
  list.push_back({"grave-mast", "GRAVE with decayed MAST", section, Part::whole,
                  thesis(grave, thesis_mast())});
  list.push_back({"hrave-mast", "HRAVE with decayed MAST", section, Part::whole,
                  thesis(hrave, thesis_mast())});
  list.push_back({"sp", "the thesis's simple player, tuned: UCT with MAST", tuned, Part::whole,
                  thesis(thesis_select(0.2), thesis_mast())});
  list.push_back({"ap", "the thesis's advanced player, tuned: GRAVE with MAST", tuned, Part::whole,
                  thesis(grave, thesis_mast())});
}

void add_ngrams(Presets& list) {
  constexpr std::string_view setup = "Tak, Winands, Björnsson 2012, section V.B";
  constexpr std::string_view greedy = "Tak, Winands, Björnsson 2012, section VI.A, Table I";
  constexpr std::string_view ngrams = "Tak, Winands, Björnsson 2012, sections IV.B, VI.C, VI.F";
  constexpr std::string_view replies = "Tak, Winands, Björnsson 2012, sections IV.C, VI.C, VI.F";
  const Playout greedy_mast = mast(Draw::greedy, 0.2);
  list.push_back({"cadiaplayer-uct", "CadiaPlayer with uniform playouts (CP_UCT)", setup,
                  Part::whole, cadiaplayer({})});
  list.push_back({"mast", "CadiaPlayer with MAST by Gibbs measure (CP_MAST)", setup, Part::playout,
                  cadiaplayer(mast(Draw::gibbs))});
  list.push_back({"mastg", "CadiaPlayer with greedy MAST (CP_MASTG)", greedy, Part::playout,
                  cadiaplayer(mast(Draw::greedy))});
  list.push_back(
      {"nst", "CadiaPlayer with N-grams (CP_NST)", ngrams, Part::playout, cadiaplayer(nst())});
  list.push_back({"lgr-mastg", "CadiaPlayer with last good replies, else greedy MAST", replies,
                  Part::playout, cadiaplayer(with_replies(greedy_mast))});
  list.push_back({"lgr-nst", "CadiaPlayer with last good replies, else N-grams", replies,
                  Part::playout, cadiaplayer(with_replies(nst()))});
}

void add_decays(Presets& list) {
  constexpr std::string_view by_move = "Tak, Winands, Björnsson 2014, section VI.A";
  constexpr std::string_view by_batch = "Tak, Winands, Björnsson 2014, section VI.B, Table X";
  constexpr std::string_view by_simulation =
      "Tak, Winands, Björnsson 2014, section VI.C, Table XII";
  constexpr std::string_view mixed = "Tak, Winands, Björnsson 2014, section VI.D, Table XIII";
  list.push_back({"mast-decay", "MAST by Gibbs measure, decayed after each move", by_move,
                  Part::playout, cadiaplayer(with_move_decay(mast(Draw::gibbs), 0.4))});
  list.push_back({"nst-decay", "N-grams, decayed after each move", by_move, Part::playout,
                  cadiaplayer(with_move_decay(nst(), 0.6))});
  list.push_back({"nst-batch-decay", "N-grams, decayed after every 50 simulations", by_batch,
                  Part::playout, cadiaplayer(with_batch_decay(nst(), 0.9, 50))});
  list.push_back({"nst-simulation-decay", "N-grams, those that occur decayed each time",
                  by_simulation, Part::playout, cadiaplayer(with_simulation_decay(nst(), 0.94))});
  list.push_back({"nst-mixed-decay", "N-grams, decayed after moves and when they occur", mixed,
                  Part::playout,
                  cadiaplayer(with_simulation_decay(with_move_decay(nst(), 0.8), 0.97))});
}

void add_cadiaplayer(Presets& list) {
  constexpr std::string_view first = "Tak, Winands, Björnsson 2012, section IV.A";
  constexpr std::string_view second = "Tak, Winands, Björnsson 2012, section VI.F";
  list.push_back({"cadiaplayer-2008", "CadiaPlayer as it won in 2008: the same as mast", first,
                  Part::whole, cadiaplayer(mast(Draw::gibbs))});
  list.push_back({"cadiaplayer-2012", "CadiaPlayer as improved in 2012: the same as nst", second,
                  Part::whole, cadiaplayer(nst())});
  list.push_back({"cadiaplayer", "the newest CadiaPlayer: that of 2012", second, Part::whole,
                  cadiaplayer(nst())});
}

void add_sufficiency(Presets& list) {
  constexpr std::string_view fixed = "Gudmundsson, Björnsson 2013, formula 2, section 4.1";
  constexpr std::string_view adaptive = "Gudmundsson, Björnsson 2013, section 4.3";
  Parameters with_mast = cadiaplayer(mast(Draw::gibbs));
  with_mast.select = sufficiency(with_mast.select, Sufficiency::adaptive);
  list.push_back(
      {"st", "UCT that stops exploring above a fixed threshold", fixed, Part::select,
       player(sufficiency(plain_select(0.4), Sufficiency::fixed), {}, FinalChoice::mean)});
  list.push_back({"st-adaptive", "CadiaPlayer with a threshold that adapts to the game", adaptive,
                  Part::select, with_mast});
}

void add_adaptation(Presets& list) {
  constexpr std::string_view without = "Cazenave, Diemert 2017, section 2, Algorithms 1-4";
  constexpr std::string_view kept = "Cazenave, Diemert 2017, section 3, Algorithm 5";
  list.push_back({"ppa", "UCT with Playout Policy Adaptation", without, Part::playout,
                  cazenave(ppa(Features::none, false))});
  list.push_back({"ppaf", "Playout Policy Adaptation with move features", without, Part::playout,
                  cazenave(ppa(Features::automatic, false))});
  list.push_back({"ppafm", "PPAF that keeps its policy from move to move", kept, Part::playout,
                  cazenave(ppa(Features::automatic, true))});
}

Presets all_presets() {
  Presets list;
  list.push_back({"palamedes", "our own: UCT with MAST in the swarm, sight and a solver",
                  "docs/search.md", Part::whole, palamedes()});
  list.push_back({"palamedes-1", "our own as it first was, to measure later ones against",
                  "docs/search.md", Part::whole, palamedes_1()});
  add_simple(list);
  add_thesis(list);
  add_ngrams(list);
  add_decays(list);
  add_cadiaplayer(list);
  add_sufficiency(list);
  add_adaptation(list);
  return list;
}

// ---- Players that tune themselves.

constexpr std::string_view strategy_place = "STRATEGY";

constexpr std::array families = {
    TunedFamily{"sp-STRATEGY", "select.c,playout.epsilon", "sp that tunes C and epsilon",
                "Sironi 2019, sections 6.4.2 and 7.3"},
    TunedFamily{"ap-STRATEGY-2", "select.k,select.ref", "ap that tunes K and ref",
                "Sironi 2019, sections 6.4.3 and 7.3"},
    TunedFamily{"ap-STRATEGY-4", "select.c,playout.epsilon,select.k,select.ref",
                "ap that tunes C, epsilon, K and ref", "Sironi 2019, sections 6.4.3 and 7.3"},
    TunedFamily{"ap-STRATEGY-6",
                "select.c,playout.epsilon,select.k,select.ref,select.offset,select.threshold",
                "ap that tunes C, epsilon, K, ref, VO and T",
                "Sironi 2019, sections 6.4.3 and 7.3"},
};

// Texts that presets look at.
struct TunedTexts {
  std::string name;
  std::string summary;
  std::string tune;
};

Presets make_tuned_presets(std::deque<TunedTexts>& texts) {
  Presets list;
  for (const TunedFamily& family : families) {
    const std::size_t place = family.name.find(strategy_place);
    const Preset& base = *find_preset(family.name.substr(0, place - 1));
    for (const tune::Strategy& strategy : tune::strategies()) {
      std::string name(family.name);
      name.replace(place, strategy_place.size(), strategy.name);
      texts.push_back({.name = std::move(name),
                       .summary = std::string(family.summary) + " by " + std::string(strategy.name),
                       .tune = std::string(strategy.name) + ":" + std::string(family.parameters)});
      list.push_back({.name = texts.back().name,
                      .summary = texts.back().summary,
                      .source = family.source,
                      .plan = base.plan,
                      .tune = texts.back().tune});
    }
  }
  return list;
}

const Preset* find_in(std::span<const Preset> list, std::string_view name) {
  for (const Preset& preset : list) {
    if (preset.name == name) return &preset;
  }
  return nullptr;
}

}  // namespace

std::span<const Preset> presets() {
  static const Presets all = all_presets();
  return all;
}

std::span<const Preset> tuned_presets() {
  static std::deque<TunedTexts> texts;
  static const Presets all = make_tuned_presets(texts);
  return all;
}

std::span<const TunedFamily> tuned_families() { return families; }

const Preset* find_preset(std::string_view name) {
  const Preset* preset = find_in(presets(), name);
  // the others are made of these
  return preset == nullptr && name.find('-') != std::string_view::npos
             ? find_in(tuned_presets(), name)
             : preset;
}

const std::vector<std::string>& preset_names() {
  static const std::vector<std::string> names = [] {
    std::vector<std::string> list;
    for (const Preset& preset : presets()) list.emplace_back(preset.name);
    for (const Preset& preset : tuned_presets()) list.emplace_back(preset.name);
    return list;
  }();
  return names;
}

}  // namespace palamedes::agent
