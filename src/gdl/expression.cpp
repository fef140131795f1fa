#include "gdl/expression.h"

#include <algorithm>

#include <fmt/format.h>

#include "gdl/lexer.h"

namespace palamedes::gdl {
namespace {

void write(const Expressions& expressions, Expressions::Index index, const SymbolTable& symbols,
           std::string& text) {
  const Expressions::Node& node = expressions.at(index);
  if (!node.is_list) {
    text += symbols.name(node.symbol);
    return;
  }
  const std::size_t begin = text.size();
  text += '(';
  std::size_t children = 0;
  for (Expressions::Index child = node.first; child != Expressions::none;
       child = expressions.at(child).next) {
    if (children++ > 0) text += ' ';
    write(expressions, child, symbols, text);
  }
  if (children == 1 && text[begin + 1] != '(') {
    text.erase(begin, 1);
  } else {
    text += ')';
  }
}

}  // namespace

std::vector<Expressions::Index> Expressions::children(Index list) const {
  std::vector<Index> result;
  for (Index child = nodes_[list].first; child != none; child = nodes_[child].next) {
    result.push_back(child);
  }
  return result;
}

Expressions read_expressions(std::string_view text, SymbolTable& symbols, const ReadLimits& limits,
                             Diagnostics& diagnostics) {
  Expressions result;
  if (text.size() > limits.max_bytes) {
    diagnostics.error({},
                      fmt::format("the text has {} bytes, more than the limit of {}", text.size(),
                                  limits.max_bytes),
                      "a larger --max-bytes allows more");
    return result;
  }
  struct Open {
    Expressions::Index list;
    Expressions::Index last_child;
    SourceLocation suspect;  // the first child that starts a line in column 1, if any
  };
  const std::size_t max_depth = std::min(limits.max_depth, ReadLimits::deepest);
  std::vector<Open> open;
  auto& nodes = result.nodes_;
  const auto append = [&](const Expressions::Node& node) {
    const auto index = static_cast<Expressions::Index>(nodes.size());
    nodes.push_back(node);
    if (open.empty()) {
      result.top_.push_back(index);
    } else {
      Open& parent = open.back();
      if (parent.last_child == Expressions::none) {
        nodes[parent.list].first = index;
      } else {
        nodes[parent.last_child].next = index;
      }
      parent.last_child = index;
    }
    return index;
  };

  Lexer lexer(text, diagnostics);
  for (Token token = lexer.next();; token = lexer.next()) {
    switch (token.kind) {
      case TokenKind::atom:
        append({.where = token.where,
                .symbol = symbols.intern(token.text),
                .offset = static_cast<std::uint32_t>(token.offset)});
        break;
      case TokenKind::open: {
        if (open.size() >= max_depth) {
          diagnostics.error(
              token.where, fmt::format("parentheses are nested deeper than {}", max_depth),
              max_depth < ReadLimits::deepest ? "a larger --max-depth allows more" : "");
          return result;
        }
        if (token.where.column == 1 && !open.empty() && open.back().suspect.line == 0) {
          open.back().suspect = token.where;
        }
        const auto index = append({.where = token.where, .is_list = true});
        open.push_back({index, Expressions::none, {}});
        break;
      }
      case TokenKind::close:
        if (open.empty()) {
          diagnostics.error(token.where, "')' closes nothing", "is one '(' missing before it?");
        } else {
          open.pop_back();
        }
        break;
      case TokenKind::end:
        for (const Open& unclosed : open) {
          diagnostics.error(
              nodes[unclosed.list].where, "'(' is never closed",
              unclosed.suspect.line == 0
                  ? std::string{}
                  : fmt::format("is a ')' missing before line {}?", unclosed.suspect.line));
        }
        return result;
    }
  }
}

std::string as_written(std::string_view text, const Expressions::Node& atom,
                       const SymbolTable& symbols) {
  return std::string(text.substr(atom.offset, symbols.name(atom.symbol).size()));
}

std::string to_text(const Expressions& expressions, Expressions::Index index,
                    const SymbolTable& symbols) {
  std::string text;
  write(expressions, index, symbols, text);
  return text;
}

}  // namespace palamedes::gdl
