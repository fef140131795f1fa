#pragma once
// One child process that reads lines and answers them.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <sys/types.h>

#include "base/descriptor.h"
#include "base/diagnostic.h"

namespace palamedes::lab {

class WorkerProcess {
 public:
  // It ends with this process, and runs on this core alone if one is given.
  [[nodiscard]] static Result<WorkerProcess> start(const std::vector<std::string>& command,
                                                   std::optional<int> core);

  WorkerProcess(WorkerProcess&&) noexcept;
  WorkerProcess& operator=(WorkerProcess&&) noexcept;
  WorkerProcess(const WorkerProcess&) = delete;
  WorkerProcess& operator=(const WorkerProcess&) = delete;
  // Ends it at once.
  ~WorkerProcess();

  // False if it is no longer there to receive it.
  [[nodiscard]] bool tell(std::string_view line) const;
  // What can be read without waiting is taken in. False at the end of its output.
  [[nodiscard]] bool listen();
  // The next whole line that was taken in.
  [[nodiscard]] std::optional<std::string> line();
  [[nodiscard]] int output() const { return output_.get(); }

  // How it ended: "ended by signal 9 (Killed)". Waits for its end.
  [[nodiscard]] std::string last_words();

 private:
  WorkerProcess() = default;
  pid_t process_ = -1;
  Descriptor input_;
  Descriptor output_;
  std::string heard_;
};

// The cores this process may use, if there are as many of them as workers; empty otherwise. Fewer
// workers than cores are left alone: two runs would choose the same cores.
[[nodiscard]] std::vector<int> cores_for(std::size_t workers);

}  // namespace palamedes::lab
