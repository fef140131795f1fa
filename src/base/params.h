#pragma once
// Parameters that are declared once. A struct shows its fields to a visitor, and from that come the
// command line, help, JSON, the text that names a setting, and (later) the space to tune in:
//
//   struct Uct {
//     double c = 0.7;
//     template <typename Visitor>
//     void fields(Visitor& visit) {
//       visit("c", c, Range{0, 100}, "how much exploring is worth", Domain{0.1, 0.2, 0.4});
//     }
//   };
//
// A field is a bool, a number or an enumeration with names. Where several structs stand in one
// larger struct, that one calls visit.group("select", select).

#include <algorithm>
#include <cstdint>
#include <limits>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "base/diagnostic.h"

namespace palamedes {

inline constexpr double infinity = std::numeric_limits<double>::infinity();

struct Range {
  double min = -infinity;
  double max = infinity;
};

// Values that a tuner may try; empty where the papers give none.
using Domain = std::vector<double>;

// Names of an enumeration's values, from 0 on. To be specialised beside the enumeration:
//   template <>
//   inline constexpr std::array<std::string_view, 2> names_of<Loop> = {"closed", "open"};
template <typename Enum>
inline constexpr int names_of = 0;

enum class ParameterKind : std::uint8_t { boolean, integer, real, choice };
[[nodiscard]] std::string_view kind_name(ParameterKind kind);

// What is to be known about a parameter, its value as text.
struct Parameter {
  std::string name;  // with its groups: "select.c"
  ParameterKind kind = ParameterKind::real;
  std::string value;
  std::string help;
  Range range;
  std::vector<std::string> choices;
  Domain domain;
};

// All parameters of a struct, in the order of their declaration. Values are those it has now.
template <typename Struct>
[[nodiscard]] std::vector<Parameter> parameters_of(const Struct& values);

// Those of them whose values are not the same in `from`.
template <typename Struct>
[[nodiscard]] std::vector<Parameter> changed_parameters(const Struct& values, const Struct& from);

// Sets the parameter of that name. What is wrong with name or value comes back as a sentence, with
// the nearest name as a hint; then nothing has changed.
template <typename Struct>
[[nodiscard]] Result<void> set_parameter(Struct& values, std::string_view name,
                                         std::string_view value);

// The whole name of a parameter that was called by the end of its name: "c" or "decay.move". An end
// that several parameters share, or that is the name of a group, is an error that lists them.
[[nodiscard]] Result<std::string> full_name(std::string_view end,
                                            const std::vector<Parameter>& known);

namespace params {

// Whole numbers pass through a double, which holds no larger ones exactly.
inline constexpr double largest_whole = 9007199254740992.0;  // 2^53

// The shortest text that reads back as the same number; "inf" is a number as well.
[[nodiscard]] std::string to_text(double value);
// "from 0 to 100"; an open end is "inf".
[[nodiscard]] std::string to_text(Range range);
// Decimal, without a plus or blanks; "inf" where the range has no end.
[[nodiscard]] Result<double> read_number(std::string_view name, std::string_view text, Range range,
                                         bool whole);
// true, yes, on, 1 and their contraries.
[[nodiscard]] Result<bool> read_boolean(std::string_view name, std::string_view text);
// The position of the choice.
[[nodiscard]] Result<std::size_t> read_choice(std::string_view name, std::string_view text,
                                              const std::vector<std::string>& choices);
[[nodiscard]] tl::unexpected<Diagnostics> unknown(std::string_view name,
                                                  const std::vector<Parameter>& known);

// What the type can hold of the range.
template <typename Number>
Range held(Range range) {
  if constexpr (std::is_integral_v<Number>) {
    using Limits = std::numeric_limits<Number>;
    range.min = std::max({range.min, static_cast<double>(Limits::min()), -largest_whole});
    range.max = std::min({range.max, static_cast<double>(Limits::max()), largest_whole});
  }
  return range;
}

template <typename Enum>
std::vector<std::string> names() {
  std::vector<std::string> list;
  for (const std::string_view name : names_of<Enum>) list.emplace_back(name);
  return list;
}

// Remembers the groups it is in.
template <typename Self>
class Visitor {
 public:
  template <typename Struct>
  void group(std::string_view name, Struct& values) {
    const std::string outer = prefix_;
    prefix_ += std::string(name) + ".";
    values.fields(static_cast<Self&>(*this));
    prefix_ = outer;
  }

 protected:
  [[nodiscard]] std::string full(std::string_view name) const {
    return prefix_ + std::string(name);
  }

 private:
  std::string prefix_;
};

class Describer : public Visitor<Describer> {
 public:
  std::vector<Parameter> list;

  void operator()(std::string_view name, bool& value, std::string_view help) {
    add({full(name), ParameterKind::boolean, value ? "true" : "false", std::string(help)});
  }
  template <typename Number>
  requires std::is_arithmetic_v<Number>
  void operator()(std::string_view name, Number& value, Range range, std::string_view help,
                  Domain domain = {}) {
    add({full(name),
         std::is_integral_v<Number> ? ParameterKind::integer : ParameterKind::real,
         to_text(static_cast<double>(value)),
         std::string(help),
         held<Number>(range),
         {},
         std::move(domain)});
  }
  template <typename Enum>
  requires std::is_enum_v<Enum>
  void operator()(std::string_view name, Enum& value, std::string_view help) {
    const std::vector<std::string> all = names<Enum>();
    add({full(name),
         ParameterKind::choice,
         all[static_cast<std::size_t>(value)],
         std::string(help),
         {},
         all});
  }

 private:
  void add(Parameter parameter) { list.push_back(std::move(parameter)); }
};

class Setter : public Visitor<Setter> {
 public:
  Setter(std::string_view name, std::string_view value) : name_(name), value_(value) {}

  bool found = false;
  Result<void> result;

  void operator()(std::string_view name, bool& target, std::string_view) {
    if (is(name)) assign(read_boolean(name_, value_), target);
  }
  template <typename Number>
  requires std::is_arithmetic_v<Number>
  void operator()(std::string_view name, Number& target, Range range, std::string_view,
                  const Domain& = {}) {
    if (!is(name)) return;
    assign(read_number(name_, value_, held<Number>(range), std::is_integral_v<Number>), target);
  }
  template <typename Enum>
  requires std::is_enum_v<Enum>
  void operator()(std::string_view name, Enum& target, std::string_view) {
    if (is(name)) assign(read_choice(name_, value_, names<Enum>()), target);
  }

 private:
  bool is(std::string_view name) {
    if (full(name) != name_) return false;
    found = true;
    return true;
  }
  template <typename Value, typename Target>
  void assign(const Result<Value>& value, Target& target) {
    if (value) {
      target = static_cast<Target>(*value);
    } else {
      result = tl::make_unexpected(value.error());
    }
  }
  std::string name_;
  std::string value_;
};

}  // namespace params

template <typename Struct>
std::vector<Parameter> parameters_of(const Struct& values) {
  Struct copy = values;
  params::Describer describer;
  copy.fields(describer);
  return std::move(describer.list);
}

template <typename Struct>
std::vector<Parameter> changed_parameters(const Struct& values, const Struct& from) {
  const std::vector<Parameter> before = parameters_of(from);
  std::vector<Parameter> now = parameters_of(values);
  std::vector<Parameter> changed;
  for (std::size_t i = 0; i < now.size(); ++i) {
    if (now[i].value != before[i].value) changed.push_back(std::move(now[i]));
  }
  return changed;
}

template <typename Struct>
Result<void> set_parameter(Struct& values, std::string_view name, std::string_view value) {
  params::Setter setter(name, value);
  values.fields(setter);
  if (!setter.found) return params::unknown(name, parameters_of(values));
  return setter.result;
}

}  // namespace palamedes
