#pragma once
// Ground terms, hash-consed: equal terms have equal ids, and an id is 32 bits.
//
//   terms_   vector<Entry>    id -> functor, where its arguments start, how many
//   args_    vector<TermId>   all arguments, one after the other
//   slots_   open addressing, hash(functor, arguments) -> id; a power of two, at most half full

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "gdl/symbols.h"

namespace palamedes::gdl {

enum class TermId : std::uint32_t {};
constexpr std::size_t index_of(TermId id) { return static_cast<std::size_t>(id); }
inline constexpr TermId no_term{0xffffffffU};

struct Term;

class TermPool {
 public:
  TermPool();

  TermId intern(Symbol functor, std::span<const TermId> args);
  // The id of a term that is already there, else no_term.
  [[nodiscard]] TermId find(Symbol functor, std::span<const TermId> args) const;

  // Interns a term without variables.
  TermId intern(const Term& term);

  [[nodiscard]] Symbol functor(TermId id) const { return terms_[index_of(id)].functor; }
  [[nodiscard]] std::span<const TermId> args(TermId id) const {
    const Entry& entry = terms_[index_of(id)];
    return {args_.data() + entry.first, entry.count};
  }
  [[nodiscard]] std::size_t size() const { return terms_.size(); }
  [[nodiscard]] std::size_t memory_bytes() const;

  [[nodiscard]] std::string text(TermId id, const SymbolTable& symbols) const;
  // Reads a ground term such as "(cell 1 1 b)"; nothing if the text is none. New names are
  // interned.
  std::optional<TermId> parse(std::string_view text, SymbolTable& symbols);

 private:
  struct Entry {
    Symbol functor{};
    std::uint32_t first = 0;
    std::uint32_t count = 0;
  };
  [[nodiscard]] std::size_t slot_of(Symbol functor, std::span<const TermId> args) const;
  void grow();

  std::vector<Entry> terms_;
  std::vector<TermId> args_;
  std::vector<std::uint32_t> slots_;
};

}  // namespace palamedes::gdl
