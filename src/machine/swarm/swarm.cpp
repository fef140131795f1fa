#include "machine/swarm/swarm.h"

#include <algorithm>
#include <cmath>

#include "base/hash.h"
#include "base/rng.h"
#include "base/stopwatch.h"

namespace palamedes::machine::swarm {
namespace {

constexpr std::uint32_t first_history_capacity = 64;  // joint moves per lane

bool is_available(SwarmWidth width) {
#ifdef __x86_64__
  if (width == SwarmWidth::lanes_512) {  // as the kernel is compiled, see src/CMakeLists.txt
    return __builtin_cpu_supports("avx512f") != 0 && __builtin_cpu_supports("avx512dq") != 0 &&
           __builtin_cpu_supports("avx512bw") != 0 && __builtin_cpu_supports("avx512vl") != 0 &&
           __builtin_cpu_supports("bmi2") != 0;
  }
  if (width == SwarmWidth::lanes_256) return __builtin_cpu_supports("avx2") != 0;
#endif
  return width == SwarmWidth::lanes_64;
}

// A width that this processor has not is served by the next smaller one.
const Kernel& kernel_of(SwarmWidth width) {
  const auto fits = [&](SwarmWidth wanted) {
    return (width == SwarmWidth::automatic || width >= wanted) && is_available(wanted);
  };
  if (fits(SwarmWidth::lanes_512)) return kernel_512;
  if (fits(SwarmWidth::lanes_256)) return kernel_256;
  return kernel_64;
}

std::uint32_t allowed_length(const SwarmOptions& options) {
  return std::clamp(options.max_length, 1U, SwarmOptions::most_moves);
}

}  // namespace

Swarm::Swarm(std::shared_ptr<const circuit::Circuit> circuit, const SwarmOptions& options)
    : Swarm(compile_for(std::move(circuit), options), options) {}

std::shared_ptr<const CompiledCircuit> Swarm::compile_for(
    std::shared_ptr<const circuit::Circuit> circuit, const SwarmOptions& options) {
  return std::make_shared<const CompiledCircuit>(
      compile(std::move(circuit), kernel_of(options.width), allowed_length(options),
              options.gates != SwarmGates::interpreted));
}

Swarm::Swarm(std::shared_ptr<const CompiledCircuit> compiled, const SwarmOptions& options)
    : options_(options), compiled_(std::move(compiled)), kernel_(compiled_->kernel) {
  options_.max_length = std::min(allowed_length(options), (1U << compiled_->length_bits) - 1);
  connect();
  restart(options_.seed);
}

Swarm::~Swarm() = default;

std::size_t Swarm::memory_bytes() const {
  std::size_t bytes = compiled_->memory_bytes() + words_.memory_bytes();
  for (const RoleBuffers& role : role_buffers_) {
    bytes += (role.rows.capacity() + role.choosing.capacity()) * sizeof(Line) +
             role.chosen.capacity() * sizeof(std::uint32_t);
  }
  bytes += rows_by_turns_.capacity() * sizeof(Line);
  for (const auto& order : move_orders_) bytes += order.capacity() * sizeof(std::uint32_t);
  for (const auto& order : orders_) bytes += order.capacity() * sizeof(OrderedMove);
  return bytes + (contexts_ ? contexts_->memory_bytes() : 0) +
         starts_.capacity() * sizeof(std::uint64_t) + finished_.capacity() * sizeof(Finished) +
         (finished_goals_.capacity() + lane_moves_.capacity() + pool_.capacity()) *
             sizeof(std::uint32_t);
}

// --- wiring

bool Swarm::bit(Slot slot, std::uint32_t lane) const {
  return (word(slot)[lane / 64] >> (lane % 64) & 1U) != 0;
}

Tape Swarm::tape_of(const Routine& program, std::size_t function) const {
  Tape tape = program.tape();
  if (compiled_->code) tape.native = compiled_->code->function(function);
  return tape;
}

void Swarm::connect_draw(const Draw& draw, std::size_t first_function, Numbers& numbers,
                         DrawPlan& plan) {
  for (const DrawNumber& number : draw.numbers) {
    numbers.list.push_back({.count = number.count.data(),
                            .rank = number.rank.data(),
                            .count_bits = static_cast<std::uint32_t>(number.count.size()),
                            .rank_bits = static_cast<std::uint32_t>(number.rank.size())});
  }
  plan = {.count = tape_of(draw.count, first_function),
          .select = tape_of(draw.select, first_function + 1),
          .numbers = numbers.list.data(),
          .number_count = static_cast<std::uint32_t>(numbers.list.size()),
          .any = draw.any.data(),
          .unfit = draw.unfit};
}

void Swarm::connect() {
  const std::uint32_t count = lanes();
  words_ = SwarmWords::for_programs(compiled_->slot_count, count);
  role_buffers_.resize(role_count());
  role_plans_.resize(role_count());
  orders_.resize(role_count());
  for (std::size_t r = 0; r < role_count(); ++r) {
    const CompiledCircuit::RoleSlots& slots = compiled_->roles[r];
    RoleBuffers& buffers = role_buffers_[r];
    move_orders_.push_back(slots.movable);
    for (const std::uint32_t move : slots.movable) {
      orders_[r].push_back(ordered_move(r, move));
    }
    buffers.rows.resize((slots.legal.size() + 63) / 64 * count * sizeof(std::uint64_t) /
                        sizeof(Line));
    rows_by_turns_.resize(std::max(rows_by_turns_.size(), buffers.rows.size()));
    buffers.chosen.resize(count);
    buffers.choosing.resize(1);
    buffers.numbers.resize(16);
    role_plans_[r] = {.legal = slots.legal.data(),
                      .inputs = slots.inputs.data(),
                      .order = orders_[r].data(),
                      .order_count = static_cast<std::uint32_t>(orders_[r].size()),
                      .forced = slots.legal.empty() ? OrderedMove{} : ordered_move(r, slots.forced),
                      .move_count = static_cast<std::uint32_t>(slots.legal.size()),
                      .goals = slots.goals.data(),
                      .goal_values = slots.goal_values.data(),
                      .goal_count = static_cast<std::uint32_t>(slots.goals.size()),
                      .rows = buffers.rows.empty() ? nullptr : &buffers.rows[0].words[0],
                      .chosen = buffers.chosen.data(),
                      .choosing = &buffers.choosing[0].words[0],
                      .numbers = &buffers.numbers[0].words[0]};
  }
  goal_sums_.resize(role_count());
  lane_start_.resize(count);
  state_.words = words_.data();
  state_.state = tape_of(compiled_->state, 0);
  state_.move = tape_of(compiled_->move, 1);
  state_.goal = tape_of(compiled_->goal, 2);
  connect_draw(compiled_->separate, 3, separate_numbers_, state_.separate);
  if (compiled_->by_turns) {
    connect_draw(*compiled_->by_turns, 5, turn_numbers_, state_.by_turns);
  }
  state_.rows_by_turns = rows_by_turns_.empty() ? nullptr : &rows_by_turns_[0].words[0];
  state_.roles = role_plans_.data();
  state_.role_count = static_cast<std::uint32_t>(role_count());
  state_.base_count = static_cast<std::uint32_t>(circuit().bases.size());
  state_.first_exploring = compiled_->first_exploring;
  state_.first_base = compiled_->first_base;
  state_.next = compiled_->next.data();
  state_.terminal = compiled_->terminal;
  state_.length_bits = compiled_->length_bits;
  state_.length_offset = (1U << compiled_->length_bits) - options_.max_length;
  state_.step_cost = static_cast<std::uint32_t>(compiled_->step_operations());
  state_.goal_cost = static_cast<std::uint32_t>(compiled_->goal.operations.size());
  state_.state_words = static_cast<std::uint32_t>(circuit().state_words());
  state_.lane_start = lane_start_.data();
  state_.goal_sums = goal_sums_.data();
  state_.history = options_.history;
}

void Swarm::restart(std::uint64_t seed) {
  options_.seed = seed;
  Rng rng(mix(seed), 3);
  for (std::uint32_t i = 0; i < 2 * (lanes() / 64); ++i) {
    word(random_slot)[i] = std::uint64_t{rng()} << 32U | rng();
  }
  reset_lanes();
  state_.sums = {};
  state_.goal_wait = 0;
  state_.turns = compiled_->by_turns.has_value();
  std::fill(goal_sums_.begin(), goal_sums_.end(), 0);
}

// --- strategies

OrderedMove Swarm::ordered_move(std::size_t role, std::uint32_t move) const {
  const CompiledCircuit::RoleSlots& slots = compiled_->roles[role];
  return {.legal = slots.legal[move], .input = slots.inputs[move]};
}

void Swarm::draw_uniformly() {
  forget_contexts();
  state_.greedy = false;
}

void Swarm::draw_greedily(std::span<const std::vector<float>> values, double epsilon) {
  forget_contexts();
  make_greedy(values, epsilon);
}

namespace {

// The longest run of equal values.
void find_equal(std::span<const float> values, std::span<const std::uint32_t> order,
                RolePlan& plan) {
  plan.equal_begin = plan.equal_end = 0;
  for (std::size_t begin = 0; begin < order.size();) {
    std::size_t end = begin + 1;
    while (end < order.size() && values[order[end]] == values[order[begin]]) ++end;
    if (end - begin > std::max(1U, plan.equal_end - plan.equal_begin)) {
      plan.equal_begin = static_cast<std::uint32_t>(begin);
      plan.equal_end = static_cast<std::uint32_t>(end);
    }
    begin = end;
  }
}

}  // namespace

// Equal values in random order.
void Swarm::make_greedy(std::span<const std::vector<float>> values, double epsilon) {
  Rng rng(mix(options_.seed), 5 + ++orders_made_);
  for (std::size_t r = 0; r < role_count(); ++r) {
    std::vector<std::uint32_t>& order = move_orders_[r];
    for (std::size_t i = order.size(); i > 1; --i) {
      std::swap(order[i - 1], order[rng.below(static_cast<std::uint32_t>(i))]);
    }
    std::stable_sort(order.begin(), order.end(),
                     [&](std::uint32_t a, std::uint32_t b) { return values[r][a] > values[r][b]; });
    std::transform(order.begin(), order.end(), orders_[r].begin(),
                   [&](std::uint32_t move) { return ordered_move(r, move); });
    find_equal(values[r], order, role_plans_[r]);
  }
  state_.epsilon = static_cast<std::uint32_t>(std::lround(std::clamp(epsilon, 0.0, 1.0) * 65536));
  state_.greedy = true;
}

void Swarm::forget_contexts() {
  state_.contexts = {};
  contexts_.reset();
}

void Swarm::draw_greedily_after(std::span<const model::MoveContext> contexts,
                                std::span<const std::vector<float>> values, double epsilon) {
  make_greedy(values, epsilon);
  if (!contexts_) contexts_.emplace(*kernel_);
  contexts_->tell(contexts, *compiled_, {values, move_orders_}, options_.contexts);
  words_.resize(contexts_->slot_count());
  state_.words = words_.data();
  contexts_->forget_moves(words_);
  state_.contexts = contexts_->connect(words_);
}

bool Swarm::revise_contexts(const model::ContextNews& news,
                            std::span<const std::vector<float>> values) {
  return contexts_ && contexts_->revise(news, *compiled_, {values, move_orders_});
}

std::optional<Move> Swarm::forced_move(Role role) const {
  if (!state_.turns || state_.sums.steps == 0 || state_.sums.unfit_steps > 0) return std::nullopt;
  return Move(compiled_->roles[index_of(role)].forced);
}

// --- playing

void Swarm::reset_lanes() {
  std::fill_n(word(active_slot), lanes() / 64, 0);
  std::fill_n(word(waiting_slot), lanes() / 64, 0);
  if (contexts_) contexts_->forget_moves(words_);
  state_.next_start = 0;
  state_.taken = 0;
  state_.finished_count = 0;
  state_.pool_size = 0;
  if (options_.history) {
    lane_length_.assign(lanes(), 0);
    state_.lane_length = lane_length_.data();
    state_.longest = 0;
    if (lane_moves_.empty()) grow_history();
  }
}

void Swarm::begin(std::span<const SwarmStart> starts) {
  reset_lanes();
  starts_.clear();
  wanted_.clear();
  for (const SwarmStart& start : starts) {
    starts_.insert(starts_.end(), start.state.begin(), start.state.end());
    wanted_.push_back(start.times);
  }
  state_.starts = starts_.data();
  wanted_.push_back(0);  // so that there is an address even without any start
  state_.wanted = wanted_.data();
  state_.start_count = static_cast<std::uint32_t>(starts.size());
  tell_moves_before(starts);
  const std::size_t room = std::size_t{2} * lanes();
  finished_.resize(room);
  finished_goals_.resize(room * role_count());
  state_.finished = finished_.data();
  state_.finished_goals = finished_goals_.data();
  state_.finished_capacity = static_cast<std::uint32_t>(room);
  state_.recording = true;
  kernel_->fill(state_);
}

void Swarm::tell_moves_before(std::span<const SwarmStart> starts) {
  state_.moves_before = nullptr;
  if (!contexts_) return;
  constexpr std::size_t remembered = 2;
  const std::size_t roles = role_count();
  moves_before_.assign(starts.size() * remembered * roles, 0);
  auto number = moves_before_.begin();
  for (const SwarmStart& start : starts) {
    const std::size_t steps = start.moves.size() / roles;
    for (std::size_t back = 1; back <= remembered; ++back) {
      for (std::size_t role = 0; role < roles; ++role, ++number) {
        if (back > steps) continue;
        *number = contexts_->number_of(Role(role), start.moves[(steps - back) * roles + role]);
      }
    }
  }
  state_.moves_before = moves_before_.data();
}

void Swarm::begin_endless() {
  reset_lanes();
  state_.moves_before = nullptr;
  starts_ = circuit().initial_state();
  state_.starts = starts_.data();
  state_.wanted = nullptr;
  state_.recording = false;
  kernel_->fill(state_);
}

// Twice the room for every lane's moves. An odd number of cache lines per lane lets the lanes'
// ends, which are written together, fall into different sets of the cache.
void Swarm::grow_history() {
  constexpr std::size_t line = 64 / sizeof(std::uint32_t);
  const std::size_t old = state_.lane_stride;
  state_.history_capacity =
      state_.history_capacity == 0 ? first_history_capacity : 2 * state_.history_capacity;
  const std::size_t needed = std::size_t{state_.history_capacity} * role_count();
  const std::size_t stride = ((needed + line - 1) / line | 1U) * line;
  std::vector<std::uint32_t> moves(stride * lanes());
  for (std::size_t lane = 0; lane < lanes() && old > 0; ++lane) {
    std::copy_n(lane_moves_.begin() + static_cast<std::ptrdiff_t>(lane * old), old,
                moves.begin() + static_cast<std::ptrdiff_t>(lane * stride));
  }
  lane_moves_ = std::move(moves);
  pool_.resize(2 * lane_moves_.size());
  state_.lane_moves = lane_moves_.data();
  state_.lane_stride = static_cast<std::uint32_t>(stride);
  state_.pool = pool_.data();
  state_.pool_capacity = pool_.size();
}

// False if no lane has a game any more.
bool Swarm::make_room() {
  const std::uint64_t* const active = word(active_slot);
  if (std::all_of(active, active + lanes() / 64, [](std::uint64_t bits) { return bits == 0; })) {
    return false;
  }
  if (options_.history) {
    state_.longest = *std::max_element(lane_length_.begin(), lane_length_.end());
    if (state_.longest >= state_.history_capacity) grow_history();
  }
  return true;
}

bool Swarm::advance(std::uint32_t steps) {
  if (!make_room()) return false;
  kernel_->run(state_, steps);
  return true;
}

// As many as take about a millisecond, at a nanosecond per operation.
std::uint32_t Swarm::steps_between_questions() const {
  constexpr std::uint32_t operations = 1'000'000;
  return std::clamp(operations / std::max(state_.step_cost, 1U), 1U, many_steps);
}

void Swarm::run_steps(std::uint32_t steps) {
  while (steps > 0 && make_room()) steps -= kernel_->run(state_, steps);
}

void Swarm::run(double seconds) {
  const CpuStopwatch watch;
  double before = 0;
  do {
    run_steps(pace_);
    const double now = watch.seconds();
    // A look at the clock costs as much as a few steps of a small game.
    if (now - before < seconds / 64 && pace_ < (1U << 20U)) pace_ *= 2;
    if (now - before > seconds / 32 && pace_ > 1) pace_ /= 2;
    before = now;
  } while (before < seconds);
}

SwarmTotals Swarm::totals() const {
  const Sums& sums = state_.sums;
  SwarmTotals totals{.steps = sums.steps,
                     .states = sums.states,
                     .finished = sums.finished,
                     .finished_states = sums.states - sums.unfinished_states,
                     .truncated = sums.truncated,
                     .dead_ends = sums.dead_ends,
                     .goal_sums = goal_sums_};
  for (std::uint32_t lane = 0; lane < lanes(); ++lane) {
    if (lane_active(lane)) totals.finished_states -= lane_length(lane);
  }
  return totals;
}

// --- looking into it

void Swarm::execute(Part part, SwarmWords& words) const {
  const Tape& tape = part == Part::state  ? state_.state
                     : part == Part::move ? state_.move
                                          : state_.goal;
  kernel_->execute(tape, words.data());
}

std::vector<std::uint64_t> Swarm::lane_state(std::uint32_t lane) const {
  std::vector<std::uint64_t> state(circuit().state_words(), 0);
  for (std::uint32_t base = 0; base < circuit().bases.size(); ++base) {
    if (bit(compiled_->first_base + base, lane))
      state[base / 64] |= std::uint64_t{1} << (base % 64);
  }
  return state;
}

std::uint32_t Swarm::lane_length(std::uint32_t lane) const {
  std::uint32_t count = bit(limit_slot, lane) ? 1U << compiled_->length_bits : 0;
  for (std::uint32_t i = 0; i < compiled_->length_bits; ++i) {
    if (bit(first_length_slot + i, lane)) count |= 1U << i;
  }
  return count - state_.length_offset;
}

bool Swarm::lane_active(std::uint32_t lane) const { return bit(active_slot, lane); }

std::span<const Move> Swarm::lane_moves(std::uint32_t lane) const {
  if (!options_.history) return {};
  return {as_moves(lane_moves_.data() + std::size_t{lane} * state_.lane_stride),
          std::size_t{lane_length_[lane]} * role_count()};
}

}  // namespace palamedes::machine::swarm
