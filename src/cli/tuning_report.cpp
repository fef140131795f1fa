#include "cli/tuning_report.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "chart/line_chart.h"
#include "cli/text.h"

namespace palamedes::cli {
namespace {

using tune::ParameterUse;
using tune::ValueUse;

const tune::ParameterUse& parameter_at(const TuningHistory::Moment& moment, std::size_t role,
                                       std::size_t parameter) {
  return moment.by_role[role].parameters[parameter];
}

// Of the simulations between two moments; the first one may be none, the beginning.
double share_between(const TuningHistory::Moment* from, const TuningHistory::Moment& to,
                     std::size_t role, std::size_t parameter, std::size_t value) {
  std::uint64_t samples = parameter_at(to, role, parameter).values[value].samples;
  std::uint64_t all = to.by_role[role].samples;
  if (from != nullptr) {
    samples -= parameter_at(*from, role, parameter).values[value].samples;
    all -= from->by_role[role].samples;
  }
  return all == 0 ? 0 : static_cast<double>(samples) / static_cast<double>(all);
}

const TuningHistory::Moment* middle(const TuningHistory& history) {
  const auto moments = history.moments();
  return moments.size() < 2 ? nullptr : &moments[(moments.size() - 1) / 2];
}

std::string percent_text(double share) { return fmt::format("{:.1f}%", 100 * share); }

std::string role_text(const Screen& screen, const std::string& name, std::size_t role,
                      const TuningHistory& history) {
  const TuningHistory::Moment& now = history.moments().back();
  const TuningHistory::Moment* const before = middle(history);
  Table table;
  table.column("Parameter", Table::Align::left);
  table.column("Value");
  table.column("Simulations");
  table.column("Share");
  table.column("Lately");
  table.column("Mean goal");
  table.column("", Table::Align::left);
  const tune::Snapshot& snapshot = now.by_role[role];
  for (std::size_t i = 0; i < snapshot.parameters.size(); ++i) {
    const ParameterUse& parameter = snapshot.parameters[i];
    for (std::size_t j = 0; j < parameter.values.size(); ++j) {
      const ValueUse& value = parameter.values[j];
      table.row({j == 0 ? parameter.name : "", value.label, grouped(value.samples),
                 percent_text(value.share), percent_text(share_between(before, now, role, i, j)),
                 value.samples > 0 ? fmt::format("{:.1f}", 100 * value.mean) : "-",
                 value.label == parameter.best ? "best" : ""});
    }
  }
  return fmt::format("{} tunes, {} so far\n", screen.bold(name),
                     counted(snapshot.samples, "simulation")) +
         screen.bold(table.titles()) + table.rows();
}

Json parameter_json(std::size_t role, std::size_t parameter, const TuningHistory& history) {
  const ParameterUse& now = parameter_at(history.moments().back(), role, parameter);
  Json values = Json::array();
  for (const ValueUse& value : now.values) {
    values.add(Json::object({{"value", value.label},
                             {"samples", value.samples},
                             {"share", value.share},
                             {"mean", value.samples > 0 ? Json(100 * value.mean) : Json()}}));
  }
  Json moved = Json::array();
  const TuningHistory::Moment* before = nullptr;
  for (const TuningHistory::Moment& moment : history.moments()) {
    Json shares = Json::array();
    for (std::size_t i = 0; i < now.values.size(); ++i) {
      shares.add(share_between(before, moment, role, parameter, i));
    }
    moved.add(Json::object({{"simulations", moment.simulations}, {"shares", std::move(shares)}}));
    before = &moment;
  }
  return Json::object({{"name", now.name},
                       {"best", now.best},
                       {"values", std::move(values)},
                       {"moved", std::move(moved)}});
}

}  // namespace

void TuningHistory::add(std::uint64_t simulations, std::vector<tune::Snapshot> by_role) {
  if (by_role.empty()) return;
  // the last one is always there, even if it stands closer to the one before
  if (moments_.size() > 1 &&
      moments_.back().simulations < moments_[moments_.size() - 2].simulations + apart_) {
    moments_.pop_back();
  }
  moments_.push_back({simulations, std::move(by_role)});
  if (moments_.size() <= 2 * most) return;
  std::vector<Moment> kept;
  for (std::size_t i = 1; i < moments_.size(); i += 2) kept.push_back(std::move(moments_[i]));
  if (moments_.size() % 2 == 1) kept.push_back(std::move(moments_.back()));
  apart_ = std::max(2 * apart_, kept[1].simulations - kept[0].simulations);
  moments_ = std::move(kept);
}

std::string tuning_text(const Screen& screen, const std::vector<std::string>& roles,
                        const TuningHistory& history) {
  std::string text;
  if (history.empty()) return text;
  for (std::size_t role = 0; role < history.moments().back().by_role.size(); ++role) {
    text += "\n" + role_text(screen, roles[role], role, history);
  }
  return text;
}

Json tuning_json(const std::vector<std::string>& roles, const TuningHistory& history) {
  Json list = Json::array();
  const auto& by_role = history.moments().back().by_role;
  for (std::size_t role = 0; role < by_role.size(); ++role) {
    Json parameters = Json::array();
    for (std::size_t i = 0; i < by_role[role].parameters.size(); ++i) {
      parameters.add(parameter_json(role, i, history));
    }
    list.add(Json::object({{"role", roles[role]},
                           {"samples", by_role[role].samples},
                           {"parameters", std::move(parameters)}}));
  }
  return list;
}

std::string tuning_plot(const std::string& role_name, std::size_t role, std::size_t parameter,
                        const TuningHistory& history) {
  const ParameterUse& now = parameter_at(history.moments().back(), role, parameter);
  chart::LineChart picture;
  picture.title = fmt::format("{}: values of {}", role_name, now.name);
  picture.x_label = "simulations";
  picture.y_label = "share of the simulations";
  picture.y = {0, 1};
  picture.only_y = true;
  for (std::size_t i = 0; i < now.values.size(); ++i) {
    chart::LineChart::Line line{now.values[i].label, {}};
    const TuningHistory::Moment* before = nullptr;
    for (const TuningHistory::Moment& moment : history.moments()) {
      line.points.push_back({static_cast<double>(moment.simulations),
                             share_between(before, moment, role, parameter, i)});
      before = &moment;
    }
    picture.lines.push_back(std::move(line));
  }
  return to_svg(picture);
}

}  // namespace palamedes::cli
