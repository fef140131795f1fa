#include "exercise/line_reader.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "unit/exercise/temporary_file.h"

namespace palamedes::exercise {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

struct Lines {
  std::vector<std::string> read;
  std::string error;
};

Lines read_all(const std::string& path, std::size_t max_line_bytes = 1 << 20) {
  Lines lines;
  auto reader = LineReader::open(path, max_line_bytes);
  if (!reader) return {{}, to_string(reader.error().list().front())};
  std::string_view line;
  for (;;) {
    const Result<bool> more = reader->next(line);
    if (!more) lines.error = to_string(more.error().list().front());
    if (!more || !*more) return lines;
    lines.read.emplace_back(line);
  }
}

TEST(LineReader, ReadsLinesWithAndWithoutALastLineFeed) {
  EXPECT_THAT(read_all(TemporaryFile("a\n\nb").path()).read, ElementsAre("a", "", "b"));
  EXPECT_THAT(read_all(TemporaryFile("a\nb\n").path()).read, ElementsAre("a", "b"));
  EXPECT_TRUE(read_all(TemporaryFile("").path()).read.empty());
}

TEST(LineReader, UnpacksGzip) {
  EXPECT_THAT(read_all(TemporaryFile(gzip("one\ntwo\n")).path()).read, ElementsAre("one", "two"));
}

TEST(LineReader, LinesMayBeLongerThanItsBuffer) {
  const std::string first(200'000, 'x');
  const std::string second(65'536, 'y');
  const Lines lines = read_all(TemporaryFile(first + "\n" + second + "\nz").path());
  EXPECT_THAT(lines.read, ElementsAre(first, second, "z"));
}

TEST(LineReader, RefusesALineAboveTheLimitWithItsNumber) {
  const TemporaryFile file("short\n" + std::string(11, 'x') + "\n");
  const Lines lines = read_all(file.path(), 10);
  EXPECT_THAT(lines.read, ElementsAre("short"));
  EXPECT_EQ(lines.error,
            file.path() + ":2:1: error: the line is longer than the limit of 10 bytes");
  EXPECT_EQ(read_all(TemporaryFile(std::string(10, 'x') + "\n").path(), 10).error, "");
}

TEST(LineReader, NoticesGzipThatStopsTooEarly) {
  std::string text;
  for (int i = 0; i < 20'000; ++i) text += std::to_string(i * 7919 % 10007) + "\n";
  const std::string packed = gzip(text);
  EXPECT_THAT(read_all(TemporaryFile(packed.substr(0, packed.size() / 2)).path()).error,
              HasSubstr("ends in the middle of its gzip data"));
  // Only the checksum is gone.
  EXPECT_THAT(read_all(TemporaryFile(packed.substr(0, packed.size() - 5)).path()).error,
              HasSubstr("ends in the middle of its gzip data"));
}

TEST(LineReader, NoticesDamagedGzip) {
  std::string packed = gzip(std::string(1000, 'a') + "\n");
  packed[packed.size() - 6] = static_cast<char>(packed[packed.size() - 6] ^ 0x55);  // the checksum
  EXPECT_THAT(read_all(TemporaryFile(packed).path()).error, HasSubstr("cannot be read"));
}

TEST(LineReader, ExplainsWhatCannotBeOpened) {
  EXPECT_THAT(read_all("/no/such/file").error, HasSubstr("No such file"));
  EXPECT_THAT(read_all("/tmp").error, HasSubstr("is a folder"));
}

}  // namespace
}  // namespace palamedes::exercise
