#include "lab/toml.h"

#include <algorithm>
#include <array>
#include <utility>

#define TOML_EXCEPTIONS 0
#define TOML_ENABLE_FORMATTERS 0
#include <toml++/toml.h>

namespace palamedes::lab {
namespace {

SourceLocation location(const toml::source_region& region) {
  return {.line = region.begin.line, .column = region.begin.column};
}

class Converter {
 public:
  explicit Converter(const std::string& file) : diagnostics_(file) {}

  TomlTable table(const toml::table& from) {
    TomlTable table;
    for (const auto& [key, node] : from) {
      table.push_back({std::string(key.str()), location(key.source()), value(node)});
    }
    std::stable_sort(table.begin(), table.end(),
                     [](const TomlEntry& a, const TomlEntry& b) { return a.where < b.where; });
    return table;
  }

  [[nodiscard]] const Diagnostics& diagnostics() const { return diagnostics_; }

 private:
  TomlValue value(const toml::node& node) {
    TomlValue value{.where = location(node.source()), .data = {}};
    if (const auto* text = node.as_string()) {
      value.data = text->get();
    } else if (const auto* whole = node.as_integer()) {
      value.data = whole->get();
    } else if (const auto* decimal = node.as_floating_point()) {
      value.data = decimal->get();
    } else if (const auto* truth = node.as_boolean()) {
      value.data = truth->get();
    } else if (const auto* inner = node.as_table()) {
      value.data = table(*inner);
    } else if (const auto* array = node.as_array()) {
      TomlList list;
      for (const toml::node& entry : *array) list.push_back(this->value(entry));
      value.data = std::move(list);
    } else {
      diagnostics_.error(value.where, "dates and times have no place in an experiment");
    }
    return value;
  }

  Diagnostics diagnostics_;
};

// toml++ says "Error while parsing key-value pair: ..."; that it is an error is known already.
std::string message_of(const toml::parse_error& error) {
  constexpr std::string_view known = "Error ";
  std::string_view text = error.description();
  if (text.starts_with(known)) text.remove_prefix(known.size());
  return std::string(text);
}

}  // namespace

std::string_view TomlValue::kind() const {
  constexpr std::array<std::string_view, 6> names = {"true or false", "a whole number", "a number",
                                                     "a text",        "a list",         "a table"};
  return names[data.index()];
}

Result<TomlTable> parse_toml(std::string_view text, const std::string& file) {
  const toml::parse_result parsed = toml::parse(text, std::string_view(file));
  if (!parsed) {
    Diagnostics diagnostics(file);
    diagnostics.error(location(parsed.error().source()), message_of(parsed.error()));
    return tl::unexpected<Diagnostics>(std::move(diagnostics));
  }
  Converter converter(file);
  TomlTable table = converter.table(parsed.table());
  if (converter.diagnostics().has_errors()) {
    return tl::make_unexpected(converter.diagnostics());
  }
  return table;
}

}  // namespace palamedes::lab
