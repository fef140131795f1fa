// Arbitrary bytes as a request and as an answer, at once and in pieces.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "http/message.h"
#include "require.h"

namespace {

using namespace palamedes::http;
using palamedes::require;

MessageReader read(MessageKind kind, std::string_view text, std::size_t piece) {
  constexpr MessageLimits limits{.head_bytes = 1000, .body_bytes = 2000};
  MessageReader reader(kind, limits);
  for (std::size_t at = 0; at < text.size(); at += piece) reader.take(text.substr(at, piece));
  reader.end();
  require(reader.is_done() != reader.refusal().has_value(), "a message is done or refused");
  require(reader.body().size() <= limits.body_bytes, "a body keeps to its limit");
  if (reader.refusal()) {
    require(reader.refusal()->status >= 400 && reader.refusal()->status < 600,
            "a status of errors");
    require(!reader.refusal()->words.empty(), "a refusal says why");
  }
  return reader;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  for (const MessageKind kind : {MessageKind::request, MessageKind::answer}) {
    MessageReader whole = read(kind, text, std::max<std::size_t>(1, size));
    MessageReader pieces = read(kind, text, 1 + size / 7);
    require(whole.is_done() == pieces.is_done(), "pieces do not matter");
    if (!whole.is_done()) continue;
    require(whole.body() == pieces.body(), "pieces do not matter to the body");
    const Head& head = whole.head();
    const bool request = kind == MessageKind::request;
    const std::string written = request ? request_head(head.method, head.target, head.fields)
                                        : answer_head(head.status, head.fields);
    MessageReader again(kind);
    again.take(written);
    require(again.has_head(), "what was written can be read");
    require(again.head().fields.list().size() == head.fields.list().size(), "with all its fields");
  }
  return 0;
}
