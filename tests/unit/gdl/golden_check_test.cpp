// tests/golden/check/NAME.kif and what loading says about it, NAME.expected. After a change that is
// meant, PALAMEDES_UPDATE_GOLDEN=1 writes the new texts; then look at the difference.

#include <cstdlib>
#include <filesystem>
#include <fstream>

#include <gtest/gtest.h>

#include "base/file.h"
#include "unit/gdl/gdl_testing.h"

namespace palamedes::gdl {
namespace {

namespace fs = std::filesystem;

const fs::path folder = fs::path(PALAMEDES_SOURCE_DIR) / "tests/golden/check";

std::vector<std::string> names() {
  std::vector<std::string> result;
  for (const auto& entry : fs::directory_iterator(folder)) {
    if (entry.path().extension() == ".kif") result.push_back(entry.path().stem().string());
  }
  std::sort(result.begin(), result.end());
  return result;
}

std::string diagnostics_of(const fs::path& path) {
  LoadOptions options;
  options.check.warn_unused = true;
  const auto text = read_text(path.string(), options.read.max_bytes);
  const auto loaded = load(text.value(), path.filename().string(), options);
  std::string result;
  for (const Diagnostic& d : (loaded ? loaded->warnings : loaded.error()).list()) {
    result += to_string(d) + "\n";
  }
  return result;
}

class GoldenCheck : public testing::TestWithParam<std::string> {};

TEST_P(GoldenCheck, SaysWhatIsExpected) {
  const fs::path expected = folder / (GetParam() + ".expected");
  const std::string actual = diagnostics_of(folder / (GetParam() + ".kif"));
  if (std::getenv("PALAMEDES_UPDATE_GOLDEN") != nullptr) {
    std::ofstream(expected, std::ios::binary) << actual;
  }
  const auto text = read_text(expected.string(), 1 << 20);
  ASSERT_TRUE(text.has_value()) << "write it with PALAMEDES_UPDATE_GOLDEN=1";
  EXPECT_EQ(actual, *text);
}

INSTANTIATE_TEST_SUITE_P(All, GoldenCheck, testing::ValuesIn(names()),
                         [](const auto& golden) { return golden.param; });

}  // namespace
}  // namespace palamedes::gdl
