#include "e2e/background.h"

#include <cerrno>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <thread>

#include <arpa/inet.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <poll.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "e2e/program.h"

namespace palamedes::e2e {
namespace {

using std::chrono::milliseconds;
using Clock = std::chrono::steady_clock;

constexpr milliseconds look{10};
constexpr milliseconds patience{20'000};

std::vector<std::string> with_program(const std::vector<std::string>& options) {
  std::vector<std::string> words = {program(), "player", "--host", "127.0.0.1", "--port", "0"};
  words.insert(words.end(), options.begin(), options.end());
  return words;
}

}  // namespace

Background::Background(std::vector<std::string> words) {
  static int number = 0;
  output_ = write_file("background_" + std::to_string(++number), "");
  std::vector<char*> arguments;
  for (std::string& word : words) arguments.push_back(word.data());
  arguments.push_back(nullptr);
  child_ = fork();
  if (child_ != 0) return;
  const int file = open(output_.c_str(), O_WRONLY | O_APPEND);
  const int nothing = open("/dev/null", O_RDONLY);
  dup2(nothing, STDIN_FILENO);
  dup2(file, STDOUT_FILENO);
  dup2(file, STDERR_FILENO);
  execvp(arguments[0], arguments.data());
  _exit(127);
}

Background::~Background() {
  if (status_) return;
  kill(child_, SIGKILL);
  waitpid(child_, nullptr, 0);
}

std::string Background::said() const { return read_file(output_); }

int Background::number_after(const std::string& text) const {
  const auto until = Clock::now() + patience;
  while (Clock::now() < until) {
    const std::string all = said();
    const std::size_t at = all.find(text);
    if (at != std::string::npos && all.find('\n', at) != std::string::npos) {
      return std::atoi(all.c_str() + at + text.size());
    }
    std::this_thread::sleep_for(look);
  }
  return -1;
}

void Background::signal(int number) const { kill(child_, number); }

std::optional<int> Background::wait(milliseconds longest) {
  const auto until = Clock::now() + longest;
  while (!status_) {
    int status = 0;
    if (waitpid(child_, &status, WNOHANG) == child_) {
      status_ = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
    } else if (Clock::now() >= until) {
      return std::nullopt;
    } else {
      std::this_thread::sleep_for(look);
    }
  }
  return status_;
}

std::vector<pid_t> Background::children() const {
  std::vector<pid_t> list;
  for (const auto& entry : std::filesystem::directory_iterator("/proc")) {
    std::ifstream file(entry.path() / "status");
    pid_t process = 0;
    for (std::string word; file >> word;) {
      if (word == "Pid:") file >> process;
      if (word != "PPid:") continue;
      pid_t parent = 0;
      file >> parent;
      if (parent == child_) list.push_back(process);
      break;
    }
  }
  return list;
}

long Background::status_number(const std::string& key) const {
  std::ifstream file("/proc/" + std::to_string(child_) + "/status");
  std::string word;
  long kilobytes = -1;
  while (file >> word) {
    if (word == key) file >> kilobytes;
  }
  return kilobytes;
}

PlayerProcess::PlayerProcess(const std::vector<std::string>& options)
    : Background(with_program(options)), port_(number_after("listens on 127.0.0.1:")) {}

Connection::Connection(int port) : socket_(socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0)) {
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_port = htons(static_cast<std::uint16_t>(port));
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  (void)connect(socket_, reinterpret_cast<const sockaddr*>(&address), sizeof address);
}

Connection::~Connection() { close(socket_); }

bool Connection::send(const std::string& text) const {
  std::size_t sent = 0;
  while (sent < text.size()) {
    const ssize_t count = ::send(socket_, text.data() + sent, text.size() - sent, MSG_NOSIGNAL);
    if (count <= 0) return false;
    sent += static_cast<std::size_t>(count);
  }
  return true;
}

std::string Connection::receive(milliseconds longest) const {
  const auto until = Clock::now() + longest;
  std::string text;
  for (;;) {
    const auto left = std::chrono::duration_cast<milliseconds>(until - Clock::now()).count();
    pollfd entry{socket_, POLLIN, 0};
    if (left <= 0 || poll(&entry, 1, static_cast<int>(left)) <= 0) return text;
    char buffer[4096];
    const ssize_t count = recv(socket_, buffer, sizeof buffer, 0);
    if (count <= 0) return text;
    text.append(buffer, static_cast<std::size_t>(count));
  }
}

bool Connection::is_closed_within(milliseconds longest) const {
  const auto until = Clock::now() + longest;
  (void)receive(longest);
  return Clock::now() < until;
}

HttpReply http(int port, const std::string& request) {
  const Connection connection(port);
  (void)connection.send(request);
  const std::string text = connection.receive(patience);
  HttpReply reply;
  const std::size_t end = text.find("\r\n\r\n");
  if (!text.starts_with("HTTP/") || end == std::string::npos) return reply;
  reply.status = std::atoi(text.c_str() + text.find(' '));
  reply.head = text.substr(0, end);
  reply.body = text.substr(end + 4);
  return reply;
}

HttpReply post(int port, const std::string& message, const std::string& more_headers) {
  return http(port,
              "POST / HTTP/1.0\r\nAccept: text/delim\r\nHost: localhost\r\n"
              "Sender: GAMESERVER\r\nReceiver: PLAYER\r\n" +
                  more_headers + "Content-Type: text/acl\r\nContent-Length: " +
                  std::to_string(message.size()) + "\r\n\r\n" + message);
}

}  // namespace palamedes::e2e
