#pragma once
// Where the value of a parameter stands in a struct that declares it (base/params.h), so that it
// can be written without looking for its name.

#include <cstdint>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>

#include "base/params.h"

namespace palamedes::search::tuning {

class Place {
 public:
  Place() = default;
  explicit Place(bool& target) : target_(&target), kind_(Kind::boolean) {}
  explicit Place(double& target) : target_(&target), kind_(Kind::real) {}
  explicit Place(std::uint32_t& target) : target_(&target), kind_(Kind::whole) {}
  template <typename Enum>
  requires std::is_enum_v<Enum>
  explicit Place(Enum& target) : target_(&target), kind_(Kind::choice) {
    static_assert(std::is_same_v<std::underlying_type_t<Enum>, std::uint8_t>);
  }

  [[nodiscard]] bool is_known() const { return target_ != nullptr; }

  // Choices count from 0, switches are 0 and 1.
  void write(double value) const {
    switch (kind_) {
      case Kind::real:
        *static_cast<double*>(target_) = value;
        break;
      case Kind::whole:
        *static_cast<std::uint32_t*>(target_) = static_cast<std::uint32_t>(value);
        break;
      case Kind::boolean:
        *static_cast<bool*>(target_) = value != 0;
        break;
      case Kind::choice:  // bytes may stand for anything
        *static_cast<unsigned char*>(target_) = static_cast<unsigned char>(value);
        break;
    }
  }

 private:
  enum class Kind : std::uint8_t { real, whole, boolean, choice };

  void* target_ = nullptr;
  Kind kind_ = Kind::real;
};

// Finds the place of one parameter.
class PlaceFinder : public params::Visitor<PlaceFinder> {
 public:
  explicit PlaceFinder(std::string_view name) : name_(name) {}

  Place place;

  template <typename Value, typename... Rest>
  void operator()(std::string_view name, Value& target, Rest&&... /*rest*/) {
    if (full(name) == name_) place = Place(target);
  }

 private:
  std::string name_;
};

}  // namespace palamedes::search::tuning
