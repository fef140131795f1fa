#include "gdl/symbols.h"

namespace palamedes::gdl {

SymbolTable::SymbolTable() {
  for (const std::string_view name : keyword::names) intern(name);
}

SymbolTable::SymbolTable(const SymbolTable& other) {
  for (const std::string& name : other.names_) intern(name);
}

SymbolTable& SymbolTable::operator=(const SymbolTable& other) {
  if (this != &other) *this = SymbolTable(other);
  return *this;
}

Symbol SymbolTable::intern(std::string_view name) {
  const auto known = ids_.find(name);
  if (known != ids_.end()) return known->second;
  const Symbol symbol{static_cast<std::uint32_t>(names_.size())};
  names_.emplace_back(name);
  ids_.emplace(names_.back(), symbol);
  return symbol;
}

const Symbol* SymbolTable::find(std::string_view name) const {
  const auto known = ids_.find(name);
  return known == ids_.end() ? nullptr : &known->second;
}

}  // namespace palamedes::gdl
