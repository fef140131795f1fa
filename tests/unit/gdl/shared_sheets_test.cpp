// Rule sheets from many sources, where they are at hand.

#include <filesystem>
#include <set>

#include <gtest/gtest.h>

#include "base/file.h"
#include "unit/gdl/gdl_testing.h"

namespace palamedes::gdl {
namespace {

namespace fs = std::filesystem;

const fs::path shared = fs::path(PALAMEDES_SHARED_DIR) / "games";

std::vector<fs::path> sheets(const fs::path& folder) {
  std::vector<fs::path> result;
  for (const auto& entry : fs::directory_iterator(folder)) {
    if (entry.path().extension() == ".kif") result.push_back(entry.path());
  }
  std::sort(result.begin(), result.end());
  return result;
}

std::string read(const fs::path& path) { return read_text(path.string(), 64 << 20).value(); }

// Not invalid by the specification, though other programs trip over them.
const std::set<std::string> valid_after_all = {
    "hexbad.kif",    // left-to-right evaluation without tables does not end on its `path`
    "hexbad4.kif",   // the same on a small board
    "mobility.kif",  // play runs into states without legal moves, which no static check can see
};

TEST(SharedSheets, AllGoodOnesLoad) {
  if (!fs::exists(shared / "gdl")) GTEST_SKIP() << (shared / "gdl") << " is absent";
  std::size_t count = 0;
  for (const fs::path& path : sheets(shared / "gdl")) {
    const auto loaded = load(read(path), path.filename().string());
    ++count;
    if (loaded) continue;
    for (const Diagnostic& d : loaded.error().list()) {
      if (d.severity == Severity::error) ADD_FAILURE() << to_string(d);
    }
  }
  EXPECT_GT(count, 300U);
}

// The warnings of these sheets, as they were found.
const std::set<std::string> ask_for_what_nothing_makes = {
    "MUZONE_S_3359289251.kif",  // moves of what are no roles
    "Tiger_vs_Dogs.kif",        // rules with x1 in place of ?x1
    "slidingpieces.kif",        // the goal has (cell 4 2 ...), the board (cell y4 x2 ...)
    "test_case_5c.kif",         // (not (r 1)) where there is (r 0) only
    "wargame01_v1.kif",  // kinds of items that this level does not have, as in the next three
    "wargame02_v1.kif",        "wargame03.kif", "wargame03_v1.kif",
};

TEST(SharedSheets, OnlyTrueSlipsAreReported) {
  if (!fs::exists(shared / "gdl")) GTEST_SKIP() << (shared / "gdl") << " is absent";
  std::set<std::string> found;
  for (const fs::path& path : sheets(shared / "gdl")) {
    const auto loaded = load(read(path), path.filename().string());
    if (!loaded) continue;
    for (const Diagnostic& d : loaded->warnings.list()) {
      for (const char* part : {"nothing makes", "is never legal", "never has a legal move",
                               "no fact or rule gives", "no value of"}) {
        if (d.message.find(part) != std::string::npos) found.insert(path.filename().string());
      }
    }
  }
  EXPECT_EQ(found, ask_for_what_nothing_makes);
}

TEST(SharedSheets, PrintingThemLosesNothing) {
  if (!fs::exists(shared / "gdl")) GTEST_SKIP() << (shared / "gdl") << " is absent";
  for (const fs::path& path : sheets(shared / "gdl")) {
    const Sheet sheet = parse(read(path)).sheet;
    const std::string printed = to_text(sheet);
    const Parsed again = parse(printed);
    ASSERT_TRUE(again.problems.empty()) << path;
    EXPECT_EQ(sheet.sentences, again.sheet.sentences) << path;
    EXPECT_EQ(to_text(again.sheet), printed) << path;
  }
}

TEST(SharedSheets, AllBrokenOnesAreRefused) {
  if (!fs::exists(shared / "gdl-broken")) {
    GTEST_SKIP() << (shared / "gdl-broken") << " is absent";
  }
  std::size_t count = 0;
  for (const fs::path& path : sheets(shared / "gdl-broken")) {
    const auto loaded = load(read(path), path.filename().string());
    const bool expected = valid_after_all.contains(path.filename().string());
    EXPECT_EQ(loaded.has_value(), expected) << path;
    ++count;
  }
  EXPECT_GT(count, 30U);
}

}  // namespace
}  // namespace palamedes::gdl
