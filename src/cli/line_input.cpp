#include "cli/line_input.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <clocale>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cwchar>

#include <histedit.h>
#include <termios.h>
#include <unistd.h>

#include "base/numbers.h"
#include "cli/interrupt.h"
#include "cli/move_input.h"
#include "cli/typing_signals.h"

namespace palamedes::cli {
namespace {

std::string common_beginning(const std::vector<std::string>& words) {
  std::string common = words.front();
  for (const std::string& word : words) {
    const auto [end, ignored] =
        std::mismatch(common.begin(), common.end(), word.begin(), word.end());
    common.erase(end, common.end());
  }
  return common;
}

// Keys come in the encoding of the terminal, which libedit looks for when it starts.
EditLine* start_editing() {
  std::setlocale(LC_CTYPE, "");
  return el_init("palamedes", stdin, stdout, stderr);
}

}  // namespace

// A line editor of libedit. It reads keys through us, so that a signal ends a line at once.
class LineInput::Editor {
 public:
  Editor();
  Editor(const Editor&) = delete;
  Editor& operator=(const Editor&) = delete;
  ~Editor();

  [[nodiscard]] std::optional<std::string> read(const std::string& prompt,
                                                const std::vector<std::string>& words,
                                                const Preview& preview);

 private:
  static Editor& self(EditLine* line);
  static char* show_prompt(EditLine* line) { return self(line).prompt_.data(); }
  static int next_key(EditLine* line, wchar_t* key) { return self(line).read_key(key); }
  static unsigned char complete_word(EditLine* line, int /*key*/) { return self(line).complete(); }

  [[nodiscard]] std::optional<std::string> read_once();
  int read_key(wchar_t* key);
  // False if the line is to end.
  bool attend_to_signals();
  void stop_for_a_while();
  [[nodiscard]] std::size_t typed() const;
  unsigned char complete();
  void show_preview();
  void clear_below() const;

  EditLine* line_;
  History* history_;
  std::string prompt_;
  const std::vector<std::string>* words_ = nullptr;
  const Preview* preview_ = nullptr;
  std::string previewed_;  // what is below the line
  TypingSignals* signals_ = nullptr;
  std::size_t typed_when_interrupted_ = 0;
};

LineInput::Editor::Editor() : line_(start_editing()), history_(history_init()) {
  constexpr int lines_remembered = 200;
  HistEvent event{};
  history(history_, &event, H_SETSIZE, lines_remembered);
  history(history_, &event, H_SETUNIQUE, 1);
  el_set(line_, EL_CLIENTDATA, this);
  el_set(line_, EL_PROMPT, show_prompt);
  el_set(line_, EL_EDITOR, "emacs");
  el_set(line_, EL_HIST, history, history_);
  el_wset(line_, EL_GETCFN, next_key);
  el_set(line_, EL_ADDFN, "palamedes-complete", "completes a move", complete_word);
  el_set(line_, EL_BIND, "^I", "palamedes-complete", nullptr);
  el_set(line_, EL_BIND, "^R", "em-inc-search-prev", nullptr);
}

LineInput::Editor::~Editor() {
  history_end(history_);
  el_end(line_);
}

LineInput::Editor& LineInput::Editor::self(EditLine* line) {
  void* editor = nullptr;
  el_get(line, EL_CLIENTDATA, &editor);
  return *static_cast<Editor*>(editor);
}

std::optional<std::string> LineInput::Editor::read(const std::string& prompt,
                                                   const std::vector<std::string>& words,
                                                   const Preview& preview) {
  prompt_ = prompt;
  words_ = &words;
  preview_ = preview ? &preview : nullptr;
  for (;;) {
    typed_when_interrupted_ = 0;
    std::optional<std::string> text = read_once();
    if (text) return text;
    std::fputc('\n', stdout);
    std::fflush(stdout);
    if (typed_when_interrupted_ == 0) return std::nullopt;
    Interrupt::answered();
    if (Interrupt::requested()) return std::nullopt;
  }
}

std::optional<std::string> LineInput::Editor::read_once() {
  TypingSignals signals;
  signals_ = &signals;
  termios usual{};
  const bool known = tcgetattr(STDIN_FILENO, &usual) == 0;
  int length = 0;
  const char* const text = el_gets(line_, &length);
  // libedit has done this already unless something went wrong inside of it
  if (known) tcsetattr(STDIN_FILENO, TCSADRAIN, &usual);
  clear_below();
  previewed_.clear();
  if (text == nullptr || length <= 0) return std::nullopt;
  std::string result(text, static_cast<std::size_t>(length));
  while (!result.empty() && (result.back() == '\n' || result.back() == '\r')) result.pop_back();
  HistEvent event{};
  if (!result.empty()) history(history_, &event, H_ENTER, result.c_str());
  return result;
}

// As libedit wants it: 1 for a key, 0 at the end of the input, -1 if there is none.
int LineInput::Editor::read_key(wchar_t* key) {
  std::mbstate_t state{};
  show_preview();
  for (;;) {
    if (signals_->wait() == TypingSignals::Wake::signal) {
      if (!attend_to_signals()) return -1;
      continue;
    }
    char byte = 0;
    const ssize_t count = ::read(STDIN_FILENO, &byte, 1);
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return 0;
    const std::size_t used = std::mbrtowc(key, &byte, 1, &state);
    if (used == static_cast<std::size_t>(-2)) continue;  // more bytes of it are to come
    if (used == static_cast<std::size_t>(-1)) {
      state = {};
      continue;
    }
    return 1;
  }
}

bool LineInput::Editor::attend_to_signals() {
  if (TypingSignals::must_end()) return false;
  if (TypingSignals::interrupted()) {
    typed_when_interrupted_ = typed();
    return false;
  }
  if (TypingSignals::take(SIGWINCH)) el_resize(line_);
  if (TypingSignals::take(SIGTSTP)) stop_for_a_while();
  return true;
}

void LineInput::Editor::stop_for_a_while() {
  el_set(line_, EL_PREP_TERM, 0);
  raise(SIGSTOP);
  el_set(line_, EL_PREP_TERM, 1);
  el_set(line_, EL_REFRESH);
}

std::size_t LineInput::Editor::typed() const {
  const LineInfoW* const info = el_wline(line_);
  return static_cast<std::size_t>(info->lastchar - info->buffer);
}

unsigned char LineInput::Editor::complete() {
  const LineInfo* const info = el_line(line_);
  std::string begun(info->buffer, info->cursor);
  begun.erase(0, begun.find_first_not_of(' '));
  const std::vector<std::string> found = completions(begun, *words_);
  if (found.empty()) return CC_ERROR;
  const std::string common = common_beginning(found);
  if (common.size() > begun.size()) {
    const LineInfoW* const wide = el_wline(line_);
    el_deletestr(line_, static_cast<int>(wide->cursor - wide->buffer));
    el_insertstr(line_, common.c_str());
    return CC_REFRESH;
  }
  if (found.size() == 1) return CC_NORM;
  constexpr std::size_t listed = 12;
  std::string list = "\x1b[J\n";
  for (std::size_t i = 0; i < std::min(listed, found.size()); ++i) list += found[i] + "\n";
  if (found.size() > listed) list += "and " + grouped(found.size() - listed) + " more\n";
  std::fputs(list.c_str(), stdout);
  previewed_.clear();
  return CC_REDISPLAY;
}

// Below the line, where room is made first if it is the last of the screen: as many line feeds that
// keep the column (ESC D) as there are lines, and back up. The cursor stays where it was.
void LineInput::Editor::show_preview() {
  if (preview_ == nullptr) return;
  const LineInfo* const info = el_line(line_);
  const std::string text = (*preview_)(std::string(info->buffer, info->lastchar));
  if (text == previewed_) return;
  const auto lines = std::max(std::count(text.begin(), text.end(), '\n'),
                              std::count(previewed_.begin(), previewed_.end(), '\n'));
  std::string codes;
  for (std::ptrdiff_t i = 0; i < lines; ++i)
    codes +=
        "\x1b"
        "D";
  codes += "\x1b[" + std::to_string(lines) +
           "A\x1b"
           "7\x1b[1B\r\x1b[J";
  codes.append(text, 0, text.size() - (text.ends_with('\n') ? 1 : 0));
  codes +=
      "\x1b"
      "8";
  std::fputs(codes.c_str(), stdout);
  std::fflush(stdout);
  previewed_ = text;
}

// After a line has ended, the cursor is where the preview began.
void LineInput::Editor::clear_below() const {
  if (previewed_.empty()) return;
  std::fputs("\x1b[J", stdout);
  std::fflush(stdout);
}

LineInput::LineInput(Screen& screen) : screen_(screen), shows_typing_(isatty(STDIN_FILENO) == 1) {
  if (shows_typing_ && screen.is_editable()) editor_ = std::make_unique<Editor>();
}

LineInput::~LineInput() = default;

std::optional<std::string> LineInput::read(const std::string& prompt,
                                           const std::vector<std::string>& words,
                                           const Preview& preview) {
  screen_.flush();
  if (editor_ != nullptr) return editor_->read(prompt, words, preview);
  screen_.print(prompt);
  screen_.flush();
  std::optional<std::string> line = plain_.read([] { return Interrupt::requested(); });
  if (!line) {
    screen_.print("\n");
  } else if (!shows_typing_) {
    screen_.print(*line + "\n");
  }
  return line;
}

}  // namespace palamedes::cli
