#pragma once
// Pending leaves: selected, but their playouts have not ended yet. Their visits count from the
// moment of their selection, so that others look at other moves. They can count as losses, or as
// the mean so far: then they matter to exploration alone (Liu et al., "Watch the Unobserved",
// 2020).

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include "base/params.h"
#include "search/tree/node.h"

namespace palamedes::search::batch {

// What the visits of pending leaves are worth.
enum class PendingValue : std::uint8_t { loss, mean };

}  // namespace palamedes::search::batch

namespace palamedes {

template <>
inline constexpr std::array<std::string_view, 2> names_of<search::batch::PendingValue> = {"loss",
                                                                                          "mean"};

namespace search::batch {

struct PendingParameters {
  double virtual_loss = 1;
  PendingValue value = PendingValue::mean;

  template <typename Visitor>
  void fields(Visitor& visit) {
    visit("virtual_loss", virtual_loss, Range{0, 1000},
          "visits that each simulation under way counts, in a batch and with several threads, so "
          "that others select other leaves");
    visit(
        "under_way", value,
        "what these visits count as: a loss each, or the mean of the move so far, so that it only "
        "looks more explored");
  }
};

inline constexpr double least_ended = 1e-6;  // visits; less is rounding

// Visits of simulations that have ended.
inline double ended_visits(const tree::Counted& entry) {
  return entry.visits - static_cast<double>(entry.pending);
}

// Of a node that has been left: visits that something is known about. All of them, if those under
// way count as losses.
inline double known_visits(const tree::Node& node, std::size_t roles,
                           const PendingParameters& parameters) {
  const double visits = tree::peek(node.visits);
  if (parameters.value == PendingValue::loss) return visits;
  return visits - tree::peek(node.block->pending(roles));
}
// The same of a move.
inline double known_visits(const tree::Counted& entry, const PendingParameters& parameters) {
  return parameters.value == PendingValue::loss ? entry.visits : ended_visits(entry);
}

// Of all moves together; a draw if there is nothing at all.
template <typename Entry>
double mean_of_ended(std::span<const Entry> entries) {
  double ended = 0;
  double sum = 0;
  for (const Entry& entry : entries) {
    ended += ended_visits(entry);
    sum += entry.sum;
  }
  return ended >= least_ended ? sum / ended : 0.5;
}

// The mean of one of the entries, which has visits. Where nothing has ended yet, it is as good as
// all of them together; what that is, is found out once. Entries are tree::Entry or tree::Counted.
template <typename Entry>
class MeanWithPending {
 public:
  MeanWithPending(std::span<Entry> entries, const PendingParameters& parameters)
      : entries_(entries), value_(parameters.value) {}

  double operator()(const Entry& entry) {
    if (entry.pending <= 0 || value_ == PendingValue::loss) return entry.mean();
    const double ended = ended_visits(entry);
    if (ended >= least_ended) return entry.sum / ended;
    if (!all_) all_ = mean_of_ended(std::span<const Entry>(entries_));
    return *all_;
  }

 private:
  std::span<Entry> entries_;
  PendingValue value_;
  std::optional<double> all_;
};

// What is known of a move from elsewhere does not count pending leaves: without this all leaves
// of a batch would lie on the same way.
inline double discount(const tree::Counted& entry, const PendingParameters& parameters) {
  if (entry.pending <= 0 || parameters.value == PendingValue::mean) return 1;
  const auto pending = static_cast<double>(entry.pending);
  const double ended = std::max(0.0, entry.visits - pending) + 1;
  return ended / (ended + pending);
}

// Others are on their way with the move just chosen, and nobody has come back: there is no use in
// looking beyond a leaf about which nothing is known yet, so it is played out once more. The caller
// holds the node's lock.
inline bool is_pending(const tree::Node& node, std::size_t roles, const std::uint32_t* taken,
                       double virtual_loss) {
  if (node.decider == tree::several || node.decider == tree::nobody) return false;
  const tree::Entry& entry = tree::entry_of_child(node, roles, taken);
  const auto pending = static_cast<double>(entry.pending);
  return pending > virtual_loss && entry.visits - pending < least_ended;
}

// What a pending leaf counts on its way, in a node and in a move chosen there; below 0 it has
// ended. The caller holds the node's lock.
inline void add_pending(tree::Node& node, std::size_t roles, double visits) {
  double& pending = node.block->pending(roles);
  tree::publish(pending, pending + visits);
  tree::publish(node.visits, node.visits + visits);
}
inline void add_pending(tree::Counted& entry, double visits) {
  entry.visits += visits;
  entry.pending += static_cast<float>(visits);
}

}  // namespace search::batch
}  // namespace palamedes
