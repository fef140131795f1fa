#include <cstdio>

#include <gtest/gtest.h>

namespace {

/// The exit status that ctest shows as "Skipped": no case was checked.
constexpr int exit_skipped = 77;

/// Names each skipped case with its reason, so that no absent material goes unnoticed:
/// tools/run_ctest collects these lines, also of programs in which other cases passed.
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
  const bool all_skipped = tests.skipped_test_count() > 0 && tests.successful_test_count() == 0;
  return all_skipped ? exit_skipped : 0;
}
