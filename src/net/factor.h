#pragma once
// Factoring: a sum of products that share conditions, written with fewer gates.
//
//   a b + a c + d   becomes   a (b + c) + d        (and the same with AND and OR exchanged)
//
// The literal that most products share is taken out first (base/most_frequent.h), then the same
// again inside. So sums over the same literals come out alike and share their parts:
// "three of these n" takes about 4 n gates, where there are n(n-1)(n-2)/6 products.

#include <cstdint>
#include <map>
#include <span>
#include <vector>

#include "net/gate_table.h"
#include "net/propnet.h"

namespace palamedes::net {

class Factoring {
 public:
  using Inputs = std::vector<ComponentId>;
  struct Gate {  // a gate to be made: its number will be that of its place after the network's last
    bool is_sum = false;
    Inputs inputs;  // sorted
  };

  // `products` and `sums` know the gates that exist.
  Factoring(const GateTable& products, const GateTable& sums) : products_(products), sums_(sums) {}

  // Terms are products; the first free number is that of the first gate to be made.
  void run(std::vector<Inputs> terms, ComponentId first_free);

  [[nodiscard]] const Inputs& sum() const { return sum_; }  // sorted inputs of the whole sum
  [[nodiscard]] const std::vector<Gate>& gates() const { return gates_; }
  // Existing gates that are used instead of new ones, sorted.
  [[nodiscard]] const Inputs& found() const { return found_; }
  [[nodiscard]] std::size_t links() const;

 private:
  using Products = std::vector<Inputs>;

  Products factor(std::span<Inputs> terms);
  Products factor_group(std::span<Inputs> group);
  void order_literals(std::span<Inputs> terms);
  ComponentId gate(bool is_sum, Inputs inputs);

  const GateTable& products_;
  const GateTable& sums_;
  ComponentId first_free_ = 0;
  std::vector<Gate> gates_;
  std::map<std::pair<bool, Inputs>, ComponentId> planned_;
  Inputs found_;
  Inputs sum_;
  std::vector<std::uint32_t> uses_;  // by literal; zero but while terms are put in order
};

}  // namespace palamedes::net
