#include "http/message.h"

#include <algorithm>
#include <array>
#include <charconv>

#include <fmt/format.h>

#include "base/letters.h"

namespace palamedes::http {
namespace {

constexpr int bad_request = 400;
constexpr int too_large = 413;
constexpr int head_too_large = 431;
constexpr int not_implemented = 501;
constexpr int version_not_supported = 505;

bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_blank(char c) { return c == ' ' || c == '\t'; }

// RFC 9110, 5.6.2.
bool is_token(std::string_view text) {
  constexpr std::string_view marks = "!#$%&'*+-.^_`|~";
  const auto fits = [&](char c) {
    return is_digit(c) || (lower(c) >= 'a' && lower(c) <= 'z') ||
           marks.find(c) != std::string_view::npos;
  };
  return !text.empty() && std::all_of(text.begin(), text.end(), fits);
}

// Nothing in it that would end a line or steer a terminal; bytes over 0x7f are old alphabets.
bool is_field_text(std::string_view text) {
  return std::all_of(text.begin(), text.end(), [](char c) {
    return static_cast<unsigned char>(c) >= 0x80 || c == '\t' || (c >= ' ' && c < 0x7f);
  });
}

bool is_target(std::string_view text) {
  return !text.empty() &&
         std::all_of(text.begin(), text.end(), [](char c) { return c > ' ' && c < 0x7f; });
}

std::string_view trimmed(std::string_view text) {
  while (!text.empty() && is_blank(text.front())) text.remove_prefix(1);
  while (!text.empty() && is_blank(text.back())) text.remove_suffix(1);
  return text;
}

// Digits and nothing else; nothing where the number is too large as well.
std::optional<std::uint64_t> read_number(std::string_view text, int base) {
  std::uint64_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number, base);
  if (error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
  return number;
}

// "HTTP/1.0" or "HTTP/1.1"; of other versions only the first digit matters.
bool is_version(std::string_view text) {
  return text.size() == 8 && text.starts_with("HTTP/") && is_digit(text[5]) && text[6] == '.' &&
         is_digit(text[7]);
}

}  // namespace

std::optional<std::string_view> Fields::find(std::string_view name) const {
  for (const Field& field : list_) {
    if (same_in_any_case(field.name, name)) return field.value;
  }
  return std::nullopt;
}

std::vector<std::string_view> Fields::all(std::string_view name) const {
  std::vector<std::string_view> values;
  for (const Field& field : list_) {
    if (same_in_any_case(field.name, name)) values.emplace_back(field.value);
  }
  return values;
}

void MessageReader::take(std::string_view bytes) {
  begun_ = begun_ || !bytes.empty();
  if (refusal_ || is_done()) return;
  unread_ += bytes;
  while (!refusal_ && !is_done() && advance()) {
  }
  unread_.erase(0, used_);
  used_ = 0;
}

void MessageReader::end() {
  if (refusal_ || is_done()) return;
  if (stage_ == Stage::to_the_end) {
    stage_ = Stage::done;
  } else {
    refuse(bad_request, begun_ ? "the message did not come to its end" : "nothing came");
  }
}

bool MessageReader::reads_lines() const {
  switch (stage_) {
    case Stage::counted:
    case Stage::chunk:
    case Stage::to_the_end:
    case Stage::done:
      return false;
    default:
      return true;
  }
}

bool MessageReader::advance() { return reads_lines() ? take_line() : take_body(); }

bool MessageReader::take_line() {
  const std::size_t end = unread_.find('\n', used_);
  const std::size_t size = (end == std::string::npos ? unread_.size() : end + 1) - used_;
  if (line_bytes_ + size > limits_.head_bytes) {
    refuse(head_too_large, fmt::format("the head has more than {} bytes", limits_.head_bytes));
    return false;
  }
  if (end == std::string::npos) return false;
  line_bytes_ += size;
  std::string_view line = std::string_view(unread_).substr(used_, size - 1);
  used_ += size;
  if (line.ends_with('\r')) line.remove_suffix(1);
  if (is_field_text(line)) {
    read_line(line);
  } else {
    refuse(bad_request, "there is a byte in the head that cannot be part of it");
  }
  return true;
}

bool MessageReader::take_body() {
  const std::string_view here = std::string_view(unread_).substr(used_);
  if (here.empty() && (expected_ > 0 || stage_ == Stage::to_the_end)) return false;
  const std::size_t count =
      stage_ == Stage::to_the_end
          ? here.size()
          : static_cast<std::size_t>(std::min<std::uint64_t>(expected_, here.size()));
  if (body_.size() + count > limits_.body_bytes) {
    refuse(too_large, fmt::format("the message has more than {} bytes", limits_.body_bytes));
    return false;
  }
  body_ += here.substr(0, count);
  used_ += count;
  if (stage_ == Stage::to_the_end) return true;
  expected_ -= count;
  if (expected_ == 0) stage_ = stage_ == Stage::chunk ? Stage::chunk_end : Stage::done;
  return true;
}

void MessageReader::read_line(std::string_view line) {
  switch (stage_) {
    case Stage::first_line:
      return read_first_line(line);
    case Stage::fields:
      return line.empty() ? end_head() : read_field(line);
    case Stage::chunk_size:
      return read_chunk_size(line);
    case Stage::chunk_end:
      if (!line.empty()) return refuse(bad_request, "a chunk is longer than it says");
      stage_ = Stage::chunk_size;
      return;
    case Stage::trailer:
      if (line.empty()) stage_ = Stage::done;
      return;
    default:
      return;
  }
}

void MessageReader::read_first_line(std::string_view line) {
  if (line.empty()) return;  // some send one after the body of the message before
  if (kind_ == MessageKind::request) {
    read_request_line(line);
  } else {
    read_status_line(line);
  }
}

void MessageReader::read_request_line(std::string_view line) {
  const std::size_t first = line.find(' ');
  const std::size_t last = line.rfind(' ');
  if (first == std::string_view::npos || first == last || !is_token(line.substr(0, first)) ||
      !is_target(line.substr(first + 1, last - first - 1)) || !is_version(line.substr(last + 1))) {
    return refuse(bad_request, "a request begins with a line such as 'POST / HTTP/1.1'");
  }
  if (line[last + 6] != '1') {
    return refuse(version_not_supported, "only the versions HTTP/1.0 and HTTP/1.1 are known");
  }
  head_.method = line.substr(0, first);
  head_.target = line.substr(first + 1, last - first - 1);
  stage_ = Stage::fields;
}

void MessageReader::read_status_line(std::string_view line) {
  constexpr std::size_t version_size = 8;
  const std::string_view rest = line.substr(std::min(line.size(), version_size));
  const std::string_view digits = rest.substr(0, std::min<std::size_t>(rest.size(), 4));
  const auto status = digits.starts_with(' ') ? read_number(digits.substr(1), 10) : std::nullopt;
  const bool ends = rest.size() == 4 || (rest.size() > 4 && rest[4] == ' ');
  if (!is_version(line.substr(0, version_size)) || line[5] != '1' || !ends || !status ||
      *status < 100) {
    return refuse(bad_request, "it does not speak HTTP");
  }
  head_.status = static_cast<int>(*status);
  stage_ = Stage::fields;
}

void MessageReader::read_field(std::string_view line) {
  if (is_blank(line.front())) {
    return refuse(bad_request, "a line of the head begins with a blank");
  }
  const std::size_t colon = line.find(':');
  if (colon == std::string_view::npos || !is_token(line.substr(0, colon))) {
    return refuse(bad_request, "a line of the head is no 'Name: value'");
  }
  head_.fields.add(std::string(line.substr(0, colon)),
                   std::string(trimmed(line.substr(colon + 1))));
}

void MessageReader::end_head() {
  constexpr int first_final = 200;
  if (kind_ == MessageKind::answer && head_.status < first_final) {  // the real one follows
    head_ = {};
    stage_ = Stage::first_line;
    return;
  }
  begin_body();
}

void MessageReader::begin_body() {
  constexpr int no_content = 204;
  constexpr int not_modified = 304;
  const auto codings = head_.fields.all("Transfer-Encoding");
  const auto lengths = head_.fields.all("Content-Length");
  if (!codings.empty() && !lengths.empty()) {
    return refuse(bad_request, "the head has both Content-Length and Transfer-Encoding");
  }
  if (head_.status == no_content || head_.status == not_modified) return expect(0, Stage::counted);
  if (!codings.empty()) {
    if (codings.size() > 1 || !same_in_any_case(codings.front(), "chunked")) {
      return refuse(not_implemented, "the only Transfer-Encoding that is known is 'chunked'");
    }
    return expect(0, Stage::chunk_size);
  }
  if (lengths.empty()) {
    const bool request = kind_ == MessageKind::request;
    return expect(0, request ? Stage::counted : Stage::to_the_end);
  }
  const auto length = read_number(lengths.front(), 10);
  if (!length || std::any_of(lengths.begin(), lengths.end(), [&](std::string_view other) {
        return read_number(other, 10) != length;
      })) {
    return refuse(bad_request, "Content-Length is not one number of bytes");
  }
  expect(*length, Stage::counted);
}

void MessageReader::read_chunk_size(std::string_view line) {
  const auto size = read_number(trimmed(line.substr(0, line.find(';'))), 16);
  if (!size) return refuse(bad_request, "a chunk does not begin with its size");
  expect(*size, *size == 0 ? Stage::trailer : Stage::chunk);
}

void MessageReader::expect(std::uint64_t bytes, Stage stage) {
  if (bytes > limits_.body_bytes - body_.size()) {
    return refuse(too_large, fmt::format("the message has more than {} bytes", limits_.body_bytes));
  }
  expected_ = bytes;
  stage_ = stage;
}

void MessageReader::refuse(int status, std::string words) { refusal_ = {status, std::move(words)}; }

std::string status_text(int status) {
  struct Known {
    int status;
    std::string_view words;
  };
  constexpr std::array<Known, 15> known = {{{200, "OK"},
                                            {204, "No Content"},
                                            {304, "Not Modified"},
                                            {400, "Bad Request"},
                                            {403, "Forbidden"},
                                            {404, "Not Found"},
                                            {405, "Method Not Allowed"},
                                            {408, "Request Timeout"},
                                            {409, "Conflict"},
                                            {413, "Content Too Large"},
                                            {431, "Request Header Fields Too Large"},
                                            {500, "Internal Server Error"},
                                            {501, "Not Implemented"},
                                            {503, "Service Unavailable"},
                                            {505, "HTTP Version Not Supported"}}};
  for (const Known& entry : known) {
    if (entry.status == status) return fmt::format("{} {}", status, entry.words);
  }
  return fmt::format("{} Status", status);
}

namespace {

std::string lines(std::string first, const Fields& fields) {
  first += "\r\n";
  for (const Field& field : fields.list()) {
    first += fmt::format("{}: {}\r\n", field.name, field.value);
  }
  return first + "\r\n";
}

}  // namespace

std::string answer_head(int status, const Fields& fields) {
  return lines("HTTP/1.1 " + status_text(status), fields);
}

std::string request_head(std::string_view method, std::string_view target, const Fields& fields) {
  return lines(fmt::format("{} {} HTTP/1.1", method, target), fields);
}

}  // namespace palamedes::http
