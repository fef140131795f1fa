#include "exercise/trace.h"

#include <algorithm>
#include <string_view>
#include <utility>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "base/numbers.h"
#include "gdl/expression.h"
#include "model/forward_model.h"

namespace palamedes::exercise {
namespace {

using Json = nlohmann::json;

// What is wrong with a line; never leaves this file.
struct Malformed {
  std::size_t column;
  std::string message;
};

[[noreturn]] void reject(std::string message) { throw Malformed{1, std::move(message)}; }

// Foreign text in a message: short, and nothing that a terminal would obey.
std::string quotable(std::string_view text) {
  constexpr std::size_t longest = 160;
  std::string result(text.substr(0, longest));
  for (char& c : result) {
    if (c < ' ' || c > '~') c = '?';
  }
  if (text.size() > longest) result += "...";
  return result;
}

const Json& member(const Json& object, const char* key, const std::string& place) {
  const auto at = object.find(key);
  if (at == object.end()) reject(fmt::format("{} has no \"{}\"", place, key));
  return *at;
}

const Json& array(const Json& value, const std::string& place) {
  if (!value.is_array()) reject(fmt::format("{} is {}, not a list", place, value.type_name()));
  return value;
}

bool boolean(const Json& value, const std::string& place) {
  if (!value.is_boolean()) {
    reject(fmt::format("{} is {}, not true or false", place, value.type_name()));
  }
  return value.get<bool>();
}

std::string text(const Json& value, const std::string& place) {
  if (!value.is_string()) reject(fmt::format("{} is {}, not a text", place, value.type_name()));
  return value.get<std::string>();
}

// A term without arguments may be written with parentheses: `(p)` is `p`.
std::string canonical(const std::string& term) {
  std::string result;
  for (std::size_t at = 0; at < term.size(); ++at) {
    const std::size_t end = term[at] == '(' ? term.find_first_of("( )", at + 1) : std::string::npos;
    if (end != std::string::npos && term[end] == ')') {
      result.append(term, at + 1, end - at - 1);
      at = end;
    } else {
      result += term[at];
    }
  }
  return result;
}

std::vector<std::string> texts(const Json& value, const std::string& place) {
  std::vector<std::string> result;
  for (const Json& entry : array(value, place)) {
    result.push_back(canonical(text(entry, "an entry of " + place)));
  }
  return result;
}

std::vector<std::string> sorted_texts(const Json& value, const std::string& place) {
  std::vector<std::string> result = texts(value, place);
  std::sort(result.begin(), result.end());
  return result;
}

int goal(const Json& value, const std::string& place) {
  const bool whole = value.is_number_integer();
  // Large unsigned values would wrap in the signed comparison.
  const bool small = whole && (!value.is_number_unsigned() || value.get<std::uint64_t>() <= 100);
  if (!small || value.get<std::int64_t>() < model::undefined_goal) {
    reject(fmt::format("{} holds {}, which is no whole number from -1 to 100", place,
                       quotable(value.dump(-1, ' ', true, Json::error_handler_t::replace))));
  }
  return value.get<int>();
}

void expect_size(std::size_t size, std::size_t roles, const std::string& place) {
  if (size != roles) {
    reject(fmt::format("{} has {}, but there {} {}", place, counted(size, "entry", "entries"),
                       roles == 1 ? "is" : "are", counted(roles, "role")));
  }
}

// Before the end: legal moves, and one of them chosen unless the recording stopped there.
void read_moves(const Json& object, const TraceMatch& match, bool last, const std::string& place,
                TraceStep& step) {
  const std::string legal_place = place + ": \"legal\"";
  for (const Json& moves : array(member(object, "legal", place), legal_place)) {
    step.legal.push_back(sorted_texts(moves, legal_place));
  }
  expect_size(step.legal.size(), match.roles.size(), legal_place);
  if (!object.contains("move")) {
    if (!last) reject(place + " has no \"move\"");
    if (!match.truncated) {
      reject(place + " is the last, but neither terminal nor is the match truncated");
    }
    return;
  }
  if (last) reject(place + " has a \"move\", but the state after it is missing");
  step.move = texts(object["move"], place + ": \"move\"");
  expect_size(step.move.size(), match.roles.size(), place + ": \"move\"");
  for (std::size_t role = 0; role < match.roles.size(); ++role) {
    if (!std::binary_search(step.legal[role].begin(), step.legal[role].end(), step.move[role])) {
      reject(fmt::format("{}: the move '{}' of '{}' is not among its legal moves", place,
                         quotable(step.move[role]), quotable(match.roles[role])));
    }
  }
}

TraceStep read_step(const Json& object, const TraceMatch& match, std::size_t number, bool last) {
  const std::string place = fmt::format("step {}", number);
  if (!object.is_object()) {
    reject(fmt::format("{} is {}, not an object", place, object.type_name()));
  }
  TraceStep step;
  step.state = sorted_texts(member(object, "state", place), place + ": \"state\"");
  step.terminal = boolean(member(object, "terminal", place), place + ": \"terminal\"");
  if (!*step.terminal) {
    read_moves(object, match, last, place, step);
    return step;
  }
  if (!last) reject(place + " is terminal, but steps follow");
  if (match.truncated) reject(place + " is terminal, but the match is called truncated");
  const std::string goals_place = place + ": \"goals\"";
  for (const Json& value : array(member(object, "goals", place), goals_place)) {
    step.goals.push_back(goal(value, goals_place));
  }
  expect_size(step.goals.size(), match.roles.size(), goals_place);
  return step;
}

// The terms of a KIF text in canonical form.
std::vector<std::string> terms(const std::string& text, const std::string& place) {
  gdl::SymbolTable symbols;
  Diagnostics diagnostics;
  const gdl::Expressions expressions =
      gdl::read_expressions(text, symbols, {.max_bytes = text.size()}, diagnostics);
  if (diagnostics.has_errors()) {
    reject(fmt::format("{}: {}", place, diagnostics.list().front().message));
  }
  std::vector<std::string> result;
  for (const auto index : expressions.top()) {
    result.push_back(gdl::to_text(expressions, index, symbols));
  }
  return result;
}

std::string term(const Json& value, const std::string& place) {
  std::vector<std::string> all = terms(text(value, place), place);
  if (all.size() != 1) reject(place + " is not one term");
  return std::move(all.front());
}

// "( (at 1) p )"
std::vector<std::string> record_state(const Json& value, const std::string& place) {
  std::string list = text(value, place);
  const std::size_t open = list.find_first_not_of(" \t\n");
  const std::size_t close = list.find_last_not_of(" \t\n");
  if (open == std::string::npos || list[open] != '(' || list[close] != ')' || open == close) {
    reject(place + " is no list of facts");
  }
  std::vector<std::string> facts = terms(list.substr(open + 1, close - open - 1), place);
  std::sort(facts.begin(), facts.end());
  return facts;
}

// Where the rules gave several values there is no single one to compare with.
std::vector<int> record_goals(const Json& object, std::size_t roles) {
  std::vector<int> goals;
  for (const Json& value : array(member(object, "goalValues", "the match"), "\"goalValues\"")) {
    goals.push_back(goal(value, "\"goalValues\""));
  }
  expect_size(goals.size(), roles, "\"goalValues\"");
  if (!object.contains("goalValuesAll")) return goals;
  const Json& all = array(object["goalValuesAll"], "\"goalValuesAll\"");
  expect_size(all.size(), roles, "\"goalValuesAll\"");
  for (std::size_t role = 0; role < roles; ++role) {
    const std::size_t values = array(all[role], "an entry of \"goalValuesAll\"").size();
    if (values > 1) goals[role] = model::undefined_goal;
  }
  return goals;
}

TraceMatch read_record(const Json& object, std::size_t line) {
  const std::string place = "the match";
  TraceMatch match{.line = line};
  if (object.contains("gameName")) match.game = text(object["gameName"], "\"gameName\"");
  for (const Json& role : array(member(object, "gameRoleNames", place), "\"gameRoleNames\"")) {
    match.roles.push_back(term(role, "an entry of \"gameRoleNames\""));
  }
  if (match.roles.empty()) reject("\"gameRoleNames\" is empty");
  const bool completed = boolean(member(object, "isCompleted", place), "\"isCompleted\"");
  match.truncated = !completed;
  const Json& states = array(member(object, "states", place), "\"states\"");
  const Json& moves = array(member(object, "moves", place), "\"moves\"");
  if (states.size() != moves.size() + 1) {
    reject(fmt::format("{} for {}: there must be one state more than joint moves",
                       counted(states.size(), "state"), counted(moves.size(), "joint move")));
  }
  for (std::size_t i = 0; i < states.size(); ++i) {
    const bool last = i == moves.size();
    TraceStep step;
    step.state = record_state(states[i], fmt::format("state {}", i + 1));
    if (!last || completed) step.terminal = last;
    if (last && completed) step.goals = record_goals(object, match.roles.size());
    if (!last) {
      const std::string moves_place = fmt::format("joint move {}", i + 1);
      for (const Json& move : array(moves[i], moves_place)) {
        step.move.push_back(term(move, moves_place));
      }
      expect_size(step.move.size(), match.roles.size(), moves_place);
    }
    match.steps.push_back(std::move(step));
  }
  return match;
}

TraceMatch read_match(const Json& object, std::size_t line) {
  if (!object.is_object()) {
    reject(fmt::format("a match must be an object, not {}", object.type_name()));
  }
  if (object.contains("gameRoleNames")) return read_record(object, line);
  const std::string place = "the match";
  TraceMatch match{.line = line};
  match.game = text(member(object, "game", place), "\"game\"");
  match.roles = texts(member(object, "roles", place), "\"roles\"");
  if (match.roles.empty()) reject("\"roles\" is empty");
  match.truncated = boolean(member(object, "truncated", place), "\"truncated\"");
  const Json& steps = array(member(object, "steps", place), "\"steps\"");
  if (steps.empty()) reject("\"steps\" is empty");
  for (std::size_t i = 0; i < steps.size(); ++i) {
    match.steps.push_back(read_step(steps[i], match, i + 1, i + 1 == steps.size()));
  }
  return match;
}

// The JSON library's own words without its error number and without the line, which is always 1.
std::string plain_words(std::string_view what) {
  if (const std::size_t at = what.find("] "); at != std::string_view::npos) {
    what.remove_prefix(at + 2);
  }
  if (const std::size_t at = what.find(": ");
      what.starts_with("parse error at") && at != std::string_view::npos) {
    what.remove_prefix(at + 2);
  }
  return quotable(what);
}

TraceMatch read_line(std::string_view line, std::size_t number) {
  try {
    return read_match(Json::parse(line), number);
  } catch (const Json::parse_error& error) {
    throw Malformed{std::max<std::size_t>(error.byte, 1),
                    "is not JSON: " + plain_words(error.what())};
  } catch (const Json::exception& error) {
    throw Malformed{1, plain_words(error.what())};
  }
}

// Whether the braces and brackets of JSON are closed, line after line.
class Nesting {
 public:
  void take(std::string_view line) {
    for (const char c : line) take(c);
  }
  [[nodiscard]] bool is_open() const { return depth_ > 0; }

 private:
  void take(char c) {
    if (in_text_) {
      if (!escaped_ && c == '"') in_text_ = false;
      escaped_ = !escaped_ && c == '\\';
      return;
    }
    in_text_ = c == '"';
    if (c == '{' || c == '[') ++depth_;
    if (c == '}' || c == ']') --depth_;
  }

  long depth_ = 0;
  bool in_text_ = false;
  bool escaped_ = false;
};

}  // namespace

Result<TraceMatch> parse_match(std::string_view text, const std::string& file, std::size_t line) {
  try {
    return read_line(text, line);
  } catch (const Malformed& malformed) {
    // The place in a text of several lines.
    const std::string_view before = text.substr(0, std::min(malformed.column - 1, text.size()));
    const auto lines = std::count(before.begin(), before.end(), '\n');
    const std::size_t column = before.size() - (before.rfind('\n') + 1) + 1;
    Diagnostics diagnostics(file);
    diagnostics.error({static_cast<std::uint32_t>(line + static_cast<std::size_t>(lines)),
                       static_cast<std::uint32_t>(column)},
                      malformed.message);
    return tl::unexpected(std::move(diagnostics));
  }
}

Result<TraceReader> TraceReader::open(const std::string& path, const TraceLimits& limits) {
  auto lines = LineReader::open(path, limits.max_line_bytes);
  if (!lines) return tl::unexpected(std::move(lines.error()));
  return TraceReader(std::move(*lines), limits.max_line_bytes);
}

Result<std::optional<TraceMatch>> TraceReader::next() {
  constexpr const char* blanks = " \t\r";
  std::string_view line;
  std::size_t first = 0;
  do {
    const Result<bool> more = lines_.next(line);
    if (!more) return tl::unexpected(more.error());
    if (!*more) return std::nullopt;
    first = line.find_first_not_of(blanks);
  } while (first == std::string_view::npos);
  const std::size_t number = lines_.line_number();
  std::string object;
  if (line[first] == '{' && line.find_first_not_of(blanks, first + 1) == std::string_view::npos) {
    object = line;
    if (const Result<void> read = read_object(object); !read) return tl::unexpected(read.error());
    line = object;
  }
  auto match = parse_match(line, lines_.path(), number);
  if (!match) return tl::unexpected(std::move(match.error()));
  return std::optional(std::move(*match));
}

Result<void> TraceReader::read_object(std::string& text) {
  const std::size_t first_line = lines_.line_number();
  Nesting nesting;
  nesting.take(text);
  while (nesting.is_open()) {
    std::string_view line;
    const Result<bool> more = lines_.next(line);
    if (!more) return tl::unexpected(more.error());
    if (!*more) return {};
    nesting.take(line);
    if (text.size() + line.size() >= max_bytes_) {
      Diagnostics diagnostics(lines_.path());
      diagnostics.error({static_cast<std::uint32_t>(first_line), 1},
                        fmt::format("the match is longer than the limit of {} bytes", max_bytes_));
      return tl::unexpected(std::move(diagnostics));
    }
    text.append(1, '\n').append(line);
  }
  return {};
}

}  // namespace palamedes::exercise
