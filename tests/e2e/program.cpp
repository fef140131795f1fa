#include "e2e/program.h"

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>

#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>
#include <zlib.h>

namespace palamedes::e2e {
namespace {

class Folder {
 public:
  Folder()
      : path_(std::filesystem::temp_directory_path() /
              ("palamedes_e2e_" + std::to_string(getpid()))) {
    std::filesystem::remove_all(path_);
    std::filesystem::create_directories(path_);
    text_ = path_.string() + "/";
  }
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;
  ~Folder() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }
  [[nodiscard]] const std::string& text() const { return text_; }

 private:
  std::filesystem::path path_;
  std::string text_;
};

void redirect(const std::string& path, int flags, int to) {
  const int file = open(path.c_str(), flags, 0600);
  if (file < 0 || dup2(file, to) < 0) _exit(126);
  close(file);
}

Outcome execute(const std::vector<std::string>& words, const std::string& input) {
  const std::string in = write_file("stdin", input);
  const std::string out = write_file("stdout", "");
  const std::string err = write_file("stderr", "");
  std::vector<char*> arguments;
  for (const std::string& word : words) arguments.push_back(const_cast<char*>(word.c_str()));
  arguments.push_back(nullptr);
  const pid_t child = fork();
  if (child == 0) {
    redirect(in, O_RDONLY, STDIN_FILENO);
    redirect(out, O_WRONLY, STDOUT_FILENO);
    redirect(err, O_WRONLY, STDERR_FILENO);
    setenv("LC_ALL", "C.UTF-8", 1);  // whatever the tests run in
    execv(arguments[0], arguments.data());
    _exit(127);
  }
  int status = 0;
  waitpid(child, &status, 0);
  Outcome outcome{.out = read_file(out), .err = read_file(err)};
  outcome.status = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  return outcome;
}

}  // namespace

const std::string& folder() {
  static const Folder folder;
  return folder.text();
}

std::string write_file(const std::string& name, const std::string& content) {
  std::string path = folder() + name;
  std::ofstream(path, std::ios::binary) << content;
  return path;
}

std::string read_file(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

std::string gzip(const std::string& text) {
  const std::string path = write_file("packed.gz", "");
  gzFile out = gzopen(path.c_str(), "wb");
  gzwrite(out, text.data(), static_cast<unsigned>(text.size()));
  gzclose(out);
  return read_file(path);
}

std::string program() { return PALAMEDES_PROGRAM; }

Outcome run(const std::vector<std::string>& arguments, const std::string& input) {
  std::vector<std::string> words = {program()};
  words.insert(words.end(), arguments.begin(), arguments.end());
  return execute(words, input);
}

Outcome shell(const std::string& script) {
  return execute({"/bin/bash", "-c",
                  "PALAMEDES_PROGRAM='" PALAMEDES_PROGRAM "'\n"
                  "palamedes() { \"$PALAMEDES_PROGRAM\" \"$@\"; }\n" +
                      script},
                 {});
}

}  // namespace palamedes::e2e
