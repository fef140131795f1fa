#pragma once
// A file that lives as long as the object.

#include <cstdio>
#include <fstream>
#include <string>

#include <gtest/gtest.h>
#include <unistd.h>
#include <zlib.h>

namespace palamedes::exercise {

class TemporaryFile {
 public:
  explicit TemporaryFile(const std::string& content) {
    static int number = 0;
    path_ = testing::TempDir() + "palamedes_exercise_" + std::to_string(getpid()) + "_" +
            std::to_string(number++);
    std::ofstream(path_, std::ios::binary) << content;
  }
  TemporaryFile(const TemporaryFile&) = delete;
  TemporaryFile& operator=(const TemporaryFile&) = delete;
  ~TemporaryFile() { std::remove(path_.c_str()); }
  [[nodiscard]] const std::string& path() const { return path_; }

 private:
  std::string path_;
};

inline std::string gzip(const std::string& text) {
  const TemporaryFile file("");
  gzFile out = gzopen(file.path().c_str(), "wb");
  gzwrite(out, text.data(), static_cast<unsigned>(text.size()));
  gzclose(out);
  std::ifstream in(file.path(), std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

}  // namespace palamedes::exercise
