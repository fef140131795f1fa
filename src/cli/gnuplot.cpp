#include "cli/gnuplot.h"

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <string_view>

#include <fmt/format.h>
#include <unistd.h>

namespace palamedes::cli {
namespace {

namespace fs = std::filesystem;

bool is_on_path(std::string_view program) {
  const char* path = std::getenv("PATH");
  for (std::string_view rest = path == nullptr ? "" : path; !rest.empty();) {
    const std::size_t end = std::min(rest.find(':'), rest.size());
    const fs::path file = fs::path(rest.substr(0, end)) / program;
    std::error_code error;
    if (fs::is_regular_file(file, error) && access(file.c_str(), X_OK) == 0) return true;
    rest.remove_prefix(std::min(end + 1, rest.size()));
  }
  return false;
}

// As gnuplot writes texts: a quote is doubled.
std::string gnuplot_text(std::string_view text) {
  std::string result = "'";
  for (const char c : text) {
    result += c;
    if (c == '\'') result += c;
  }
  return result + '\'';
}

std::string terminal(const std::string& file) {
  return file.ends_with(".svg") ? "svg size 800,500 background 'white'" : "pngcairo size 1200,750";
}

Result<void> unwritable(const std::string& file) {
  return failure(file, fmt::format("cannot be written: {}", std::strerror(errno)));
}

}  // namespace

std::string picture_problem(const std::string& file) {
  if (file.ends_with(".svg") || file.ends_with(".png")) return {};
  return fmt::format("needs a file that ends in .svg or .png, not '{}'", file);
}

Result<void> gnuplot_is_there(const std::string& file) {
  if (is_on_path("gnuplot")) return {};
  return failure(file, "cannot be drawn: gnuplot is not installed (Debian package gnuplot-nox)");
}

Result<void> draw(const std::string& file, const std::string& script) {
  const std::string part = file + ".part";
  // gnuplot would not say why it cannot write there.
  std::FILE* probe = std::fopen(part.c_str(), "wb");
  if (probe == nullptr) return unwritable(file);
  std::fclose(probe);
  std::FILE* gnuplot = popen("gnuplot", "w");
  if (gnuplot == nullptr) return failure(file, "cannot be drawn: gnuplot does not start");
  const std::string whole =
      fmt::format("set terminal {}\nset output {}\n{}", terminal(file), gnuplot_text(part), script);
  const bool told = std::fwrite(whole.data(), 1, whole.size(), gnuplot) == whole.size();
  const bool drawn = pclose(gnuplot) == 0 && told;
  if (drawn && std::rename(part.c_str(), file.c_str()) == 0) return {};
  Result<void> reason = drawn ? unwritable(file) : failure(file, "gnuplot could not draw it");
  std::remove(part.c_str());
  return reason;
}

}  // namespace palamedes::cli
