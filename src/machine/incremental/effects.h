#pragma once
// What a joint move does to the state, found by fixing the moves in the logic once and for all.
//
// Most bases keep their value under most moves and need no work at all; others become true or
// false; for the rest a condition on the state is left. Joint moves are compiled when they are
// first made.
//
//   words_   per joint move: where the state is cleared and set
//   bits_    per joint move: base and operand of its condition

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include <boost/unordered/unordered_flat_map.hpp>

#include "base/ids.h"
#include "machine/incremental/code.h"
#include "machine/incremental/expressions.h"
#include "machine/incremental/plan.h"

namespace palamedes::machine {

// The move part of the logic while nobody moves; immutable, shared.
class StillMoves {
 public:
  explicit StillMoves(std::shared_ptr<const Plan> plan);

  [[nodiscard]] const Plan& plan() const { return *plan_; }
  [[nodiscard]] const Expressions& expressions() const { return expressions_; }
  [[nodiscard]] Literal value(Literal literal) const {
    const Literal value = value_[literal.node()];
    return literal.is_complemented() ? !value : value;
  }
  // Literals of a gate that are not simply TRUE.
  [[nodiscard]] std::span<const Literal> open_inputs(LogicNode gate) const {
    return {open_.data() + first_open_[gate], first_open_[gate + 1] - first_open_[gate]};
  }
  // Gates that read an input or a gate of the move part, with the sign in which they read it.
  struct Reader {
    LogicNode gate;
    bool complemented;
  };
  [[nodiscard]] std::span<const Reader> readers(LogicNode node) const {
    return {readers_.data() + first_reader_[node], first_reader_[node + 1] - first_reader_[node]};
  }
  [[nodiscard]] std::size_t memory_bytes() const;

 private:
  void link_readers();

  std::shared_ptr<const Plan> plan_;
  Expressions expressions_;
  std::vector<Literal> value_;  // by node
  std::vector<std::uint32_t> first_open_;
  std::vector<Literal> open_;
  std::vector<std::uint32_t> first_reader_;
  std::vector<Reader> readers_;
};

class Effects {
 public:
  struct Word {
    std::uint32_t word;
    std::uint64_t keep;  // what is not cleared
    std::uint64_t set;
  };
  struct Bit {
    std::uint32_t base;
    Operand operand;
  };
  struct Entry {
    std::uint32_t first_word = 0;
    std::uint32_t end_word = 0;
    std::uint32_t first_bit = 0;
    std::uint32_t end_bit = 0;
    Code code;
  };

  Effects(std::shared_ptr<const StillMoves> still, std::size_t max_bytes);

  // Valid until the next call.
  const Entry& of(std::span<const Move> joint_move) {
    if (!is_dense_) return find(joint_move);
    std::uint64_t key = 0;
    for (std::size_t role = 0; role < joint_move.size(); ++role) {
      key = key * move_counts_[role] + index_of(joint_move[role]);
    }
    const std::uint32_t number = by_key_[key];
    return number != no_entry ? entries_[number] : compile(joint_move, key);
  }
  [[nodiscard]] std::span<const Word> words(const Entry& entry) const {
    return {words_.data() + entry.first_word, entry.end_word - entry.first_word};
  }
  [[nodiscard]] std::span<const Bit> bits(const Entry& entry) const {
    return {bits_.data() + entry.first_bit, entry.end_bit - entry.first_bit};
  }
  [[nodiscard]] const CodePool& code() const { return code_; }
  [[nodiscard]] std::size_t memory_bytes() const;

 private:
  static constexpr std::uint32_t no_entry = 0xffffffffU;

  const Entry& compile(std::span<const Move> joint_move, std::uint64_t key);
  const Entry& find(std::span<const Move> joint_move);
  void fix(std::span<const Move> joint_move);
  void change(LogicNode node, Literal value);
  [[nodiscard]] Literal value(Literal literal) const;
  void forget();

  std::shared_ptr<const StillMoves> still_;
  std::size_t max_bytes_;
  Expressions expressions_;
  CodePool code_;
  std::vector<std::uint32_t> move_counts_;  // by role
  bool is_dense_ = false;                   // few enough joint moves for a plain table
  std::vector<std::uint32_t> by_key_;
  // Otherwise a joint move gets its number role by role: the number so far and the move.
  boost::unordered_flat_map<std::uint64_t, std::uint32_t> numbers_;
  std::vector<Entry> entries_;
  std::vector<Word> words_;
  std::vector<Bit> bits_;
  std::vector<std::uint32_t> move_bases_;  // bases whose next value depends on moves

  // while one joint move is fixed
  std::vector<Literal> fixed_;  // by node of the move part
  std::vector<bool> is_fixed_;
  std::vector<LogicNode> changed_;
  std::vector<std::uint64_t> waiting_;  // gates to look at, a bit each
  std::size_t first_waiting_ = 0;
  // By gate, as a list: literals that are TRUE while nobody moves, and are not now.
  struct News {
    Literal literal;
    std::uint32_t next;
  };
  std::vector<std::uint32_t> first_news_;
  std::vector<News> news_;
  std::vector<Literal> literals_;
  std::vector<Literal> conditions_;
  std::vector<Operand> operands_;
};

}  // namespace palamedes::machine
