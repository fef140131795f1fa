#include <algorithm>
#include <utility>

#include <palamedes/palamedes.h>

#include "agent/presets.h"
#include "base/version.h"
#include "gdl/load.h"
#include "library/cores.h"
#include "library/problems.h"
#include "library/source.h"

namespace palamedes::library {
namespace {

constexpr SourceWords program_words{.more_bytes = "RulesOptions::max_bytes",
                                    .all_games = "builtin_games()"};

Outcome<Rules> load(Result<RulesText> source, const RulesOptions& options) {
  if (!source) return problems_of(source.error());
  gdl::LoadOptions limits;
  limits.read.max_bytes = options.max_bytes;
  limits.read.max_depth = std::min(options.max_depth, gdl::ReadLimits::deepest);
  auto loaded = gdl::load(source->text, source->name, limits);
  if (!loaded) return problems_of(loaded.error());
  auto core = std::make_shared<RulesCore>();
  core->name = std::move(source->name);
  core->text = std::move(source->text);
  core->warnings = problems_of(loaded->warnings);
  core->loaded = std::make_shared<const gdl::Loaded>(std::move(*loaded));
  return Access::make<Rules>(std::shared_ptr<const RulesCore>(std::move(core)));
}

}  // namespace
}  // namespace palamedes::library

namespace palamedes {
inline namespace v0 {

Rules::Rules(std::shared_ptr<const library::RulesCore> core) : core_(std::move(core)) {}
Rules::Rules(const Rules&) = default;
Rules& Rules::operator=(const Rules&) = default;
Rules::~Rules() = default;

const std::string& Rules::name() const { return core_->name; }
const std::string& Rules::text() const { return core_->text; }
const std::vector<Problem>& Rules::warnings() const { return core_->warnings; }

Outcome<Rules> read_rules(std::string_view text, const std::string& name,
                          const RulesOptions& options) {
  return library::load(library::RulesText{name, std::string(text)}, options);
}

Outcome<Rules> read_rules_file(const std::string& path, const RulesOptions& options) {
  return library::load(library::read_file(path, options.max_bytes, library::program_words),
                       options);
}

Outcome<Rules> builtin_rules(const std::string& name) {
  return library::load(library::find_builtin(name, library::program_words), {});
}

Outcome<Rules> find_rules(const std::string& file_or_name, const RulesOptions& options) {
  return library::load(library::find_text(file_or_name, options.max_bytes, library::program_words),
                       options);
}

std::vector<std::string> builtin_games() { return library::game_names(); }

std::vector<std::string> machine_names() {
  const auto names = machine::machine_names();
  return {names.begin(), names.end()};
}

std::vector<std::string> agent_names() { return agent::preset_names(); }

std::string library_version() { return std::string(version); }

}  // namespace v0
}  // namespace palamedes
