#pragma once
// Lists of things with names, as users write them.

#include <algorithm>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "base/diagnostic.h"
#include "base/suggest.h"

namespace palamedes::net {

// Names with commas between them; an empty text is an empty list. `kind` is for the message.
template <typename Named>
[[nodiscard]] Result<std::vector<Named>> parse_named(std::string_view list,
                                                     std::span<const Named> known,
                                                     std::string_view kind) {
  std::vector<Named> result;
  while (!list.empty()) {
    const std::size_t comma = list.find(',');
    const std::string_view name = list.substr(0, comma);
    list = comma == std::string_view::npos ? std::string_view{} : list.substr(comma + 1);
    const auto found = std::find_if(known.begin(), known.end(),
                                    [&](const Named& one) { return one.name == name; });
    if (found == known.end()) {
      std::vector<std::string> names;
      for (const Named& one : known) names.emplace_back(one.name);
      return failure(
          {}, fmt::format("there is no {} '{}'; known are {}", kind, name, fmt::join(names, ", ")),
          did_you_mean(name, names));
    }
    result.push_back(*found);
  }
  return result;
}

}  // namespace palamedes::net
