#pragma once
// Parameters of a line, `name=value`, and how their texts become values.

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/diagnostic.h"
#include "vgdl/outline.h"
#include "vgdl/rules.h"

namespace palamedes::vgdl {

struct Value {
  std::string_view name;
  std::string_view text;
  SourceLocation where;        // of the name
  SourceLocation value_where;  // of the text
};

// A text that does not fit its parameter is reported, and the default stays.
class Values {
 public:
  explicit Values(Diagnostics& diagnostics) : diagnostics_(&diagnostics) {}

  // A word with '='; a parameter that is there already gets the new value.
  void add(const Token& word);
  // Those of a line further up, which lose against own ones.
  void inherit(const Values& above);

  [[nodiscard]] const std::vector<Value>& list() const { return list_; }
  [[nodiscard]] const Value* find(std::string_view name) const;

  void read(std::string_view name, int& target) const;
  void read(std::string_view name, double& target) const;
  void read(std::string_view name, bool& target) const;
  void read(std::string_view name, Direction& target) const;
  [[nodiscard]] std::string text(std::string_view name) const;

  // Warns of names that are in none of these lists of words.
  void check_known(std::string_view owner, std::string_view own, std::string_view common) const;

 private:
  void reject(const Value& value, std::string_view wanted) const;

  Diagnostics* diagnostics_;
  std::vector<Value> list_;
};

// The texts between commas.
[[nodiscard]] std::vector<std::string_view> split_list(std::string_view text);
[[nodiscard]] std::optional<bool> to_bool(std::string_view text);

}  // namespace palamedes::vgdl
