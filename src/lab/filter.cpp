#include "lab/filter.h"

#include <algorithm>

#include <fmt/format.h>

#include "base/suggest.h"

namespace palamedes::lab {

Filter::Filter(const std::string& written) : text(written), key(written.substr(0, text.find('='))) {
  if (key.size() < text.size()) value = text.substr(key.size() + 1);
}

Result<std::size_t> Filter::find(std::string_view kind, std::string_view name,
                                 std::span<const std::string> known) const {
  const auto at = std::find(known.begin(), known.end(), name);
  if (at != known.end()) return static_cast<std::size_t>(at - known.begin());
  return failure("--only " + text, fmt::format("there is no {} {}", kind, quote(name)),
                 did_you_mean(name, known));
}

std::vector<std::string> split_filters(std::string_view text) {
  std::vector<std::string> filters;
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = std::min(text.find(',', begin), text.size());
    const std::string part(text.substr(begin, end - begin));
    if (part.find('=') == std::string::npos && !filters.empty()) {
      filters.back() += ',' + part;
    } else {
      filters.push_back(part);
    }
    begin = end + 1;
  }
  return filters;
}

}  // namespace palamedes::lab
