#include "agent/swarm_player.h"

#include <algorithm>
#include <bit>

namespace palamedes::agent {

using machine::swarm::SwarmChoice;
using machine::swarm::SwarmContext;
using machine::swarm::SwarmEnd;
using machine::swarm::SwarmPlayout;
using search::Choices;
using search::CutOff;
using search::PlayoutStrategy;

namespace {

// How many contexts of each length are told to the swarm, which keeps a value of each move in each:
// more would take longer than they are worth.
std::size_t most_contexts(std::size_t moves) {
  constexpr std::size_t most = 4096;
  constexpr std::size_t most_values = std::size_t{1} << 23U;
  return std::clamp<std::size_t>(most_values / std::max<std::size_t>(moves, 1), 1, most);
}

// Contexts that came up since so many tellings are told again: the others belong to positions that
// the game has left behind.
constexpr std::uint32_t recent_calls = 8;

// Steps of a context that the swarm remembers.
constexpr std::size_t longest_in_swarm = 2;

// Changes that are told by themselves: with more of them it is faster to tell everything.
constexpr std::size_t most_changes = std::size_t{1} << 16U;

machine::swarm::SwarmOptions swarm_options(const search::Plan& plan, std::uint64_t seed) {
  machine::swarm::SwarmOptions options;
  options.seed = seed;
  options.max_length = plan.playout.cutoff > 0
                           ? std::min(plan.playout.cutoff, plan.playout.max_length)
                           : plan.playout.max_length;
  options.history = search::records_moves(plan);
  options.contexts = machine::swarm::SwarmContexts::tables;  // these can be revised
  return options;
}

// Its base must be one that the swarm knows by the same number.
SwarmContext for_swarm(const search::MoveContext& context) {
  SwarmContext one;
  one.role = context.role;
  one.last = {context.previous[0].role, context.previous[0].move};
  if (context.previous.size() == 2) {
    one.before_last = {context.previous[1].role, context.previous[1].move};
  }
  one.values = context.values;
  if (context.base != search::MoveContext::no_base) {
    one.base = static_cast<std::uint32_t>(context.base);
  }
  return one;
}

}  // namespace

std::vector<SwarmContext> contexts_for_swarm(PlayoutStrategy& strategy, std::size_t most_moves) {
  std::vector<SwarmContext> told;
  std::uint32_t longer = 0;  // the first ones
  for (const search::MoveContext& context :
       strategy.contexts(most_contexts(most_moves), recent_calls)) {
    if (context.previous.size() > longest_in_swarm) {
      ++longer;
      continue;
    }
    told.push_back(for_swarm(context));
    if (told.back().base != 0) told.back().base -= longer;
  }
  return told;
}

std::unique_ptr<SwarmPlayer> SwarmPlayer::make(machine::Game& game, const search::Plan& plan,
                                               std::uint64_t seed) {
  auto swarm = game.make_swarm(swarm_options(plan, seed));
  if (swarm == nullptr) return nullptr;
  return std::unique_ptr<SwarmPlayer>(new SwarmPlayer(std::move(swarm), plan, seed));
}

SwarmPlayer::SwarmPlayer(std::unique_ptr<machine::swarm::Swarm> swarm, const search::Plan& plan,
                         std::uint64_t seed)
    : plan_(plan.playout), news_(plan.batch.news), swarm_(std::move(swarm)), rng_(seed, 1) {
  for (const circuit::CircuitRole& role : swarm_->circuit().roles) {
    most_moves_ = std::max(most_moves_, role.moves.size());
  }
}

bool SwarmPlayer::is_sliced() const {
  if (plan_.replies || plan_.strategy == search::Playouts::ppa) return false;
  return plan_.strategy == search::Playouts::uniform || plan_.draw == search::Draw::greedy;
}

bool SwarmPlayer::has_news(const PlayoutStrategy& strategy) const {
  if (plan_.strategy != search::Playouts::nst || !told_at_) return true;  // costs little, or is due
  if (due_) return true;
  constexpr double least_news = 32;
  const auto news = static_cast<double>(strategy.lessons() - *told_at_);
  const auto known = static_cast<double>(strategy.lessons() - *lessons_before_);
  return news >= std::max(least_news, news_ * known);
}

// What was told in earlier turns still holds, more or less.
bool SwarmPlayer::has_time() const {
  constexpr double most = 0.1;  // of the time
  return !timed_ || since_told_.seconds() * most >= last_telling_;
}

void SwarmPlayer::tell_news(PlayoutStrategy& strategy) {
  telling_ = 0;
  if (!lessons_before_) lessons_before_ = strategy.lessons();
  if (revisable_ && !due_) revise(strategy);
  if (!has_news(strategy) || !has_time()) return;
  told_at_ = strategy.lessons();
  const CpuStopwatch watch;
  tell(strategy);
  telling_ = last_telling_ = watch.seconds();
  since_told_.restart();
}

void SwarmPlayer::tell(PlayoutStrategy& strategy) {
  if (plan_.strategy == search::Playouts::uniform) return swarm_->draw_uniformly();
  const auto& values = strategy.move_values(most_moves_);
  if (plan_.strategy == search::Playouts::mast) {
    return swarm_->draw_greedily(values, plan_.epsilon);
  }
  strategy.keep_changes(most_changes);
  swarm_->draw_greedily_after(contexts_for_swarm(strategy, most_moves_), values, plan_.epsilon);
  revisable_ = plan_.length <= longest_in_swarm + 1 && swarm_->can_revise_contexts();
  due_ = false;
}

void SwarmPlayer::revise(PlayoutStrategy& strategy) {
  const auto news = strategy.context_news();
  due_ = !news;
  if (due_) return;
  added_.clear();
  for (const search::MoveContext& context : news->added) added_.push_back(for_swarm(context));
  revised_.clear();
  for (const auto& [context, value] : news->revised) {
    revised_.push_back({static_cast<std::uint32_t>(context), value});
  }
  due_ = !swarm_->revise_contexts(added_, revised_, strategy.move_values(most_moves_));
}

void SwarmPlayer::end(const SwarmPlayout& playout, const Choices* choices, const Ended& ended) {
  payoffs_.clear();
  const bool truncated = playout.end == SwarmEnd::truncated;
  const bool drawn = truncated && (plan_.cutoff == 0 || plan_.cutoff_value == CutOff::draw);
  for (const std::int32_t goal : playout.goals) {
    payoffs_.push_back(drawn ? 0.5 : model::highest_goal(goal) / 100.0);
  }
  ended({.leaf = playout.start,
         .length = playout.length,
         .moves = playout.moves,
         .payoffs = payoffs_,
         .choices = choices});
}

void SwarmPlayer::play(std::span<const Leaf* const> leaves, std::uint32_t times,
                       PlayoutStrategy& strategy, const std::function<bool()>& keep_going,
                       const Ended& ended) {
  starts_.clear();
  const bool sliced = is_sliced();
  for (const Leaf* const leaf : leaves) {
    starts_.push_back({.state = {leaf->state.words.data(), leaf->state.words.size()},
                       .times = sliced ? times : 1,
                       .moves = leaf->simulation.moves});
  }
  if (!sliced) {
    for (std::uint32_t i = 0; i < times && keep_going(); ++i) {
      play_lane_by_lane(leaves, strategy, ended);
    }
    return;
  }
  tell_news(strategy);
  swarm_->play_while(starts_, keep_going,
                     [&](const SwarmPlayout& playout) { end(playout, nullptr, ended); });
}

void SwarmPlayer::play_lane_by_lane(std::span<const Leaf* const> leaves, PlayoutStrategy& strategy,
                                    const Ended& ended) {
  under_way_.resize(leaves.size());
  for (std::size_t i = 0; i < leaves.size(); ++i) {
    under_way_[i].history = leaves[i]->simulation.moves;
    under_way_[i].inner = under_way_[i].history.size();
    under_way_[i].choices.clear();
    under_way_[i].at.clear();
  }
  swarm_->play_by_rows(
      starts_, [&](const SwarmChoice& choice) { return choose(choice, strategy); },
      [&](const SwarmPlayout& playout) {
        const UnderWay& under_way = under_way_[playout.start];
        const bool choices = strategy.needs_choices();
        end(playout, choices ? &completed(under_way, playout.moves) : nullptr, ended);
      });
}

Move SwarmPlayer::choose(const SwarmChoice& choice, PlayoutStrategy& strategy) {
  UnderWay& playout = under_way_[choice.start()];
  playout.history.resize(playout.inner);
  playout.history.insert(playout.history.end(), choice.moves().begin(), choice.moves().end());
  moves_.clear();
  for (std::size_t word = 0; word < choice.words(); ++word) {
    for (std::uint64_t bits = choice.word(word); bits != 0; bits &= bits - 1) {
      moves_.push_back(Move(word * 64 + static_cast<std::size_t>(std::countr_zero(bits))));
    }
  }
  if (strategy.needs_choices()) return moves_[choose_by_codes(choice, strategy, playout)];
  return moves_[strategy.choose(choice.role(), moves_, {}, playout.history, rng_)];
}

std::size_t SwarmPlayer::choose_by_codes(const SwarmChoice& choice, PlayoutStrategy& strategy,
                                         UnderWay& playout) {
  Choices& choices = playout.choices;
  const std::size_t begin = choices.codes.size();
  if (coder_ != nullptr) {
    const std::vector<std::uint64_t> words = swarm_->lane_state(choice.lane());
    state_.words.assign(words.begin(), words.end());
    coder_->encode(state_, choice.role(), moves_, choices.codes);
  } else {
    for (const Move move : moves_) choices.codes.push_back(index_of(move));
  }
  const std::size_t chosen = strategy.choose(
      choice.role(), moves_, std::span(choices.codes).subspan(begin), playout.history, rng_);
  choices.ends.push_back(static_cast<std::uint32_t>(choices.codes.size()));
  choices.taken.push_back(static_cast<std::uint32_t>(chosen));
  playout.at.push_back(choice.moves().size() + index_of(choice.role()));
  return chosen;
}

const Choices& SwarmPlayer::completed(const UnderWay& playout, std::span<const Move> moves) {
  choices_.clear();
  std::size_t next = 0;
  for (std::size_t place = 0; place < moves.size(); ++place) {
    if (next < playout.at.size() && playout.at[next] == place) {
      const std::span<const search::MoveCode> codes = playout.choices.at(next);
      choices_.codes.insert(choices_.codes.end(), codes.begin(), codes.end());
      choices_.taken.push_back(playout.choices.taken[next]);
      ++next;
    } else {
      choices_.codes.push_back(index_of(moves[place]));
      choices_.taken.push_back(0);
    }
    choices_.ends.push_back(static_cast<std::uint32_t>(choices_.codes.size()));
  }
  return choices_;
}

}  // namespace palamedes::agent
