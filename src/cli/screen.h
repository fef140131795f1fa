#pragma once
// Where a command's words go: results to standard output, complaints and progress to standard
// error.

#include <string>
#include <string_view>

#include "base/diagnostic.h"
#include "base/stopwatch.h"
#include "cli/command.h"
#include "cli/palette.h"
#include "cli/room.h"

namespace palamedes::cli {

class Screen {
 public:
  Screen();
  Screen(const Screen&) = delete;
  Screen& operator=(const Screen&) = delete;
  ~Screen() = default;

  // Results. Nothing is lost or half-written unless finish() says so.
  void print(std::string_view text);
  // Results so far, where somebody is asked a question about them.
  void flush();
  // For a person who watches, a few times a second: true where there is one and it is time again.
  [[nodiscard]] bool wants_progress() const;
  void progress(std::string_view text);
  void clear_progress();
  // Somebody watches.
  [[nodiscard]] bool shows_progress() const { return shows_progress_; }
  // One line to standard error.
  void complain(std::string_view text);
  void complain(const Diagnostics& diagnostics);
  // What is wrong with the command line, and where help is; of no command in particular if empty.
  [[nodiscard]] Exit wrong_usage(std::string_view command, std::string_view problem);

  // Emphasis where the results go to a terminal that wants it.
  [[nodiscard]] std::string bold(std::string_view text) const { return palette_.bold(text); }
  [[nodiscard]] const Palette& palette() const { return palette_; }
  // For results, as it is now: somebody may change the size of the terminal.
  [[nodiscard]] Room room() const;
  // Where lines of results are to be broken: at a terminal only, since other readers want them
  // whole.
  [[nodiscard]] std::size_t line_length() const {
    return to_terminal_ ? room().columns : Room::unlimited;
  }
  // The results go to a terminal.
  [[nodiscard]] bool is_terminal() const { return to_terminal_; }
  // The results go to a terminal on which the cursor can be moved.
  [[nodiscard]] bool is_editable() const { return editable_; }
  // Nobody reads the results any more, as in `palamedes … | head`.
  [[nodiscard]] bool is_closed() const { return closed_; }

  // Writes what is left. A reader that went away is no failure, a full disk is one.
  [[nodiscard]] Exit finish(Exit exit);

 private:
  std::string buffer_;
  bool to_terminal_;
  bool editable_;
  Palette palette_;
  bool shows_progress_;
  bool progress_visible_ = false;
  bool closed_ = false;
  int write_error_ = 0;
  Stopwatch since_progress_;
};

}  // namespace palamedes::cli
