#pragma once
// A session of a GDL game: a match that can be walked through, players, an analysis and a review.

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "board/drawing.h"
#include "machine/game.h"
#include "web/json.h"
#include "web/worker/analysis.h"
#include "web/worker/channel.h"
#include "web/worker/match.h"
#include "web/worker/players.h"
#include "web/worker/review.h"
#include "web/worker/work.h"

namespace palamedes::web::worker {

struct GameName {
  std::string name;
  std::string title;
  std::string description;
  bool builtin = false;
};

class BoardSession final : public Work {
 public:
  BoardSession(const Configuration& configuration, Channel& channel, GameName name,
               std::unique_ptr<machine::Game> game, board::LayoutHints layout, std::uint64_t seed)
      : configuration_(configuration),
        channel_(channel),
        name_(std::move(name)),
        game_(std::move(game)),
        drawing_(*game_, std::move(layout)),
        match_(*game_),
        players_(match_, configuration_, seed),
        analysis_(match_, configuration_),
        review_(match_, configuration_) {}

  [[nodiscard]] Players& players() { return players_; }
  [[nodiscard]] Match& match() { return match_; }
  void set_running(bool running) { running_ = running; }

  std::optional<Answer> handle(const std::string& request, const std::string& body) override;
  [[nodiscard]] std::optional<Clock::time_point> wants() const override;
  void work() override;
  [[nodiscard]] Json state_json(std::optional<std::size_t> other_step = std::nullopt);
  // After other moves than those that were made here: nobody knows them yet.
  void begin_anew();

 private:
  [[nodiscard]] std::string fault() const;
  // Those who need no clicks go on.
  [[nodiscard]] bool plays() const;
  void let_think(const std::function<bool()>& stop);
  void make_step(const std::vector<Move>& joint_move);

  // The match goes on in another way from this step on.
  void forget_after(std::size_t step);
  void changed();
  void tell(std::string_view event, const Json& json) { channel_.tell(event, text_of(json)); }

  [[nodiscard]] Json state_event() const;
  [[nodiscard]] Json roles_json();
  [[nodiscard]] Json history_json();
  [[nodiscard]] Answer now() { return answer_of(state_json()); }
  [[nodiscard]] static Answer wrong(const std::string& what);
  [[nodiscard]] static Answer conflict(const std::string& what);

  // Requests (board_requests.cpp).
  Answer state(const std::string& body);
  Answer move(const std::string& body);
  [[nodiscard]] Result<Move> read_move(std::size_t role, const std::string& text);
  Answer choose(std::optional<std::size_t> role, const std::string& text);
  Answer make_all(const std::vector<std::string>& texts);

  // A human goes on at the shown step: what came after it is forgotten, and others reply.
  void go_on_from_here();
  Answer undo(const std::string& body);
  Answer show_step(const std::string& body);
  Answer set_players(const std::string& body);
  Answer play(const std::string& body);
  Answer get_record(const std::string& /*body*/);
  Answer put_record(const std::string& body);
  Answer get_analysis(const std::string& /*body*/) { return answer_of(analysis_.json(true)); }
  Answer set_analysis(const std::string& body);
  Answer branch(const std::string& body) { return analysis_.branch(body); }
  Answer begin_review(const std::string& body) { return review_.begin(body); }
  Answer get_review(const std::string& /*body*/) { return answer_of(review_.json()); }

  Configuration configuration_;
  Channel& channel_;
  GameName name_;
  std::unique_ptr<machine::Game> game_;
  board::Drawing drawing_;
  Match match_;
  Players players_;
  Analysis analysis_;
  Review review_;
  bool running_ = true;
  bool once_ = false;
  std::optional<std::size_t> chosen_last_;
  std::uint64_t revision_ = 1;
  std::size_t forced_steps_ = 0;
  Clock::time_point next_step_;
  Clock::time_point next_event_;
};

// Answers with the state, or with what is wrong with the rules or the request.
[[nodiscard]] Opened open_board(const std::string& body, const Configuration& configuration,
                                Channel& channel);

}  // namespace palamedes::web::worker
