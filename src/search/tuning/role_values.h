#pragma once
// The values by which each role selects and plays out in one thread. Whoever uses a value reads it
// in the role's parameters, as if nobody tuned anything; here they are written, before a simulation
// begins and whenever another simulation goes on.

#include <cstddef>
#include <limits>
#include <span>
#include <vector>

#include "search/parameters.h"
#include "search/tuning/places.h"
#include "search/tuning/tuned.h"
#include "search/tuning/tuning.h"

namespace palamedes::search::tuning {

class RoleValues {
 public:
  // By role: what it selects and plays out by.
  RoleValues(Tuning& tuning, std::span<select::Parameters> select,
             std::span<playout::Parameters> playout)
      : tuning_(tuning),
        parameters_(tuning.space().size()),
        tunes_playouts_(tuning.tunes("playout.")),
        drawn_(parameters_) {
    for (std::size_t role = 0; role < select.size(); ++role) {
      Block block{select[role], playout[role]};
      for (std::size_t i = 0; i < parameters_; ++i) {
        PlaceFinder finder(tuning.space()[i].name);
        block.fields(finder);
        places_.push_back(finder.place);
      }
    }
    written_.assign(places_.size(), std::numeric_limits<double>::quiet_NaN());  // nothing yet
  }

  [[nodiscard]] bool tunes_playouts() const { return tunes_playouts_; }
  [[nodiscard]] bool changes_by_state() const { return tuning_.changes_by_state(); }

  // A simulation begins.
  void choose(Tuned& tuned) {
    const std::size_t roles = tuning_.roles();
    if (tuned.values.size() != places_.size()) {
      tuned.choices.resize(roles);
      tuned.values.resize(places_.size());
    }
    for (std::size_t role = 0; role < roles; ++role) {
      tuned.choices[role] = tuning_.choose(role, of_role(tuned.values, role));
    }
    write(tuned.values);
    current_ = &tuned;
  }
  // It goes on, perhaps after others.
  void go_on(const Tuned& tuned) {
    if (&tuned == current_) return;
    write(tuned.values);
    current_ = &tuned;
  }
  // It comes to a state.
  void draw_for_state() {
    for (std::size_t role = 0; role < tuning_.roles(); ++role) {
      tuning_.choose_for_state(role, drawn_);
      for (std::size_t i = 0; i < parameters_; ++i) write(role * parameters_ + i, drawn_[i]);
    }
    current_ = nullptr;
  }
  // It has ended with these payoffs times `factor`, by role.
  void reward(const Tuned& tuned, std::span<const double> payoffs, double factor) {
    for (std::size_t role = 0; role < tuned.choices.size(); ++role) {
      tuning_.reward(role, tuned.choices[role], payoffs[role] * factor);
    }
  }

 private:
  struct Block {
    select::Parameters& select;
    playout::Parameters& playout;
    template <typename Visitor>
    void fields(Visitor& visit) {
      visit.group("select", select);
      visit.group("playout", playout);
    }
  };

  [[nodiscard]] std::span<double> of_role(std::vector<double>& values, std::size_t role) const {
    return std::span<double>(values).subspan(role * parameters_, parameters_);
  }
  void write(const std::vector<double>& values) {
    for (std::size_t i = 0; i < places_.size(); ++i) write(i, values[i]);
  }
  // Most values are the same as for the simulation before.
  void write(std::size_t place, double value) {
    if (written_[place] == value) return;
    written_[place] = value;
    places_[place].write(value);
  }

  Tuning& tuning_;
  std::size_t parameters_;
  bool tunes_playouts_;
  std::vector<Place> places_;       // [role * parameters + parameter]
  std::vector<double> written_;     // what stands in the places
  const Tuned* current_ = nullptr;  // whose values stand in the places
  std::vector<double> drawn_;       // for one role
};

}  // namespace palamedes::search::tuning
