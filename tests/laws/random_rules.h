#pragma once
// Small rule sheets made up at random. They mean nothing, but use every feature of the language, in
// combinations that nobody would write by hand: that is what machines are compared on.

#include <cstdint>
#include <string>

namespace palamedes::laws {

// The same seed gives the same sheet. Most sheets are valid; the others are there because nothing
// but loading them decides whether their negations are stratified. All terms are bounded, so that
// every valid sheet can be grounded.
[[nodiscard]] std::string random_rules(std::uint64_t seed);

}  // namespace palamedes::laws
