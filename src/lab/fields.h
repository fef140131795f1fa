#pragma once
// One table of an experiment file, read key by key. A value of the wrong kind and a key that nobody
// asked for are errors at their place.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/diagnostic.h"
#include "lab/toml.h"

namespace palamedes::lab {

class Fields {
 public:
  // `where` is reported for what is missing.
  Fields(const TomlTable& table, SourceLocation where, Diagnostics& diagnostics)
      : table_(table), where_(where), diagnostics_(diagnostics) {}

  [[nodiscard]] bool has(std::string_view name) const;
  // Of a key that is there, otherwise of the table.
  [[nodiscard]] SourceLocation where(std::string_view name = {}) const;

  // Nothing if the key is absent, or its value is wrong, which is then reported.
  [[nodiscard]] std::optional<std::string> text(std::string_view name);
  [[nodiscard]] std::optional<std::uint64_t> whole(std::string_view name, std::uint64_t min,
                                                   std::uint64_t max);
  [[nodiscard]] std::optional<bool> flag(std::string_view name);
  [[nodiscard]] std::optional<double> number(std::string_view name, double min, double max);
  // One of the choices: its position.
  [[nodiscard]] std::optional<std::size_t> choice(std::string_view name,
                                                  const std::vector<std::string>& choices);
  [[nodiscard]] const TomlTable* table(std::string_view name);
  [[nodiscard]] const TomlList* list(std::string_view name);

  // The same, and absence is an error.
  [[nodiscard]] std::string needed_text(std::string_view name);

  void error(SourceLocation where, std::string message, std::string hint = {}) {
    diagnostics_.error(where, std::move(message), std::move(hint));
  }
  // To be called when all keys have been asked for.
  void refuse_others();

 private:
  // Remembers that somebody asked.
  [[nodiscard]] const TomlValue* find(std::string_view name);
  void wrong_kind(std::string_view name, const TomlValue& value, std::string_view wanted);

  const TomlTable& table_;
  SourceLocation where_;
  Diagnostics& diagnostics_;
  std::vector<std::string> asked_;
};

// Names stand in tables, in pairs and in `--only pair=a:b`: they have neither blanks nor : , =
void check_name(std::string_view what, std::string_view name, SourceLocation where,
                Diagnostics& errors);

// Why something is `missing`; empty if it is not.
[[nodiscard]] std::string read_missing(Fields& fields);

// A number of either kind.
[[nodiscard]] std::optional<double> as_number(const TomlValue& value);
// As a parameter's value is written on the command line; nothing for lists and tables.
[[nodiscard]] std::optional<std::string> as_word(const TomlValue& value);

}  // namespace palamedes::lab
