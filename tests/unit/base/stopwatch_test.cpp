#include "base/stopwatch.h"

#include <chrono>
#include <thread>

#include <gtest/gtest.h>

namespace palamedes {
namespace {

TEST(CpuAllowance, IsNotUsedUpByWaiting) {
  CpuAllowance allowance(0.05);
  std::this_thread::sleep_for(std::chrono::milliseconds(60));
  EXPECT_FALSE(allowance.is_used_up());
}

TEST(CpuAllowance, IsUsedUpByWork) {
  CpuAllowance allowance(0.02);
  const CpuStopwatch watch;
  while (!allowance.is_used_up()) {
    ASSERT_LT(watch.seconds(), 5) << "it never ends";
  }
  EXPECT_GE(watch.seconds(), 0.019);
}

}  // namespace
}  // namespace palamedes
