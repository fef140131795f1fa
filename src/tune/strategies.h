#pragma once
// All strategies by name, with the thesis's settings (6.4.1) as defaults.

#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "base/diagnostic.h"
#include "base/params.h"
#include "tune/cma_es.h"
#include "tune/ea.h"
#include "tune/guided.h"
#include "tune/he.h"
#include "tune/local.h"
#include "tune/lsi.h"
#include "tune/mab.h"
#include "tune/nmc.h"
#include "tune/ntbea.h"
#include "tune/randomiser.h"

namespace palamedes::tune {

using Settings =
    std::variant<MabSettings, HeSettings, NmcSettings, LsiSettings, EaSettings, NtbeaSettings,
                 CmaEsSettings, LocalSettings, GuidedSettings, RandomiserSettings>;

struct Strategy {
  std::string_view name;
  std::string_view summary;
  Settings settings;
};

[[nodiscard]] std::span<const Strategy> strategies();
[[nodiscard]] const Strategy* find_strategy(std::string_view name);
[[nodiscard]] std::vector<std::string> strategy_names();

[[nodiscard]] SpaceKind space_kind(const Settings& settings);

// All settings with their values and help.
[[nodiscard]] std::vector<Parameter> parameters_of(const Settings& settings);
[[nodiscard]] Result<void> set(Settings& settings, std::string_view name, std::string_view value);

// Whether the settings make sense together and their tables fit for a space.
[[nodiscard]] Result<void> check(const Settings& settings);
[[nodiscard]] Result<void> check(const Settings& settings, const Space& space);

// Most entries of the tables of one role: some 45 MB.
inline constexpr std::uint64_t max_entries = 1'000'000;

}  // namespace palamedes::tune
