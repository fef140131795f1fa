#include "tune/thesis.h"

#include <array>

namespace palamedes::tune {
namespace {

// Reasons of 6.4.9.
constexpr const char* acts_too_late =
    "it does not act within one simulation, so one payoff says nothing about it";
constexpr const char* ends_simulations =
    "it changes how far a simulation goes, so payoffs of its values cannot be compared";
constexpr const char* is_a_technique =
    "it chooses a whole technique, which keeps what it learns for the whole search";
constexpr const char* changes_learning =
    "it changes what is learned from a simulation, not the simulation itself";
constexpr const char* of_the_search = "it belongs to the search as a whole, not to one simulation";

}  // namespace

const Knowledge& thesis_knowledge() {
  static const Knowledge knowledge = {
      .exclusions = {{.parameter = "select.k", .value = 0, .other = "select.ref"}},
      .refusals = {{"select.formula", is_a_technique},
                   {"select.simultaneous", is_a_technique},
                   {"select.repeats", changes_learning},
                   {"playout.strategy", is_a_technique},
                   {"playout.features", is_a_technique},
                   {"playout.alpha", changes_learning},
                   {"playout.memorise", acts_too_late},
                   {"playout.prelude", acts_too_late},
                   {"playout.decay", acts_too_late},
                   {"playout.cutoff", ends_simulations},
                   {"playout.cutoff_value", ends_simulations},
                   {"playout.max_length", ends_simulations},
                   {"memory", of_the_search},
                   {"batch", of_the_search},
                   {"choose", of_the_search},
                   {"solver", of_the_search},
                   {"threads", of_the_search}},
      .intervals = {{"select.c", {0, 1}},
                    {"playout.epsilon", {0, 1}},
                    {"select.k", {0, 2000}},
                    {"select.ref", {0, 10000}},
                    {"select.offset", {0, 0.025}},
                    {"select.threshold", {0, 200}}}};
  return knowledge;
}

std::span<const VideoDomain> video_domains() {
  static constexpr std::array domains = {
      VideoDomain{"select.c", "0.2/0.4/0.5/0.6/0.7/0.8/1/1.2/1.4/1.6/1.8/2"},
      VideoDomain{"playout.epsilon", "0/0.1/0.2/0.3/0.4/0.5/0.6/0.7/0.8/0.9/1"},
      VideoDomain{"select.w", "0.1/0.25/0.5/1/3/5/7.5/10/20/50"},
      VideoDomain{"playout.visits", "1/3/5/7/10/15/20/30/50"},
      VideoDomain{"playout.length", "1/2/3/4/5"}};
  return domains;
}

}  // namespace palamedes::tune
