// Every recorded run of the Java framework, equal tick by tick.

#include <filesystem>
#include <map>

#include <gtest/gtest.h>

#include "base/file.h"
#include "vgdl/load.h"
#include "vgdl/replay.h"

namespace palamedes::vgdl {
namespace {

namespace fs = std::filesystem;

const fs::path runs = fs::path(PALAMEDES_SHARED_DIR) / "traces" / "vgdl";
const fs::path sheets = fs::path(PALAMEDES_SHARED_DIR) / "games" / "vgdl";
constexpr std::size_t max_bytes = 1UL << 28;

std::vector<fs::path> recorded() {
  std::vector<fs::path> result;
  std::error_code absent;
  for (const auto& entry : fs::directory_iterator(runs, absent)) {
    if (entry.path().extension() == ".gz") result.push_back(entry.path());
  }
  std::sort(result.begin(), result.end());
  return result;
}

std::string read(const fs::path& path) {
  auto text = read_text(path.string(), max_bytes);
  EXPECT_TRUE(text) << path;
  return text ? std::move(*text) : std::string();
}

std::string difference(const fs::path& run) {
  const std::string text = read(run);
  const auto head = read_run_head(text, run.filename().string());
  if (!head) return to_string(head.error().list().front());
  const auto loaded = load_game(
      read(sheets / (head->game + ".txt")), head->game,
      read(sheets / (head->game + "_lvl" + std::to_string(head->level) + ".txt")), "level");
  if (!loaded) return to_string(loaded.error().list().front());
  const RunReport report = replay_run(*loaded->game, text, run.filename().string());
  if (report.agrees()) return report.ticks == 0 ? "no tick was compared" : "";
  if (!report.difference) return to_string(report.problems.list().front());
  std::string what =
      "tick " + std::to_string(report.difference->tick) + ": " + report.difference->what;
  for (const std::string& sprite : report.difference->sprites) what += "\n  " + sprite;
  return what;
}

TEST(SharedVgdlRuns, AreEqual) {
  const std::vector<fs::path> all = recorded();
  if (all.empty()) GTEST_SKIP() << "no recorded runs in " << runs;
  for (const fs::path& run : all) EXPECT_EQ(difference(run), "") << run;
}

}  // namespace
}  // namespace palamedes::vgdl
