#include "cli/commands/bench_signature.h"

#include <string>
#include <utility>

#include <fmt/format.h>

#include "cli/interrupt.h"
#include "cli/json.h"
#include "cli/results.h"
#include "lab/signature.h"

namespace palamedes::cli::commands {
namespace {

std::string hash_text(std::uint64_t hash) { return fmt::format("{:016x}", hash); }

std::string to_text(const lab::Signature& signature) {
  std::string text;
  for (const lab::SignatureLine& line : signature.lines) {
    text += fmt::format("{}  {} {} {}\n", hash_text(line.hash), line.kind, line.name, line.game);
  }
  if (signature.whole) text += fmt::format("{}  all\n", hash_text(signature.hash));
  return text;
}

Json to_json(const lab::Signature& signature) {
  Json lines = Json::array();
  for (const lab::SignatureLine& line : signature.lines) {
    lines.add(Json::object({{"hash", hash_text(line.hash)},
                            {"kind", line.kind},
                            {"name", line.name},
                            {"game", line.game}}));
  }
  return Json::object({{"signature", signature.whole ? Json(hash_text(signature.hash)) : Json()},
                       {"partial", !signature.whole},
                       {"lines", std::move(lines)}});
}

}  // namespace

Exit show_signature(Screen& screen, bool json) {
  const Interrupt interrupt;
  const auto signature =
      lab::make_signature({}, Interrupt::requested, [&](const lab::SignatureLine& line) {
        if (!screen.wants_progress()) return;
        screen.progress(fmt::format("signature: {} {}, {}", line.kind, line.name, line.game));
      });
  if (!signature) {
    screen.complain(signature.error());
    return Exit::failed;
  }
  return show(screen,
              {.name = "bench",
               .text = [&] { return json ? to_json(*signature).text() : to_text(*signature); },
               .interrupted = !signature->whole});
}

}  // namespace palamedes::cli::commands
