#include "web/worker/run.h"

#include <memory>
#include <new>
#include <optional>

#include <unistd.h>

#include "web/json.h"
#include "web/worker/board_session.h"
#include "web/worker/channel.h"
#include "web/worker/check.h"
#include "web/worker/video_session.h"
#include "web/worker/work.h"
#include "web/worker_process.h"

namespace palamedes::web::worker {
namespace {

// The server refuses larger ones.
constexpr std::size_t longest_request = std::size_t{1} << 30U;

Answer configure(const std::string& body, Configuration& configuration) {
  Fields fields(body);
  constexpr double any = 1e18;
  constexpr std::uint64_t any_whole = ~std::uint64_t{0};
  fields.text("id", configuration.id);
  fields.whole("memory_bytes", configuration.memory_bytes, 0, any_whole);
  fields.whole("threads", configuration.threads, 1, any_whole);
  fields.number("think_seconds", configuration.think_seconds, 0, any);
  fields.number("ready_seconds", configuration.ready_seconds, 0, any);
  const std::string wrong = fields.problem();
  return wrong.empty() ? Answer{.body = "{}"} : problem(status::bad_request, wrong);
}

class Worker {
 public:
  explicit Worker(int socket) : channel_(socket, longest_request) {}

  [[noreturn]] void run() {
    for (;;) {
      const auto wanted = work_ == nullptr ? std::nullopt : work_->wants();
      if (const std::optional<Frame> request = channel_.next(wanted)) {
        channel_.answer(*request, answer_to(*request));
      } else {
        work_->work();
      }
    }
  }

 private:
  Answer answer_to(const Frame& request) {
    if (request.name == "configure") return configure(request.body, configuration_);
    if (request.name == "check") return check(request.body);
    if (request.name == "open-board" || request.name == "open-video") return open(request);
    if (work_ != nullptr) {
      if (auto answer = work_->handle(request.name, request.body)) return std::move(*answer);
    }
    return problem(status::not_found, "this session has nothing of that kind");
  }

  Answer open(const Frame& request) {
    if (work_ != nullptr) return problem(status::conflict, "the session is open already");
    if (request.name == "open-video") {
      auto opened = open_video(request.body, configuration_, channel_);
      work_ = std::move(opened.work);
      return std::move(opened.answer);
    }
    auto opened = open_board(request.body, configuration_, channel_);
    work_ = std::move(opened.work);
    return std::move(opened.answer);
  }

  Channel channel_;
  Configuration configuration_;
  std::unique_ptr<Work> work_;
};

}  // namespace

void run(int socket) {
  std::set_new_handler([] { _exit(no_memory_status); });
  Worker(socket).run();
}

}  // namespace palamedes::web::worker
