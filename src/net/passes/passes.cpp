#include "net/passes/passes.h"

#include <array>

#include "base/stopwatch.h"
#include "net/named.h"

namespace palamedes::net::passes {
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
  return parse_named(list, all_passes(), "pass");
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

}  // namespace palamedes::net::passes
