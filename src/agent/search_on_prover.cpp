#include "agent/search_agent.h"
#include "agent/search_agents.h"

namespace palamedes::agent {

std::unique_ptr<Agent> make_search_agent(machine::Game& game, machine::prover::Prover& steps,
                                         const search::Parameters& plan, Role role,
                                         std::uint64_t seed,
                                         const std::shared_ptr<search::tuning::Tuning>& tuning) {
  return std::make_unique<SearchAgent<machine::prover::Prover>>(game, steps, plan, role, seed,
                                                                tuning);
}

}  // namespace palamedes::agent
