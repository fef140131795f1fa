#include "net/passes/passes.h"

#include <array>

#include <fmt/format.h>

#include "base/stopwatch.h"
#include "base/suggest.h"

namespace palamedes::net {
namespace {

constexpr std::array passes = {
    Pass{"opt0", "remove components connected to a constant", remove_constants},
    Pass{"opt1", "remove propositions without a meaning for the game", remove_anonymous},
    Pass{"opt2", "find components that never change and remove them", detect_constants},
    Pass{"opt3", "remove components that nobody reads", remove_unread},
};

}  // namespace

std::span<const Pass> all_passes() { return passes; }

Result<std::vector<Pass>> parse_passes(std::string_view list) {
  std::vector<Pass> result;
  std::vector<std::string> known;
  for (const Pass& pass : passes) known.emplace_back(pass.name);
  while (!list.empty()) {
    const std::size_t comma = list.find(',');
    const std::string_view name = list.substr(0, comma);
    list = comma == std::string_view::npos ? std::string_view{} : list.substr(comma + 1);
    bool found = false;
    for (const Pass& pass : passes) {
      if (pass.name != name) continue;
      result.push_back(pass);
      found = true;
    }
    if (!found) {
      return failure(
          {}, fmt::format("there is no pass '{}'; known are {}", name, fmt::join(known, ", ")),
          did_you_mean(name, known));
    }
  }
  return result;
}

std::vector<PassReport> run_passes(PropNet& net, std::span<const Pass> list) {
  std::vector<PassReport> reports;
  for (const Pass& pass : list) {
    PassReport report{.name = std::string(pass.name), .before = net.census()};
    const Stopwatch watch;
    pass.run(net);
    report.seconds = watch.seconds();
    report.after = net.census();
    reports.push_back(std::move(report));
  }
  return reports;
}

}  // namespace palamedes::net
