#pragma once
// A line typed by a person, with editing, history and completion on a terminal; from anything else
// the lines just as they come. The terminal is as it was whenever no line is being typed.

#include <optional>
#include <string>
#include <vector>

namespace palamedes::cli {

// What a line that begins like this may go on as: those of `words` that do.
[[nodiscard]] std::vector<std::string> completions(const std::string& begun,
                                                   const std::vector<std::string>& words);

// Nothing at the end of the input, or if Ctrl-C or Ctrl-D was pressed.
[[nodiscard]] std::optional<std::string> read_line(const std::string& prompt,
                                                   const std::vector<std::string>& words);

}  // namespace palamedes::cli
