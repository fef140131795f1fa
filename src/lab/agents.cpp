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
#include "lab/video.h"

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
  std::optional<std::string> tune;
  SourceLocation tune_where;
  std::optional<std::string> machine;
  SourceLocation machine_where;
  TomlTable parameters;
  std::string label;
  std::string missing;
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
  Resolver(bool video, Diagnostics& errors) : video_(video), errors_(errors) {}

  std::vector<ExperimentAgent> resolve(const TomlTable& table) {
    for (const TomlEntry& entry : table) {
      names_.push_back(entry.name);
      raw_.emplace(entry.name, read(entry));
    }
    std::vector<ExperimentAgent> agents;
    for (const std::string& name : names_) {
      const RawAgent& raw = raw_.at(name);
      ExperimentAgent agent{.name = name,
                            .label = raw.label.empty() ? name : raw.label,
                            .missing = raw.missing,
                            .spec = {},
                            .video = {},
                            .machine = {},
                            .resolved = {}};
      if (raw.missing.empty()) resolve(raw, agent);
      agents.push_back(std::move(agent));
    }
    return agents;
  }

 private:
  void resolve(const RawAgent& raw, ExperimentAgent& agent) {
    const std::vector<const RawAgent*> line = line_of(raw);
    if (video_) return resolve_video(line, agent);
    if (auto spec = spec_of(line)) {
      agent.spec = std::move(*spec);
      agent.resolved = agent::resolved_text(agent.spec);
    }
    agent.machine = machine_of(line);
    // only where there is one, so that the keys of all others stay what they are
    if (agent.machine) agent.resolved += ",machine=" + agent.machine->name;
  }

  // An agent of video games.
  void resolve_video(const std::vector<const RawAgent*>& line, ExperimentAgent& agent) {
    const auto nearest =
        std::find_if(line.begin(), line.end(), [](const RawAgent* each) { return each->spec; });
    if (nearest == line.end()) return;
    std::string text = *(*nearest)->spec;
    std::string tuning;
    std::for_each(line.rbegin(), line.rend(), [&](const RawAgent* each) {
      for (const TomlEntry& entry : each->parameters) {
        const auto word = as_word(entry.value);
        if (!word) {
          return errors_.error(entry.where, "a parameter needs a number, a text, or true or false");
        }
        text += text.find(':') == std::string::npos ? ':' : ',';
        text += entry.name + "=" + *word;
      }
      if (each->tune) tuning = *each->tune;
      if (each->machine) errors_.error(each->machine_where, "video games have one machine only");
    });
    auto video = read_video_agent(text, tuning);
    if (!video) {
      return take_errors(tuning.empty() ? (*nearest)->spec_where : line.front()->where,
                         video.error());
    }
    agent.video = std::move(*video);
    agent.resolved = resolved_text_of(agent);
  }

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
    agent.tune = fields.text("tune");
    agent.tune_where = fields.where("tune");
    agent.machine = fields.text("machine");
    agent.machine_where = fields.where("machine");
    agent.label = fields.text("label").value_or("");
    agent.missing = read_missing(fields);
    if (const TomlTable* parameters = fields.table("parameters")) {
      flatten(*parameters, "", agent.parameters);
    }
    fields.refuse_others();
    if (fields.has("missing")) {
      check_missing(fields, entry.name);
    } else if (!fields.has("spec") && !fields.has("extends")) {
      errors_.error(entry.where, fmt::format("the agent {} has neither 'spec' nor 'extends'",
                                             quote(entry.name)));
    }
    return agent;
  }

  // One that cannot play has nothing to play with.
  void check_missing(const Fields& fields, const std::string& name) {
    for (const char* key : {"spec", "extends", "machine", "parameters", "tune"}) {
      if (!fields.has(key)) continue;
      errors_.error(fields.where(key),
                    fmt::format("the agent {} is missing and has no '{}'", quote(name), key));
    }
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
      if (!at->missing.empty()) {
        errors_.error(
            agent.extends_where,
            fmt::format("the agent {} is missing: nobody can extend it", quote(at->name)));
        return {};
      }
    }
  }

  // The nearest spec, and all parameters on the line to it and beyond, one's own last: another
  // spec does not take inherited parameters away.
  std::optional<agent::Spec> spec_of(const std::vector<const RawAgent*>& line) {
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
      if (!each->tune) return;
      const auto result = agent::change_tuning(*spec, *each->tune);
      if (!result) take_errors(each->tune_where, result.error());
    });
    return std::move(*spec);
  }

  // The nearest one.
  std::optional<MachineChoice> machine_of(const std::vector<const RawAgent*>& line) {
    const auto nearest =
        std::find_if(line.begin(), line.end(), [](const RawAgent* each) { return each->machine; });
    if (nearest == line.end()) return std::nullopt;
    auto machine = parse_machine(*(*nearest)->machine);
    if (machine) return std::move(*machine);
    // reported once, by the one that has it
    if (nearest == line.begin()) take_errors((*nearest)->machine_where, machine.error());
    return std::nullopt;
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

  bool video_;
  Diagnostics& errors_;
  std::vector<std::string> names_;
  std::map<std::string, RawAgent> raw_;
};

}  // namespace

std::vector<ExperimentAgent> resolve_agents(const TomlTable& table, bool video,
                                            Diagnostics& errors) {
  return Resolver(video, errors).resolve(table);
}

}  // namespace palamedes::lab
