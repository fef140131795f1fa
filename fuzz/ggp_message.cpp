// Arbitrary bytes as a protocol message, and as an answer to INFO.

#include <cstddef>
#include <cstdint>
#include <string>

#include "ggp/message.h"
#include "require.h"

namespace {

using namespace palamedes;
using namespace palamedes::ggp;

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string text(data, data + size);
  MessageLimits limits;
  limits.read.max_depth = 200;
  const auto message = read_message(text, limits);
  if (message) {
    const std::string written = to_text(*message);
    MessageLimits no_limit = limits;
    no_limit.read.max_bytes = std::size_t{1} << 30U;
    const auto again = read_message(written, no_limit);
    require(again.has_value(), "what was written can be read");
    require(*again == *message, "what was written means the same");
    require(to_text(*again) == written, "writing is idempotent");
  } else {
    require(message.error().has_errors(), "a failure has an error");
    for (const Diagnostic& diagnostic : message.error().list()) {
      require(!diagnostic.message.empty(), "each diagnostic says something");
      require(to_string(diagnostic).size() < 1000, "diagnostics are short");
    }
  }
  if (const auto status = read_status(text)) {
    for (const InfoForm form : {InfoForm::fields, InfoForm::word}) {
      const auto again = read_status(to_text(*status, form));
      if (form == InfoForm::fields && status->name.empty()) continue;
      require(again && again->available == status->available, "a status means the same");
    }
  }
  return 0;
}
