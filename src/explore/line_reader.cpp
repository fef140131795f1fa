#include "explore/line_reader.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <utility>

#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zlib.h>

namespace palamedes::explore {

struct LineReader::File {
  explicit File(gzFile opened) : handle(opened) {}
  File(const File&) = delete;
  File& operator=(const File&) = delete;
  ~File() { gzclose(handle); }

  gzFile handle;
  std::array<char, 1 << 16> buffer{};
  std::string_view unread;
};

LineReader::LineReader(std::string path, std::size_t max_line_bytes, std::unique_ptr<File> file)
    : path_(std::move(path)), max_line_bytes_(max_line_bytes), file_(std::move(file)) {}
LineReader::LineReader(LineReader&&) noexcept = default;
LineReader& LineReader::operator=(LineReader&&) noexcept = default;
LineReader::~LineReader() = default;

Result<LineReader> LineReader::open(const std::string& path, std::size_t max_line_bytes) {
  const bool standard_input = path == "-";
  if (!standard_input) {
    struct stat info {};
    if (stat(path.c_str(), &info) != 0) {
      return failure(path, fmt::format("cannot be read: {}", std::strerror(errno)));
    }
    if (S_ISDIR(info.st_mode)) return failure(path, "is a folder, not a file");
  }
  errno = 0;
  gzFile handle = standard_input ? gzdopen(dup(STDIN_FILENO), "rb") : gzopen(path.c_str(), "rb");
  if (handle == nullptr) {
    return failure(path, fmt::format("cannot be opened: {}",
                                     errno != 0 ? std::strerror(errno) : "out of memory"));
  }
  return LineReader(path, max_line_bytes, std::make_unique<File>(handle));
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

    const int count =
        gzread(file_->handle, file_->buffer.data(), static_cast<unsigned>(file_->buffer.size()));
    int code = Z_OK;
    const char* message = gzerror(file_->handle, &code);
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

}  // namespace palamedes::explore
