#include "base/digest.h"

#include <bit>

#include <fmt/format.h>

namespace palamedes {
namespace {

constexpr std::uint64_t c1 = 0x87c37b91114253d5ULL;
constexpr std::uint64_t c2 = 0x4cf5ad432745937fULL;

std::uint64_t little_endian(std::string_view bytes) {
  std::uint64_t word = 0;
  for (std::size_t i = bytes.size(); i-- > 0;) {
    word = word << 8U | static_cast<unsigned char>(bytes[i]);
  }
  return word;
}

std::uint64_t scramble_first(std::uint64_t k) { return std::rotl(k * c1, 31) * c2; }
std::uint64_t scramble_second(std::uint64_t k) { return std::rotl(k * c2, 33) * c1; }

std::uint64_t finish(std::uint64_t k) {
  k ^= k >> 33U;
  k *= 0xff51afd7ed558ccdULL;
  k ^= k >> 33U;
  k *= 0xc4ceb9fe1a85ec53ULL;
  return k ^ k >> 33U;
}

}  // namespace

std::string Digest::hex() const { return fmt::format("{:016x}{:016x}", first, second); }

Digest digest(std::string_view bytes) {
  constexpr std::size_t word = 8;
  const std::uint64_t length = bytes.size();
  std::uint64_t h1 = 0;
  std::uint64_t h2 = 0;
  for (; bytes.size() >= 2 * word; bytes.remove_prefix(2 * word)) {
    h1 ^= scramble_first(little_endian(bytes.substr(0, word)));
    h1 = (std::rotl(h1, 27) + h2) * 5 + 0x52dce729;
    h2 ^= scramble_second(little_endian(bytes.substr(word, word)));
    h2 = (std::rotl(h2, 31) + h1) * 5 + 0x38495ab5;
  }
  if (bytes.size() > word) h2 ^= scramble_second(little_endian(bytes.substr(word)));
  h1 ^= scramble_first(little_endian(bytes.substr(0, word)));
  h1 ^= length;
  h2 ^= length;
  h1 += h2;
  h2 += h1;
  h1 = finish(h1);
  h2 = finish(h2);
  h1 += h2;
  h2 += h1;
  return {h1, h2};
}

Digester& Digester::add(std::string_view part) {
  add(part.size());
  bytes_ += part;
  return *this;
}

Digester& Digester::add(std::uint64_t part) {
  bytes_ += fmt::format("{:016x}", part);
  return *this;
}

}  // namespace palamedes
