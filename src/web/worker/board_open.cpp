#include <algorithm>
#include <memory>
#include <optional>
#include <utility>

#include "games/builtin.h"
#include "games/header.h"
#include "gdl/load.h"
#include "machine/notation.h"
#include "web/worker/board_session.h"
#include "web/worker/record.h"

namespace palamedes::web::worker {
namespace {

struct Wanted {
  std::optional<std::string> game;
  std::optional<std::string> rules;
  std::string layout;
  std::string name = "game";
  std::string machine{machine::auto_machine};
  std::uint64_t seed = 1;
  bool running = true;
  std::string moves;
  std::optional<Json> players;
  std::optional<Json> record;
};

std::string read_wanted(const std::string& body, Wanted& wanted) {
  Fields fields(body);
  fields.text("game", wanted.game);
  fields.text("rules", wanted.rules);
  fields.text("layout", wanted.layout);
  fields.text("name", wanted.name);
  fields.text("machine", wanted.machine);
  fields.whole("seed", wanted.seed, 0, ~std::uint64_t{0});
  fields.flag("running", wanted.running);
  fields.text("moves", wanted.moves);
  if (const Json* players = fields.any("players")) wanted.players = *players;
  if (const Json* record = fields.any("record")) wanted.record = *record;
  if (wanted.game.has_value() == wanted.rules.has_value()) {
    fields.refuse("one of 'game' and 'rules' has to be there");
  }
  return fields.problem();
}

// Half of the memory is for grounding, an eighth for the prover: what is left is for trees.
machine::GameOptions game_options(const std::string& machine, const Configuration& configuration) {
  machine::GameOptions options;
  options.machine = machine;
  machine::MachineOptions& details = options.details;
  constexpr double shortest = 0.5;
  details.ready_seconds = std::max(shortest, configuration.ready_seconds / 6);
  details.ground.limits.seconds = std::max(shortest, configuration.ready_seconds / 3);
  details.ground.limits.memory_bytes = configuration.memory_bytes / 2;
  details.prover.max_bytes = configuration.memory_bytes / 8;
  constexpr double longest_question = 5;
  details.prover.max_seconds = longest_question;
  return options;
}

}  // namespace

Opened open_board(const std::string& body, const Configuration& configuration, Channel& channel) {
  const auto fail = [](Answer answer) {
    return Opened{.work = nullptr, .answer = std::move(answer)};
  };
  Wanted wanted;
  std::string what = read_wanted(body, wanted);
  if (!what.empty()) return fail(problem(status::bad_request, what));
  GameName name{.name = wanted.name};
  if (wanted.game) {
    const games::Builtin* builtin = games::find(*wanted.game);
    if (builtin == nullptr) return fail(problem(status::not_found, "there is no such game"));
    name = {.name = *wanted.game, .builtin = true};
    wanted.rules = std::string(builtin->text);
    if (wanted.layout.empty()) wanted.layout = games::find_layout(*wanted.game);
  }
  const games::GameHeader header = games::read_header(*wanted.rules);
  name.title = header.title;
  name.description = header.description;
  auto loaded = gdl::load(*wanted.rules, "rules");
  if (!loaded) return fail(problem_with(loaded.error(), "rules"));
  auto game = machine::Game::make(std::make_shared<const gdl::Loaded>(std::move(*loaded)),
                                  game_options(wanted.machine, configuration));
  if (!game) return fail(problem_with(game.error(), "rules"));
  auto layout = board::read_layout_hints(wanted.layout, "layout", (*game)->rules());
  if (!layout) return fail(problem_with(layout.error(), "layout"));
  auto session = std::make_unique<BoardSession>(configuration, channel, std::move(name),
                                                std::move(*game), std::move(*layout), wanted.seed);
  const machine::Position& initial = session->match().position(0);
  if (!initial.fault().empty()) {
    return fail(problem_with(failure("rules", initial.fault()).value(), "rules"));
  }
  if (wanted.players) what = session->players().set(*wanted.players);
  if (!what.empty()) return fail(problem(status::bad_request, what));
  session->set_running(wanted.running);
  if (!wanted.moves.empty()) {
    Match& match = session->match();
    machine::Position position = match.position(0);
    const auto made =
        machine::play_line(match.game(), position, wanted.moves,
                           [&](std::span<const Move> joint_move) { match.advance(joint_move); });
    if (!made) return fail(problem(status::bad_request, sentence_of(made.error())));
    session->players().begin_step();
  }
  if (wanted.record) {
    if (const auto read = load_record(*wanted.record, session->match()); !read) {
      return fail(problem_with(read.error(), "record"));
    }
    session->begin_anew();
  }
  Answer answer = answer_of(session->state_json(), status::created);
  return {.work = std::move(session), .answer = std::move(answer)};
}

}  // namespace palamedes::web::worker
