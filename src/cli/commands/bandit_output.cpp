#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "cli/commands/bandit.h"
#include "cli/json.h"

namespace palamedes::cli::commands {
namespace {

std::vector<std::size_t> shown_samples(std::size_t samples, std::size_t every) {
  std::vector<std::size_t> shown;
  for (std::size_t sample = 1; sample <= samples; ++sample) {
    if (sample == 1 || sample % every == 0 || sample == samples) shown.push_back(sample);
  }
  return shown;
}

std::vector<std::size_t> shown_samples(const BanditPanel& panel, std::size_t every) {
  return shown_samples(panel.curves.front().values.size(), every);
}

// Six decimals, more than these averages are worth. Adding 0 takes the sign from a negative zero.
double rounded_off(double value) {
  constexpr double unit = 1e6;
  return std::round(value * unit) / unit + 0.0;
}

Json numbers(const std::vector<double>& values, const std::vector<std::size_t>& samples) {
  Json list = Json::array();
  for (const std::size_t sample : samples) list.add(rounded_off(values[sample - 1]));
  return list;
}

Json to_json(const BanditPanel& panel, std::size_t every) {
  const std::vector<std::size_t> samples = shown_samples(panel, every);
  Json json = Json::object();
  for (const auto& [name, value] : panel.key) json.add(name, value);
  if (panel.models > 0) json.add("models", panel.models);
  Json list = Json::array();
  for (const std::size_t sample : samples) list.add(sample);
  json.add("sample", std::move(list));
  for (const BanditCurve& curve : panel.curves) {
    json.add(curve.name, numbers(curve.values, samples));
    if (curve.intervals.empty()) continue;
    json.add(curve.name + "_interval", numbers(curve.intervals, samples));
  }
  return json;
}

// sample, value, lower and upper end of the interval
std::string plot_data(const BanditCurve& curve, const std::vector<std::size_t>& samples) {
  std::string text;
  for (const std::size_t sample : samples) {
    const double value = curve.values[sample - 1];
    const double interval = curve.intervals.empty() ? 0 : curve.intervals[sample - 1];
    text +=
        fmt::format("{} {:.6g} {:.6g} {:.6g}\n", sample, value, value - interval, value + interval);
  }
  return text;
}

std::string payoff_name(bandit::Payoff payoff) {
  const auto& names = payoff_names();
  return std::find_if(names.begin(), names.end(),
                      [&](const auto& entry) { return entry.second == payoff; })
      ->first;
}

// Room for the whole interval of the gain, and for a line where there is no gain at all.
std::string gain_range(const BanditPanels& panels) {
  double lowest = -0.01;
  double highest = 0.01;
  for (const BanditPanel& panel : panels) {
    const BanditCurve& gain = panel.curves.back();
    for (std::size_t i = 0; i < gain.values.size(); ++i) {
      lowest = std::min(lowest, gain.values[i] - gain.intervals[i]);
      highest = std::max(highest, gain.values[i] + gain.intervals[i]);
    }
  }
  return fmt::format("[{:.3f}:{:.3f}]", lowest, highest);
}

}  // namespace

const std::vector<std::pair<std::string, bandit::Payoff>>& payoff_names() {
  using bandit::Payoff;
  static const std::vector<std::pair<std::string, Payoff>> names = {
      {"outcome", Payoff::outcome}, {"normal", Payoff::normal}, {"mean", Payoff::mean}};
  return names;
}

std::string bandit_csv(const BanditPanels& panels, std::size_t every) {
  std::string text;
  for (const auto& [name, value] : panels.front().key) text += name + ",";
  text += "sample";
  for (const BanditCurve& curve : panels.front().curves) {
    text += "," + curve.name;
    if (!curve.intervals.empty()) text += fmt::format(",{}_interval", curve.name);
  }
  text += "\n";
  for (const BanditPanel& panel : panels) {
    std::string key;
    for (const auto& [name, value] : panel.key) key += fmt::format("{},", value);
    for (const std::size_t sample : shown_samples(panel, every)) {
      text += fmt::format("{}{}", key, sample);
      for (const BanditCurve& curve : panel.curves) {
        text += fmt::format(",{}", rounded_off(curve.values[sample - 1]));
        if (curve.intervals.empty()) continue;
        text += fmt::format(",{}", rounded_off(curve.intervals[sample - 1]));
      }
      text += "\n";
    }
  }
  return text;
}

std::string bandit_json(const BanditCommand& command, const BanditPanels& panels) {
  const bandit::Settings& bandit = command.bandit;
  Json json = Json::object({{"seed", bandit.seed},
                            {"partial", command.interrupted},
                            {"start", bandit.path.start},
                            {"step", bandit.path.step},
                            {"max_steps", bandit.path.max_steps}});
  if (!command.paths) {
    json.add("models", bandit.models);
    json.add("tasks", bandit.trial.tasks);
    json.add("payoff", payoff_name(bandit.trial.payoff));
    json.add("exploration", command.st.exploration);
    json.add("threshold", command.st.threshold);
  }
  Json list = Json::array();
  for (const BanditPanel& panel : panels) list.add(to_json(panel, command.every));
  json.add(command.paths ? "arms" : "bandits", std::move(list));
  return json.text();
}

std::string bandit_plot(const BanditPanels& panels, std::size_t every) {
  const BanditCurve& first = panels.front().curves.back();
  const bool gain = first.name == "gain";
  const bool path = first.name == "mean";
  std::string data;
  std::string plots = gain ? "0 with lines dashtype 2 linecolor 'gray' notitle" : "";
  for (std::size_t i = 0; i < panels.size(); ++i) {
    const BanditCurve& curve = panels[i].curves.back();
    data += fmt::format("$data{} << END\n{}END\n", i,
                        plot_data(curve, shown_samples(panels[i], every)));
    if (!plots.empty()) plots += ", \\\n";
    if (!curve.intervals.empty()) {
      plots += fmt::format(
          "  $data{} using 1:3:4 with filledcurves fillstyle transparent solid 0.25 linetype {} "
          "notitle, \\\n",
          i, i + 1);
    }
    plots += fmt::format("  $data{} using 1:2 with lines linetype {} linewidth 1.5 title \"{}\"", i,
                         i + 1, panels[i].title);
  }
  const char* label =
      gain ? "gain in optimal play of ST over UCT" : (path ? "mean" : "ratio of optimal play");
  return fmt::format(
      "set xlabel 'samples'\nset ylabel '{}'\nset yrange {}\nset grid\nset key right {}\n{}plot "
      "{}\n",
      label, gain ? gain_range(panels) : "[0:1]", gain ? "top" : "bottom", data, plots);
}

}  // namespace palamedes::cli::commands
