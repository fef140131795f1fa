#include "machine/swarm/contexts.h"

#include <algorithm>
#include <bit>

namespace palamedes::machine::swarm {
namespace {

// What an operation in all lanes costs, and what a lane costs that looks for its context itself,
// measured in operations of machine code (bench/swarm_bench.cpp).
constexpr std::uint64_t native_operation = 1;
constexpr std::uint64_t interpreted_operation = 12;
constexpr std::uint64_t lane_by_itself = 40;

// Operations as one instruction computes them: three inputs, or two where there is no such
// instruction.
class ProgramWriter {
 public:
  ProgramWriter(Program& program, unsigned max_inputs, Slot first_free)
      : program_(program), ternary_(max_inputs == 3), first_free_(first_free) {}

  // Scratch words: lanes of the context, those without a move yet, and one that programs of two
  // inputs need.
  static constexpr Slot scratch = 3;

  // Only lanes that explore keep the move they have.
  void add_start(Slot exploring, std::span<const OrderedMove> order) {
    for (const OrderedMove& move : order) write(move.input, 0xc0, move.input, exploring);
  }

  // Each lane that fits and finds a legal move is no longer choosing.
  void add_context(Slot choosing, Slot last, std::optional<Slot> before_last,
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
    if (order.empty()) return;
    if (ternary_) {
      write(choosing, 0xb0, choosing, here, open);  // choosing AND NOT (here AND NOT open)
    } else {
      write(here, 0x30, here, open);
      write(choosing, 0x30, choosing, here);
    }
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

  Program& program_;
  bool ternary_;
  Slot first_free_;
};

std::vector<OrderedMove> movable_of(const SwarmContext& context, const Plan::RoleSlots& slots) {
  std::vector<OrderedMove> order;
  for (const Move move : context.order) {
    const Slot legal = slots.legal[index_of(move)];
    if (legal != false_slot) order.push_back({legal, slots.inputs[index_of(move)]});
  }
  return order;
}

// Each entry at one of two places, so that looking it up is the same for all lanes: who is in the
// way goes to its other place (Pagh and Rodler, "Cuckoo hashing", 2004).
bool try_hash(std::span<const ContextEntry> entries, const RoleContexts& role,
              std::vector<ContextEntry>& table) {
  constexpr int most_moves = 64;
  for (ContextEntry entry : entries) {
    std::uint32_t at = first_place(role, entry.key);
    for (int i = 0; table[at].key != 0; ++i) {
      if (i == most_moves) return false;
      std::swap(entry, table[at]);
      const std::uint32_t first = first_place(role, entry.key);
      at = at == first ? second_place(role, entry.key) : first;
    }
    table[at] = entry;
  }
  return true;
}

void hash(std::span<const ContextEntry> entries, RoleContexts& role,
          std::vector<ContextEntry>& table) {
  for (std::size_t size = std::bit_ceil(2 * entries.size() + 2);; size *= 2) {
    role.shift = 32 - static_cast<std::uint32_t>(std::bit_width(size - 1));
    table.assign(size, {});
    if (try_hash(entries, role, table)) return;
  }
}

}  // namespace

ContextBook::ContextBook(std::span<const SwarmContext> contexts, const Plan& plan, Orders orders,
                         const Kernel& kernel, SwarmContexts kind)
    : lanes_(kernel.lanes),
      buffers_(plan.roles.size()),
      made_(plan.roles.size()),
      roles_(plan.roles.size()),
      first_slot_(plan.slot_count),
      slot_count_(plan.slot_count) {
  number_moves(contexts, plan);
  if (kind == SwarmContexts::programs || !fits_tables() ||
      (kind == SwarmContexts::automatic && are_programs_faster(contexts, plan, orders, kernel))) {
    make_programs(contexts, plan, orders, kernel);
  } else {
    make_tables(contexts, plan);
  }
}

bool ContextBook::are_programs_faster(std::span<const SwarmContext> contexts, const Plan& plan,
                                      Orders orders, const Kernel& kernel) const {
  std::uint64_t moves = 0;
  for (const SwarmContext& context : contexts) moves += context.order.size();
  for (const auto& order : orders) moves += order.size();
  const std::uint64_t size =
      kernel.max_inputs == 3 ? 2 * moves + 2 * contexts.size() : 3 * moves + 4 * contexts.size();
  return size * (plan.code ? native_operation : interpreted_operation) <= lanes_ * lane_by_itself;
}

void ContextBook::number_moves(std::span<const SwarmContext> contexts, const Plan& plan) {
  for (std::size_t r = 0; r < buffers_.size(); ++r) {
    buffers_[r].numbers.assign(plan.roles[r].inputs.size(), 0);
    buffers_[r].made.push_back(false_slot);
  }
  const auto ask_for = [&](const SwarmContext::Made& made) {
    RoleBuffers& buffers = buffers_[index_of(made.role)];
    std::uint32_t& number = buffers.numbers[index_of(made.move)];
    if (number != 0) return;
    number = static_cast<std::uint32_t>(buffers.made.size());
    buffers.made.push_back(plan.roles[index_of(made.role)].inputs[index_of(made.move)]);
  };
  for (const SwarmContext& context : contexts) {
    ask_for(context.last);
    if (context.before_last) ask_for(*context.before_last);
    deep_ = deep_ || context.before_last.has_value();
    ++roles_[index_of(context.role)].count;
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

std::uint32_t ContextBook::number_of(const SwarmContext::Made& made) const {
  const std::size_t role = index_of(made.role);
  return made_[role].first + buffers_[role].numbers[index_of(made.move)];
}

std::uint32_t ContextBook::number_count() const {
  return static_cast<std::uint32_t>(made_.size() << digit_count_);
}

//   slots   … of the plan | choosing | others | scratch | last moves by number | those before
void ContextBook::make_programs(std::span<const SwarmContext> contexts, const Plan& plan,
                                Orders orders, const Kernel& kernel) {
  by_program_ = true;
  const Slot choosing = first_slot_;
  const Slot others = first_slot_ + 1;
  const Slot scratch = first_slot_ + 2;
  const Slot last = scratch + ProgramWriter::scratch;
  const Slot before_last = last + number_count();
  slot_count_ = before_last + (deep_ ? number_count() : 0);
  std::vector<ProgramWriter> writers;
  for (std::size_t r = 0; r < buffers_.size(); ++r) {
    writers.emplace_back(buffers_[r].program, kernel.max_inputs, scratch);
    writers[r].add_start(plan.first_exploring + static_cast<Slot>(r), orders[r]);
  }
  for (const SwarmContext& context : contexts) {
    const std::size_t role = index_of(context.role);
    std::optional<Slot> before;
    if (context.before_last) before = before_last + number_of(*context.before_last);
    writers[role].add_context(choosing, last + number_of(context.last), before,
                              movable_of(context, plan.roles[role]));
  }
  std::vector<const Program*> programs;
  for (std::size_t r = 0; r < buffers_.size(); ++r) {
    writers[r].add_rest(choosing, others, orders[r]);
    for (const OrderedMove& move : orders[r]) buffers_[r].program.kept.push_back(move.input);
    programs.push_back(&buffers_[r].program);
  }
  if (plan.code) code_ = NativeCode::make(programs, lanes_);
}

// Numbers of moves are kept short and those of all roles together, for the sake of speed.
bool ContextBook::fits_tables() const {
  return number_count() <= 0x10000 && buffers_.size() <= ContextPlan::most_roles;
}

void ContextBook::add_order(RoleBuffers& buffers, std::span<const OrderedMove> order) const {
  constexpr std::size_t size = ContextMoves::size;
  for (std::size_t i = 0; i <= order.size(); i += size) {
    ContextMoves& moves = buffers.orders.emplace_back();
    for (std::size_t j = 0; j < size; ++j) {
      const OrderedMove end{.legal = true_slot, .input = first_slot_};
      const OrderedMove& move = i + j < order.size() ? order[i + j] : end;
      moves.legal[j] = move.legal * (lanes_ / 8);
      moves.inputs[j] = move.input;
    }
  }
}

void ContextBook::make_tables(std::span<const SwarmContext> contexts, const Plan& plan) {
  slot_count_ = first_slot_ + 1;
  constexpr std::uint32_t no_order = 0xffffffffU;
  std::vector<std::vector<ContextEntry>> entries(buffers_.size());
  for (RoleBuffers& buffers : buffers_) buffers.after_one.assign(number_count(), no_order);
  for (const SwarmContext& context : contexts) {
    const std::size_t role = index_of(context.role);
    RoleBuffers& buffers = buffers_[role];
    const std::uint32_t last = number_of(context.last);
    const std::uint32_t before_last = context.before_last ? number_of(*context.before_last) : 0;
    const auto order = static_cast<std::uint32_t>(buffers.orders.size());
    entries[role].push_back({.key = last << 16U | before_last, .order = order});
    if (before_last == 0) buffers.after_one[last] = order;
    add_order(buffers, movable_of(context, plan.roles[role]));
  }
  for (std::size_t r = 0; r < buffers_.size(); ++r) {
    RoleBuffers& buffers = buffers_[r];
    hash(entries[r], roles_[r], buffers.entries);
    roles_[r].last_order = static_cast<std::uint32_t>(buffers.orders.size());
    for (std::uint32_t& order : buffers.after_one) order = std::min(order, roles_[r].last_order);
    for (ContextEntry& entry : buffers.entries) {  // what lanes find that made no moves
      if (entry.key == 0) entry.order = roles_[r].last_order;
    }
    add_order(buffers, {});
  }
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
    roles_[r].orders = buffers_[r].orders.data();
  }
  plan.digit_count = digit_count_;
  const std::size_t digits = digit_count_ * made_.size();
  digits_ = SwarmWords((deep_ ? 2 : 1) * digits, lanes_);
  plan.last = digits_.data();
  if (deep_) plan.before_last = digits_.word(static_cast<Slot>(digits));
  plan.unserved = first_slot_;
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
    bytes += buffers.entries.capacity() * sizeof(ContextEntry) +
             buffers.orders.capacity() * sizeof(ContextMoves) + buffers.program.memory_bytes() +
             (buffers.after_one.capacity() + buffers.numbers.capacity()) * sizeof(std::uint32_t) +
             buffers.made.capacity() * sizeof(Slot);
  }
  return bytes;
}

}  // namespace palamedes::machine::swarm
