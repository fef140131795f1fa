#include "cli/agent_json.h"

namespace palamedes::cli {

Json number_json(double value) {
  return value == infinity || value == -infinity ? Json(params::to_text(value))
                                                 : Json::number(params::to_text(value));
}

Json value_json(const Parameter& parameter) {
  switch (parameter.kind) {
    case ParameterKind::boolean:
      return parameter.value == "true";
    case ParameterKind::choice:
      return parameter.value;
    case ParameterKind::integer:
    case ParameterKind::real:
      break;
  }
  const bool finite = parameter.value.find("inf") == std::string::npos;
  return finite ? Json::number(parameter.value) : Json(parameter.value);
}

Json values_json(const agent::Spec& spec) {
  Json values = Json::object();
  if (spec.random) return values;
  for (const Parameter& parameter : parameters_of(spec.plan)) {
    values.add(parameter.name, value_json(parameter));
  }
  return values;
}

}  // namespace palamedes::cli
