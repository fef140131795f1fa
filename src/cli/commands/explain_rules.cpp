#include <algorithm>

#include <fmt/format.h>

#include "cli/commands/explain.h"
#include "cli/json.h"
#include "cli/screen.h"
#include "cli/text.h"
#include "gdl/parser.h"
#include "gdl/printer.h"

namespace palamedes::cli::commands {
namespace {

// A sentence begins at the margin, its conditions are indented.
std::vector<std::string> sentences_of(std::string_view text) {
  std::vector<std::string> sentences;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    const std::string_view line = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    if (line.starts_with(' ') && !sentences.empty()) {
      sentences.back().append("\n").append(line);
    } else if (!line.empty()) {
      sentences.emplace_back(line);
    }
  }
  return sentences;
}

// Facts of one relation stay together, everything else gets room.
std::string with_room(const std::vector<std::string>& sentences) {
  const auto relation = [](const std::string& sentence) {
    return sentence.substr(0, sentence.find(' '));
  };
  std::string text;
  for (std::size_t i = 0; i < sentences.size(); ++i) {
    const bool rule = sentences[i].starts_with("(<=");
    if (i > 0 && (rule || relation(sentences[i]) != relation(sentences[i - 1]))) text += '\n';
    text += sentences[i] + '\n';
  }
  return text;
}

std::string_view name_of(gdl::Scope scope) {
  switch (scope) {
    case gdl::Scope::fixed:
      return "fixed";
    case gdl::Scope::state:
      return "state";
    case gdl::Scope::moves:
      return "moves";
  }
  return "";
}

// `true` and `does` have no clauses: they come from the state and from the players.
bool is_listed(const gdl::Relation& relation) { return !relation.clauses.empty(); }

// As comments, so that the whole output is still a rule sheet.
std::string relation_table(const gdl::Loaded& loaded) {
  Table table;
  table.column("relation", Table::Align::left);
  table.column("arity");
  table.column("clauses");
  table.column("depends on", Table::Align::left);
  table.column("", Table::Align::left);
  for (const gdl::Relation& relation : loaded.program.relations) {
    if (!is_listed(relation)) continue;
    table.row({std::string(loaded.rules.symbols.name(relation.name)),
               fmt::format("{}", relation.arity), fmt::format("{}", relation.clauses.size()),
               relation.scope == gdl::Scope::fixed ? "nothing"
                                                   : fmt::format("{}", name_of(relation.scope)),
               relation.recursive ? "recursive" : ""});
  }
  return commented(table.titles(1) + table.rows(1));
}

Json relations_json(const gdl::Loaded& loaded) {
  Json list = Json::array();
  for (const gdl::Relation& relation : loaded.program.relations) {
    if (!is_listed(relation)) continue;
    list.add(Json::object({{"name", loaded.rules.symbols.name(relation.name)},
                           {"arity", relation.arity},
                           {"clauses", relation.clauses.size()},
                           {"depends_on", name_of(relation.scope)},
                           {"recursive", relation.recursive}}));
  }
  return list;
}

void show(Screen& screen, const ExplainSettings& settings, const std::string& name,
          const std::vector<std::string>& sentences, const gdl::Loaded* loaded) {
  if (settings.as_json()) {
    Json json = Json::object({{"rules", name},
                              {"stage", settings.stage},
                              {"rewritten", settings.rewritten},
                              {"sentences", sentences}});
    if (loaded != nullptr) json.add("relations", relations_json(*loaded));
    screen.print(json.text());
    return;
  }
  if (loaded == nullptr) {
    screen.print(
        fmt::format("; {}: {} as they were read\n\n", name, counted(sentences.size(), "sentence")));
  } else {
    screen.print(fmt::format("; {}: {} after all rewrites\n;\n{}\n", name,
                             counted(sentences.size(), "clause"), relation_table(*loaded)));
  }
  screen.print(with_room(sentences));
}

}  // namespace

Exit explain_rules(Screen& screen, const ExplainSettings& settings) {
  auto text = read_rules(settings.rules, settings.load.read.max_bytes);
  if (!text) {
    screen.complain(text.error());
    return Exit::failed;
  }
  if (settings.rewritten) {
    const auto loaded = gdl::load(text->text, text->name, settings.load);
    if (!loaded) {
      screen.complain(loaded.error());
      return Exit::failed;
    }
    show(screen, settings, text->name, sentences_of(gdl::to_text(loaded->rules)), &*loaded);
    return Exit::success;
  }
  Diagnostics diagnostics(text->name);
  const gdl::Sheet sheet =
      gdl::parse_sheet(text->text, text->name, settings.load.read, diagnostics);
  if (diagnostics.has_errors()) {
    diagnostics.sort();
    screen.complain(diagnostics);
    return Exit::failed;
  }
  show(screen, settings, text->name, sentences_of(gdl::to_text(sheet)), nullptr);
  return Exit::success;
}

}  // namespace palamedes::cli::commands
