#pragma once
// `--only`: what of an experiment a user asks for.

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/diagnostic.h"

namespace palamedes::lab {

// One condition: "game=breakthrough".
struct Filter {
  explicit Filter(const std::string& written);

  // The position of a name of this kind; none is an error that is reported.
  [[nodiscard]] Result<std::size_t> find(std::string_view kind, std::string_view name,
                                         std::span<const std::string> known) const;

  std::string text;
  std::string key;    // "game"
  std::string value;  // "breakthrough"; empty without a value
};

// Of games, agents or machines, as filters look for them.
template <typename Named>
[[nodiscard]] std::vector<std::string> all_names(const std::vector<Named>& list) {
  std::vector<std::string> names;
  for (const Named& each : list) names.push_back(each.name);
  return names;
}

// At commas. A part without a key belongs to the one before it: names of machines have commas.
[[nodiscard]] std::vector<std::string> split_filters(std::string_view text);

}  // namespace palamedes::lab
