#pragma once
// Interned names. A Symbol is a 32-bit handle; texts are kept once, in lower case, for as long as
// the table lives.
//
//   names_   deque<string>     index = Symbol; addresses never move
//   ids_     string_view -> Symbol

#include <array>
#include <cstdint>
#include <deque>
#include <string>
#include <string_view>

#include <boost/unordered/unordered_flat_map.hpp>

namespace palamedes::gdl {

enum class Symbol : std::uint32_t {};

// The words that GDL gives a meaning. Every table has them under the same handles.
namespace keyword {
inline constexpr Symbol rule{0};
inline constexpr Symbol conjunction{1};
inline constexpr Symbol disjunction{2};
inline constexpr Symbol negation{3};
inline constexpr Symbol distinct{4};
inline constexpr Symbol role{5};
inline constexpr Symbol init{6};
inline constexpr Symbol truth{7};
inline constexpr Symbol does{8};
inline constexpr Symbol next{9};
inline constexpr Symbol legal{10};
inline constexpr Symbol goal{11};
inline constexpr Symbol terminal{12};
inline constexpr Symbol base{13};
inline constexpr Symbol input{14};
inline constexpr std::array<std::string_view, 15> names = {
    "<=",   "and",  "or",    "not",  "distinct", "role", "init", "true",
    "does", "next", "legal", "goal", "terminal", "base", "input"};
}  // namespace keyword

// `<=`, `and`, `or`, `not` and `distinct` build formulas; they are never relations.
constexpr bool is_connective(Symbol symbol) { return symbol <= keyword::distinct; }
constexpr bool is_keyword(Symbol symbol) { return symbol <= keyword::input; }

class SymbolTable {
 public:
  SymbolTable();
  SymbolTable(const SymbolTable& other);
  SymbolTable(SymbolTable&&) = default;
  SymbolTable& operator=(const SymbolTable& other);
  SymbolTable& operator=(SymbolTable&&) = default;
  ~SymbolTable() = default;

  Symbol intern(std::string_view name);
  [[nodiscard]] std::string_view name(Symbol symbol) const {
    return names_[static_cast<std::size_t>(symbol)];
  }
  // The handle of a name that is already known.
  [[nodiscard]] const Symbol* find(std::string_view name) const;
  [[nodiscard]] std::size_t size() const { return names_.size(); }

 private:
  std::deque<std::string> names_;
  boost::unordered_flat_map<std::string_view, Symbol> ids_;
};

}  // namespace palamedes::gdl
