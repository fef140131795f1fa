#include "ggp/participant.h"

#include <charconv>
#include <utility>

#include <fmt/format.h>

namespace palamedes::ggp {

std::optional<Address> read_address(std::string_view text) {
  const std::size_t colon = text.rfind(':');
  if (colon == std::string_view::npos) return std::nullopt;
  std::string_view host = text.substr(0, colon);
  const std::string_view digits = text.substr(colon + 1);
  int port = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), port);
  constexpr int highest = 65535;
  if (error != std::errc{} || end != digits.data() + digits.size() || port < 1 || port > highest) {
    return std::nullopt;
  }
  if (host.starts_with('[') && host.ends_with(']')) host = host.substr(1, host.size() - 2);
  if (host.find_first_of("=, /") != std::string_view::npos) return std::nullopt;
  return Address{host.empty() ? "127.0.0.1" : std::string(host), port};
}

RemoteParticipant::RemoteParticipant(Address address)
    : address_(std::move(address)), name_(fmt::format("{}:{}", address_.host, address_.port)) {}

std::string RemoteParticipant::unavailable() {
  constexpr double patience = 5;
  const std::string where = name_;
  const Answer answer = say(Info{}, {}, Clock::now() + in_seconds(patience));
  if (answer.outcome == Outcome::late) return where + " does not answer";
  if (answer.outcome != Outcome::answered) {
    return fmt::format("{} cannot be reached: {}", where, answer.text);
  }
  const auto status = read_status(answer.text);
  if (!status) return {};  // an old player that does not know the question
  if (!status->name.empty()) name_ = fmt::format("{} ({})", status->name, where);
  return status->available ? "" : where + " is busy";
}

Participant::Answer RemoteParticipant::say(const Message& message, const Situation&,
                                           Time deadline) {
  const auto call = std::make_shared<HttpCall>(address_);
  {
    const std::lock_guard lock(mutex_);
    call_ = call;
  }
  Answer answer = call->post(to_text(message), deadline);
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
