#pragma once
// An agent's spec that must be right.

#include <string_view>
#include <utility>

#include <gtest/gtest.h>

#include "agent/spec.h"

namespace palamedes::agent {

inline Spec spec(std::string_view text) {
  auto result = parse_spec(text);
  EXPECT_TRUE(result.has_value()) << text;
  return std::move(*result);
}

}  // namespace palamedes::agent
