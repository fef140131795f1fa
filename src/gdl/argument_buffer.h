#pragma once
// A row of terms that is short in nearly all cases: kept on the C++ stack, longer ones on the heap.

#include <array>
#include <span>
#include <vector>

#include "gdl/term_pool.h"

namespace palamedes::gdl {

class ArgumentBuffer {
 public:
  explicit ArgumentBuffer(std::size_t count) {  // NOLINT(*-member-init): written before read
    if (count > near_.size()) {
      far_.resize(count);
      data_ = far_.data();
    }
  }
  ArgumentBuffer(const ArgumentBuffer&) = delete;
  ArgumentBuffer& operator=(const ArgumentBuffer&) = delete;

  TermId& operator[](std::size_t i) { return data_[i]; }
  [[nodiscard]] std::span<const TermId> first(std::size_t count) const { return {data_, count}; }

 private:
  std::array<TermId, 12> near_;
  std::vector<TermId> far_;
  TermId* data_ = near_.data();
};

}  // namespace palamedes::gdl
