// The same for rule sheets from other sources, where they are at hand.

#include <algorithm>
#include <filesystem>
#include <vector>

#include <gtest/gtest.h>

#include "base/file.h"
#include "oracle/gringo.h"

namespace palamedes::oracle {
namespace {

namespace fs = std::filesystem;

TEST(SharedGringo, AgreesOnSmallSheets) {
  const fs::path folder = fs::path(PALAMEDES_SHARED_DIR) / "games" / "gdl";
  if (!fs::exists(folder)) GTEST_SKIP() << folder << " is absent";
  if (!has_gringo()) GTEST_SKIP() << "gringo is not installed";
  constexpr std::uintmax_t max_bytes = 4000;  // among the larger ones are some that take minutes
  std::vector<fs::path> sheets;
  for (const auto& entry : fs::directory_iterator(folder)) {
    if (entry.path().extension() == ".kif" && entry.file_size() <= max_bytes) {
      sheets.push_back(entry.path());
    }
  }
  std::sort(sheets.begin(), sheets.end());
  EXPECT_GT(sheets.size(), 80U);
  for (const fs::path& path : sheets) {
    const auto text = read_text(path.string(), max_bytes);
    ASSERT_TRUE(text) << path;
    expect_same_as_gringo(*text, path.filename().string());
  }
}

}  // namespace
}  // namespace palamedes::oracle
