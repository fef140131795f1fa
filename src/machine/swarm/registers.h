#pragma once
// Vector registers as a cache of slots: who is where, and who goes when room is needed.
//
//   register_of_   by slot: its register, or none
//   held_          by register: slot, when it is read next, and whether memory has it already
//
// The reads to come are known, so the one that is needed last goes (Belady, 1966).

#include <algorithm>
#include <cstdint>
#include <vector>

#include "machine/swarm/tape.h"

namespace palamedes::machine::swarm {

inline constexpr std::uint32_t no_register = 0xffffffffU;
inline constexpr std::uint32_t never_read = 0xffffffffU;

class Registers {
 public:
  struct Held {
    Slot slot = no_slot;
    std::uint32_t next_read = never_read;  // number of an operation, or after all of them
    bool saved = false;
    bool pinned = false;  // in use by the operation at hand
  };
  static constexpr Slot no_slot = 0xffffffffU;

  Registers(std::uint32_t count, Slot slots) : held_(count), register_of_(slots, no_register) {}

  [[nodiscard]] std::uint32_t find(Slot slot) const { return register_of_[slot]; }
  [[nodiscard]] Held& at(std::uint32_t number) { return held_[number]; }
  [[nodiscard]] std::uint32_t count() const { return static_cast<std::uint32_t>(held_.size()); }

  // A register to be overwritten: an empty one, or the one that is read last. The caller saves
  // what is in it and calls release().
  [[nodiscard]] std::uint32_t victim() const {
    std::uint32_t best = no_register;
    for (std::uint32_t i = 0; i < held_.size(); ++i) {
      const Held& held = held_[i];
      if (held.pinned) continue;
      if (held.slot == no_slot) return i;
      if (best == no_register || held.next_read > held_[best].next_read ||
          (held.next_read == held_[best].next_read && held.saved && !held_[best].saved)) {
        best = i;
      }
    }
    return best;
  }

  void hold(std::uint32_t number, Slot slot, std::uint32_t next_read, bool saved) {
    held_[number] = {slot, next_read, saved, true};
    register_of_[slot] = number;
  }

  void release(std::uint32_t number) {
    Held& held = held_[number];
    if (held.slot != no_slot) register_of_[held.slot] = no_register;
    held = {};
  }

  void unpin_all() {
    for (Held& held : held_) held.pinned = false;
  }

 private:
  std::vector<Held> held_;
  std::vector<std::uint32_t> register_of_;
};

}  // namespace palamedes::machine::swarm
