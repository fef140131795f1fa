#pragma once
// A line typed by a person: with editing, history and completion at a terminal, from anything else
// just as it comes. The terminal is in its usual modes whenever no line is being typed, and signals
// that end or stop the program while one is do so after these modes are back.

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "cli/plain_lines.h"
#include "cli/screen.h"

namespace palamedes::cli {

class LineInput {
 public:
  explicit LineInput(Screen& screen);
  LineInput(const LineInput&) = delete;
  LineInput& operator=(const LineInput&) = delete;
  ~LineInput();

  // Nothing at the end of the input (Ctrl-D), and if Interrupt was asked to end the program. Ctrl-C
  // with something on the line only clears it. The Tab key completes to one of the words.
  // What `preview` says about the line so far is shown below it while it is typed; it may be empty.
  using Preview = std::function<std::string(const std::string& typed)>;
  [[nodiscard]] std::optional<std::string> read(const std::string& prompt,
                                                const std::vector<std::string>& words,
                                                const Preview& preview = {});

 private:
  class Editor;
  Screen& screen_;
  std::unique_ptr<Editor> editor_;  // at a terminal
  PlainLines plain_;
  bool shows_typing_;  // what is read is already on the screen
};

}  // namespace palamedes::cli
