#pragma once
// A text file, plain or gzip, one line after the other: files of any size, lines of bounded size.

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>

#include "base/diagnostic.h"

namespace palamedes::exercise {

class LineReader {
 public:
  // "-" is standard input.
  [[nodiscard]] static Result<LineReader> open(const std::string& path, std::size_t max_line_bytes);
  LineReader(LineReader&&) noexcept;
  LineReader& operator=(LineReader&&) noexcept;
  ~LineReader();

  // The next line without its line feed, valid until the next call; false at the end of the file.
  [[nodiscard]] Result<bool> next(std::string_view& line);

  // Of the line that was read last, from 1.
  [[nodiscard]] std::size_t line_number() const { return line_number_; }
  [[nodiscard]] const std::string& path() const { return path_; }

 private:
  struct File;
  LineReader(std::string path, std::size_t max_line_bytes, std::unique_ptr<File> file);
  [[nodiscard]] tl::unexpected<Diagnostics> problem(std::string message) const;

  std::string path_;
  std::size_t max_line_bytes_;
  std::unique_ptr<File> file_;
  std::string line_;
  std::size_t line_number_ = 0;
};

}  // namespace palamedes::exercise
