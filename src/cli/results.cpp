#include "cli/results.h"

#include <fmt/format.h>

namespace palamedes::cli {

Exit show(Screen& screen, const Results& results) {
  const std::string text = results.text();
  const std::string fault = results.fault ? results.fault() : "";
  if (!fault.empty() && !results.interrupted) {
    screen.complain(failure(results.name, fault).value());
    return Exit::failed;
  }
  screen.print(text);
  if (results.interrupted) {
    screen.complain(fmt::format("{}: interrupted, the results are partial", results.name));
  }
  return results.interrupted || results.broken ? Exit::failed : Exit::success;
}

Exit nothing_to_show(Screen& screen, const std::string& name) {
  screen.complain(fmt::format("{}: interrupted before there was a result", name));
  return Exit::failed;
}

}  // namespace palamedes::cli
