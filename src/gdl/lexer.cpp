#include "gdl/lexer.h"

#include <fmt/format.h>

namespace palamedes::gdl {
namespace {

bool is_blank(unsigned char c) {
  return c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\f' || c == '\v';
}
bool is_bad(unsigned char c) { return (c < 0x20 && !is_blank(c)) || c >= 0x7f; }
bool is_atom(unsigned char c) {
  return !is_blank(c) && !is_bad(c) && c != '(' && c != ')' && c != ';';
}
char to_lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

constexpr std::string_view byte_order_mark = "\xef\xbb\xbf";

}  // namespace

Lexer::Lexer(std::string_view text, Diagnostics& diagnostics)
    : text_(text), diagnostics_(diagnostics) {
  if (text_.starts_with(byte_order_mark)) skipped_ = byte_order_mark.size();
  text_.remove_prefix(skipped_);
}

// LF, CR LF and the lone CR of old files all end a line.
bool Lexer::at_line_end() const {
  const char c = text_[position_];
  if (c != '\r') return c == '\n';
  return position_ + 1 == text_.size() || text_[position_ + 1] != '\n';
}

void Lexer::step() {
  if (at_line_end()) {
    ++where_.line;
    where_.column = 1;
  } else {
    ++where_.column;
  }
  ++position_;
}

void Lexer::skip_blanks() {
  while (position_ < text_.size()) {
    if (is_blank(static_cast<unsigned char>(text_[position_]))) {
      step();
    } else if (text_[position_] == ';') {
      while (position_ < text_.size() && !at_line_end()) step();
    } else {
      return;
    }
  }
}

void Lexer::skip_bad_bytes() {
  const SourceLocation where = where_;
  const auto first = static_cast<unsigned char>(text_[position_]);
  while (position_ < text_.size() && is_bad(static_cast<unsigned char>(text_[position_]))) step();
  diagnostics_.error(where, fmt::format("byte 0x{:02x} cannot be part of a rule", first),
                     "only ASCII is allowed outside comments");
}

Token Lexer::next() {
  for (;;) {
    skip_blanks();
    const SourceLocation where = where_;
    if (position_ >= text_.size()) return {TokenKind::end, {}, where};
    const auto c = static_cast<unsigned char>(text_[position_]);
    if (is_bad(c)) {
      skip_bad_bytes();
      continue;
    }
    if (c == '(' || c == ')') {
      step();
      return {c == '(' ? TokenKind::open : TokenKind::close, {}, where};
    }
    const std::size_t offset = skipped_ + position_;
    lower_.clear();
    while (position_ < text_.size() && is_atom(static_cast<unsigned char>(text_[position_]))) {
      lower_ += to_lower(text_[position_]);
      step();
    }
    return {TokenKind::atom, lower_, where, offset};
  }
}

}  // namespace palamedes::gdl
