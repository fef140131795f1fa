#pragma once
// How a fuzz program fails: it names the law and aborts, which libFuzzer takes for a finding.

#include <cstdio>
#include <cstdlib>

namespace palamedes {

inline void require(bool holds, const char* law) {
  if (holds) return;
  std::fprintf(stderr, "violated: %s\n", law);
  std::abort();
}

}  // namespace palamedes
