#pragma once
// Text to tokens. KIF as GDL uses it: parentheses, atoms, `;` comments, no case.

#include <string>
#include <string_view>

#include "base/diagnostic.h"

namespace palamedes::gdl {

enum class TokenKind : std::uint8_t { open, close, atom, end };

struct Token {
  TokenKind kind = TokenKind::end;
  std::string_view text;  // in lower case; valid until the next token
  SourceLocation where;
  std::size_t offset = 0;  // of its first byte in the text
};

// Reads one token after the other. Bytes that can be no part of KIF are reported once per run of
// such bytes and skipped.
class Lexer {
 public:
  Lexer(std::string_view text, Diagnostics& diagnostics);
  Token next();

 private:
  void skip_blanks();
  void skip_bad_bytes();
  void step();
  [[nodiscard]] bool at_line_end() const;

  std::string_view text_;
  std::size_t skipped_ = 0;  // bytes before text_
  std::size_t position_ = 0;
  SourceLocation where_{1, 1};
  Diagnostics& diagnostics_;
  std::string lower_;
};

}  // namespace palamedes::gdl
