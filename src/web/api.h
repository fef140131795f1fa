#pragma once
// The API of web/api/openapi.yaml, without anything of HTTP but methods and paths.

#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "web/answer.h"
#include "web/lab.h"
#include "web/limits.h"
#include "web/sessions.h"

namespace palamedes::web {

struct Call {
  std::string method;  // GET, POST, PUT, DELETE
  std::string path;    // below /api, from the slash on
  std::map<std::string, std::string> query = {};
  std::string body = {};
};

// What comes after the question mark of a request's target, decoded. A value may have more '='.
[[nodiscard]] std::map<std::string, std::string> read_query(std::string_view target);

struct ApiOptions {
  Limits limits;
  std::vector<std::string> worker_command;  // that starts the process of a session
  std::string lab_folder = ".";
};

class Api {
 public:
  explicit Api(const ApiOptions& options);

  [[nodiscard]] Answer answer(const Call& call);
  // The id of the session whose events are asked for; empty if it is another call.
  [[nodiscard]] static std::string stream_of(const Call& call);
  [[nodiscard]] Sessions& sessions() { return sessions_; }

 private:
  [[nodiscard]] Answer about() const;
  [[nodiscard]] Answer choose(const Call& call, const std::vector<std::string>& path);
  [[nodiscard]] Answer ask_session(const Call& call, const std::vector<std::string>& path);

  ApiOptions options_;
  Lab lab_;
  Sessions sessions_;
};

// The description of the API: web/api/openapi.yaml.
[[nodiscard]] std::string_view api_description();

}  // namespace palamedes::web
