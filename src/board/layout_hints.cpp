#include "board/layout_hints.h"

#include <algorithm>
#include <array>
#include <map>
#include <utility>

#include <fmt/format.h>

#include "base/suggest.h"
#include "board/term.h"
#include "gdl/expression.h"

namespace palamedes::board {
namespace {

namespace keyword = gdl::keyword;
using gdl::Expressions;

constexpr std::size_t most_bytes = 100'000;
constexpr std::size_t most_coordinates = 4;

// What can be true in a state, and with how many arguments.
std::map<std::string, std::size_t> relations_of(const gdl::Loaded& game) {
  std::map<std::string, std::size_t> arities;
  for (const gdl::Clause& clause : game.rules.clauses) {
    const gdl::Symbol head = clause.head.relation;
    if (head != keyword::init && head != keyword::next && head != keyword::base) continue;
    if (clause.head.args.empty() || clause.head.args.front().is_variable()) continue;
    const gdl::Term& fact = clause.head.args.front();
    std::size_t& arity = arities[std::string(game.rules.symbols.name(fact.symbol))];
    arity = std::max(arity, fact.args.size());
  }
  return arities;
}

std::vector<std::string> names_of(const std::map<std::string, std::size_t>& relations) {
  std::vector<std::string> names;
  for (const auto& [name, arity] : relations) names.push_back(name);
  return names;
}

class Reader {
 public:
  Reader(std::string_view text, const std::string& file, const gdl::Loaded& game)
      : problems_(file), relations_(relations_of(game)) {
    gdl::ReadLimits limits;
    limits.max_bytes = most_bytes;
    expressions_ = gdl::read_expressions(text, symbols_, limits, problems_);
  }

  Result<LayoutHints> read() {
    for (const Expressions::Index each : expressions_.top()) read_hint(each);
    if (problems_.has_errors()) {
      problems_.sort();
      return tl::unexpected(std::move(problems_));
    }
    return std::move(hints_);
  }

 private:
  struct Word {
    std::string text;
    SourceLocation where;
  };

  void read_hint(Expressions::Index index) {
    const SourceLocation where = expressions_.at(index).where;
    const auto parts = words(index);
    if (!parts) {
      problems_.error(where, "a hint is a list of words", "as (rows down)");
      return;
    }
    const std::string& name = parts->front().text;
    const std::vector<Word> rest(parts->begin() + 1, parts->end());
    if (name == "board") {
      read_board(where, rest);
    } else if (name == "list" || name == "hide") {
      read_relations(where, rest, name == "list" ? hints_.listed : hints_.hidden);
    } else if (name == "empty") {
      if (rest.empty()) problems_.error(where, "'empty' needs a word", "as (empty b)");
      for (const Word& word : rest) hints_.empty.insert(word.text);
    } else if (name == "rows") {
      if (const auto way = one_of(where, name, rest, {"up", "down"})) hints_.rows_down = *way == 1;
    } else if (name == "hexagons") {
      constexpr std::array leans = {Lean::none, Lean::right, Lean::left};
      const auto way = one_of(where, name, rest, {"none", "right", "left"});
      if (way) hints_.lean = leans.at(*way);
    } else {
      static const std::vector<std::string> known = {"board", "list",     "hide",
                                                     "empty", "hexagons", "rows"};
      std::string hint = did_you_mean(name, known);
      if (hint.empty()) hint = "there are board, list, hide, empty, hexagons and rows";
      problems_.error(parts->front().where, fmt::format("there is no hint '{}'", name),
                      std::move(hint));
    }
  }

  // Those of a list of words; nothing of any other shape.
  [[nodiscard]] std::optional<std::vector<Word>> words(Expressions::Index index) const {
    if (!expressions_.at(index).is_list) return std::nullopt;
    std::vector<Word> result;
    for (const Expressions::Index each : expressions_.children(index)) {
      const Expressions::Node& node = expressions_.at(each);
      if (node.is_list) return std::nullopt;
      result.push_back({std::string(symbols_.name(node.symbol)), node.where});
    }
    if (result.empty()) return std::nullopt;
    return result;
  }

  void read_board(SourceLocation where, const std::vector<Word>& words) {
    constexpr const char* example = "as (board cell 1 2): column and row are arguments 1 and 2";
    if (words.size() < 2 || words.size() > 1 + most_coordinates) {
      problems_.error(where, "'board' needs a relation and one to four arguments of it", example);
      return;
    }
    const auto arity = arity_of(words.front());
    if (!arity) return;
    LayoutHints::Board board{.relation = words.front().text, .arguments = {}};
    for (std::size_t i = 1; i < words.size(); ++i) {
      const std::string& text = words[i].text;
      constexpr std::size_t most_digits = 3;
      const std::size_t number =
          is_number(text) && text.size() <= most_digits ? std::stoul(text) : 0;
      if (number < 1 || number > *arity) {
        problems_.error(
            words[i].where,
            fmt::format("'{}' is no argument of '{}', which has {}", text, board.relation, *arity),
            example);
        return;
      }
      const auto& known = board.arguments;
      if (std::find(known.begin(), known.end(), number - 1) != known.end()) {
        problems_.error(words[i].where, fmt::format("argument {} is named twice", number));
        return;
      }
      board.arguments.push_back(number - 1);
    }
    hints_.boards.push_back(std::move(board));
  }

  void read_relations(SourceLocation where, const std::vector<Word>& words,
                      std::set<std::string>& target) {
    if (words.empty()) problems_.error(where, "there is no relation named");
    for (const Word& word : words) {
      if (arity_of(word)) target.insert(word.text);
    }
  }

  std::optional<std::size_t> arity_of(const Word& relation) {
    const auto found = relations_.find(relation.text);
    if (found != relations_.end()) return found->second;
    problems_.error(relation.where,
                    fmt::format("nothing in a state of this game is called '{}'", relation.text),
                    did_you_mean(relation.text, names_of(relations_)));
    return std::nullopt;
  }

  std::optional<std::size_t> one_of(SourceLocation where, const std::string& name,
                                    const std::vector<Word>& words,
                                    const std::vector<std::string>& choices) {
    const auto at = words.size() == 1 ? std::find(choices.begin(), choices.end(), words[0].text)
                                      : choices.end();
    if (at != choices.end()) return static_cast<std::size_t>(at - choices.begin());
    std::string all;
    for (const std::string& choice : choices) all += (all.empty() ? "" : " or ") + choice;
    problems_.error(where, fmt::format("'{}' needs one of {}", name, all));
    return std::nullopt;
  }

  Diagnostics problems_;
  std::map<std::string, std::size_t> relations_;
  gdl::SymbolTable symbols_;
  Expressions expressions_;
  LayoutHints hints_;
};

}  // namespace

const LayoutHints::Board* LayoutHints::board_of(const std::string& relation) const {
  const auto at = std::find_if(boards.begin(), boards.end(),
                               [&](const Board& each) { return each.relation == relation; });
  return at == boards.end() ? nullptr : &*at;
}

Result<LayoutHints> read_layout_hints(std::string_view text, const std::string& file,
                                      const gdl::Loaded& game) {
  return Reader(text, file, game).read();
}

}  // namespace palamedes::board
