#pragma once
// Whether a text is well-formed XML, as far as our own needs.

#include <string>
#include <string_view>
#include <vector>

namespace palamedes::chart {

// Empty, or the first thing that is wrong: tags that do not match, attributes without quotes, bare
// '<' and '&'.
inline std::string xml_fault(std::string_view text) {
  std::vector<std::string> open;
  const auto entity_fits = [&](std::size_t at) {
    for (const std::string_view entity : {"&amp;", "&lt;", "&gt;", "&quot;", "&#39;"}) {
      if (text.substr(at).starts_with(entity)) return true;
    }
    return false;
  };
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '&' && !entity_fits(i)) return "a bare & at " + std::to_string(i);
    if (text[i] != '<') continue;
    const std::size_t begin = i + 1;
    bool quoted = false;
    for (++i; i < text.size() && (quoted || text[i] != '>'); ++i) {
      if (text[i] == '"') quoted = !quoted;
      if (text[i] == '<') return "a bare < at " + std::to_string(i);
      if (text[i] == '&' && !entity_fits(i)) return "a bare & at " + std::to_string(i);
      if (text[i] == '=' && !quoted && text[i + 1] != '"')
        return "no quote at " + std::to_string(i);
    }
    if (i == text.size()) return "a tag that does not end";
    const std::string_view tag = text.substr(begin, i - begin);
    if (tag.starts_with("?")) continue;
    const std::string name(tag.substr(0, tag.find_first_of(" /", tag.starts_with("/") ? 1 : 0)));
    if (tag.starts_with("/")) {
      if (open.empty() || "/" + open.back() != name) return "unexpected <" + name + ">";
      open.pop_back();
    } else if (!tag.ends_with("/")) {
      open.push_back(name);
    }
  }
  return open.empty() ? "" : "<" + open.back() + "> does not end";
}

}  // namespace palamedes::chart
