#pragma once
// HTTP messages as they come over a connection, byte by byte: a head of lines, then a body.
//
//   METHOD TARGET HTTP/1.x          or   HTTP/1.x STATUS REASON
//   Name: value                          ...
//   (an empty line)
//   body: Content-Length bytes, or chunks, or (of an answer) whatever comes until the end
//
// Lines end with CR LF or with LF alone, as old software writes them; what is written here has CR
// LF. Everything else that is not as RFC 9112 wants it is refused: what two programs read
// differently can be used to deceive one of them.

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace palamedes::http {

struct MessageLimits {
  std::size_t head_bytes = std::size_t{64} << 10U;  // with the lines between chunks
  std::size_t body_bytes = std::size_t{8} << 20U;
};

struct Field {
  std::string name;
  std::string value;
};

class Fields {
 public:
  Fields() = default;
  Fields(std::initializer_list<Field> list) : list_(list) {}

  void add(std::string name, std::string value) {
    list_.push_back({std::move(name), std::move(value)});
  }
  // The first of this name, in any case of letters.
  [[nodiscard]] std::optional<std::string_view> find(std::string_view name) const;
  [[nodiscard]] std::vector<std::string_view> all(std::string_view name) const;
  [[nodiscard]] const std::vector<Field>& list() const { return list_; }

 private:
  std::vector<Field> list_;
};

struct Head {
  std::string method;  // of a request
  std::string target;  // of a request
  int status = 0;      // of an answer
  Fields fields;
};

enum class MessageKind : std::uint8_t { request, answer };

// Why a message is refused: the status for whoever sent a request, and words.
struct Refusal {
  int status = 0;
  std::string words;
};

class MessageReader {
 public:
  explicit MessageReader(MessageKind kind, const MessageLimits& limits = {})
      : kind_(kind), limits_(limits) {}

  // What has come; nothing of it matters after the message is done or refused.
  void take(std::string_view bytes);
  // The other side has sent its last byte.
  void end();

  [[nodiscard]] bool has_head() const { return stage_ >= Stage::counted && !refusal_; }
  [[nodiscard]] bool is_done() const { return stage_ == Stage::done; }
  [[nodiscard]] const std::optional<Refusal>& refusal() const { return refusal_; }
  // Whether anything has come at all.
  [[nodiscard]] bool has_begun() const { return begun_; }

  [[nodiscard]] const Head& head() const { return head_; }
  [[nodiscard]] std::string& body() { return body_; }

 private:
  enum class Stage : std::uint8_t {
    first_line,
    fields,
    counted,     // a given number of bytes of body
    chunk_size,  // a line
    chunk,
    chunk_end,  // an empty line
    trailer,    // lines after the last chunk
    to_the_end,
    done
  };

  [[nodiscard]] bool reads_lines() const;
  // Whether anything could be done with what is there.
  bool advance();
  bool take_line();
  bool take_body();
  void read_line(std::string_view line);
  void read_first_line(std::string_view line);
  void read_request_line(std::string_view line);
  void read_status_line(std::string_view line);
  void read_field(std::string_view line);
  void read_chunk_size(std::string_view line);
  void end_head();
  void begin_body();
  void expect(std::uint64_t bytes, Stage stage);
  void refuse(int status, std::string words);

  MessageKind kind_;
  MessageLimits limits_;
  Stage stage_ = Stage::first_line;
  std::optional<Refusal> refusal_;
  bool begun_ = false;
  std::string unread_;
  std::size_t used_ = 0;        // of unread_
  std::size_t line_bytes_ = 0;  // of all lines so far
  std::uint64_t expected_ = 0;  // bytes that the body or this chunk still lacks
  Head head_;
  std::string body_;
};

// "404 Not Found"
[[nodiscard]] std::string status_text(int status);
// The first line, the fields and the empty line.
[[nodiscard]] std::string answer_head(int status, const Fields& fields);
[[nodiscard]] std::string request_head(std::string_view method, std::string_view target,
                                       const Fields& fields);

}  // namespace palamedes::http
