#include "exercise/line_reader.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <utility>

#include <fmt/format.h>
#include <zlib.h>

#include "base/file.h"

namespace palamedes::exercise {

struct LineReader::File {
  explicit File(GzipFile opened) : handle(std::move(opened)) {}

  GzipFile handle;
  std::array<char, 1 << 16> buffer{};
  std::string_view unread;
};

LineReader::LineReader(std::string path, std::size_t max_line_bytes, std::unique_ptr<File> file)
    : path_(std::move(path)), max_line_bytes_(max_line_bytes), file_(std::move(file)) {}
LineReader::LineReader(LineReader&&) noexcept = default;
LineReader& LineReader::operator=(LineReader&&) noexcept = default;
LineReader::~LineReader() = default;

Result<LineReader> LineReader::open(const std::string& path, std::size_t max_line_bytes) {
  auto file = open_gzip(path);
  if (!file) return tl::unexpected(std::move(file.error()));
  return LineReader(path, max_line_bytes, std::make_unique<File>(std::move(*file)));
}

Result<bool> LineReader::next(std::string_view& line) {
  line_.clear();
  ++line_number_;
  for (;;) {
    const std::size_t end = std::min(file_->unread.find('\n'), file_->unread.size());
    if (line_.size() + end > max_line_bytes_) {
      return problem(fmt::format("the line is longer than the limit of {} bytes", max_line_bytes_));
    }
    line_.append(file_->unread.substr(0, end));
    const bool complete = end < file_->unread.size();
    file_->unread.remove_prefix(complete ? end + 1 : end);
    if (complete) break;

    const int count = gzread(file_->handle.get(), file_->buffer.data(),
                             static_cast<unsigned>(file_->buffer.size()));
    int code = Z_OK;
    const char* message = gzerror(file_->handle.get(), &code);
    // zlib says nothing but "buffer error" at the end of a file that stops too early.
    if (code == Z_BUF_ERROR) return problem("the file ends in the middle of its gzip data");
    if (count < 0) {
      return problem(
          fmt::format("cannot be read: {}", code == Z_ERRNO ? std::strerror(errno) : message));
    }
    if (count == 0) {
      if (line_.empty()) return false;
      break;
    }
    file_->unread = {file_->buffer.data(), static_cast<std::size_t>(count)};
  }
  line = line_;
  return true;
}

tl::unexpected<Diagnostics> LineReader::problem(std::string message) const {
  Diagnostics diagnostics(path_);
  diagnostics.error({static_cast<std::uint32_t>(line_number_), 1}, std::move(message));
  return tl::unexpected<Diagnostics>(std::move(diagnostics));
}

}  // namespace palamedes::exercise
