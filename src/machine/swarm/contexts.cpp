#include "machine/swarm/contexts.h"

#include <algorithm>
#include <bit>

namespace palamedes::machine::swarm {
namespace {

// What an operation in all lanes costs, and what a lane costs that looks for its context itself,
// measured in operations of machine code (bench/swarm_bench.cpp).
constexpr std::uint64_t native_operation = 1;
constexpr std::uint64_t interpreted_operation = 12;
constexpr std::uint64_t lane_by_itself = 30;

// Contexts are of the last move, or of that and the one before it.
const model::MadeMove& last_move(const model::MoveContext& context) { return context.previous[0]; }
bool is_deep(const model::MoveContext& context) { return context.previous.size() > 1; }
const model::MadeMove& move_before(const model::MoveContext& context) {
  return context.previous[1];
}

// Operations as one instruction computes them: three inputs, or two where there is no such
// instruction.
class ProgramWriter {
 public:
  ProgramWriter(Routine& program, unsigned max_inputs, Slot first_free)
      : program_(program), ternary_(max_inputs == 3), first_free_(first_free) {}

  // Scratch words: lanes of the context, those without a move yet, and one that programs of two
  // inputs need.
  static constexpr Slot scratch = 3;

  // Only lanes that explore keep the move they have.
  void add_start(Slot exploring, std::span<const OrderedMove> order) {
    for (const OrderedMove& move : order) write(move.input, 0xc0, move.input, exploring);
  }

  // Lanes that fit are no longer choosing; those that find no legal move here are among the others.
  void add_context(Slot choosing, Slot others, Slot last, std::optional<Slot> before_last,
                   std::span<const OrderedMove> order) {
    const Slot here = first_free_;
    const Slot open = first_free_ + 1;
    if (!before_last) {
      write(here, 0xc0, choosing, last);
    } else if (ternary_) {
      write(here, 0x80, choosing, last, *before_last);
    } else {
      write(here, 0xc0, choosing, last);
      write(here, 0xc0, here, *before_last);
    }
    Slot from = here;
    for (const OrderedMove& move : order) {
      take(move, from, open);
      from = open;
    }
    write(choosing, 0x30, choosing, here);
    write(others, 0xfc, others, from);
  }

  void add_rest(Slot choosing, Slot others, std::span<const OrderedMove> order) {
    write(others, 0xfc, choosing, others);
    for (const OrderedMove& move : order) take(move, others, others);
  }

 private:
  // Lanes in `from` take the move if they can, the others are left in `to`.
  void take(const OrderedMove& move, Slot from, Slot to) {
    if (ternary_) {
      write(move.input, 0xf8, move.input, from, move.legal);  // input OR (from AND legal)
    } else {
      write(first_free_ + 2, 0xc0, from, move.legal);
      write(move.input, 0xfc, move.input, first_free_ + 2);
    }
    write(to, 0x30, from, move.legal);
  }

  void write(Slot out, std::uint8_t table, Slot a, Slot b, Slot c = false_slot) {
    program_.operations.push_back({out << 8U | table, a, b, c});
  }

  Routine& program_;
  bool ternary_;
  Slot first_free_;
};

// The best of both kinds, moves of the context and others, until all those of the context had their
// turn: after the last of them all others stand as they do for all lanes.
class OrderMaker {
 public:
  OrderMaker(const CompiledCircuit& plan, const SharedValues& shared)
      : compiled_(plan), shared_(shared) {
    for (const auto& order : shared.orders) {
      auto& places = places_.emplace_back(shared.values[places_.size()].size());
      for (std::uint32_t i = 0; i < order.size(); ++i) places[order[i]] = i;
    }
  }

  std::vector<OrderedMove> make(std::span<const model::MoveContext> contexts, std::size_t number) {
    const model::MoveContext& context = contexts[number];
    const std::size_t role = index_of(context.role);
    const CompiledCircuit::RoleSlots& slots = compiled_.roles[role];
    const auto is_better = [&](const ValuedMove& a, const ValuedMove& b) {
      if (a.value != b.value) return a.value > b.value;
      return places_[role][index_of(a.move)] < places_[role][index_of(b.move)];
    };
    own_.clear();
    std::vector<bool> is_own(slots.legal.size());
    for (;; number = contexts[number].base) {
      for (const ValuedMove& one : contexts[number].values) {
        if (slots.legal[index_of(one.move)] == false_slot || is_own[index_of(one.move)]) continue;
        own_.push_back(one);
        is_own[index_of(one.move)] = true;
      }
      if (contexts[number].base == model::MoveContext::no_base) break;
    }
    std::sort(own_.begin(), own_.end(), is_better);
    std::vector<OrderedMove> order;
    const auto add = [&](std::size_t move) {
      order.push_back({slots.legal[move], slots.inputs[move]});
    };
    auto other = shared_.orders[role].begin();
    const auto no_other = shared_.orders[role].end();
    for (const ValuedMove& one : own_) {
      for (; other != no_other; ++other) {
        if (is_own[*other]) continue;
        if (!is_better({Move{*other}, shared_.values[role][*other]}, one)) break;
        add(*other);
      }
      add(index_of(one.move));
    }
    return order;
  }

 private:
  const CompiledCircuit& compiled_;
  const SharedValues& shared_;
  std::vector<std::vector<std::uint32_t>> places_;  // by role and move: in the shared order
  std::vector<ValuedMove> own_;
};

constexpr float lowest_rank = RoleContexts::no_rank - 2;

// Each entry at one of two places, so that looking it up is the same for all lanes: who is in the
// way goes to its other place (Pagh and Rodler, "Cuckoo hashing", 2004). False if somebody found
// none.
bool put(ContextEntry entry, const RoleContexts& role, std::vector<ContextEntry>& table) {
  constexpr int most_moves = 64;
  std::uint32_t at = first_place(role, entry.key);
  for (int i = 0; table[at].key != 0; ++i) {
    if (i == most_moves) return false;
    std::swap(entry, table[at]);
    const std::uint32_t first = first_place(role, entry.key);
    at = at == first ? second_place(role, entry.key) : first;
  }
  table[at] = entry;
  return true;
}

void hash(std::span<const ContextEntry> entries, std::size_t room, RoleContexts& role,
          std::vector<ContextEntry>& table) {
  for (std::size_t size = std::bit_ceil(2 * room + 2);; size *= 2) {
    role.shift = 32 - static_cast<std::uint32_t>(std::bit_width(size - 1));
    table.assign(size, {});
    if (std::all_of(entries.begin(), entries.end(),
                    [&](const ContextEntry& entry) { return put(entry, role, table); })) {
      return;
    }
  }
}

}  // namespace

Scale::Scale(std::span<const model::MoveContext> contexts, const SharedValues& shared) {
  float low = 0;
  float high = 0;
  bool first = true;
  const auto consider = [&](float value) {
    low = first ? value : std::min(low, value);
    high = first ? value : std::max(high, value);
    first = false;
  };
  for (std::size_t role = 0; role < shared.orders.size(); ++role) {
    for (const std::uint32_t move : shared.orders[role]) consider(shared.values[role][move]);
  }
  for (const model::MoveContext& context : contexts) {
    for (const ValuedMove& one : context.values) consider(one.value);
  }
  high_ = high;
  factor_ = high > low ? lowest_rank / (high - low) : 0;
}

std::uint8_t Scale::operator()(float value, float share) const {
  const float rank = std::clamp((high_ - value) * factor_, 0.0F, lowest_rank) + share;
  return static_cast<std::uint8_t>(rank);
}

void ContextBook::tell(std::span<const model::MoveContext> contexts, const CompiledCircuit& plan,
                       const SharedValues& shared, SwarmContexts kind) {
  clear(plan);
  number_moves(contexts, plan);
  std::uint64_t moves = 0;
  for (const auto& order : shared.orders) moves += order.size();
  std::uint64_t own = moves;
  for (const model::MoveContext& context : contexts) own += context.values.size();
  const bool must_be_programs = kind == SwarmContexts::programs || !fits_tables(plan);
  if (!must_be_programs &&
      (kind == SwarmContexts::tables || !are_programs_faster(own, contexts.size(), plan))) {
    make_tables(contexts, plan, shared);
    return;
  }
  ContextOrders orders;
  OrderMaker maker(plan, shared);
  for (std::size_t i = 0; i < contexts.size(); ++i) {
    orders.push_back(maker.make(contexts, i));
    moves += orders.back().size();
  }
  if (must_be_programs || are_programs_faster(moves, contexts.size(), plan)) {
    make_routines(contexts, orders, plan, shared);
  } else {
    make_tables(contexts, plan, shared);
  }
}

void ContextBook::clear(const CompiledCircuit& plan) {
  by_program_ = false;
  revisable_ = false;
  deep_ = false;
  buffers_.resize(plan.roles.size());
  made_.assign(plan.roles.size(), {});
  roles_.assign(plan.roles.size(), {});
  first_slot_ = plan.slot_count;
  slot_count_ = plan.slot_count;
  code_.reset();
  for (RoleBuffers& buffers : buffers_) {
    buffers.made.clear();
    buffers.listed.clear();
    buffers.program = {};
  }
}

bool ContextBook::are_programs_faster(std::uint64_t moves, std::uint64_t contexts,
                                      const CompiledCircuit& plan) const {
  const std::uint64_t size =
      kernel_->max_inputs == 3 ? 2 * moves + 3 * contexts : 3 * moves + 4 * contexts;
  return size * (plan.code ? native_operation : interpreted_operation) <=
         kernel_->lanes * lane_by_itself;
}

void ContextBook::number_moves(std::span<const model::MoveContext> contexts,
                               const CompiledCircuit& plan) {
  for (std::size_t r = 0; r < buffers_.size(); ++r) {
    buffers_[r].numbers.assign(plan.roles[r].inputs.size(), 0);
    buffers_[r].made.push_back(false_slot);
  }
  for (const model::MoveContext& context : contexts) {
    number_move(last_move(context), plan);
    if (is_deep(context)) number_move(move_before(context), plan);
    deep_ = deep_ || is_deep(context);
    note_roles(context);
  }
  for (RoleContexts& role : roles_) {  // nobody is as good as anybody
    if (role.before_last_role == ContextPlan::most_roles) role.before_last_role = 0;
  }
  std::size_t most = 0;
  for (const RoleBuffers& buffers : buffers_) most = std::max(most, buffers.made.size());
  digit_count_ = static_cast<std::uint32_t>(std::bit_width(most - 1));
  for (std::size_t r = 0; r < buffers_.size(); ++r) {
    made_[r] = {.moves = buffers_[r].made.data(),
                .count = static_cast<std::uint32_t>(buffers_[r].made.size()),
                .first = static_cast<std::uint32_t>(r << digit_count_)};
  }
}

// If it has no number yet.
void ContextBook::number_move(const model::MadeMove& made, const CompiledCircuit& plan) {
  RoleBuffers& buffers = buffers_[index_of(made.role)];
  std::uint32_t& number = buffers.numbers[index_of(made.move)];
  if (number != 0) return;
  number = static_cast<std::uint32_t>(buffers.made.size());
  buffers.made.push_back(plan.roles[index_of(made.role)].inputs[index_of(made.move)]);
}

// Whose moves the contexts of a role ask for.
void ContextBook::note_roles(const model::MoveContext& context) {
  constexpr std::uint32_t nobody = ContextPlan::most_roles;
  RoleContexts& role = roles_[index_of(context.role)];
  if (role.count++ == 0) role.last_role = role.before_last_role = nobody;
  const auto note = [&](const model::MadeMove& made, std::uint32_t& asked) {
    const auto one = static_cast<std::uint32_t>(index_of(made.role));
    role.asks_alike = role.asks_alike && (asked == nobody || asked == one);
    asked = one;
  };
  note(last_move(context), role.last_role);
  if (is_deep(context)) note(move_before(context), role.before_last_role);
}

std::uint32_t ContextBook::number_of(const model::MadeMove& made) const {
  const std::size_t role = index_of(made.role);
  return made_[role].first + buffers_[role].numbers[index_of(made.move)];
}

std::uint32_t ContextBook::number_count() const {
  return static_cast<std::uint32_t>(made_.size() << digit_count_);
}

//   slots   … of the plan | choosing | others | scratch | last moves by number | those before
void ContextBook::make_routines(std::span<const model::MoveContext> contexts,
                                const ContextOrders& orders, const CompiledCircuit& plan,
                                const SharedValues& shared) {
  by_program_ = true;
  const Slot choosing = first_slot_;
  const Slot others = first_slot_ + 1;
  const Slot scratch = first_slot_ + 2;
  const Slot last = scratch + ProgramWriter::scratch;
  const Slot before_last = last + number_count();
  slot_count_ = before_last + (deep_ ? number_count() : 0);
  std::vector<ProgramWriter> writers;
  ContextOrders shared_orders(buffers_.size());
  for (std::size_t r = 0; r < buffers_.size(); ++r) {
    for (const std::uint32_t move : shared.orders[r]) {
      shared_orders[r].push_back({plan.roles[r].legal[move], plan.roles[r].inputs[move]});
    }
    writers.emplace_back(buffers_[r].program, kernel_->max_inputs, scratch);
    writers[r].add_start(plan.first_exploring + static_cast<Slot>(r), shared_orders[r]);
  }
  for (std::size_t i = 0; i < contexts.size(); ++i) {
    const model::MoveContext& context = contexts[i];
    std::optional<Slot> before;
    if (is_deep(context)) before = before_last + number_of(move_before(context));
    writers[index_of(context.role)].add_context(
        choosing, others, last + number_of(last_move(context)), before, orders[i]);
  }
  std::vector<const Routine*> programs;
  for (std::size_t r = 0; r < buffers_.size(); ++r) {
    writers[r].add_rest(choosing, others, shared_orders[r]);
    for (const OrderedMove& move : shared_orders[r]) {
      buffers_[r].program.kept.push_back(move.input);
    }
    programs.push_back(&buffers_[r].program);
  }
  if (plan.code) code_ = NativeCode::make(programs, kernel_->lanes);
}

// Numbers of moves are kept short and those of all roles together, for the sake of speed.
bool ContextBook::fits_tables(const CompiledCircuit& plan) const {
  constexpr std::uint32_t most = 0x10000;
  std::size_t moves = 0;
  for (const CompiledCircuit::RoleSlots& role : plan.roles)
    moves = std::max(moves, role.legal.size());
  return number_count() <= most && moves <= RoleContexts::most_moves &&
         buffers_.size() <= ContextPlan::most_roles;
}

void ContextBook::make_tables(std::span<const model::MoveContext> contexts,
                              const CompiledCircuit& plan, const SharedValues& shared) {
  revisable_ = true;
  make_room(contexts);
  index_rows(contexts);
  write_ranks(contexts, plan, shared);
}

// More may be added, unless some of two moves come after those of one.
void ContextBook::make_room(std::span<const model::MoveContext> contexts) {
  for (RoleBuffers& buffers : buffers_) {
    buffers.deep = buffers.shallow = buffers.deep_room = buffers.shallow_room = 0;
  }
  for (const model::MoveContext& context : contexts) {
    RoleBuffers& buffers = buffers_[index_of(context.role)];
    if (is_deep(context) && buffers.shallow_room == 0) {
      ++buffers.deep_room;
    } else {
      ++buffers.shallow_room;
      revisable_ = revisable_ && !is_deep(context);
    }
  }
  if (!revisable_) return;
  const auto more = [](std::uint32_t count) { return count + count / 2 + 64; };
  for (RoleBuffers& buffers : buffers_) {
    buffers.deep_room = deep_ ? more(buffers.deep_room) : 0;
    buffers.shallow_room = more(buffers.shallow_room);
  }
}

// Longer contexts have smaller numbers.
ContextEntry ContextBook::take_row(const model::MoveContext& context) {
  RoleBuffers& buffers = buffers_[index_of(context.role)];
  const std::uint32_t last = number_of(last_move(context));
  const std::uint32_t before_last = is_deep(context) ? number_of(move_before(context)) : 0;
  const bool first_part = is_deep(context) && buffers.deep < buffers.deep_room;
  const std::uint32_t row = first_part ? buffers.deep++ : buffers.deep_room + buffers.shallow++;
  rows_.emplace_back(static_cast<std::uint32_t>(index_of(context.role)), row);
  if (before_last == 0) buffers.after_one[last] = row;
  return {.key = last << 16U | before_last, .row = row};
}

void ContextBook::index_rows(std::span<const model::MoveContext> contexts) {
  rows_.clear();
  for (std::size_t r = 0; r < buffers_.size(); ++r) {
    roles_[r].last_row = buffers_[r].deep_room + buffers_[r].shallow_room;
    buffers_[r].after_one.assign(number_count(), roles_[r].last_row);
  }
  for (const model::MoveContext& context : contexts) {
    buffers_[index_of(context.role)].listed.push_back(take_row(context));
  }
  for (std::size_t r = 0; r < buffers_.size(); ++r) {
    hash(buffers_[r].listed, roles_[r].last_row, roles_[r], buffers_[r].entries);
    for (ContextEntry& entry : buffers_[r].entries) {  // what lanes find that made no moves
      if (entry.key == 0) entry.row = roles_[r].last_row;
    }
  }
}

// From the last one on, since rows begin as copies of later ones; the row of no context is the last
// of all.
void ContextBook::write_ranks(std::span<const model::MoveContext> contexts,
                              const CompiledCircuit& plan, const SharedValues& shared) {
  scale_ = Scale(contexts, shared);
  for (std::size_t r = 0; r < buffers_.size(); ++r) {
    RoleBuffers& buffers = buffers_[r];
    const std::vector<std::uint32_t>& order = shared.orders[r];
    const std::size_t lines = (plan.roles[r].legal.size() + 63) / 64;
    buffers.ranks.resize(lines * (roles_[r].last_row + 1));
    buffers.shares.assign(plan.roles[r].legal.size(), 0);
    for (std::size_t i = 0; i < order.size(); ++i) {
      buffers.shares[order[i]] = static_cast<float>(i) / static_cast<float>(order.size());
    }
    roles_[r].stride = static_cast<std::uint32_t>(lines * sizeof(SwarmLine));
    roles_[r].ranks = reinterpret_cast<const std::uint8_t*>(buffers.ranks.data());
    std::fill_n(row_of(r, roles_[r].last_row), roles_[r].stride, std::uint8_t{0});
    write_shared_ranks(r, shared);
  }
  for (std::size_t i = contexts.size(); i-- > 0;) write_row(contexts[i], i);
}

std::uint8_t* ContextBook::row_of(std::size_t role, std::uint32_t row) {
  return reinterpret_cast<std::uint8_t*>(buffers_[role].ranks.data()) +
         std::size_t{roles_[role].stride} * row;
}

void ContextBook::write_shared_ranks(std::size_t role, const SharedValues& shared) {
  std::uint8_t* const last = row_of(role, roles_[role].last_row);
  for (const std::uint32_t move : shared.orders[role]) {
    last[move] = rank(role, {Move{move}, shared.values[role][move]});
  }
}

void ContextBook::write_row(const model::MoveContext& context, std::size_t number) {
  const auto [role, own] = rows_[number];
  const std::uint32_t base = context.base != model::MoveContext::no_base
                                 ? rows_[context.base].second
                                 : roles_[role].last_row;
  std::uint8_t* const row = row_of(role, own);
  std::copy_n(row_of(role, base), roles_[role].stride, row);
  for (const ValuedMove& one : context.values) row[index_of(one.move)] = rank(role, one);
}

std::uint8_t ContextBook::rank(std::size_t role, const ValuedMove& one) const {
  return scale_(one.value, buffers_[role].shares[index_of(one.move)]);
}

// --- revisions

bool ContextBook::revise(const model::ContextNews& news, const CompiledCircuit& plan,
                         const SharedValues& shared) {
  if (!revisable_) return false;
  for (std::size_t r = 0; r < buffers_.size(); ++r) write_shared_ranks(r, shared);
  for (const model::ContextRevision& one : news.revised) {
    const auto [role, row] = rows_[one.context];
    row_of(role, row)[index_of(one.value.move)] = rank(role, one.value);
  }
  return std::all_of(news.added.begin(), news.added.end(),
                     [&](const model::MoveContext& context) { return add(context, plan); });
}

bool ContextBook::add(const model::MoveContext& context, const CompiledCircuit& plan) {
  const std::size_t role = index_of(context.role);
  RoleBuffers& buffers = buffers_[role];
  const bool has_room =
      is_deep(context) ? buffers.deep < buffers.deep_room : buffers.shallow < buffers.shallow_room;
  if (!has_room || !asks_alike(context) || !ask_for(last_move(context), plan)) return false;
  if (is_deep(context) && !ask_for(move_before(context), plan)) return false;
  const ContextEntry entry = take_row(context);
  write_row(context, rows_.size() - 1);
  return put(entry, roles_[role], buffers.entries);
}

bool ContextBook::asks_alike(const model::MoveContext& context) const {
  const RoleContexts& role = roles_[index_of(context.role)];
  return role.count > 0 && role.asks_alike && role.last_role == index_of(last_move(context).role) &&
         (!is_deep(context) || role.before_last_role == index_of(move_before(context).role));
}

// A move that nobody asked for gets a number, if there is one left.
bool ContextBook::ask_for(const model::MadeMove& made, const CompiledCircuit& plan) {
  const std::size_t role = index_of(made.role);
  const RoleBuffers& buffers = buffers_[role];
  if (number_of(made.role, made.move) != 0) return true;
  if (buffers.made.size() >> digit_count_ != 0) return false;
  number_move(made, plan);
  made_[role].moves = buffers.made.data();
  made_[role].count = static_cast<std::uint32_t>(buffers.made.size());
  return true;
}

ContextPlan ContextBook::connect(SwarmWords& words) {
  ContextPlan plan{
      .in_use = true, .by_program = by_program_, .roles = roles_.data(), .made = made_.data()};
  if (!by_program_) {
    connect_tables(plan);
    return plan;
  }
  for (std::size_t r = 0; r < roles_.size(); ++r) {
    roles_[r].program = buffers_[r].program.tape();
    if (code_) roles_[r].program.native = code_->function(r);
  }
  plan.choosing = first_slot_;
  plan.others = first_slot_ + 1;
  const Slot last = first_slot_ + 2 + ProgramWriter::scratch;
  plan.last = words.word(last);
  if (deep_) plan.before_last = words.word(last + number_count());
  return plan;
}

void ContextBook::connect_tables(ContextPlan& plan) {
  for (std::size_t r = 0; r < roles_.size(); ++r) {
    roles_[r].entries = buffers_[r].entries.data();
    roles_[r].after_one = buffers_[r].after_one.data();
  }
  plan.digit_count = digit_count_;
  const std::size_t digits = digit_count_ * made_.size();
  digits_ = SwarmWords((deep_ ? 2 : 1) * digits, kernel_->lanes);
  plan.last = digits_.data();
  if (deep_) plan.before_last = digits_.word(static_cast<Slot>(digits));
}

void ContextBook::forget_moves(SwarmWords& words) {
  digits_.clear();
  for (Slot slot = first_slot_; slot < slot_count_; ++slot) {
    std::fill_n(words.word(slot), words.chunks(), 0);
  }
}

std::size_t ContextBook::memory_bytes() const {
  std::size_t bytes = digits_.memory_bytes();
  if (code_) bytes += code_->memory_bytes();
  for (const RoleBuffers& buffers : buffers_) {
    bytes += (buffers.listed.capacity() + buffers.entries.capacity()) * sizeof(ContextEntry) +
             buffers.ranks.capacity() * sizeof(SwarmLine) +
             buffers.shares.capacity() * sizeof(float) + buffers.program.memory_bytes() +
             (buffers.after_one.capacity() + buffers.numbers.capacity()) * sizeof(std::uint32_t) +
             buffers.made.capacity() * sizeof(Slot);
  }
  return bytes;
}

}  // namespace palamedes::machine::swarm
