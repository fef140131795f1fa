#pragma once
// Stopping a model in the middle of an answer or a playout, where answers may take long.
//
// From then on until its next use the model answers nothing more, as after a fault, and the
// simulation that was under way leaves no trace in the tree. A model stops in a long question or
// when it is asked about another state; what it has once said about a state can be asked again.

#include <concepts>
#include <functional>

namespace palamedes::search {

template <typename M>
concept Stoppable = requires(M& model, const M& asked, const std::function<bool()>* wanted) {
  model.keep_going_while(wanted);
  { asked.was_stopped() } -> std::convertible_to<bool>;
};

template <typename M>
[[nodiscard]] bool was_stopped(const M& model) {
  if constexpr (Stoppable<M>) {
    return model.was_stopped();
  } else {
    return false;
  }
}

// The model cannot answer any more, or was stopped: nothing that it says from then on, and no
// simulation in which that happened, becomes part of the tree.
template <typename M>
[[nodiscard]] bool gave_up(const M& model) {
  return !model.fault().empty() || was_stopped(model);
}

// As long as it lives, the model works while this is wanted; null: always. Afterwards it always
// does.
template <typename M>
class StopScope {
 public:
  StopScope(M& model, const std::function<bool()>* wanted) : model_(model) { set(wanted); }
  ~StopScope() { set(nullptr); }
  StopScope(const StopScope&) = delete;
  StopScope& operator=(const StopScope&) = delete;

 private:
  void set(const std::function<bool()>* wanted) {
    if constexpr (Stoppable<M>) model_.keep_going_while(wanted);
  }

  M& model_;
};

}  // namespace palamedes::search
