#include "tune/description.h"

#include <algorithm>
#include <charconv>
#include <optional>
#include <set>
#include <utility>

#include <fmt/format.h>

#include "base/reader_of_text.h"
#include "base/split.h"
#include "base/suggest.h"

namespace palamedes::tune {
namespace {

constexpr std::size_t longest_description = 4096;
constexpr std::string_view dots = "..";

std::optional<double> read_end(std::string_view text) {
  double value = 0;
  const char* end = text.data() + text.size();
  const auto [at, error] = std::from_chars(text.data(), end, value);
  if (text.empty() || error != std::errc{} || at != end) return std::nullopt;
  return value;
}

// Reads one text; what is wrong with it is reported with that text.
class Reader : ReaderOfText {
 public:
  explicit Reader(std::string_view text)
      : ReaderOfText(text.empty() || text.size() > 60 ? "tune" : std::string(text)), text_(text) {}

  Result<Description> read() {
    if (text_.size() > longest_description) {
      error(fmt::format("more than {} characters", longest_description));
    } else {
      const std::size_t colon = std::min(text_.find(':'), text_.size());
      const bool is_known = read_strategy(text_.substr(0, colon));
      if (colon == text_.size()) {
        if (is_known) {
          error("names no parameters to tune",
                fmt::format("as in '{}:select.k,select.ref'", description_.strategy));
        }
      } else {
        read_parameters(text_.substr(colon + 1));
      }
    }
    if (diagnostics_.has_errors()) return tl::unexpected(diagnostics_);
    return std::move(description_);
  }

 private:
  bool read_strategy(std::string_view text) {
    const std::vector<std::string_view> pieces = split(text, ',');
    const Strategy* strategy = find_strategy(pieces.front());
    if (strategy == nullptr) {
      const std::vector<std::string> names = strategy_names();
      std::string hint = did_you_mean(pieces.front(), names);
      if (hint.empty()) hint = fmt::format("there are {}", fmt::join(names, ", "));
      error(pieces.front().empty() ? std::string("starts with the name of a strategy")
                                   : fmt::format("there is no strategy {}", quote(pieces.front())),
            std::move(hint));
      return false;
    }
    description_.strategy = strategy->name;
    description_.settings = strategy->settings;
    std::set<std::string_view> given;
    for (std::size_t i = 1; i < pieces.size(); ++i) read_setting(pieces[i], given);
    if (const auto fits = check(description_.settings); !fits) take_errors(fits.error());
    return true;
  }

  void read_setting(std::string_view text, std::set<std::string_view>& given) {
    const std::size_t equals = text.find('=');
    if (equals == std::string_view::npos) {
      return error(fmt::format("needs settings of '{}' as name=value, not {}",
                               description_.strategy, quote(text)));
    }
    const std::string_view name = text.substr(0, equals);
    if (!given.insert(name).second) return error(fmt::format("{} is given twice", quote(name)));
    const auto result = set(description_.settings, name, text.substr(equals + 1));
    if (!result) refuse_setting(name, result.error());
  }

  void refuse_setting(std::string_view name, const Diagnostics& reason) {
    std::vector<std::string> known;
    for (const Parameter& parameter : parameters_of(description_.settings)) {
      known.push_back(parameter.name);
    }
    if (std::find(known.begin(), known.end(), name) != known.end()) return take_errors(reason);
    std::string hint = did_you_mean(name, known);
    if (hint.empty() && !known.empty()) hint = fmt::format("it has {}", fmt::join(known, ", "));
    error(fmt::format("'{}' has no setting {}", description_.strategy, quote(name)),
          std::move(hint));
  }

  void read_parameters(std::string_view text) {
    for (const std::string_view piece : split(text, ',')) {
      const std::size_t equals = std::min(piece.find('='), piece.size());
      Wanted wanted{.name = std::string(piece.substr(0, equals))};
      if (wanted.name.empty()) {
        error(text.empty() ? std::string("names no parameters to tune")
                           : fmt::format("a parameter has no name in {}", quote(text)));
        continue;
      }
      if (equals < piece.size()) read_domain(wanted, piece.substr(equals + 1));
      description_.parameters.push_back(std::move(wanted));
    }
  }

  void read_domain(Wanted& wanted, std::string_view text) {
    if (const std::size_t at = text.find(dots); at != std::string_view::npos) {
      const auto min = read_end(text.substr(0, at));
      const auto max = read_end(text.substr(at + dots.size()));
      if (min && max) {
        wanted.interval = Range{*min, *max};
      } else {
        error(fmt::format("'{}' needs an interval as 0..1, not {}", wanted.name, quote(text)));
      }
      return;
    }
    for (const std::string_view value : split(text, '/')) {
      if (value.empty()) {
        return error(fmt::format("'{}' needs values as 1/2/4, not {}", wanted.name, quote(text)));
      }
      wanted.values.emplace_back(value);
    }
  }

  std::string_view text_;
  Description description_;
};

}  // namespace

Result<Description> parse_description(std::string_view text) { return Reader(text).read(); }

std::string to_text(const Description& description) {
  std::string text = description.strategy;
  const Strategy* strategy = find_strategy(description.strategy);
  const std::vector<Parameter> settings = parameters_of(description.settings);
  const std::vector<Parameter> defaults = parameters_of(strategy->settings);
  for (std::size_t i = 0; i < settings.size(); ++i) {
    if (settings[i].value == defaults[i].value) continue;
    text += fmt::format(",{}={}", settings[i].name, settings[i].value);
  }
  char separator = ':';
  for (const Wanted& wanted : description.parameters) {
    text += fmt::format("{}{}", std::exchange(separator, ','), wanted.name);
    if (wanted.interval) text += fmt::format("={}..{}", wanted.interval->min, wanted.interval->max);
    if (!wanted.values.empty()) text += fmt::format("={}", fmt::join(wanted.values, "/"));
  }
  return text;
}

Result<Space> make_space(const Description& description, const std::vector<Parameter>& known,
                         const Knowledge& knowledge) {
  auto space =
      Space::make(description.parameters, known, knowledge, space_kind(description.settings));
  if (!space) return space;
  if (auto fits = check(description.settings, *space); !fits) return tl::unexpected(fits.error());
  return space;
}

}  // namespace palamedes::tune
