#include "lab/agents.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>

#include <fmt/format.h>

#include "base/suggest.h"
#include "lab/fields.h"

namespace palamedes::lab {
namespace {

// An agent as it stands in the file.
struct RawAgent {
  std::string name;
  SourceLocation where;
  std::optional<std::string> extends;
  SourceLocation extends_where;
  std::optional<std::string> spec;
  SourceLocation spec_where;
  TomlTable parameters;
  std::string label;
};

// `select.k = 1` without quotes is a table in a table.
void flatten(const TomlTable& from, const std::string& prefix, TomlTable& to) {
  for (const TomlEntry& entry : from) {
    if (const auto* inner = std::get_if<TomlTable>(&entry.value.data)) {
      flatten(*inner, prefix + entry.name + ".", to);
    } else {
      to.push_back({prefix + entry.name, entry.where, entry.value});
    }
  }
}

class Resolver {
 public:
  explicit Resolver(Diagnostics& errors) : errors_(errors) {}

  std::vector<ExperimentAgent> resolve(const TomlTable& table) {
    for (const TomlEntry& entry : table) {
      names_.push_back(entry.name);
      raw_.emplace(entry.name, read(entry));
    }
    std::vector<ExperimentAgent> agents;
    for (const std::string& name : names_) {
      const RawAgent& raw = raw_.at(name);
      ExperimentAgent agent{name, raw.label.empty() ? name : raw.label, {}, {}};
      if (auto spec = spec_of(raw)) {
        agent.spec = std::move(*spec);
        agent.resolved = agent::resolved_text(agent.spec);
      }
      agents.push_back(std::move(agent));
    }
    return agents;
  }

 private:
  void take_errors(SourceLocation where, const Diagnostics& others) {
    for (const Diagnostic& other : others.list()) errors_.error(where, other.message, other.hint);
  }

  RawAgent read(const TomlEntry& entry) {
    RawAgent agent;
    agent.name = entry.name;
    agent.where = entry.where;
    check_name("agent", entry.name, entry.where, errors_);
    const auto* table = std::get_if<TomlTable>(&entry.value.data);
    if (table == nullptr) {
      errors_.error(entry.value.where,
                    fmt::format("an agent needs a table, not {}", entry.value.kind()));
      return agent;
    }
    Fields fields(*table, entry.where, errors_);
    agent.extends = fields.text("extends");
    agent.extends_where = fields.where("extends");
    agent.spec = fields.text("spec");
    agent.spec_where = fields.where("spec");
    agent.label = fields.text("label").value_or("");
    if (const TomlTable* parameters = fields.table("parameters")) {
      flatten(*parameters, "", agent.parameters);
    }
    fields.refuse_others();
    if (!fields.has("spec") && !fields.has("extends")) {
      errors_.error(entry.where, fmt::format("the agent {} has neither 'spec' nor 'extends'",
                                             quote(entry.name)));
    }
    return agent;
  }

  // The agent itself, then the one it extends, and so on; empty if the line has no end.
  std::vector<const RawAgent*> line_of(const RawAgent& agent) {
    std::vector<const RawAgent*> line;
    std::set<std::string> seen;
    for (const RawAgent* at = &agent;;) {
      if (!seen.insert(at->name).second) {
        errors_.error(agent.extends_where,
                      fmt::format("the agent {} extends itself", quote(agent.name)));
        return {};
      }
      line.push_back(at);
      if (!at->extends) return line;
      const auto base = raw_.find(*at->extends);
      if (base == raw_.end()) {
        errors_.error(at->extends_where,
                      fmt::format("there is no agent {} in this file", quote(*at->extends)),
                      did_you_mean(*at->extends, names_));
        return {};
      }
      at = &base->second;
    }
  }

  // The nearest spec, and all parameters on the line to it and beyond, one's own last: another
  // spec does not take inherited parameters away.
  std::optional<agent::Spec> spec_of(const RawAgent& agent) {
    const std::vector<const RawAgent*> line = line_of(agent);
    const auto nearest =
        std::find_if(line.begin(), line.end(), [](const RawAgent* each) { return each->spec; });
    if (nearest == line.end()) return std::nullopt;
    auto spec = agent::parse_spec(*(*nearest)->spec);
    if (!spec) {
      take_errors((*nearest)->spec_where, spec.error());
      return std::nullopt;
    }
    std::for_each(line.rbegin(), line.rend(), [&](const RawAgent* each) {
      for (const TomlEntry& entry : each->parameters) set(*spec, entry);
    });
    return std::move(*spec);
  }

  void set(agent::Spec& spec, const TomlEntry& entry) {
    const auto word = as_word(entry.value);
    if (!word) {
      return errors_.error(entry.value.where,
                           "a parameter needs a number, a text, or true or false");
    }
    const auto result = agent::change_parameter(spec, entry.name, *word);
    if (!result) take_errors(entry.where, result.error());
  }

  Diagnostics& errors_;
  std::vector<std::string> names_;
  std::map<std::string, RawAgent> raw_;
};

}  // namespace

std::vector<ExperimentAgent> resolve_agents(const TomlTable& table, Diagnostics& errors) {
  return Resolver(errors).resolve(table);
}

}  // namespace palamedes::lab
