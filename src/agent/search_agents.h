#pragma once
// A search is a template over its machine, and a large one: each is compiled in a file of its own.

#include <cstdint>
#include <memory>

#include "agent/agent.h"

namespace palamedes::agent {

std::unique_ptr<Agent> make_search_agent(machine::Game& game, machine::prover::Prover& steps,
                                         const search::Parameters& plan, Role role,
                                         std::uint64_t seed,
                                         const std::shared_ptr<search::tuning::Tuning>& tuning);
std::unique_ptr<Agent> make_search_agent(machine::Game& game,
                                         machine::propnet::PropnetMachine& steps,
                                         const search::Parameters& plan, Role role,
                                         std::uint64_t seed,
                                         const std::shared_ptr<search::tuning::Tuning>& tuning);
std::unique_ptr<Agent> make_search_agent(machine::Game& game, machine::scalar::ScalarMachine& steps,
                                         const search::Parameters& plan, Role role,
                                         std::uint64_t seed,
                                         const std::shared_ptr<search::tuning::Tuning>& tuning);

}  // namespace palamedes::agent
