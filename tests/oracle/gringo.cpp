#include "oracle/gringo.h"

#include <array>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <memory>

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include "gdl/load.h"

namespace palamedes::oracle {
namespace {

namespace keyword = gdl::keyword;
using gdl::Atom;
using gdl::Literal;
using gdl::Term;

using RelationKey = std::pair<gdl::Symbol, std::size_t>;
RelationKey key_of(const Atom& atom) { return {atom.relation, atom.args.size()}; }

// Relations that say something about a state or a move, directly or through others.
std::set<RelationKey> changing(const gdl::Rules& rules) {
  const std::set<gdl::Symbol> given = {keyword::truth, keyword::does, keyword::next,
                                       keyword::legal, keyword::goal, keyword::terminal};
  std::set<RelationKey> result;
  const auto changes = [&](const Atom& atom) {
    return given.contains(atom.relation) || result.contains(key_of(atom));
  };
  bool more = true;
  while (more) {
    more = false;
    for (const gdl::Clause& clause : rules.clauses) {
      if (changes(clause.head)) {
        more = result.insert(key_of(clause.head)).second || more;
        continue;
      }
      for (const Literal& literal : clause.body) {
        if (literal.kind != Literal::Kind::distinct && changes(literal.atom)) {
          more = result.insert(key_of(clause.head)).second || more;
        }
      }
    }
  }
  for (const gdl::Symbol symbol : given) {
    for (std::size_t arity = 0; arity <= 2; ++arity) result.emplace(symbol, arity);
  }
  return result;
}

std::string to_asp(const Term& term) {
  const auto number = static_cast<std::uint32_t>(term.symbol);
  if (term.is_variable()) return fmt::format("V{}", term.variable);
  if (term.args.empty()) return fmt::format("c{}", number);
  std::string text = fmt::format("f{}(", number);
  for (std::size_t i = 0; i < term.args.size(); ++i) {
    text += (i == 0 ? "" : ",") + to_asp(term.args[i]);
  }
  return text + ")";
}

std::string to_asp(const Atom& atom) {
  std::string text =
      fmt::format("r{}_{}", static_cast<std::uint32_t>(atom.relation), atom.args.size());
  for (std::size_t i = 0; i < atom.args.size(); ++i) {
    text += (i == 0 ? "(" : ",") + to_asp(atom.args[i]);
  }
  return atom.args.empty() ? text : text + ")";
}

// Reads gringo's facts back.
class FactReader {
 public:
  FactReader(std::string_view text, const gdl::SymbolTable& symbols)
      : rest_(text), symbols_(symbols) {}

  // A fact of one of the relations that are compared, else an empty text.
  std::string read() {
    if (rest_.empty() || rest_.front() != 'r') return {};
    rest_.remove_prefix(1);
    const gdl::Symbol relation = number();
    if (relation != keyword::legal && relation != keyword::next && relation != keyword::goal &&
        relation != keyword::terminal && relation != keyword::truth && relation != keyword::does) {
      return {};
    }
    rest_.remove_prefix(1);  // the line before the arity
    number();
    std::string text(symbols_.name(relation));
    return rest_.front() == '(' ? "(" + text + arguments() + ")" : text;
  }

 private:
  gdl::Symbol number() {
    std::uint32_t value = 0;
    while (!rest_.empty() && rest_.front() >= '0' && rest_.front() <= '9') {
      value = value * 10 + static_cast<std::uint32_t>(rest_.front() - '0');
      rest_.remove_prefix(1);
    }
    return gdl::Symbol{value};
  }
  std::string arguments() {
    std::string text;
    do {
      rest_.remove_prefix(1);  // ( or ,
      text += " " + term();
    } while (rest_.front() == ',');
    rest_.remove_prefix(1);  // )
    return text;
  }
  std::string term() {
    const bool function = rest_.front() == 'f';
    rest_.remove_prefix(1);
    std::string text(symbols_.name(number()));
    return function ? "(" + text + arguments() + ")" : text;
  }

  std::string_view rest_;
  const gdl::SymbolTable& symbols_;
};

// What a command prints, and its exit status.
std::pair<std::string, int> output_of(const std::string& command) {
  std::FILE* pipe = popen(command.c_str(), "r");
  if (pipe == nullptr) return {"", -1};
  std::string text;
  std::array<char, 65536> buffer{};
  while (const std::size_t size = std::fread(buffer.data(), 1, buffer.size(), pipe)) {
    text.append(buffer.data(), size);
  }
  const int status = pclose(pipe);
  return {std::move(text), status};
}

}  // namespace

bool has_gringo() {
  static const bool found = std::system("command -v gringo > /dev/null 2>&1") == 0;
  return found;
}

std::string to_asp(const gdl::Rules& rules) {
  const std::set<RelationKey> dynamic = changing(rules);
  std::string text;
  for (const gdl::Clause& clause : rules.clauses) {
    text += to_asp(clause.head);
    std::string_view before = " :- ";
    for (const Literal& literal : clause.body) {
      std::string condition;
      if (literal.kind == Literal::Kind::distinct) {
        condition = to_asp(literal.atom.args[0]) + " != " + to_asp(literal.atom.args[1]);
      } else if (literal.kind == Literal::Kind::positive) {
        condition = to_asp(literal.atom);
      } else if (!dynamic.contains(key_of(literal.atom))) {
        condition = "not " + to_asp(literal.atom);
      } else {
        continue;
      }
      text += std::string(before) + condition;
      before = ", ";
    }
    text += ".\n";
  }
  const auto feed = [&](gdl::Symbol from, gdl::Symbol to, std::string_view arguments, int arity) {
    text += fmt::format("r{1}_{3}({2}) :- r{0}_{3}({2}).\n", static_cast<std::uint32_t>(from),
                        static_cast<std::uint32_t>(to), arguments, arity);
  };
  feed(keyword::init, keyword::truth, "X", 1);
  feed(keyword::next, keyword::truth, "X", 1);
  feed(keyword::legal, keyword::does, "R,X", 2);
  return text;
}

Answer ask_gringo(const gdl::Rules& rules, int seconds) {
  const auto path = std::filesystem::temp_directory_path() /
                    fmt::format("palamedes_oracle_{}.lp", static_cast<long>(getpid()));
  std::ofstream(path) << to_asp(rules);
  const auto [text, status] = output_of(
      fmt::format("timeout {} gringo --warn=none --text '{}' 2>&1", seconds, path.string()));
  std::filesystem::remove(path);
  if (status != 0) {
    return {{}, fmt::format("gringo ended with status {}: {}", status, text.substr(0, 500))};
  }
  Answer answer;
  std::string_view rest = text;
  while (!rest.empty()) {
    const std::size_t end = rest.find('\n');
    const std::string_view line = rest.substr(0, end);
    rest = end == std::string_view::npos ? std::string_view{} : rest.substr(end + 1);
    if (line.find(":-") != std::string_view::npos) {
      answer.error = "not decided by gringo: " + std::string(line.substr(0, 200));
      return answer;
    }
    std::string fact = FactReader(line, rules.symbols).read();
    if (!fact.empty()) answer.atoms.insert(std::move(fact));
  }
  return answer;
}

Atoms atoms_of(const ground::GroundRules& rules) {
  using ground::RelationKind;
  Atoms result;
  for (std::uint32_t atom = 0; atom < rules.atoms.size(); ++atom) {
    switch (rules.atoms[atom].kind) {
      case RelationKind::truth:
      case RelationKind::does:
      case RelationKind::legal:
      case RelationKind::next:
      case RelationKind::goal:
      case RelationKind::terminal:
        result.insert(rules.text(atom));
        break;
      default:
        break;
    }
  }
  return result;
}

Atoms of_roles(const Atoms& atoms, const ground::GroundRules& rules) {
  Atoms result;
  for (const std::string& atom : atoms) {
    bool keep = true;
    for (const std::string_view relation : {"(legal ", "(does ", "(goal "}) {
      if (!atom.starts_with(relation)) continue;
      keep = false;
      for (const gdl::TermId role : rules.roles) {
        const std::string name = rules.pool.text(role, rules.symbols) + " ";
        keep = keep || std::string_view(atom).substr(relation.size()).starts_with(name);
      }
    }
    if (keep) result.insert(atom);
  }
  return result;
}

void expect_same_as_gringo(std::string_view text, std::string_view name) {
  const auto game = gdl::load(text, std::string(name));
  ASSERT_TRUE(game) << name;
  constexpr int patience = 60;
  const Answer answer = ask_gringo(game->rules, patience);
  ASSERT_EQ(answer.error, "") << name;
  for (const bool decompose : {false, true}) {
    const auto rules = ground::ground(
        *game, {.decompose = decompose, .demand = ground::GroundOptions::Demand::never});
    ASSERT_TRUE(rules) << name;
    const Atoms ours = atoms_of(*rules);
    const Atoms theirs = of_roles(answer.atoms, *rules);
    EXPECT_FALSE(ours.empty()) << name;
    std::size_t differences = 0;
    for (const std::string& atom : ours) {
      if (theirs.contains(atom) || ++differences > 3) continue;
      ADD_FAILURE() << name << ": only gringo does without " << atom;
    }
    for (const std::string& atom : theirs) {
      if (ours.contains(atom) || ++differences > 6) continue;
      ADD_FAILURE() << name << ": only gringo has " << atom;
    }
    EXPECT_EQ(differences, 0U) << name << (decompose ? ", decomposed" : ", as written") << ": "
                               << ours.size() << " atoms here, " << theirs.size() << " there";
  }
}

}  // namespace palamedes::oracle
