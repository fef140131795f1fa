#include "agent/agent.h"

#include "agent/search_agents.h"
#include "base/hash.h"
#include "base/rng.h"
#include "machine/position.h"

namespace palamedes::agent {
namespace {

// Any legal move with equal probability.
class RandomAgent final : public Agent {
 public:
  RandomAgent(machine::Game& game, Role role, std::uint64_t seed)
      : position_(game), role_(role), rng_(seed) {
    draw();
  }

  void think(const Limit&) override {}
  std::optional<Move> move() override { return move_; }
  void follow(std::span<const Move> joint_move) override {
    position_.advance(joint_move);
    draw();
  }
  const std::string& fault() const override { return position_.fault(); }
  bool is_sure() const override { return true; }
  search::Snapshot snapshot() override { return {}; }
  double statistics_per_node() override { return 0; }

 private:
  void draw() {
    const std::vector<Move> moves = position_.legal(role_);
    move_.reset();
    if (!moves.empty()) move_ = moves[rng_.below(static_cast<std::uint32_t>(moves.size()))];
  }
  machine::Position position_;
  Role role_;
  Rng rng_;
  std::optional<Move> move_;
};

}  // namespace

std::unique_ptr<Agent> make_agent(machine::Game& game, const Spec& spec, Role role,
                                  std::uint64_t seed,
                                  std::shared_ptr<search::tuning::Tuning> learned) {
  if (spec.random) return std::make_unique<RandomAgent>(game, role, seed);
  if (learned == nullptr && spec.tuning) {
    constexpr std::uint64_t of_tuning = 0x74756e65;  // any number: it draws by itself
    learned = *search::tuning::Tuning::make(*spec.tuning, spec.plan, game.role_count(),
                                            mix(combine(seed, of_tuning)));
  }
  return std::visit(
      [&](auto& steps) { return make_search_agent(game, *steps, spec.plan, role, seed, learned); },
      game.steps());
}

}  // namespace palamedes::agent
