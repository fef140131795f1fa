#include "agent/swarm_player.h"

#include <algorithm>
#include <bit>

namespace palamedes::agent {

using machine::swarm::SwarmChoice;
using machine::swarm::SwarmEnd;
using machine::swarm::SwarmPlayout;
using search::Choices;
using search::playout::CutOff;
using search::playout::Draw;
using search::playout::Strategy;
using search::playout::Technique;

namespace {

// How many contexts of each length are sent to the swarm, which keeps a value of each move in each:
// more would take longer than they are worth.
std::size_t most_contexts(std::size_t moves) {
  constexpr std::size_t most = 4096;
  constexpr std::size_t most_values = std::size_t{1} << 23U;
  return std::clamp<std::size_t>(most_values / std::max<std::size_t>(moves, 1), 1, most);
}

// Contexts that came up since this number of sendings are sent again: the others belong to
// positions that the game has left behind.
constexpr std::uint32_t recent_calls = 8;

// Changes that are sent by themselves: with more of them it is faster to send everything.
constexpr std::size_t most_changes = std::size_t{1} << 16U;

machine::swarm::SwarmOptions swarm_options(const search::Parameters& plan, std::size_t roles,
                                           std::uint64_t seed) {
  machine::swarm::SwarmOptions options;
  options.seed = seed;
  options.max_length = plan.playout.end.cutoff > 0
                           ? std::min(plan.playout.end.cutoff, plan.playout.end.max_length)
                           : plan.playout.end.max_length;
  options.history = search::records_moves(plan) || search::keeps_line(plan, roles);
  options.contexts = machine::swarm::SwarmContexts::tables;  // these can be revised
  return options;
}

}  // namespace

std::span<const model::MoveContext> contexts_for_swarm(Strategy& strategy, std::size_t most_moves) {
  return strategy.contexts(most_contexts(most_moves), recent_calls,
                           machine::swarm::Swarm::longest_context);
}

circuit::Sight sight_of(const search::Parameters& plan) {
  switch (plan.sight) {
    case search::Sight::none:
      break;
    case search::Sight::wins:
      return circuit::Sight::wins;
    case search::Sight::replies:
      return circuit::Sight::replies;
  }
  return circuit::Sight::none;
}

bool wants_parts(const search::Parameters& plan) {
  return plan.batch.size.width > 1 || plan.sight != search::Sight::none;
}

search::Parameters without_parts(search::Parameters plan) {
  plan.batch.size.width = 1;
  plan.sight = search::Sight::none;
  return plan;
}

bool make_parts(machine::Game& game, const search::Parameters& plan) {
  constexpr std::uint64_t any_seed = 1;
  const bool sees = game.seeing_machine(sight_of(plan)) != nullptr;
  if (plan.batch.size.width <= 1) return sees;
  return SwarmPlayer::make(game, plan, any_seed) != nullptr || sees;
}

std::unique_ptr<SwarmPlayer> SwarmPlayer::make(machine::Game& game, const search::Parameters& plan,
                                               std::uint64_t seed) {
  if (game.gates_of_step() > plan.batch.size.most_gates) return nullptr;
  auto swarm = game.make_swarm(swarm_options(plan, game.role_count(), seed), sight_of(plan));
  if (swarm == nullptr) return nullptr;
  return std::unique_ptr<SwarmPlayer>(new SwarmPlayer(std::move(swarm), plan, seed));
}

SwarmPlayer::SwarmPlayer(std::unique_ptr<machine::swarm::Swarm> swarm,
                         const search::Parameters& plan, std::uint64_t seed)
    : plan_(plan.playout),
      schedule_(plan.batch.telling),
      swarm_(std::move(swarm)),
      steps_(swarm_->shared()),
      rng_(seed, 1) {
  for (const circuit::CircuitRole& role : swarm_->circuit().roles) {
    most_moves_ = std::max(most_moves_, role.moves.size());
  }
}

bool SwarmPlayer::is_sliced() const {
  if (plan_.replies || plan_.strategy == Technique::ppa) return false;
  if (values_ != nullptr && values_->tunes_playouts()) return false;
  return plan_.strategy == Technique::uniform || plan_.draw.by == Draw::greedy;
}

// All that follows from sequences is told now and then, everything else with each batch.
bool SwarmPlayer::has_news(const Strategy& strategy) const {
  return plan_.strategy != Technique::nst || due_ || schedule_.has_news(strategy.lessons());
}

void SwarmPlayer::tell_news(Strategy& strategy) {
  schedule_.begin_batch(strategy.lessons());
  if (revisable_ && !due_) revise(strategy);
  if (!has_news(strategy) || !schedule_.has_time()) return;
  schedule_.run(strategy.lessons(), [&] { tell(strategy); });
}

void SwarmPlayer::tell(Strategy& strategy) {
  if (plan_.strategy == Technique::uniform) return swarm_->draw_uniformly();
  const auto& values = strategy.move_values(most_moves_);
  if (plan_.strategy == Technique::mast) {
    return swarm_->draw_greedily(values, plan_.draw.epsilon);
  }
  strategy.keep_changes(most_changes);
  swarm_->draw_greedily_after(contexts_for_swarm(strategy, most_moves_), values,
                              plan_.draw.epsilon);
  revisable_ = plan_.nst.length <= machine::swarm::Swarm::longest_context + 1 &&
               swarm_->can_revise_contexts();
  due_ = false;
}

void SwarmPlayer::revise(Strategy& strategy) {
  const auto news = strategy.context_news();
  due_ = !news;
  if (due_) return;
  due_ = !swarm_->revise_contexts(*news, strategy.move_values(most_moves_));
}

void SwarmPlayer::end(const SwarmPlayout& playout, const Choices* choices,
                      std::optional<std::span<const std::uint32_t>> chosen, const Ended& ended) {
  payoffs_.clear();
  const bool truncated = playout.end == SwarmEnd::truncated;
  const bool drawn = truncated && (plan_.end.cutoff == 0 || plan_.end.cutoff_value == CutOff::draw);
  for (const std::int32_t goal : playout.goals) {
    payoffs_.push_back(drawn ? 0.5 : model::highest_goal(goal) / 100.0);
  }
  ended({.leaf = playout.start,
         .length = playout.length,
         .moves = playout.moves,
         .payoffs = payoffs_,
         .choices = choices,
         .chosen = chosen,
         .is_whole = !truncated});
}

void SwarmPlayer::play(std::span<const Leaf* const> leaves, std::uint32_t times, Strategy& strategy,
                       const std::function<bool()>& keep_going, const Ended& ended) {
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
  swarm_->play_while(starts_, keep_going, [&](const SwarmPlayout& playout) {
    end(playout, nullptr, std::nullopt, ended);
  });
}

void SwarmPlayer::answer(std::span<search::Descent<machine::BitState>* const> asking) {
  using About = search::Question::About;
  asking_.assign(asking.begin(), asking.end());
  const auto steps = std::stable_partition(asking_.begin(), asking_.end(), [](const auto* descent) {
    return descent->question.about == About::moves;
  });
  const auto of_moves = static_cast<std::size_t>(steps - asking_.begin());
  for (std::size_t first = 0; first < asking_.size();) {
    const std::size_t count = std::min<std::size_t>(asking_.size() - first, steps_.lanes());
    questions_.clear();
    for (const Leaf* const descent : std::span(asking_).subspan(first, count)) {
      questions_.push_back({.state = {descent->state.words.data(), descent->state.words.size()}});
      if (descent->question.about == About::step) questions_.back().joint = descent->question.joint;
    }
    steps_.ask(questions_);
    for (std::size_t i = 0; i < count; ++i) {
      take_answer(*asking_[first + i], i, first + i < of_moves);
    }
    first += count;
  }
}

void SwarmPlayer::take_answer(search::Descent<machine::BitState>& descent, std::size_t lane,
                              bool is_about_moves) {
  search::Question& question = descent.question;
  const std::size_t roles = swarm_->role_count();
  if (is_about_moves) {
    question.legal.clear();
    question.ends.clear();
    for (std::size_t role = 0; role < roles; ++role) {
      steps_.legal(lane, Role(role), question.legal);
      question.ends.push_back(static_cast<std::uint32_t>(question.legal.size()));
    }
    return;
  }
  steps_.next_state(lane, {descent.state.words.data(), descent.state.words.size()});
  question.is_over = steps_.is_over(lane);
  if (!question.is_over) return;
  question.payoffs.clear();
  for (std::size_t role = 0; role < roles; ++role) {
    question.payoffs.push_back(model::highest_goal(steps_.goal(lane, Role(role))) / 100.0);
  }
}

// Lanes that choose by themselves say it with each playout.
std::optional<Move> SwarmPlayer::idle_move(Role role) const {
  return is_sliced() ? swarm_->forced_move(role) : std::nullopt;
}

void SwarmPlayer::play_lane_by_lane(std::span<const Leaf* const> leaves, Strategy& strategy,
                                    const Ended& ended) {
  playouts_.resize(leaves.size());
  for (std::size_t i = 0; i < leaves.size(); ++i) {
    playouts_[i].history = leaves[i]->simulation.moves;
    playouts_[i].inner = playouts_[i].history.size();
    playouts_[i].choices.clear();
    playouts_[i].at.clear();
    playouts_[i].leaf = leaves[i];
  }
  swarm_->play_by_rows(
      starts_, [&](const SwarmChoice& choice) { return choose(choice, strategy); },
      [&](const SwarmPlayout& playout) {
        const Playout& one = playouts_[playout.start];
        const bool choices = strategy.needs_choices();
        end(playout, choices ? &completed(one, playout.moves) : nullptr, one.at, ended);
      });
}

Move SwarmPlayer::choose(const SwarmChoice& choice, Strategy& strategy) {
  Playout& playout = playouts_[choice.start()];
  playout.history.resize(playout.inner);
  playout.history.insert(playout.history.end(), choice.moves().begin(), choice.moves().end());
  moves_.clear();
  for (std::size_t word = 0; word < choice.words(); ++word) {
    for (std::uint64_t bits = choice.word(word); bits != 0; bits &= bits - 1) {
      moves_.push_back(Move(word * 64 + static_cast<std::size_t>(std::countr_zero(bits))));
    }
  }
  playout.at.push_back(static_cast<std::uint32_t>(choice.moves().size() + index_of(choice.role())));
  if (values_ != nullptr) use_values(playout);
  if (strategy.needs_choices()) return moves_[choose_by_codes(choice, strategy, playout)];
  return moves_[strategy.choose(choice.role(), moves_, {}, playout.history, rng_)];
}

// Each role draws by itself, so it does not matter that lanes come in turn: a role that chooses has
// values that nobody has used before.
void SwarmPlayer::use_values(const Playout& playout) {
  if (values_->changes_by_state()) {
    values_->draw_for_state();
  } else {
    values_->go_on(playout.leaf->tuned);
  }
}

std::size_t SwarmPlayer::choose_by_codes(const SwarmChoice& choice, Strategy& strategy,
                                         Playout& playout) {
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
  return chosen;
}

const Choices& SwarmPlayer::completed(const Playout& playout, std::span<const Move> moves) {
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
