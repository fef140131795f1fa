#include "base/file.h"

#include <cstdio>
#include <filesystem>
#include <fstream>

#include <gtest/gtest.h>
#include <unistd.h>
#include <zlib.h>

namespace palamedes {
namespace {

namespace fs = std::filesystem;
constexpr std::size_t limit = 1 << 20;

// Each test has a folder of its own that vanishes with it.
class ReadText : public testing::Test {
 protected:
  ReadText() {
    std::string pattern = (fs::temp_directory_path() / "palamedes_file_XXXXXX").string();
    folder_ = mkdtemp(pattern.data());
  }
  ~ReadText() override { fs::remove_all(folder_); }

  [[nodiscard]] std::string path(const std::string& name) const { return folder_ + "/" + name; }

  std::string write(const std::string& name, const std::string& content) const {
    std::ofstream(path(name), std::ios::binary) << content;
    return path(name);
  }

  std::string write_gzip(const std::string& name, const std::string& content) const {
    gzFile file = gzopen(path(name).c_str(), "wb");
    gzwrite(file, content.data(), static_cast<unsigned>(content.size()));
    gzclose(file);
    return path(name);
  }

  [[nodiscard]] static std::string content(const std::string& file) {
    std::ifstream in(file, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
  }

  [[nodiscard]] static std::string error(const Result<std::string>& result) {
    if (result) return "no error";
    EXPECT_EQ(result.error().list().size(), 1U);
    return result.error().list().front().message;
  }

 private:
  std::string folder_;
};

TEST_F(ReadText, ReadsEveryByte) {
  const std::string bytes("a\0b\r\n\xff", 6);
  EXPECT_EQ(read_text(write("plain", bytes), limit).value(), bytes);
  EXPECT_EQ(read_text(write("empty", ""), limit).value(), "");
}

TEST_F(ReadText, UnpacksGzipByContentNotByName) {
  const std::string text(100'000, 'x');
  EXPECT_EQ(read_text(write_gzip("packed.kif", text), limit).value(), text);
  EXPECT_EQ(read_text(write("plain.gz", "(role a)"), limit).value(), "(role a)");
}

TEST_F(ReadText, NoticesGzipThatEndsEarly) {
  std::string text;
  for (int i = 0; i < 20'000; ++i) text += std::to_string(i * 7919);
  const std::string packed = content(write_gzip("whole", text));
  ASSERT_GT(packed.size(), 1000U);
  EXPECT_EQ(error(read_text(write("half", packed.substr(0, packed.size() / 2)), limit)),
            "ends in the middle of its gzip data");
  // Also when only the checksum at the end is cut.
  EXPECT_EQ(error(read_text(write("tail", packed.substr(0, packed.size() - 4)), limit)),
            "ends in the middle of its gzip data");
}

TEST_F(ReadText, NoticesDamagedGzip) {
  std::string packed = content(write_gzip("whole", std::string(5000, 'x')));
  packed[packed.size() - 6] = static_cast<char>(packed[packed.size() - 6] ^ 0x55);
  const std::string file = write("damaged", packed);
  EXPECT_EQ(error(read_text(file, limit)), "cannot be read: incorrect data check");
}

TEST_F(ReadText, RefusesMoreThanTheLimitAlsoAfterUnpacking) {
  EXPECT_EQ(read_text(write("exact", std::string(100, 'x')), 100).value().size(), 100U);
  EXPECT_EQ(error(read_text(write("over", std::string(101, 'x')), 100)),
            "is larger than the limit of 100 bytes");
  // 16 MB of the same byte pack into a few kB.
  const std::string bomb = write_gzip("bomb", std::string(16 << 20, 'x'));
  ASSERT_LT(fs::file_size(bomb), limit);
  EXPECT_EQ(error(read_text(bomb, limit)), "is larger than the limit of 1048576 bytes");
}

TEST_F(ReadText, NamesTheFileAndTheReason) {
  const auto missing = read_text(path("missing"), limit);
  ASSERT_FALSE(missing);
  EXPECT_EQ(to_string(missing.error().list().front()),
            path("missing") + ": error: cannot be read: No such file or directory");
  EXPECT_EQ(error(read_text(path(""), limit)), "is a folder, not a file");
  EXPECT_EQ(error(read_text(write("file", "x") + "/below", limit)),
            "cannot be read: Not a directory");
}

TEST_F(ReadText, DashIsStandardInput) {
  const std::string file = write("input", "(role a)");
  const int saved = dup(STDIN_FILENO);
  ASSERT_NE(std::freopen(file.c_str(), "rb", stdin), nullptr);
  const auto text = read_text("-", limit);
  dup2(saved, STDIN_FILENO);
  close(saved);
  ASSERT_TRUE(text.has_value());
  EXPECT_EQ(*text, "(role a)");
}

TEST_F(ReadText, WhatIsWrittenReplacesTheWholeFile) {
  const std::string file = write("record", "something that is longer than the new text");
  ASSERT_TRUE(write_text(file, "short"));
  EXPECT_EQ(content(file), "short");
  EXPECT_EQ(std::distance(fs::directory_iterator(fs::path(file).parent_path()), {}), 1);
}

TEST_F(ReadText, WhatCannotBeWrittenLeavesNothing) {
  EXPECT_FALSE(write_text(path("absent/record"), "text"));
  fs::create_directory(path("folder"));
  write("folder/inside", "");
  EXPECT_FALSE(write_text(path("folder"), "text"));
  EXPECT_EQ(std::distance(fs::directory_iterator(path("")), {}), 1);
}

TEST_F(ReadText, WhetherItCanBeWrittenIsTriedWithoutATrace) {
  const std::string file = write("record", "old");
  EXPECT_TRUE(check_writable(file));
  EXPECT_TRUE(check_writable(path("new")));
  EXPECT_EQ(content(file), "old");
  EXPECT_EQ(std::distance(fs::directory_iterator(path("")), {}), 1);
  EXPECT_FALSE(check_writable(path("absent/record")));
  fs::create_directory(path("folder"));
  EXPECT_FALSE(check_writable(path("folder")));
}

}  // namespace
}  // namespace palamedes
