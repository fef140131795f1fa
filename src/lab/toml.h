#pragma once
// A TOML text as a tree of values that know where they stand. toml++ stays behind this header: it
// is slow to compile.
//
//   TomlValue ─┬─ where ── line and column
//              └─ data ─── bool | whole number | decimal | text | list | table
//   TomlTable ──── entries in the order of the text, each with its name and the place of that

#include <cstdint>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "base/diagnostic.h"

namespace palamedes::lab {

struct TomlValue;
struct TomlEntry;

using TomlList = std::vector<TomlValue>;
using TomlTable = std::vector<TomlEntry>;

struct TomlValue {
  SourceLocation where;
  std::variant<bool, std::int64_t, double, std::string, TomlList, TomlTable> data;

  // "a text", "a table", ...: what it is, for messages.
  [[nodiscard]] std::string_view kind() const;
};

struct TomlEntry {
  std::string name;
  SourceLocation where;
  TomlValue value;
};

// Syntax stops at its first error, as nothing after it can be trusted. `file` is the name in
// messages.
[[nodiscard]] Result<TomlTable> parse_toml(std::string_view text, const std::string& file);

}  // namespace palamedes::lab
