#pragma once
// Parameters as a search declares them, with the domains of the thesis's Table 6.1.

#include <memory>
#include <string_view>
#include <utility>
#include <vector>

#include "tune/description.h"
#include "tune/thesis.h"

namespace palamedes::tune {

struct SampleDecay {
  double move = 1;
  template <typename Visitor>
  void fields(Visitor& visit) {
    visit("move", move, Range{0, 1}, "", Domain{0, 0.5, 1});
  }
};

struct SampleSelect {
  double c = 0.2;
  double offset = 0.01;
  std::uint32_t threshold = 0;
  double k = 250;
  double ref = 50;
  double fpu = 1;
  template <typename Visitor>
  void fields(Visitor& visit) {
    visit("c", c, Range{0, 100}, "", Domain{0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9});
    visit("offset", offset, Range{0, 1}, "", Domain{0.001, 0.005, 0.01, 0.015, 0.02, 0.025});
    visit("threshold", threshold, Range{0, 1e9}, "",
          Domain{0, 5, 10, 20, 30, 40, 50, 100, 200, 1e9});
    visit("k", k, Range{0, infinity}, "",
          Domain{0, 10, 50, 100, 250, 500, 750, 1000, 2000, infinity});
    visit("ref", ref, Range{0, infinity}, "", Domain{0, 50, 100, 250, 500, 1000, 10000, infinity});
    visit("fpu", fpu, Range{0, infinity}, "");
  }
};

struct SamplePlayout {
  double epsilon = 0.4;
  bool replies = false;
  LevelOrder order = LevelOrder::given;  // any enumeration
  std::uint32_t cutoff = 0;
  SampleDecay decay;
  template <typename Visitor>
  void fields(Visitor& visit) {
    visit("epsilon", epsilon, Range{0, 1}, "",
          Domain{0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1});
    visit("replies", replies, "");
    visit("order", order, "");
    visit("cutoff", cutoff, Range{0, 1e9}, "", Domain{0, 10, 20});
    visit.group("decay", decay);
  }
};

struct SampleParameters {
  SampleSelect select;
  SamplePlayout playout;
  template <typename Visitor>
  void fields(Visitor& visit) {
    visit.group("select", select);
    visit.group("playout", playout);
  }
};

inline std::vector<Parameter> sample_parameters() {
  return palamedes::parameters_of(SampleParameters{});
}

// The space of a description; `knowledge` is the thesis's unless given.
inline Result<Space> sample_space(std::string_view text,
                                  const Knowledge& knowledge = thesis_knowledge()) {
  const auto description = parse_description(text);
  if (!description) return tl::unexpected(description.error());
  return make_space(*description, sample_parameters(), knowledge);
}

// Parameters A, B, ... with so many values each, which are 0, 1, ...
inline Space grid_space(const std::vector<std::uint32_t>& counts,
                        const std::vector<Exclusion>& exclusions = {}) {
  std::vector<Parameter> known;
  std::vector<Wanted> wanted;
  for (std::size_t i = 0; i < counts.size(); ++i) {
    Parameter parameter{.name = std::string(1, static_cast<char>('A' + i)), .value = "0"};
    for (std::uint32_t value = 0; value < counts[i]; ++value) parameter.domain.push_back(value);
    wanted.push_back({.name = parameter.name});
    known.push_back(std::move(parameter));
  }
  return Space::make(wanted, known, {.exclusions = exclusions}, SpaceKind::discrete).value();
}

// Parameters A, B, ... in [0, 1].
inline Space unit_cube(std::size_t dimensions) {
  std::vector<Parameter> known;
  std::vector<Wanted> wanted;
  for (std::size_t i = 0; i < dimensions; ++i) {
    known.push_back({.name = std::string(1, static_cast<char>('A' + i)), .value = "0"});
    wanted.push_back({.name = known.back().name, .interval = Range{0, 1}});
  }
  return Space::make(wanted, known, {}, SpaceKind::continuous).value();
}

inline Digits digits(std::initializer_list<int> values) {
  Digits result{};
  std::size_t i = 0;
  for (const int value : values) result[i++] = static_cast<std::uint8_t>(value);
  return result;
}

}  // namespace palamedes::tune
