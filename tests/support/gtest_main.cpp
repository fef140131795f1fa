#include <cstdio>

#include <gtest/gtest.h>

namespace {

/// The exit status that ctest shows as "Skipped".
constexpr int exit_skipped = 77;

/// Names each skipped case with its reason, so that no absent material goes unnoticed.
class SkipReporter : public testing::EmptyTestEventListener {
  void OnTestEnd(const testing::TestInfo& info) override {
    const testing::TestResult& result = *info.result();
    if (!result.Skipped()) {
      return;
    }
    for (int part = 0; part < result.total_part_count(); ++part) {
      std::printf("skipped: %s.%s: %s\n", info.test_suite_name(), info.name(),
                  result.GetTestPartResult(part).message());
    }
  }
};

}  // namespace

int main(int argc, char** argv) {
  testing::InitGoogleTest(&argc, argv);
  testing::UnitTest& tests = *testing::UnitTest::GetInstance();
  tests.listeners().Append(new SkipReporter);  // owned by the list
  if (const int status = RUN_ALL_TESTS(); status != 0) {
    return status;
  }
  return tests.skipped_test_count() > 0 ? exit_skipped : 0;
}
