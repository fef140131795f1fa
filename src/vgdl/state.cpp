#include "vgdl/state.h"

namespace palamedes::vgdl {
namespace {

constexpr std::size_t round_up(std::size_t bytes) { return (bytes + 7) / 8 * 8; }

}  // namespace

State::State(const Sizes& sizes) {
  Header head{};
  head.cells =
      static_cast<std::uint32_t>(round_up(sizeof(Header) + sizes.types * sizeof(TypeList)));
  head.crowd = static_cast<std::uint32_t>(head.cells + sizes.cells * sizeof(std::uint16_t));
  head.timers =
      static_cast<std::uint32_t>(round_up(head.crowd + sizes.cells * sizeof(std::uint16_t)));
  head.timer_capacity = static_cast<std::uint32_t>(sizes.timers);
  head.slot_capacity = static_cast<std::uint32_t>(sizes.slots);
  head.sprites = static_cast<std::uint32_t>(round_up(head.timers + sizes.timers * sizeof(Timer)));
  head.stride =
      static_cast<std::uint32_t>(round_up(sizeof(Sprite) + sizes.resources * sizeof(std::int32_t)));
  capacity_ = head.sprites + sizes.slots * head.stride;
  memory_ = std::make_unique<std::byte[]>(capacity_);
  std::memcpy(memory_.get(), &head, sizeof(Header));
  for (std::size_t i = 0; i < sizes.types; ++i) lists()[i] = {no_slot, no_slot, 0};
  std::memset(cells(), 0xff, sizes.cells * sizeof(std::uint16_t));
}

void State::assign(const State& other) {
  if (!other.memory_) {
    memory_.reset();
    capacity_ = 0;
    return;
  }
  const std::size_t needed =
      other.head().sprites +
      static_cast<std::size_t>(other.head().slot_capacity) * other.head().stride;
  if (capacity_ < needed) {
    memory_ = std::make_unique_for_overwrite<std::byte[]>(needed);
    capacity_ = needed;
  }
  std::memcpy(memory_.get(), other.memory_.get(), other.bytes());
}

void State::grow(std::size_t slots, std::size_t timers_wanted) {
  const Header old = head();
  Header grown = old;
  grown.slot_capacity = static_cast<std::uint32_t>(std::max<std::size_t>(slots, old.slot_capacity));
  grown.timer_capacity =
      static_cast<std::uint32_t>(std::max<std::size_t>(timers_wanted, old.timer_capacity));
  grown.sprites = static_cast<std::uint32_t>(
      round_up(grown.timers + static_cast<std::size_t>(grown.timer_capacity) * sizeof(Timer)));
  const std::size_t wanted =
      grown.sprites + static_cast<std::size_t>(grown.slot_capacity) * grown.stride;
  auto memory = std::make_unique<std::byte[]>(wanted);
  std::memcpy(memory.get(), memory_.get(), old.timers);
  std::memcpy(memory.get(), &grown, sizeof(Header));
  std::memcpy(memory.get() + old.timers, memory_.get() + old.timers,
              old.timer_count * sizeof(Timer));
  std::memcpy(memory.get() + grown.sprites, memory_.get() + old.sprites,
              static_cast<std::size_t>(old.used) * old.stride);
  memory_ = std::move(memory);
  capacity_ = wanted;
}

}  // namespace palamedes::vgdl
