#include "ggp/participant.h"

#include <charconv>
#include <thread>
#include <utility>

#include <fmt/format.h>

namespace palamedes::ggp {

bool is_like_address(std::string_view text) {
  const std::size_t colon = text.find(':');
  return colon != std::string_view::npos && text.find('=', colon) == std::string_view::npos;
}

tl::expected<http::Address, std::string> read_address(std::string_view text) {
  constexpr int highest = 65535;
  const auto wrong = [](std::string why) { return tl::unexpected(std::move(why)); };
  const std::size_t colon = text.rfind(':');
  if (colon == std::string_view::npos) return wrong("there is no port: HOST:PORT");
  std::string_view host = text.substr(0, colon);
  const std::string_view digits = text.substr(colon + 1);
  if (digits.empty()) return wrong("there is no port after the colon");
  if (digits.find_first_not_of("0123456789") != std::string_view::npos) {
    return wrong(fmt::format("the port {} is no number", quote(digits)));
  }
  int port = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), port);
  if (error != std::errc{} || port < 1 || port > highest) {
    return wrong(fmt::format("the port is {}, not from 1 to {}", digits, highest));
  }
  const bool brackets = host.starts_with('[') && host.ends_with(']');
  if (brackets) host = host.substr(1, host.size() - 2);
  if (!brackets && host.find(':') != std::string_view::npos) {
    return wrong("an IPv6 address stands in brackets: [::1]:9147");
  }
  if (host.find_first_of("=, /") != std::string_view::npos) {
    return wrong(fmt::format("{} is no name of a host", quote(host)));
  }
  return http::Address{host.empty() ? "127.0.0.1" : std::string(host), port};
}

RemoteParticipant::RemoteParticipant(http::Address address)
    : address_(std::move(address)), where_(http::to_text(address_)), name_(where_) {}

std::string RemoteParticipant::unavailable(const Patience& patience) {
  constexpr auto pause = std::chrono::milliseconds(200);
  for (bool first = true;; first = false) {
    std::string problem = problem_now(patience.until);
    // a name that nobody knows will not be known in a moment either
    if (problem.empty() || !endpoint_ || (patience.stop && patience.stop())) return problem;
    if (Clock::now() + pause >= patience.until) return problem;
    if (first && patience.tell) patience.tell(problem);
    std::this_thread::sleep_for(pause);
  }
}

std::string RemoteParticipant::problem_now(Time until) {
  const Answer answer = say(Info{}, {}, until);
  if (answer.outcome == Outcome::late) return where_ + " does not answer";
  if (answer.outcome != Outcome::answered) {
    return fmt::format("{} cannot be reached: {}", where_, answer.text);
  }
  const auto status = read_status(answer.text);
  if (!status) return {};  // an old player that does not know the question
  if (!status->name.empty()) name_ = fmt::format("{} ({})", status->name, where_);
  return status->available ? "" : where_ + " is busy";
}

Participant::Answer RemoteParticipant::say(const Message& message, const Situation&,
                                           Time deadline) {
  if (!endpoint_) {
    auto found = http::Endpoint::find(address_);
    if (!found) return {Outcome::no_connection, found.error().list().front().message};
    endpoint_ = std::move(*found);
  }
  const auto call = std::make_shared<http::Call>(*endpoint_);
  {
    const std::lock_guard lock(mutex_);
    call_ = call;
  }
  const http::Fields fields = {
      {"Accept", "text/delim"}, {"Sender", "GAMESERVER"}, {"Content-Type", "text/acl"}};
  Answer answer = call->post(address_, fields, to_text(message), deadline);
  const std::lock_guard lock(mutex_);
  call_.reset();
  return answer;
}

void RemoteParticipant::cancel() {
  const std::lock_guard lock(mutex_);
  if (call_) call_->cancel();
}

AgentParticipant::AgentParticipant(SessionOptions options, Log log)
    : name_(options.name), session_(std::move(options), std::move(log)) {}

Participant::Answer AgentParticipant::say(const Message& message, const Situation&, Time) {
  return {Outcome::answered, session_.handle(to_text(message)).text};
}

Participant::Answer HumanParticipant::say(const Message& message, const Situation& situation,
                                          Time) {
  if (!std::holds_alternative<Play>(message)) return {Outcome::answered, "ready"};
  if (situation.legal.size() == 1) return {Outcome::answered, situation.legal.front()};
  auto move = ask_(situation, interrupted_);
  if (!move) return {Outcome::late, "no answer"};
  return {Outcome::answered, std::move(*move)};
}

}  // namespace palamedes::ggp
