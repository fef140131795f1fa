#pragma once
// Reading whole files, plain or gzip, never more than the caller allows.

#include <cstddef>
#include <string>

#include "base/diagnostic.h"

namespace palamedes {

// The text of a file; gzip is unpacked when the content says so. "-" is standard input. More than
// `max_bytes` after unpacking is an error.
[[nodiscard]] Result<std::string> read_text(const std::string& path, std::size_t max_bytes);

}  // namespace palamedes
