#pragma once
// A report as a file for other programs and for people.

#include <string>
#include <string_view>

#include "lab/report/report.h"

namespace palamedes::lab::report {

// One line per figure, RFC 4180.
[[nodiscard]] std::string to_csv(const Report& report);

// One tabular: games are rows, contests are columns, the published figure in brackets. It needs no
// package.
[[nodiscard]] std::string to_latex(const Report& report);

// A page that needs nothing but itself, for light and dark screens.
[[nodiscard]] std::string to_html(const Report& report);

[[nodiscard]] std::string csv_field(std::string_view text);
[[nodiscard]] std::string latex_text(std::string_view text);

}  // namespace palamedes::lab::report
