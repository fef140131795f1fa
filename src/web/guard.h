#pragma once
// Who may ask: programs on this computer and the page itself, but no page of another origin.
//
// - `Host` has to be a name or address of this server: a foreign name that was made to point here
//   (DNS rebinding) is refused.
// - `Origin`, where a browser sends one, has to be the page's own; `Sec-Fetch-Site` too.
// - What writes has to say that its body is JSON, which no form of another page can.

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "web/answer.h"

namespace palamedes::web {

struct Asked {
  std::string_view method;
  std::string_view host;
  std::optional<std::string_view> origin;
  std::string_view fetch_site;         // Sec-Fetch-Site; empty: no browser, or an old one
  std::string_view content_type;       // may be empty
  std::string_view transfer_encoding;  // may be empty
  bool has_body = false;
  bool is_api = true;  // and not the page, to which other pages may have a link
};

class Guard {
 public:
  // The address that the server listens on, and another name that it is known by, or none.
  Guard(const std::string& address, int port, const std::string& name);

  // Why a request is refused; nothing if it is not.
  [[nodiscard]] std::optional<Answer> refusal(const Asked& asked) const;

 private:
  [[nodiscard]] bool is_own(std::string_view host) const;
  std::vector<std::string> hosts_;  // with and without the port where that is 80
};

}  // namespace palamedes::web
