#pragma once
// Runs the real program and keeps what it said.

#include <string>
#include <vector>

namespace palamedes::e2e {

struct Outcome {
  int status = -1;  // exit status; 128 + number if a signal ended it
  std::string out;
  std::string err;
};

// The path of the program under test.
[[nodiscard]] std::string program();
// Runs it without a shell in between.
[[nodiscard]] Outcome run(const std::vector<std::string>& arguments, const std::string& input = {});

// A piece of bash in which `palamedes` is the program under test.
[[nodiscard]] Outcome shell(const std::string& script);

// A folder of this test program's own, emptied when it starts and removed when it ends.
[[nodiscard]] const std::string& folder();
// Writes a file there and gives back its path.
std::string write_file(const std::string& name, const std::string& content);
[[nodiscard]] std::string read_file(const std::string& path);
[[nodiscard]] std::string gzip(const std::string& text);

}  // namespace palamedes::e2e
