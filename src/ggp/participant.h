#pragma once
// Somebody whom a game manager talks to: a player on the network, an agent of this program, or a
// person. All get the same messages.

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "ggp/message.h"
#include "ggp/session.h"
#include "http/client.h"

namespace palamedes::ggp {

// What a person needs to know to choose a move.
struct Situation {
  std::size_t step = 0;  // joint moves made
  std::string role;
  std::vector<std::string> legal;
  std::vector<std::string> facts;
};

// How long it is waited for somebody.
struct Patience {
  Time until;
  std::function<bool()> stop;                        // asked often; may be empty
  std::function<void(const std::string& why)> tell;  // why it takes longer, once; may be empty
};

class Participant {
 public:
  using Outcome = http::Call::Outcome;
  using Answer = http::Call::Answer;

  Participant() = default;
  Participant(const Participant&) = delete;
  Participant& operator=(const Participant&) = delete;
  virtual ~Participant() = default;

  [[nodiscard]] virtual std::string name() const = 0;
  [[nodiscard]] virtual bool is_human() const { return false; }
  // Why it cannot take part; usually empty. Who is not there yet, or busy, is asked again.
  [[nodiscard]] virtual std::string unavailable(const Patience& /*patience*/) { return {}; }
  // Says it and waits for the answer, in a thread of the caller.
  [[nodiscard]] virtual Answer say(const Message& message, const Situation& situation,
                                   Time deadline) = 0;
  // Nobody waits for the answer any more. From another thread.
  virtual void cancel() {}
  // Nobody waits for any answer any more.
  virtual void interrupt() { cancel(); }
};

// A player at an address.
class RemoteParticipant final : public Participant {
 public:
  explicit RemoteParticipant(http::Address address);

  [[nodiscard]] std::string name() const override { return name_; }
  [[nodiscard]] std::string unavailable(const Patience& patience) override;
  [[nodiscard]] Answer say(const Message& message, const Situation& situation,
                           Time deadline) override;
  void cancel() override;

 private:
  // Asks for the status once.
  [[nodiscard]] std::string problem_now(Time until);

  http::Address address_;
  std::string where_;  // the address as text
  std::string name_;
  std::optional<http::Endpoint> endpoint_;  // once it was looked up
  std::mutex mutex_;
  std::shared_ptr<http::Call> call_;  // the one that waits
};

// An agent that thinks in this program.
class AgentParticipant final : public Participant {
 public:
  AgentParticipant(SessionOptions options, Log log);

  [[nodiscard]] std::string name() const override { return name_; }
  [[nodiscard]] Answer say(const Message& message, const Situation& situation,
                           Time deadline) override;
  void interrupt() override { session_.close(); }

 private:
  std::string name_;
  Session session_;
};

// A person, who has no clock. Nothing: it does not want to choose, and counts as late.
using AskPerson = std::function<std::optional<std::string>(const Situation& situation,
                                                           const std::atomic<bool>& interrupted)>;

class HumanParticipant final : public Participant {
 public:
  explicit HumanParticipant(AskPerson ask) : ask_(std::move(ask)) {}

  [[nodiscard]] std::string name() const override { return "human"; }
  [[nodiscard]] bool is_human() const override { return true; }
  [[nodiscard]] Answer say(const Message& message, const Situation& situation,
                           Time deadline) override;
  void interrupt() override { interrupted_ = true; }

 private:
  AskPerson ask_;
  std::atomic<bool> interrupted_{false};
};

// Whether a text is meant as "host:port": agents have a "=" after their colon.
[[nodiscard]] bool is_like_address(std::string_view text);
// "host:port", or why it is none. Without a host it is this machine.
[[nodiscard]] tl::expected<http::Address, std::string> read_address(std::string_view text);

}  // namespace palamedes::ggp
