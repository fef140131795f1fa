#pragma once
// Checks of rules: what is wrong with a text and where, and what random play says about it.

#include <string>

#include "web/answer.h"

namespace palamedes::web::worker {

[[nodiscard]] Answer check(const std::string& body);

}  // namespace palamedes::web::worker
