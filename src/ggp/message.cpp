#include "ggp/message.h"

#include <charconv>
#include <cmath>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "base/numbers.h"
#include "base/suggest.h"
#include "gdl/symbols.h"

namespace palamedes::ggp {
namespace {

using gdl::Expressions;
using Index = Expressions::Index;

constexpr std::string_view name_of_text = "message";

// Reads the arguments of one message after the other and collects what is wrong with them.
class Reader {
 public:
  Reader(std::string_view text, const MessageLimits& limits)
      : text_(text),
        limits_(limits),
        diagnostics_(std::string(name_of_text)),
        expressions_(gdl::read_expressions(text, symbols_, limits.read, diagnostics_)) {}

  Result<Message> read() {
    Message message = diagnostics_.has_errors() ? Message{} : read_whole();
    if (!diagnostics_.has_errors()) return message;
    diagnostics_.sort();
    return tl::unexpected(std::move(diagnostics_));
  }

 private:
  Message read_whole() {
    const std::vector<Index>& top = expressions_.top();
    if (top.empty()) return wrong({}, "there is no message", "(INFO) would be one");
    if (top.size() > 1) return wrong(at(top[1]).where, "there is something after the message");
    if (at(top[0]).is_list) {
      parts_ = expressions_.children(top[0]);
      place_ = at(top[0]).where;
    } else {
      parts_ = {top[0]};  // INFO without parentheses, as some send it
      place_ = at(top[0]).where;
    }
    if (parts_.empty() || at(parts_[0]).is_list)
      return wrong(place_, "a message starts with a word");
    return read_kind(symbols_.name(at(parts_[0]).symbol));
  }

  Message read_kind(std::string_view kind) {
    if (kind == "info") return has_arguments(0, 0) ? Message(Info{}) : Message{};
    if (kind == "preview") return has_arguments(2, 2) ? preview() : Message{};
    if (kind == "start") return has_arguments(5, most_arguments) ? start() : Message{};
    if (kind == "play") return has_arguments(2, 2) ? Message(Play{match(), moves()}) : Message{};
    if (kind == "stop") return has_arguments(2, 2) ? Message(Stop{match(), moves()}) : Message{};
    if (kind == "abort") return has_arguments(1, 1) ? Message(Abort{match()}) : Message{};
    static const std::vector<std::string> known = {"info", "preview", "start",
                                                   "play", "stop",    "abort"};
    return wrong(at(parts_[0]).where, fmt::format("there is no message {}", quote(kind)),
                 did_you_mean(kind, known));
  }

  static constexpr std::size_t most_arguments = 1000;

  bool has_arguments(std::size_t least, std::size_t most) {
    const std::size_t count = parts_.size() - 1;
    if (least <= count && count <= most) return true;
    wrong(place_, fmt::format("{} takes {}{}, not {}", quote(symbols_.name(at(parts_[0]).symbol)),
                              least < most ? "at least " : "", counted(least, "argument"), count));
    return false;
  }

  Message preview() {
    Preview preview;
    preview.rules = rules(1);
    preview.clock = clock(2, "the preview clock");
    return preview;
  }

  Message start() {
    Start start;
    start.match = match();
    start.role = gdl::to_text(expressions_, parts_[2], symbols_);
    start.rules = rules(3);
    start.start_clock = clock(4, "the start clock");
    start.play_clock = clock(5, "the play clock");
    return start;
  }

  std::string match() {
    const auto& node = at(parts_[1]);
    if (node.is_list) {
      wrong(node.where, "the name of a match is a word");
      return {};
    }
    std::string name = gdl::as_written(text_, node, symbols_);
    if (name.size() > limits_.max_name) {
      wrong(node.where, fmt::format("the name of the match has {} bytes, more than {}", name.size(),
                                    limits_.max_name));
    }
    return name;
  }

  std::string rules(std::size_t part) {
    const Index list = parts_[part];
    if (!at(list).is_list) {
      wrong(at(list).where, "the rules are a list of sentences");
      return {};
    }
    std::string text;
    for (const Index sentence : expressions_.children(list)) {
      text += gdl::to_text(expressions_, sentence, symbols_) + "\n";
    }
    return text;
  }

  std::optional<JointMove> moves() {
    const Index list = parts_[2];
    if (!at(list).is_list) {
      if (symbols_.name(at(list).symbol) == "nil") return std::nullopt;
      wrong(at(list).where, "the moves are a list, or nil on the first turn");
      return std::nullopt;
    }
    const std::vector<Index> children = expressions_.children(list);
    if (children.empty()) return std::nullopt;  // some write an empty list for nil
    JointMove moves;
    for (const Index move : children) {
      moves.push_back(gdl::to_text(expressions_, move, symbols_));
    }
    return moves;
  }

  double clock(std::size_t part, std::string_view what) {
    const auto& node = at(parts_[part]);
    const std::string_view text = node.is_list ? "()" : symbols_.name(node.symbol);
    double seconds = -1;
    const auto [end, error] =
        std::from_chars(text.data(), text.data() + text.size(), seconds, std::chars_format::fixed);
    const bool number = error == std::errc{} && end == text.data() + text.size();
    if (!number || !(seconds >= 0 && seconds <= limits_.max_clock)) {
      wrong(node.where, fmt::format("{} is {}, no number of seconds from 0 to {}", what,
                                    quote(text), limits_.max_clock));
    }
    return std::round(seconds * 1000) / 1000;  // what is written again is then the same
  }

  Message wrong(SourceLocation where, std::string what, std::string hint = {}) {
    diagnostics_.error(where, std::move(what), std::move(hint));
    return {};
  }

  [[nodiscard]] const Expressions::Node& at(Index index) const { return expressions_.at(index); }

  std::string_view text_;
  const MessageLimits& limits_;
  gdl::SymbolTable symbols_;
  Diagnostics diagnostics_;
  Expressions expressions_;
  std::vector<Index> parts_;
  SourceLocation place_;
};

std::string text_of(const std::optional<JointMove>& moves) {
  return moves ? fmt::format("({})", fmt::join(*moves, " ")) : "NIL";
}

std::string text_of(double clock) {
  return clock == std::floor(clock) ? fmt::format("{:.0f}", clock) : fmt::format("{:.3f}", clock);
}

// As it was written; a list, which no name should be, in canonical form.
std::string name_of(std::string_view text, const Expressions& expressions, Index index,
                    const gdl::SymbolTable& symbols) {
  const auto& node = expressions.at(index);
  return node.is_list ? gdl::to_text(expressions, index, symbols)
                      : gdl::as_written(text, node, symbols);
}

struct Writer {
  std::string operator()(const Info&) const { return "(INFO)"; }
  std::string operator()(const Preview& preview) const {
    return fmt::format("(PREVIEW ({}) {})", preview.rules, text_of(preview.clock));
  }
  std::string operator()(const Start& start) const {
    return fmt::format("(START {} {} ({}) {} {})", start.match, start.role, start.rules,
                       text_of(start.start_clock), text_of(start.play_clock));
  }
  std::string operator()(const Play& play) const {
    return fmt::format("(PLAY {} {})", play.match, text_of(play.moves));
  }
  std::string operator()(const Stop& stop) const {
    return fmt::format("(STOP {} {})", stop.match, text_of(stop.moves));
  }
  std::string operator()(const Abort& abort) const {
    return fmt::format("(ABORT {})", abort.match);
  }
};

}  // namespace

Result<Message> read_message(std::string_view text, const MessageLimits& limits) {
  return Reader(text, limits).read();
}

std::string to_text(const Message& message) { return std::visit(Writer{}, message); }

std::string to_text(const Status& status, InfoForm form) {
  const std::string_view word = status.available ? "available" : "busy";
  if (form == InfoForm::word) return std::string(word);
  return fmt::format("( ( name {} ) ( status {} ) )", status.name, word);
}

std::optional<Status> read_status(std::string_view text) {
  gdl::SymbolTable symbols;
  Diagnostics diagnostics;
  const Expressions answer = gdl::read_expressions(text, symbols, {}, diagnostics);
  if (diagnostics.has_errors() || answer.top().size() != 1) return std::nullopt;
  const Index top = answer.top().front();
  Status status;
  std::string word;
  if (!answer.at(top).is_list) word = gdl::to_text(answer, top, symbols);
  for (Index field = answer.at(top).first; field != Expressions::none;
       field = answer.at(field).next) {
    const std::vector<Index> pair =
        answer.at(field).is_list ? answer.children(field) : std::vector<Index>{field};
    if (pair.size() == 1) {
      word = gdl::to_text(answer, pair[0], symbols);  // (available)
      continue;
    }
    if (pair.empty()) continue;
    const std::string key = gdl::to_text(answer, pair[0], symbols);
    if (key == "name") status.name = name_of(text, answer, pair[1], symbols);
    if (key == "status") word = gdl::to_text(answer, pair[1], symbols);
  }
  if (word != "available" && word != "busy") return std::nullopt;
  status.available = word == "available";
  return status;
}

}  // namespace palamedes::ggp
