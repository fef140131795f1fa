#include "base/memory.h"

#include <atomic>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

namespace palamedes {
namespace {

TEST(Memory, GrowsWithWhatIsInUse) {
  const std::size_t before = resident_bytes();
  ASSERT_GT(before, 0U);
  constexpr std::size_t more = std::size_t{64} << 20U;
  const std::vector<char> block(more, 1);
  EXPECT_GE(resident_bytes() + block.size() / 8, before + more);
}

TEST(MemoryWatch, CallsWhenThereIsMoreThanAllowed) {
  std::atomic<std::size_t> bytes{100};
  std::atomic<std::size_t> told{0};
  std::atomic<int> looks{0};
  const MemoryWatch watch(
      150, [&](std::size_t used) { told = used; },
      [&] {
        ++looks;
        return bytes.load();
      });
  while (looks < 3) std::this_thread::yield();
  EXPECT_EQ(told, 0U);
  bytes = 151;
  while (told == 0U) std::this_thread::yield();
  EXPECT_EQ(told, 151U);
}

TEST(MemoryWatch, WatchesNothingWithoutALimit) {
  std::atomic<int> looks{0};
  {
    const MemoryWatch watch(
        0, [](std::size_t) {},
        [&] {
          ++looks;
          return std::size_t{1};
        });
    std::this_thread::sleep_for(std::chrono::milliseconds(60));
  }
  EXPECT_EQ(looks, 0);
}

}  // namespace
}  // namespace palamedes
