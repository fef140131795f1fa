#include "net/print.h"

#include <algorithm>

#include <fmt/format.h>

namespace palamedes::net {
namespace {

// In double quotes, for graphviz: quotation marks and backslashes would end or change it.
std::string dot_quoted(std::string_view text) {
  std::string result = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') result += '\\';
    result += c;
  }
  return result + '"';
}

std::string_view symbol_of(ComponentType type) {
  switch (type) {
    case ComponentType::and_gate:
      return "∧";
    case ComponentType::or_gate:
      return "∨";
    case ComponentType::not_gate:
      return "¬";
    case ComponentType::transition:
      return "next";
    default:
      return "";
  }
}

std::string_view colour_of(PropositionType type) {
  switch (type) {
    case PropositionType::base:
      return "blue";
    case PropositionType::input:
      return "darkgreen";
    case PropositionType::legal:
      return "darkorange";
    case PropositionType::goal:
    case PropositionType::terminal:
      return "red";
    default:
      return "gray40";
  }
}

std::string node_attributes(const Component& component, const std::string& name, bool initially) {
  switch (component.type) {
    case ComponentType::constant:
      return fmt::format("shape=plaintext, label={}", dot_quoted(name));
    case ComponentType::transition:
      return fmt::format("shape=doublecircle, label={}", dot_quoted(symbol_of(component.type)));
    case ComponentType::proposition:
      return fmt::format("shape=box, color={}{}, label={}", colour_of(component.proposition),
                         initially ? ", style=filled, fillcolor=lightblue" : "", dot_quoted(name));
    default:
      return fmt::format("shape=circle, label={}", dot_quoted(symbol_of(component.type)));
  }
}

}  // namespace

ComponentNames::ComponentNames(const PropNet& net) : names_(net.components.size()) {
  for (ComponentId id = 0; id < net.components.size(); ++id) {
    const std::uint32_t atom = net.components[id].atom;
    if (atom < net.names.size()) names_[id] = net.names[atom];
  }
  names_[true_component] = "TRUE";
  names_[false_component] = "FALSE";
  // What the game is asked about has a name in any case. An entry that is constant by now points at
  // a constant, which keeps its own.
  const auto text = [&](gdl::TermId term) { return net.pool.text(term, net.symbols); };
  const auto call = [&](ComponentId id, const auto& name) {
    if (id != no_component && names_[id].empty()) names_[id] = name();
  };
  for (const BaseEntry& base : net.bases) {
    call(base.proposition, [&] { return fmt::format("(true {})", text(base.fluent)); });
  }
  for (const RoleEntry& role : net.roles) {
    const std::string player = text(role.name);
    for (const MoveEntry& move : role.moves) {
      call(move.legal, [&] { return fmt::format("(legal {} {})", player, text(move.move)); });
      call(move.input, [&] { return fmt::format("(does {} {})", player, text(move.move)); });
    }
    for (const GoalEntry& goal : role.goals) {
      call(goal.proposition, [&] { return fmt::format("(goal {} {})", player, goal.value); });
    }
  }
  call(net.terminal, [] { return std::string("terminal"); });
}

std::string_view ComponentNames::kind(const Component& component) {
  return component.type == ComponentType::proposition ? name_of(component.proposition)
                                                      : name_of(component.type);
}

std::string ComponentNames::label(const PropNet& net, ComponentId id) const {
  if (!names_[id].empty()) return names_[id];
  return fmt::format("{}#{}", kind(net.components[id]), id);
}

std::string to_text(const PropNet& net) {
  const ComponentNames names(net);
  std::size_t width = 0;
  for (ComponentId id = 0; id < net.components.size(); ++id) {
    if (net.components[id].type != ComponentType::removed) {
      width = std::max(width, names.name(id).size());
    }
  }
  const auto digits = fmt::formatted_size("{}", net.components.size());
  std::string text;
  for (ComponentId id = 0; id < net.components.size(); ++id) {
    const Component& component = net.components[id];
    if (component.type == ComponentType::removed) continue;
    std::string line = fmt::format("{:>{}}  {:<10}  {:<{}}", fmt::format("#{}", id), digits + 1,
                                   ComponentNames::kind(component), names.name(id), width);
    for (std::size_t i = 0; i < component.inputs.size(); ++i) {
      line += fmt::format("{} {}", i == 0 ? "  <-" : ",", names.label(net, component.inputs[i]));
    }
    line.erase(line.find_last_not_of(' ') + 1);
    text += line + '\n';
  }
  return text;
}

std::string to_dot(const PropNet& net, std::string_view title) {
  const ComponentNames names(net);
  std::vector<bool> initially(net.components.size(), false);
  for (const BaseEntry& base : net.bases) {
    if (base.initially && base.proposition != no_component) initially[base.proposition] = true;
  }
  std::string text = fmt::format("digraph {} {{\n  rankdir=LR;\n", dot_quoted(title));
  for (ComponentId id = 0; id < net.components.size(); ++id) {
    const Component& component = net.components[id];
    if (component.type == ComponentType::removed) continue;
    const std::string name = names.name(id).empty() && component.type == ComponentType::proposition
                                 ? names.label(net, id)
                                 : names.name(id);
    text += fmt::format("  n{} [{}];\n", id, node_attributes(component, name, initially[id]));
  }
  for (ComponentId id = 0; id < net.components.size(); ++id) {
    for (const ComponentId input : net.components[id].inputs) {
      // A transition's output belongs to the next step: it must not pull the drawing apart.
      const bool later = net.components[input].type == ComponentType::transition;
      text += fmt::format("  n{} -> n{}{};\n", input, id,
                          later ? " [style=dashed, constraint=false]" : "");
    }
  }
  return text + "}\n";
}

NetChange difference(const PropNet& before, const PropNet& after) {
  NetChange change;
  for (ComponentId id = 0; id < after.components.size(); ++id) {
    if (id >= before.components.size()) {
      if (after.components[id].type != ComponentType::removed) change.added.push_back(id);
      continue;
    }
    const Component& old = before.components[id];
    const Component& now = after.components[id];
    if (old.type == ComponentType::removed) continue;
    if (now.type == ComponentType::removed) {
      change.removed.push_back(id);
    } else if (old.inputs != now.inputs) {
      change.rewired.push_back(id);
    }
  }
  return change;
}

}  // namespace palamedes::net
