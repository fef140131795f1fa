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

#include "ggp/http.h"
#include "ggp/message.h"
#include "ggp/session.h"

namespace palamedes::ggp {

// What a person needs to know to choose a move.
struct Situation {
  std::size_t step = 0;  // joint moves made
  std::string role;
  std::vector<std::string> legal;
  std::vector<std::string> facts;
};

class Participant {
 public:
  using Outcome = HttpCall::Outcome;
  using Answer = HttpCall::Answer;

  Participant() = default;
  Participant(const Participant&) = delete;
  Participant& operator=(const Participant&) = delete;
  virtual ~Participant() = default;

  [[nodiscard]] virtual std::string name() const = 0;
  [[nodiscard]] virtual bool is_human() const { return false; }
  // Why it cannot take part now; usually empty.
  [[nodiscard]] virtual std::string unavailable() { return {}; }
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
  explicit RemoteParticipant(Address address);

  [[nodiscard]] std::string name() const override { return name_; }
  [[nodiscard]] std::string unavailable() override;
  [[nodiscard]] Answer say(const Message& message, const Situation& situation,
                           Time deadline) override;
  void cancel() override;

 private:
  Address address_;
  std::string name_;
  std::mutex mutex_;
  std::shared_ptr<HttpCall> call_;  // the one that waits
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

// "host:port"; nothing if the text is none. Without a host it is this machine.
[[nodiscard]] std::optional<Address> read_address(std::string_view text);

}  // namespace palamedes::ggp
