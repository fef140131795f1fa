#include "machine/scalar/kept_gates.h"

#include <algorithm>
#include <tuple>

namespace palamedes::machine::scalar {
namespace {

// A condition on a move with more gates than this behind it is kept up to date: working it out at
// every such move would cost more.
constexpr std::size_t most_gates_on_demand = 16;

std::uint32_t words_for(std::size_t bits) { return static_cast<std::uint32_t>((bits + 63) / 64); }

}  // namespace

KeptGates::KeptGates(WideCircuit wide, MovePart moves) : circuit_(std::move(wide)), moves_(moves) {
  const std::vector<SwitchedRole> roles = take_switches(circuit_);
  depends_on_moves_ = circuit::wide::depends_on_moves(circuit_);
  choose_kept(roles);
  lay_out_watched(roles);
  link();
}

void KeptGates::choose_kept(const std::vector<SwitchedRole>& roles) {
  std::vector<bool> wanted(circuit_.node_count(), false);
  wanted[circuit_.terminal.node()] = true;
  for (const SwitchedRole& role : roles) {
    for (const Literal literal : role.switches) wanted[literal.node()] = true;
    for (const SwitchedMove& move : role.moves) wanted[move.condition.node()] = true;
  }
  for (const Literal literal : circuit_.next) {
    if (is_next_kept(literal)) wanted[literal.node()] = true;
  }
  for (const WideCircuit::FeedbackRule& rule : circuit_.rules) {
    wanted[rule.condition.node()] = true;
  }
  const auto close = [&] {
    for (CircuitNode gate = circuit_.node_count(); gate-- > circuit_.first_gate();) {
      if (!wanted[gate]) continue;
      for (const Literal literal : circuit_.inputs(gate)) wanted[literal.node()] = true;
    }
  };
  close();
  if (moves_ == MovePart::left_out) {
    keep_cones_of_move_conditions(wanted);
    close();
  }
  kept_.assign(circuit_.node_count(), not_kept);
  for (std::size_t i = 0; i < circuit_.base_count; ++i) {
    kept_[circuit_.base(i)] = static_cast<KeptNode>(i);
  }
  first_feedback_ = first_input();
  if (moves_ == MovePart::kept) {
    for (std::size_t i = 0; i < circuit_.input_count; ++i) {
      kept_[circuit_.first_input() + i] = first_input() + static_cast<KeptNode>(i);
    }
    first_feedback_ += 64 * words_for(circuit_.input_count);
  }
  for (std::size_t i = 0; i < circuit_.loop_of.size(); ++i) {
    kept_[circuit_.first_feedback() + i] = first_feedback_ + static_cast<KeptNode>(i);
  }
  first_gate_ = first_feedback_ + 64 * words_for(circuit_.loop_of.size());
  order_gates(wanted);
  for (std::size_t i = 0; i < gates_.size(); ++i) {
    kept_[gates_[i]] = first_gate() + static_cast<KeptNode>(i);
  }
}

// By level and number of readers, so that gates of one kind, which are asked for together, fill
// words.
void KeptGates::order_gates(const std::vector<bool>& wanted) {
  const std::vector<std::uint32_t> level = levels(wanted);
  std::vector<std::uint32_t> readers(circuit_.node_count(), 0);
  for (CircuitNode gate = circuit_.first_gate(); gate < circuit_.node_count(); ++gate) {
    if (!wanted[gate]) continue;
    for (const Literal literal : circuit_.inputs(gate)) ++readers[literal.node()];
    gates_.push_back(gate);
  }
  std::stable_sort(gates_.begin(), gates_.end(), [&](CircuitNode a, CircuitNode b) {
    return std::pair(level[a], readers[a]) < std::pair(level[b], readers[b]);
  });
  find_layers(level);
}

// By node, above all that it reads; feedback nodes of a loop above all conditions of its rules.
std::vector<std::uint32_t> KeptGates::levels(const std::vector<bool>& wanted) const {
  std::vector<std::uint32_t> level(circuit_.node_count(), 0);
  const std::vector<std::uint32_t>& loop_of = circuit_.loop_of;
  std::vector<std::uint32_t> of_loop(loop_of.empty() ? 0 : loop_of.back() + 1, 0);
  // A gate may read feedback whose conditions come later: as often as loops read each other.
  for (bool changes = true; changes;) {
    changes = false;
    for (CircuitNode gate = circuit_.first_gate(); gate < circuit_.node_count(); ++gate) {
      if (!wanted[gate]) continue;
      for (const Literal literal : circuit_.inputs(gate)) {
        level[gate] = std::max(level[gate], level[literal.node()] + 1);
      }
    }
    for (const WideCircuit::FeedbackRule& rule : circuit_.rules) {
      std::uint32_t& own = of_loop[loop_of[rule.head - circuit_.first_feedback()]];
      if (own > level[rule.condition.node()]) continue;
      own = level[rule.condition.node()] + 1;
      changes = true;
    }
    for (std::size_t i = 0; i < loop_of.size(); ++i) {
      level[circuit_.first_feedback() + i] = of_loop[loop_of[i]];
    }
  }
  return level;
}

// Loops on one level are a layer.
void KeptGates::find_layers(const std::vector<std::uint32_t>& level) {
  const auto first = level.begin() + circuit_.first_feedback();
  const std::span<const std::uint32_t> of_facts(first, circuit_.loop_of.size());
  std::vector<std::uint32_t> found(of_facts.begin(), of_facts.end());
  std::sort(found.begin(), found.end());
  found.erase(std::unique(found.begin(), found.end()), found.end());
  std::vector<std::uint32_t> layers;
  for (const std::uint32_t one : of_facts) {
    const auto place = std::lower_bound(found.begin(), found.end(), one);
    layers.push_back(static_cast<std::uint32_t>(place - found.begin()));
  }
  recursion_ = RecursiveRules(circuit_, layers);
  for (const std::uint32_t one : found) {
    const auto end = std::partition_point(gates_.begin(), gates_.end(),
                                          [&](CircuitNode gate) { return level[gate] < one; });
    layer_ends_.push_back(static_cast<std::uint32_t>(end - gates_.begin()));
  }
}

void KeptGates::keep_cones_of_move_conditions(std::vector<bool>& wanted) const {
  std::vector<bool> seen(circuit_.node_count(), false);
  std::vector<CircuitNode> cone;
  const auto is_costly = [&](CircuitNode root) {
    cone.assign(1, root);
    for (std::size_t i = 0; i < cone.size() && cone.size() <= most_gates_on_demand; ++i) {
      for (const Literal literal : circuit_.inputs(cone[i])) {
        const CircuitNode node = literal.node();
        if (!circuit_.is_gate(node) || wanted[node] || seen[node]) continue;
        seen[node] = true;
        cone.push_back(node);
      }
    }
    for (const CircuitNode node : cone) seen[node] = false;
    return cone.size() > most_gates_on_demand;
  };
  for (CircuitNode gate = circuit_.first_gate(); gate < circuit_.node_count(); ++gate) {
    if (!depends_on_moves_[gate]) continue;
    for (const Literal literal : circuit_.inputs(gate)) {
      const CircuitNode node = literal.node();
      if (!circuit_.is_gate(node) || depends_on_moves_[node] || wanted[node]) continue;
      if (is_costly(node)) wanted[node] = true;
    }
  }
}

void KeptGates::watch(Literal literal, std::uint32_t bit) {
  if (literal.is_complemented()) {
    watched_start_[bit / 64] |= std::uint64_t{1} << (bit % 64);
  }
  if (!literal.is_constant()) watches_.push_back({literal.node(), bit, literal.is_complemented()});
}

void KeptGates::lay_out_watched(const std::vector<SwitchedRole>& roles) {
  std::size_t switches = 0;
  for (const SwitchedRole& role : roles) switches += role.switches.size();
  const auto state_words = static_cast<std::uint32_t>(circuit_.state_words());
  terminal_bit_ = state_words * 64;
  std::uint32_t switch_bit = terminal_bit_ + 1;
  std::uint32_t word = state_words + words_for(1 + switches);
  for (const SwitchedRole& role : roles) {
    Role& entry = roles_.emplace_back();
    entry.words = words_for(role.moves.size());
    for (std::size_t group = 0; group < role.switches.size(); ++group) {
      entry.groups.push_back({word, switch_bit++});
      word += static_cast<std::uint32_t>(entry.words);
    }
  }
  first_condition_word_ = word;
  watched_start_.assign(word + recursion_.condition_words(), 0);
  kept_next_.assign(state_words, 0);
  for (std::uint32_t bit = 0; bit < circuit_.base_count; ++bit) {
    if (!is_next_kept(circuit_.next[bit])) continue;
    watch(circuit_.next[bit], bit);
    kept_next_[bit / 64] |= std::uint64_t{1} << (bit % 64);
  }
  watch(circuit_.terminal, terminal_bit_);
  for (std::size_t i = 0; i < roles.size(); ++i) {
    for (std::size_t group = 0; group < roles[i].switches.size(); ++group) {
      watch(roles[i].switches[group], roles_[i].groups[group].switch_bit);
    }
    for (std::uint32_t move = 0; move < roles[i].moves.size(); ++move) {
      const SwitchedMove& entry = roles[i].moves[move];
      watch(entry.condition, roles_[i].groups[entry.group].first_word * 64 + move);
    }
  }
  for (const RecursiveRules::Condition& condition : recursion_.conditions()) {
    watch(condition.literal,
          static_cast<std::uint32_t>(first_condition_word_ * 64) + condition.number);
  }
}

void KeptGates::link() {
  const std::size_t nodes = first_gate() + gates_.size();
  links_.assign(nodes, {});
  const auto for_each_link = [&](auto&& function) {
    for (std::uint32_t gate = 0; gate < gates_.size(); ++gate) {
      if (is_pair(gate)) continue;
      for (const Literal literal : literals(gate)) {
        Links& links = links_[kept_[literal.node()]];
        function(literal.is_complemented() ? links.complemented : links.plain, gate);
      }
    }
    for (const Watch& watch : watches_) function(links_[kept_[watch.node]].watched, watch.bit);
  };
  for_each_link([](std::uint32_t& count, std::uint32_t) { ++count; });
  std::uint32_t place = 0;
  for (Links& links : links_) {
    const Links counts = links;
    links.plain = place;
    links.complemented = links.plain + counts.plain;
    links.watched = links.complemented + counts.complemented;
    links.end = place = links.watched + counts.watched;
  }
  readers_.resize(place);
  const std::vector<Links> places = links_;
  for_each_link([&](std::uint32_t& next, std::uint32_t reader) { readers_[next++] = reader; });
  links_ = places;
  // A base is false: its plain readers have it as a false literal. Gates count as false too; those
  // that are true at the start inform their readers.
  start_.clear();
  for (std::size_t gate = 0; gate < gates_.size(); ++gate) {
    std::uint32_t false_literals = 0;
    for (const Literal literal : literals(gate)) {
      if (!literal.is_complemented()) ++false_literals;
    }
    start_.push_back(false_literals);
  }
}

// One of the two literals of a pair, as its node sees it.
struct KeptGates::PairLink {
  KeptNode node;
  Literal other;
  std::uint32_t gate;
  std::uint32_t place;  // of the other: its bit, or that of its copy
};

KeptGates KeptGates::with_pairs(std::vector<bool> is_pair,
                                const std::vector<bool>& is_gathered) const {
  KeptGates result(*this);
  result.is_pair_ = std::move(is_pair);
  std::vector<PairLink> links = result.pair_links();
  if (!is_gathered.empty()) result.gather(links, is_gathered);
  result.link();
  result.link_pairs(links);
  return result;
}

std::vector<KeptGates::PairLink> KeptGates::pair_links() const {
  std::vector<PairLink> links;
  const auto add = [&](Literal literal, Literal other, std::uint32_t gate) {
    links.push_back({kept_[literal.node()], other, gate, kept_[other.node()]});
  };
  for (std::uint32_t gate = 0; gate < gates_.size(); ++gate) {
    if (!is_pair(gate)) continue;
    add(literals(gate)[0], literals(gate)[1], gate);
    add(literals(gate)[1], literals(gate)[0], gate);
  }
  std::sort(links.begin(), links.end(), [](const PairLink& a, const PairLink& b) {
    return std::tie(a.node, a.place, a.gate) < std::tie(b.node, b.place, b.gate);
  });
  return links;
}

void KeptGates::gather(std::vector<PairLink>& links, const std::vector<bool>& is_gathered) {
  for (std::size_t i = 0; i < links.size(); ++i) {
    PairLink& link = links[i];
    if (!is_gathered[link.node]) continue;
    const bool is_first = i == 0 || links[i - 1].node != link.node;
    // Copies of a node begin a word.
    const auto bit = is_first ? static_cast<std::uint32_t>(watched_start_.size() * 64)
                              : links[i - 1].place + 1 - end();
    if (bit / 64 >= watched_start_.size()) watched_start_.push_back(0);
    watches_.push_back({link.other.node(), bit, false});
    link.place = end() + bit;
  }
}

void KeptGates::link_pairs(const std::vector<PairLink>& links) {
  first_block_.assign(links_.size() + 1, 0);
  for (std::size_t i = 0; i < links.size(); ++i) {
    const PairLink& link = links[i];
    // The same two nodes may be read by several gates, each in a block of its own.
    if (i == 0 || links[i - 1].node != link.node || links[i - 1].place / 64 != link.place / 64 ||
        links[i - 1].place == link.place) {
      blocks_.push_back({0, 0, link.place / 64, static_cast<std::uint32_t>(i)});
    }
    const std::uint64_t bit = std::uint64_t{1} << (link.place % 64);
    blocks_.back().others |= bit;
    if (link.other.is_complemented()) blocks_.back().complemented |= bit;
    pairs_.push_back(link.gate);
    first_block_[link.node + 1] = static_cast<std::uint32_t>(blocks_.size());
  }
  for (std::size_t i = 1; i < first_block_.size(); ++i) {
    first_block_[i] = std::max(first_block_[i], first_block_[i - 1]);
  }
}

std::size_t KeptGates::memory_bytes() const {
  return circuit_.memory_bytes() + recursion_.memory_bytes() + kept_.capacity() * sizeof(KeptNode) +
         links_.capacity() * sizeof(Links) + blocks_.capacity() * sizeof(PairBlock) +
         (readers_.capacity() + start_.capacity() + gates_.capacity() + first_block_.capacity() +
          pairs_.capacity()) *
             sizeof(std::uint32_t);
}

}  // namespace palamedes::machine::scalar
