#pragma once
// A search is a template over its machine, and a large one: each is compiled in a file of its own.

#include <cstdint>
#include <memory>

#include "agent/agent.h"

namespace palamedes::agent {

std::unique_ptr<Agent> make_search_agent(Game& game, machine::Prover& steps,
                                         const search::Parameters& plan, Role role,
                                         std::uint64_t seed);
std::unique_ptr<Agent> make_search_agent(Game& game, machine::PropnetMachine& steps,
                                         const search::Parameters& plan, Role role,
                                         std::uint64_t seed);
std::unique_ptr<Agent> make_search_agent(Game& game, machine::ScalarMachine& steps,
                                         const search::Parameters& plan, Role role,
                                         std::uint64_t seed);

}  // namespace palamedes::agent
