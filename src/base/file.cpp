#include "base/file.h"

#include <array>
#include <cctype>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <memory>
#include <string_view>
#include <system_error>

#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zlib.h>

namespace palamedes {

Result<GzipFile> open_gzip(const std::string& path) {
  const bool standard_input = path == "-";
  if (!standard_input) {
    struct stat info {};
    if (stat(path.c_str(), &info) != 0) {
      return failure(path, fmt::format("cannot be read: {}", std::strerror(errno)));
    }
    if (S_ISDIR(info.st_mode)) return failure(path, "is a folder, not a file");
  }
  errno = 0;
  gzFile raw = standard_input ? gzdopen(dup(STDIN_FILENO), "rb") : gzopen(path.c_str(), "rb");
  if (raw == nullptr) {
    return failure(path, fmt::format("cannot be opened: {}",
                                     errno != 0 ? std::strerror(errno) : "out of memory"));
  }
  return GzipFile(raw, gzclose);
}

Result<std::string> read_text(const std::string& path, std::size_t max_bytes,
                              std::string_view option) {
  const auto opened = open_gzip(path);
  if (!opened) return tl::unexpected(opened.error());
  const GzipFile& file = *opened;
  std::string text;
  std::array<char, 1 << 16> buffer{};
  for (;;) {
    const int count = gzread(file.get(), buffer.data(), buffer.size());
    if (count < 0) {
      int code = 0;
      std::string_view message = gzerror(file.get(), &code);
      if (code == Z_ERRNO) message = std::strerror(errno);
      // zlib puts the path in front, which the diagnostic has already.
      if (message.starts_with(path + ": ")) message.remove_prefix(path.size() + 2);
      return failure(path, fmt::format("cannot be read: {}", message));
    }
    if (count == 0) {
      int code = 0;
      gzerror(file.get(), &code);
      if (code == Z_BUF_ERROR) return failure(path, "ends in the middle of its gzip data");
      break;
    }
    if (text.size() + static_cast<std::size_t>(count) > max_bytes) {
      return failure(path, fmt::format("is larger than the limit of {} bytes", max_bytes),
                     option.empty() ? "" : fmt::format("a larger {} allows more", option));
    }
    text.append(buffer.data(), static_cast<std::size_t>(count));
  }
  return text;
}

Result<void> write_text(const std::string& path, const std::string& text) {
  const std::string beside = fmt::format("{}.{}.part", path, getpid());
  const auto fail = [&](const char* what) {
    const std::string reason = std::strerror(errno);
    std::remove(beside.c_str());
    return failure(path, fmt::format("{}: {}", what, reason));
  };
  std::FILE* file = std::fopen(beside.c_str(), "wb");
  if (file == nullptr) return fail("cannot be written");
  const bool written = std::fwrite(text.data(), 1, text.size(), file) == text.size();
  if (std::fclose(file) != 0 || !written) return fail("cannot be written");
  if (std::rename(beside.c_str(), path.c_str()) != 0) return fail("cannot be replaced");
  return {};
}

Result<void> write_gzip(const std::string& path, const std::string& text) {
  constexpr int with_gzip_header = 16;
  z_stream stream{};
  if (deflateInit2(&stream, Z_BEST_COMPRESSION, Z_DEFLATED, MAX_WBITS + with_gzip_header,
                   MAX_MEM_LEVEL, Z_DEFAULT_STRATEGY) != Z_OK) {
    return failure(path, "cannot be packed: out of memory");
  }
  std::string packed(deflateBound(&stream, text.size()), '\0');
  // zlib does not write to what it reads
  // NOLINTNEXTLINE(cppcoreguidelines-pro-type-const-cast)
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(text.data()));
  stream.avail_in = static_cast<uInt>(text.size());
  stream.next_out = reinterpret_cast<Bytef*>(packed.data());
  stream.avail_out = static_cast<uInt>(packed.size());
  const int state = deflate(&stream, Z_FINISH);
  packed.resize(stream.total_out);
  deflateEnd(&stream);
  if (state != Z_STREAM_END) return failure(path, "cannot be packed: it is too large");
  return write_text(path, packed);
}

Result<void> make_folder(const std::string& path) {
  std::error_code error;
  std::filesystem::create_directories(path, error);
  if (error) return failure(path, "cannot be made: " + error.message());
  return {};
}

std::string file_word(std::string text) {
  for (char& c : text) {
    if (std::isalnum(static_cast<unsigned char>(c)) == 0 && c != '_' && c != '-') c = '_';
  }
  return text;
}

Result<void> check_writable(const std::string& path) {
  struct stat info {};
  if (stat(path.c_str(), &info) == 0 && S_ISDIR(info.st_mode)) {
    return failure(path, "is a folder, not a file");
  }
  const std::string beside = fmt::format("{}.{}.part", path, getpid());
  std::FILE* file = std::fopen(beside.c_str(), "wb");
  if (file == nullptr) {
    return failure(path, fmt::format("cannot be written: {}", std::strerror(errno)));
  }
  (void)std::fclose(file);
  std::remove(beside.c_str());
  return {};
}

}  // namespace palamedes
