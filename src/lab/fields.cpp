#include "lab/fields.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "base/params.h"
#include "base/suggest.h"

namespace palamedes::lab {
namespace {

const TomlEntry* entry_of(const TomlTable& table, std::string_view name) {
  const auto at = std::find_if(table.begin(), table.end(),
                               [&](const TomlEntry& entry) { return entry.name == name; });
  return at == table.end() ? nullptr : &*at;
}

}  // namespace

void check_name(std::string_view what, std::string_view name, SourceLocation where,
                Diagnostics& errors) {
  constexpr std::size_t longest = 60;
  const bool plain = std::none_of(name.begin(), name.end(), [](char c) {
    return c == ':' || c == ',' || c == '=' || static_cast<unsigned char>(c) <= ' ';
  });
  if (plain && !name.empty() && name.size() <= longest) return;
  const char* article = what.starts_with('a') ? "an" : "a";  // agent, game
  errors.error(where, fmt::format("{} cannot be the name of {} {}", quote(name), article, what),
               fmt::format("up to {} characters without blanks and : , =", longest));
}

std::string read_missing(Fields& fields) {
  const auto reason = fields.text("missing");
  if (reason && reason->empty()) {
    fields.error(fields.where("missing"), "'missing' needs the reason why it is");
  }
  return reason.value_or("");
}

std::optional<double> as_number(const TomlValue& value) {
  if (const auto* whole = std::get_if<std::int64_t>(&value.data)) {
    return static_cast<double>(*whole);
  }
  if (const auto* decimal = std::get_if<double>(&value.data)) return *decimal;
  return std::nullopt;
}

std::optional<std::string> as_word(const TomlValue& value) {
  if (const auto* truth = std::get_if<bool>(&value.data)) return *truth ? "true" : "false";
  if (const auto* whole = std::get_if<std::int64_t>(&value.data)) return std::to_string(*whole);
  if (const auto* decimal = std::get_if<double>(&value.data)) return params::to_text(*decimal);
  if (const auto* text = std::get_if<std::string>(&value.data)) return *text;
  return std::nullopt;
}

bool Fields::has(std::string_view name) const { return entry_of(table_, name) != nullptr; }

SourceLocation Fields::where(std::string_view name) const {
  const TomlEntry* entry = entry_of(table_, name);
  return entry == nullptr ? where_ : entry->where;
}

const TomlValue* Fields::find(std::string_view name) {
  asked_.emplace_back(name);
  const TomlEntry* entry = entry_of(table_, name);
  return entry == nullptr ? nullptr : &entry->value;
}

void Fields::wrong_kind(std::string_view name, const TomlValue& value, std::string_view wanted) {
  error(value.where, fmt::format("'{}' needs {}, not {}", name, wanted, value.kind()));
}

std::optional<std::string> Fields::text(std::string_view name) {
  const TomlValue* value = find(name);
  if (value == nullptr) return std::nullopt;
  if (const auto* text = std::get_if<std::string>(&value->data)) return *text;
  wrong_kind(name, *value, "a text");
  return std::nullopt;
}

std::string Fields::needed_text(std::string_view name) {
  if (!has(name)) error(where_, fmt::format("'{}' is missing", name));
  return text(name).value_or("");
}

std::optional<std::uint64_t> Fields::whole(std::string_view name, std::uint64_t min,
                                           std::uint64_t max) {
  const TomlValue* value = find(name);
  if (value == nullptr) return std::nullopt;
  const auto* number = std::get_if<std::int64_t>(&value->data);
  if (number == nullptr) {
    wrong_kind(name, *value, "a whole number");
    return std::nullopt;
  }
  if (*number < 0 || static_cast<std::uint64_t>(*number) < min ||
      static_cast<std::uint64_t>(*number) > max) {
    error(value->where,
          fmt::format("'{}' needs a whole number from {} to {}, not {}", name, min, max, *number));
    return std::nullopt;
  }
  return static_cast<std::uint64_t>(*number);
}

std::optional<bool> Fields::flag(std::string_view name) {
  const TomlValue* value = find(name);
  if (value == nullptr) return std::nullopt;
  if (const auto* flag = std::get_if<bool>(&value->data)) return *flag;
  wrong_kind(name, *value, "true or false");
  return std::nullopt;
}

std::optional<double> Fields::number(std::string_view name, double min, double max) {
  const TomlValue* value = find(name);
  if (value == nullptr) return std::nullopt;
  const std::optional<double> number = as_number(*value);
  if (!number) {
    wrong_kind(name, *value, "a number");
  } else if (!(*number >= min && *number <= max)) {
    error(value->where,
          fmt::format("'{}' needs a number from {} to {}, not {}", name, min, max, *number));
    return std::nullopt;
  }
  return number;
}

std::optional<std::size_t> Fields::choice(std::string_view name,
                                          const std::vector<std::string>& choices) {
  const std::optional<std::string> chosen = text(name);
  if (!chosen) return std::nullopt;
  const auto position = params::read_choice(fmt::format("'{}'", name), *chosen, choices);
  if (position) return *position;
  for (const Diagnostic& problem : position.error().list()) {
    error(entry_of(table_, name)->value.where, problem.message, problem.hint);
  }
  return std::nullopt;
}

const TomlTable* Fields::table(std::string_view name) {
  const TomlValue* value = find(name);
  if (value == nullptr) return nullptr;
  const auto* table = std::get_if<TomlTable>(&value->data);
  if (table == nullptr) wrong_kind(name, *value, "a table");
  return table;
}

const TomlList* Fields::list(std::string_view name) {
  const TomlValue* value = find(name);
  if (value == nullptr) return nullptr;
  const auto* list = std::get_if<TomlList>(&value->data);
  if (list == nullptr) wrong_kind(name, *value, "a list");
  return list;
}

void Fields::refuse_others() {
  for (const TomlEntry& entry : table_) {
    if (std::find(asked_.begin(), asked_.end(), entry.name) != asked_.end()) continue;
    std::string hint = did_you_mean(entry.name, asked_);
    if (hint.empty()) hint = fmt::format("known here: {}", fmt::join(asked_, ", "));
    error(entry.where, fmt::format("there is no key {}", quote(entry.name)), std::move(hint));
  }
}

}  // namespace palamedes::lab
