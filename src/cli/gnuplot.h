#pragma once
// Pictures, drawn by the program gnuplot where it is installed.

#include <string>

#include "base/diagnostic.h"

namespace palamedes::cli {

// What is wrong with this name for a picture, or nothing: its ending says the format.
[[nodiscard]] std::string picture_problem(const std::string& file);

// Whether there can be a picture: to be asked before the work that it is to show.
[[nodiscard]] Result<void> gnuplot_is_there(const std::string& file);

// Runs a script, to which format and file are already known. The file is there whole or not at all.
[[nodiscard]] Result<void> draw(const std::string& file, const std::string& script);

}  // namespace palamedes::cli
