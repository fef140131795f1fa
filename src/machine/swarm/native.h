#pragma once
// Routines as machine code for AVX2 or AVX-512, made when a swarm starts.

#include <cstddef>
#include <memory>
#include <span>
#include <vector>

#include "machine/swarm/routine.h"

namespace palamedes::machine::swarm {

// Pages with code. They are writable while code is written and executable afterwards, never both.
class NativeCode {
 public:
  // Nothing if this computer does not let us, or has not the instructions for this number of lanes.
  [[nodiscard]] static std::unique_ptr<NativeCode> make(std::span<const Routine* const> programs,
                                                        unsigned lanes);
  ~NativeCode();
  NativeCode(const NativeCode&) = delete;
  NativeCode& operator=(const NativeCode&) = delete;

  // In the order of the programs.
  [[nodiscard]] NativeFunction function(std::size_t program) const { return functions_[program]; }
  [[nodiscard]] std::size_t memory_bytes() const { return size_; }

 private:
  NativeCode(void* memory, std::size_t size) : memory_(memory), size_(size) {}

  void* memory_;
  std::size_t size_;
  std::vector<NativeFunction> functions_;
};

}  // namespace palamedes::machine::swarm
