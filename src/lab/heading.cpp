#include "lab/heading.h"

#include <algorithm>
#include <set>

#include "lab/toml.h"

namespace palamedes::lab {
namespace {

template <typename Value>
const Value* find(const TomlTable& table, std::string_view name) {
  const auto at = std::find_if(table.begin(), table.end(),
                               [&](const TomlEntry& entry) { return entry.name == name; });
  return at == table.end() ? nullptr : std::get_if<Value>(&at->value.data);
}

std::string text_of(const TomlTable& table, std::string_view name) {
  const auto* text = find<std::string>(table, name);
  return text == nullptr ? "" : *text;
}

bool is_missing(const TomlValue& value) {
  const auto* table = std::get_if<TomlTable>(&value.data);
  return table != nullptr && find<std::string>(*table, "missing") != nullptr;
}

// Whom [meet] names and whether they can play.
class Meeting {
 public:
  explicit Meeting(const TomlTable& table) {
    if (const auto* agents = find<TomlTable>(table, "agents")) {
      for (const TomlEntry& agent : *agents) {
        if (is_missing(agent.value)) missing_.insert(agent.name);
      }
    }
    meet_ = find<TomlTable>(table, "meet");
  }

  // Somebody meets somebody, or plays alone.
  [[nodiscard]] bool can_take_place() const {
    if (meet_ == nullptr) return true;
    if (const auto* pairs = find<TomlList>(*meet_, "pairs")) {
      const auto whole = [&](const TomlValue& value) {
        const auto* pair = std::get_if<TomlList>(&value.data);
        return pair != nullptr && present(*pair) == 2;
      };
      if (std::any_of(pairs->begin(), pairs->end(), whole)) return true;
    }
    const auto* ring = find<TomlList>(*meet_, "round-robin");
    if (ring != nullptr && present(*ring) > 1) return true;
    const auto* all = find<TomlList>(*meet_, "all");
    return all != nullptr && present(*all) > 0 && !missing_.contains(text_of(*meet_, "against"));
  }

 private:
  [[nodiscard]] std::ptrdiff_t present(const TomlList& names) const {
    return std::count_if(names.begin(), names.end(), [&](const TomlValue& value) {
      const auto* name = std::get_if<std::string>(&value.data);
      return name != nullptr && !missing_.contains(*name);
    });
  }

  std::set<std::string> missing_;
  const TomlTable* meet_ = nullptr;
};

bool can_run(const TomlTable& table) {
  const auto* games = find<TomlList>(table, "games");
  if (games == nullptr) return true;
  return !std::all_of(games->begin(), games->end(), is_missing) && Meeting(table).can_take_place();
}

}  // namespace

Heading read_heading(std::string_view text) {
  Heading heading;
  const auto table = parse_toml(text, "");
  if (!table) return heading;
  heading.title = text_of(*table, "title");
  heading.reproduces = text_of(*table, "reproduces");
  heading.can_run = can_run(*table);
  return heading;
}

}  // namespace palamedes::lab
