#include <algorithm>
#include <initializer_list>
#include <optional>

#include <fmt/format.h>

#include "base/graph.h"
#include "gdl/checks/pass.h"

namespace palamedes::gdl::checks {
namespace {

// Which relation needs which, through live clauses only: what can never fire asks for nothing.
Edges find_needs(const Pass& pass) {
  Edges needs(pass.program.relations.size());
  for (std::size_t c = 0; c < pass.rules.clauses.size(); ++c) {
    if (!pass.program.live[c]) continue;
    const Clause& clause = pass.rules.clauses[c];
    // A rule for `true` or `does` is an error of its own; what it needs would only be its echo.
    const KeywordUse* use = find_keyword(clause.head.relation);
    if (use != nullptr && !use->in_heads) continue;
    auto& list = needs[index_of(pass.program.relation_of(clause.head))];
    for (const Literal& literal : clause.body) {
      if (literal.kind == Literal::Kind::distinct) continue;
      list.push_back(static_cast<std::uint32_t>(pass.program.relation_of(literal.atom)));
    }
  }
  return needs;
}

class DependencyCheck {
 public:
  explicit DependencyCheck(Pass& pass) : pass_(pass), needs_(find_needs(pass)), finder_(needs_) {}

  void forbid(Symbol name, std::initializer_list<Symbol> forbidden) {
    const auto start = relation_of(name);
    if (!start) return;
    std::vector<std::uint32_t> targets;
    for (const Symbol other : forbidden) {
      if (const auto target = relation_of(other)) targets.push_back(*target);
    }
    // What lies behind a forbidden relation is no news.
    finder_.search(*start, [&](std::uint32_t relation) {
      return std::find(targets.begin(), targets.end(), relation) == targets.end();
    });
    for (const std::uint32_t target : targets) {
      if (finder_.has_reached(target)) report(finder_.path_to(target));
    }
  }

 private:
  [[nodiscard]] std::optional<std::uint32_t> relation_of(Symbol name) const {
    const auto relation = pass_.program.find(name, find_keyword(name)->arity);
    if (!relation) return std::nullopt;
    return static_cast<std::uint32_t>(*relation);
  }

  void report(const std::vector<std::uint32_t>& path) {
    const Symbol start = pass_.program.relations[path.front()].name;
    const Symbol target = pass_.program.relations[path.back()].name;
    std::vector<std::string> names;
    for (const std::uint32_t relation : path) {
      names.emplace_back(pass_.name(pass_.program.relations[relation].name));
    }
    const SourceLocation where = place(path[0], path[1]);
    std::string way = path.size() > 2 ? arrows(names) : std::string{};
    if (start == keyword::terminal && target == keyword::does) {
      // Who asks whether the game is over does so before anybody moves.
      pass_.diagnostics.warning(
          where, "'terminal' depends on 'does', of which nothing holds when the end is judged",
          std::move(way));
    } else {
      pass_.diagnostics.error(
          where, fmt::format("'{}' must not depend on '{}'", pass_.name(start), pass_.name(target)),
          std::move(way));
    }
  }

  // The first condition of a live clause that makes one relation need the other.
  [[nodiscard]] SourceLocation place(std::uint32_t head, std::uint32_t needed) const {
    for (const std::uint32_t c : pass_.program.relations[head].clauses) {
      for (const Literal& literal : pass_.rules.clauses[c].body) {
        if (literal.kind != Literal::Kind::distinct &&
            pass_.program.relation_of(literal.atom) == RelationId{needed}) {
          return literal.atom.where;
        }
      }
    }
    return {};
  }

  Pass& pass_;
  Edges needs_;
  PathFinder finder_;
};

}  // namespace

void check_dependencies(Pass& pass) {
  DependencyCheck check(pass);
  for (const Symbol name : {keyword::role, keyword::init, keyword::base, keyword::input}) {
    check.forbid(name, {keyword::truth, keyword::does, keyword::next, keyword::legal, keyword::goal,
                        keyword::terminal});
  }
  for (const Symbol name : {keyword::legal, keyword::goal, keyword::terminal}) {
    check.forbid(name, {keyword::does, keyword::next});
  }
}

}  // namespace palamedes::gdl::checks
