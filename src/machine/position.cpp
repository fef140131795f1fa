#include "machine/position.h"

#include <algorithm>
#include <utility>

#include "model/forward_model.h"

namespace palamedes::machine {

struct Position::Erased {
  Erased() = default;
  Erased& operator=(const Erased&) = delete;
  virtual ~Erased() = default;
  [[nodiscard]] virtual std::unique_ptr<Erased> copy() const = 0;
  [[nodiscard]] virtual bool terminal() = 0;
  [[nodiscard]] virtual int goal(Role role) = 0;
  // All values; nothing where the machine knows one only.
  [[nodiscard]] virtual std::optional<std::vector<int>> goal_values(Role role) = 0;
  virtual void legal(Role role, std::vector<Move>& moves) = 0;
  virtual void advance(std::span<const Move> joint_move) = 0;
  [[nodiscard]] virtual std::vector<std::string> facts() = 0;
  [[nodiscard]] virtual const std::string& fault() const = 0;

 protected:
  Erased(const Erased&) = default;
};

template <typename M>
struct Position::Concrete final : Position::Erased {
  explicit Concrete(M& steps) : machine(steps), state(steps.initial()) {}

  [[nodiscard]] std::unique_ptr<Erased> copy() const override {
    return std::make_unique<Concrete>(*this);
  }
  [[nodiscard]] bool terminal() override { return machine.terminal(state); }
  [[nodiscard]] int goal(Role role) override { return machine.goal(state, role); }
  [[nodiscard]] std::optional<std::vector<int>> goal_values(Role role) override {
    if constexpr (requires { machine.goal_values(state, role); }) {
      return machine.goal_values(state, role);
    } else {
      return std::nullopt;
    }
  }
  void legal(Role role, std::vector<Move>& moves) override { machine.legal(state, role, moves); }
  void advance(std::span<const Move> joint_move) override { machine.advance(state, joint_move); }
  [[nodiscard]] std::vector<std::string> facts() override { return machine.facts(state); }
  [[nodiscard]] const std::string& fault() const override { return machine.fault(); }

  M& machine;
  typename M::State state;
};

Position::Position(Game& game)
    : state_(std::visit(
          [](auto& steps) -> std::unique_ptr<Erased> {
            using M = std::decay_t<decltype(*steps)>;
            return std::make_unique<Concrete<M>>(*steps);
          },
          game.steps())) {}

Position::~Position() = default;
Position::Position(Position&&) noexcept = default;
Position& Position::operator=(Position&&) noexcept = default;
Position::Position(const Position& other) : state_(other.state_->copy()) {}
Position& Position::operator=(const Position& other) {
  if (this != &other) state_ = other.state_->copy();
  return *this;
}

bool Position::terminal() const { return state_->terminal(); }

std::optional<int> Position::goal(Role role) const {
  const int goal = state_->goal(role);
  return goal < 0 ? std::nullopt : std::optional(goal);
}

std::vector<Move> Position::legal(Role role) const {
  std::vector<Move> moves;
  state_->legal(role, moves);
  return moves;
}

void Position::advance(std::span<const Move> joint_move) { state_->advance(joint_move); }
std::vector<std::string> Position::facts() const { return state_->facts(); }
const std::string& Position::fault() const { return state_->fault(); }

std::optional<std::vector<int>> Position::goal_values(const Game& game, Role role) const {
  std::optional<std::vector<int>> values = state_->goal_values(role);
  if (!values) {
    const auto prover = prover::Prover::make(game.rules());
    if (!prover) return std::nullopt;
    const auto state = (*prover)->state_of(facts());
    if (!state) return std::nullopt;
    values = (*prover)->goal_values(*state, role);
    if (!(*prover)->fault().empty()) return std::nullopt;
  }
  if (!fault().empty()) return std::nullopt;
  std::sort(values->begin(), values->end());
  return values;
}

std::vector<int> good_goals(const Game& game, const Position& position, Role role) {
  constexpr int highest = 100;
  if (const auto only = position.goal(role)) return {*only};
  std::vector<int> values = position.goal_values(game, role).value_or(std::vector<int>{});
  std::erase_if(values, [](int value) { return value < 0 || value > highest; });
  return values;
}

}  // namespace palamedes::machine
