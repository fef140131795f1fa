// A manager that wishes the player ill: hostile rules, clocks of nothing, messages in any order.
//
// Each line of the input is one message. "@R ..." starts a match with the rules that follow, as the
// first role that they mention; "@P" asks for a move, with the moves that the player made last
// where there are some; "@S" and "@A" stop and abort; "@=" sets limits by the bytes that follow.
// Any other line is sent as it is.

#include "ggp/session.h"

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <sstream>
#include <string>
#include <string_view>

#include "agent/spec.h"
#include "require.h"

namespace {

using namespace palamedes;
using namespace palamedes::ggp;

// Small, so that an input takes milliseconds.
SessionOptions small_options(std::string_view bytes) {
  const auto byte = [&](std::size_t at) {
    return at < bytes.size() ? static_cast<unsigned char>(bytes[at]) : 0U;
  };
  constexpr const char* agents[] = {"uct", "palamedes", "random", "palamedes+swarm"};
  SessionOptions options;
  options.match.spec = *agent::parse_spec(agents[byte(0) % std::size(agents)]);
  options.match.spec.plan.memory.megabytes = 1 + byte(1) % 4;
  options.match.spec.plan.threads = 1 + byte(2) % 2;
  auto& details = options.match.game.details;
  details.ground.limits.max_rules = 10U << byte(3) % 10U;
  details.prover.max_steps = 100U << byte(4) % 14U;
  details.prover.max_terms = 20'000;
  details.prover.max_answers = 20'000;
  details.circuit.proof_seconds = 0.01;
  if (byte(5) % 3 == 1) options.match.game.machine = "prover";
  if (byte(5) % 3 == 2) options.match.game.machine = "propnet";
  return options;
}

// "(role x)" -> "x"
std::string first_role(const std::string& rules) {
  const std::string mark = "(role ";
  const std::size_t at = rules.find(mark);
  if (at == std::string::npos) return "r";
  const std::size_t begin = at + mark.size();
  return rules.substr(begin, rules.find(')', begin) - begin);
}

class Manager {
 public:
  explicit Manager(std::string_view bytes) : session_(small_options(bytes)) {}

  void say(const std::string& line) {
    const std::string rest = line.size() > 3 ? line.substr(3) : "";
    if (line.starts_with("@R")) {
      last_.clear();
      send("(START m " + first_role(rest) + " (" + rest + ") 0.02 0.02)");
    } else if (line.starts_with("@P")) {
      const Reply reply = send("(PLAY m " + (last_.empty() ? "NIL" : "(" + last_ + ")") + ")");
      if (reply.kind == Reply::Kind::fine) last_ = reply.text + (rest.empty() ? "" : " " + rest);
    } else if (line.starts_with("@S")) {
      send("(STOP m " + (last_.empty() ? "NIL" : "(" + last_ + ")") + ")");
    } else if (line.starts_with("@A")) {
      send("(ABORT m)");
    } else {
      send(line);
    }
  }

 private:
  Reply send(const std::string& text) {
    const auto begin = std::chrono::steady_clock::now();
    Reply reply = session_.handle(text, {});
    // Clocks are hundredths of a second, and a sanitized program on a busy machine is slow.
    constexpr double patience = 10;
    const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - begin;
    if (text.find("0.02 0.02)") != std::string::npos || text.starts_with("(PLAY")) {
      require(taken.count() < patience, "an answer comes by the clock");
    }
    require(!reply.text.empty(), "every message gets an answer");
    return reply;
  }

  Session session_;
  std::string last_;
};

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  std::istringstream text(std::string(data, data + size));
  std::optional<Manager> manager;
  std::string line;
  constexpr int most_messages = 12;
  for (int i = 0; i < most_messages && std::getline(text, line); ++i) {
    // clocks of the input's own would only make it slow
    if (line.starts_with("(START") || line.starts_with("(start")) continue;
    if (line.starts_with("@=") || !manager) {
      manager.emplace(line.starts_with("@=") ? std::string_view(line).substr(2)
                                             : std::string_view());
      if (line.starts_with("@=")) continue;
    }
    manager->say(line);
  }
  return 0;
}
