#pragma once
// What a visitor sent, read with care, and answers.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <nlohmann/json.hpp>

#include "base/diagnostic.h"
#include "web/answer.h"

namespace palamedes::web {

using Json = nlohmann::ordered_json;

// Bytes that are no UTF-8 become signs for that.
[[nodiscard]] std::string text_of(const Json& json);
[[nodiscard]] Answer answer_of(const Json& json, int code = status::ok);
// Messages of limits name what allows more on the command line. A visitor of the page has none, so
// this is left out.
[[nodiscard]] std::string without_options(const std::string& message);
// "message (hint)" of the first error.
[[nodiscard]] std::string sentence_of(const Diagnostics& problems);
// Entries of diagnostics; `text` says which text they are about.
[[nodiscard]] Json diagnostics_json(const Diagnostics& diagnostics, std::string_view text);
// What is wrong with rules or a record, in words and with all places.
[[nodiscard]] Answer problem_with(const Diagnostics& diagnostics, std::string_view text);

// The members of an object. Each is asked for by name, by a type or as it is; the first thing that
// is wrong is kept, and afterwards nothing is taken any more. What nobody asked for is wrong too.
class Fields {
 public:
  // Of the text of an object.
  explicit Fields(const std::string& text);
  explicit Fields(Json object) : object_(std::move(object)) { check_object(); }

  [[nodiscard]] bool has(const char* name);
  // Leaves the target alone where there is no such member.
  void text(const char* name, std::string& target);
  void text(const char* name, std::optional<std::string>& target);
  void flag(const char* name, bool& target);
  void flag(const char* name, std::optional<bool>& target);
  void number(const char* name, double& target, double least, double most);
  void number(const char* name, std::optional<double>& target, double least, double most);
  void whole(const char* name, std::uint64_t& target, std::uint64_t least, std::uint64_t most);
  // null is nothing, as if it were not there.
  void whole(const char* name, std::optional<std::uint64_t>& target, std::uint64_t least,
             std::uint64_t most);
  void texts(const char* name, std::vector<std::string>& target);
  // As it is; nullptr where it is not there.
  [[nodiscard]] const Json* any(const char* name);

  void refuse(std::string what) {
    if (problem_.empty()) problem_ = std::move(what);
  }
  // In words; empty if nothing is wrong. After everything was asked for.
  [[nodiscard]] std::string problem();

 private:
  void check_object();
  [[nodiscard]] const Json* find(const char* name);
  Json object_;
  std::vector<std::string> known_;
  std::string problem_;
};

}  // namespace palamedes::web
