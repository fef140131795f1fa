#pragma once
// Memory for the small blocks of a tree: taken from slabs, given back to lists of equal size, and
// counted, so that a tree knows how large it is.
//
//   slab    1 MiB from the system, or a sixteenth of a small limit, cut from front to back
//   block   a multiple of 16 bytes; a freed one waits in the list of its size
//
// A game's blocks change their size as it goes on, so that freed ones would pile up unused. Once so
// many slabs were taken as the limit allows, larger free blocks are cut into pieces instead, and
// merge() makes large ones of neighbours again.
//
// Blocks hold plain values only; nothing is destroyed. With several threads the tree locks.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <limits>
#include <memory>
#include <new>
#include <utility>
#include <vector>

namespace palamedes::search::tree {

class Arena {
 public:
  static constexpr std::size_t unlimited = std::numeric_limits<std::size_t>::max();

  explicit Arena(std::size_t limit = unlimited)
      : limit_(limit),
        slab_bytes_(std::clamp(limit / 16, smallest_slab, largest_slab) / unit * unit) {}

  // Zeroed.
  [[nodiscard]] void* allocate(std::size_t bytes) {
    const std::size_t units = units_of(bytes);
    used_ += units * unit;
    if (units < free_.size() && free_[units] != nullptr) return take_free(units, units);
    if (units * unit <= left_) return cut(units);
    return allocate_elsewhere(units);
  }

  void release(void* block, std::size_t bytes) {
    if (block == nullptr) return;
    const std::size_t units = units_of(bytes);
    used_ -= units * unit;
    put_free(static_cast<std::byte*>(block), units);
  }

  [[nodiscard]] std::size_t used_bytes() const { return used_; }
  [[nodiscard]] std::size_t reserved_bytes() const { return reserved_; }

  // Of slabs; only where no free block is large enough there are more.
  void set_limit(std::size_t bytes) { limit_ = bytes; }
  // By more than this.
  [[nodiscard]] bool exceeds_limit(std::size_t slack = 0) const {
    return reserved_ > limit_ + slack;
  }

  // Neighbours that are free become one block, and slabs that are free as a whole go back to the
  // system.
  void merge() {
    std::vector<Piece> pieces = take_all_free();
    std::sort(pieces.begin(), pieces.end(),
              [](const Piece& a, const Piece& b) { return a.begin < b.begin; });
    for (std::size_t i = 0; i < pieces.size();) {
      Piece whole = pieces[i++];
      while (i < pieces.size() && pieces[i].begin == whole.begin + whole.units * unit) {
        whole.units += pieces[i++].units;
      }
      if (!give_back(whole)) put_free(whole.begin, whole.units);
    }
  }

 private:
  struct Free {
    Free* next;
  };
  struct Piece {
    std::byte* begin;
    std::size_t units;
  };
  struct Slab {
    std::unique_ptr<std::byte[]> memory;
    std::size_t bytes;
  };
  static constexpr std::size_t unit = 16;
  static constexpr std::size_t smallest_slab = std::size_t{1} << 14U;
  static constexpr std::size_t largest_slab = std::size_t{1} << 20U;

  static std::size_t units_of(std::size_t bytes) {
    return bytes == 0 ? 1 : (bytes + unit - 1) / unit;
  }

  void* allocate_elsewhere(std::size_t units) {
    const std::size_t bytes = units * unit;
    const std::size_t slab = bytes > slab_bytes_ / 4 ? bytes : slab_bytes_;
    if (reserved_ + slab > limit_) {
      for (std::size_t larger = units + 1; larger < free_.size(); ++larger) {
        if (free_[larger] != nullptr) return take_free(larger, units);
      }
    }
    std::byte* const memory = add_slab(slab);
    if (slab == bytes) return memory;
    if (left_ > 0) put_free(next_, left_ / unit);
    next_ = memory;
    left_ = slab;
    return cut(units);
  }

  std::byte* cut(std::size_t units) {
    left_ -= units * unit;
    return std::exchange(next_, next_ + units * unit);
  }

  std::byte* add_slab(std::size_t bytes) {
    reserved_ += bytes;
    slabs_.push_back({std::make_unique<std::byte[]>(bytes), bytes});
    return slabs_.back().memory.get();
  }

  // The front of a free block of that size; the rest stays free.
  void* take_free(std::size_t size, std::size_t units) {
    Free* const block = free_[size];
    free_[size] = block->next;
    auto* const begin = reinterpret_cast<std::byte*>(block);
    if (size > units) put_free(begin + units * unit, size - units);
    return std::memset(begin, 0, units * unit);
  }
  void put_free(std::byte* begin, std::size_t units) {
    if (units >= free_.size()) free_.resize(units + 1, nullptr);
    free_[units] = new (begin) Free{free_[units]};
  }

  std::vector<Piece> take_all_free() {
    std::vector<Piece> pieces;
    for (std::size_t units = 0; units < free_.size(); ++units) {
      for (Free* block = free_[units]; block != nullptr; block = block->next) {
        pieces.push_back({reinterpret_cast<std::byte*>(block), units});
      }
    }
    free_.clear();
    return pieces;
  }

  bool give_back(const Piece& piece) {
    if (piece.units * unit <= slab_bytes_ / 4) return false;
    const auto slab = std::find_if(slabs_.begin(), slabs_.end(), [&](const Slab& each) {
      return each.memory.get() == piece.begin && each.bytes == piece.units * unit;
    });
    if (slab == slabs_.end()) return false;
    reserved_ -= slab->bytes;
    slabs_.erase(slab);
    return true;
  }

  std::vector<Slab> slabs_;
  std::vector<Free*> free_;
  std::byte* next_ = nullptr;
  std::size_t left_ = 0;
  std::size_t used_ = 0;
  std::size_t reserved_ = 0;
  std::size_t limit_;
  std::size_t slab_bytes_;
};

}  // namespace palamedes::search::tree
