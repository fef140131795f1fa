#pragma once
// Reading whole files, plain or gzip, never more than the caller allows; writing whole files.

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>

#include "base/diagnostic.h"

struct gzFile_s;  // zlib's

namespace palamedes {

using GzipFile = std::unique_ptr<gzFile_s, int (*)(gzFile_s*)>;

// A file for zlib to read, which passes plain text on as it is. "-" is standard input.
[[nodiscard]] Result<GzipFile> open_gzip(const std::string& path);

// The text of a file; gzip is unpacked when the content says so. "-" is standard input. More than
// `max_bytes` after unpacking is an error, and `option` is what a user changes to allow more.
[[nodiscard]] Result<std::string> read_text(const std::string& path, std::size_t max_bytes,
                                            std::string_view option = {});

// Who reads the file sees the old text or the new one, never a part of it.
[[nodiscard]] Result<void> write_text(const std::string& path, const std::string& text);

// The same, packed: the same text gives the same file.
[[nodiscard]] Result<void> write_gzip(const std::string& path, const std::string& text);

// A folder that is there afterwards, with those above it.
[[nodiscard]] Result<void> make_folder(const std::string& path);
// A word for the name of a file: what is no letter, digit, '_' or '-' becomes '_'.
[[nodiscard]] std::string file_word(std::string text);

// Whether write_text() will do it, as far as that can be known: writes an empty file beside it.
[[nodiscard]] Result<void> check_writable(const std::string& path);

}  // namespace palamedes
