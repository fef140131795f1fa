#include "gdl/term_pool.h"

#include <algorithm>

#include "base/diagnostic.h"
#include "base/hash.h"
#include "gdl/expression.h"
#include "gdl/sheet.h"

namespace palamedes::gdl {
namespace {

constexpr std::uint32_t empty_slot = 0xffffffffU;
constexpr std::size_t first_slots = 1024;

std::uint64_t hash_of(Symbol functor, std::span<const TermId> args) {
  return hash_span(args, static_cast<std::uint64_t>(functor) + 1);
}

}  // namespace

TermPool::TermPool() : slots_(first_slots, empty_slot) {}

std::size_t TermPool::slot_of(Symbol functor, std::span<const TermId> args) const {
  const std::size_t mask = slots_.size() - 1;
  std::size_t slot = hash_of(functor, args) & mask;
  for (;; slot = (slot + 1) & mask) {
    const std::uint32_t id = slots_[slot];
    if (id == empty_slot) return slot;
    const Entry& entry = terms_[id];
    if (entry.functor == functor && entry.count == args.size() &&
        std::equal(args.begin(), args.end(), args_.data() + entry.first)) {
      return slot;
    }
  }
}

TermId TermPool::find(Symbol functor, std::span<const TermId> args) const {
  return TermId{slots_[slot_of(functor, args)]};
}

TermId TermPool::intern(Symbol functor, std::span<const TermId> args) {
  const std::size_t slot = slot_of(functor, args);
  if (slots_[slot] != empty_slot) return TermId{slots_[slot]};
  const auto id = static_cast<std::uint32_t>(terms_.size());
  const std::size_t first = args_.size();
  terms_.push_back(
      {functor, static_cast<std::uint32_t>(first), static_cast<std::uint32_t>(args.size())});
  // The arguments may be those of another term of this pool, so they are found again by position
  // once there is room.
  const bool own =
      !args.empty() && args.data() >= args_.data() && args.data() < args_.data() + args_.size();
  const std::size_t offset = own ? static_cast<std::size_t>(args.data() - args_.data()) : 0;
  args_.resize(first + args.size());
  const TermId* source = own ? args_.data() + offset : args.data();
  std::copy_n(source, args.size(), args_.begin() + static_cast<std::ptrdiff_t>(first));
  slots_[slot] = id;
  if (terms_.size() * 2 > slots_.size()) grow();
  return TermId{id};
}

void TermPool::grow() {
  slots_.assign(slots_.size() * 2, empty_slot);
  for (std::uint32_t id = 0; id < terms_.size(); ++id) {
    slots_[slot_of(terms_[id].functor, args(TermId{id}))] = id;
  }
}

TermId TermPool::intern(const Term& term) {
  std::vector<TermId> arguments;
  arguments.reserve(term.args.size());
  for (const Term& arg : term.args) arguments.push_back(intern(arg));
  return intern(term.symbol, arguments);
}

std::size_t TermPool::memory_bytes() const {
  return terms_.capacity() * sizeof(Entry) + args_.capacity() * sizeof(TermId) +
         slots_.capacity() * sizeof(std::uint32_t);
}

std::string TermPool::text(TermId id, const SymbolTable& symbols) const {
  const auto arguments = args(id);
  if (arguments.empty()) return std::string(symbols.name(functor(id)));
  std::string result = "(";
  result += symbols.name(functor(id));
  for (const TermId arg : arguments) {
    result += ' ';
    result += text(arg, symbols);
  }
  result += ')';
  return result;
}

std::optional<TermId> TermPool::parse(std::string_view text, SymbolTable& symbols) {
  Diagnostics problems;
  const Expressions expressions = read_expressions(text, symbols, {}, problems);
  if (problems.has_errors() || expressions.top().size() != 1) return std::nullopt;
  // The reader limits the depth, so plain recursion is safe.
  const auto convert = [&](const auto& self, Expressions::Index index) -> std::optional<TermId> {
    const auto& node = expressions.at(index);
    const auto children = node.is_list ? expressions.children(index) : std::vector{index};
    if (children.empty()) return std::nullopt;
    const auto& head = expressions.at(children.front());
    if (head.is_list || symbols.name(head.symbol).starts_with('?')) return std::nullopt;
    std::vector<TermId> arguments;
    for (std::size_t i = 1; i < children.size(); ++i) {
      const auto argument = self(self, children[i]);
      if (!argument) return std::nullopt;
      arguments.push_back(*argument);
    }
    return intern(head.symbol, arguments);
  };
  return convert(convert, expressions.top().front());
}

}  // namespace palamedes::gdl
