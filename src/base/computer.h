#pragma once
// Where figures come from: what a report says about the computer.

#include <string>

namespace palamedes {

[[nodiscard]] std::string host_name();
// "Intel(R) Xeon(R) ..." as the system calls it; "unknown" where it does not say.
[[nodiscard]] std::string processor_name();

}  // namespace palamedes
