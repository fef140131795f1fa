#pragma once
// Names for contents: 128 bits in which two different texts do not meet by chance. They protect
// against no one who looks for such texts on purpose.

#include <cstdint>
#include <string>
#include <string_view>

namespace palamedes {

struct Digest {
  std::uint64_t first = 0;
  std::uint64_t second = 0;
  bool operator==(const Digest&) const = default;

  [[nodiscard]] std::string hex() const;  // 32 digits
};

// MurmurHash3 for 64-bit machines (Appleby, public domain) with seed 0; the same on any machine.
[[nodiscard]] Digest digest(std::string_view bytes);

// A digest of several parts, in which ("ab", "c") is not ("a", "bc").
class Digester {
 public:
  Digester& add(std::string_view part);
  Digester& add(std::uint64_t part);
  [[nodiscard]] Digest digest() const { return palamedes::digest(bytes_); }

 private:
  std::string bytes_;
};

}  // namespace palamedes
