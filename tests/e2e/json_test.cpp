// What --json prints has exactly the keys and types of tests/e2e/json/schema.txt, and the
// documentation names all of them.

#include <filesystem>
#include <map>
#include <memory>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "e2e/program.h"
#include "e2e/samples.h"

namespace palamedes::e2e {
namespace {

using nlohmann::json;

// What may stand at a place of a JSON value.
struct Place {
  std::set<std::string> types;
  std::map<std::string, Place> keys;  // of an object; "*" for any
  std::unique_ptr<Place> entry;       // of a list
  bool optional = false;
  bool met = false;

  [[nodiscard]] bool is_leaf() const { return keys.empty() && !entry; }
};

struct Shape {
  std::string title;
  std::string file;
  std::string section;
  std::vector<std::string> commands;
  Place top;
};

// "roles[].goal?.mean" -> the place, made on the way
Place& place_of(Place& top, std::string_view path) {
  Place* place = &top;
  while (!path.empty()) {
    if (path.starts_with("[]")) {
      if (!place->entry) place->entry = std::make_unique<Place>();
      place = place->entry.get();
      path.remove_prefix(2);
    } else if (path.starts_with("?")) {
      place->optional = true;
      path.remove_prefix(1);
    } else {
      if (path.starts_with(".")) path.remove_prefix(1);
      const std::size_t end = std::min(path.find_first_of(".[?"), path.size());
      place = &place->keys[std::string(path.substr(0, end))];
      path.remove_prefix(end);
    }
  }
  return *place;
}

std::vector<Shape> read_shapes(const std::string& text) {
  std::vector<Shape> shapes;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    if (line.starts_with("## ")) {
      Shape& shape = shapes.emplace_back();
      const std::size_t blank = line.find(' ', 3);
      shape.file = line.substr(3, blank - 3);
      shape.section = line.substr(blank + 1);
    } else if (line.starts_with("$ ")) {
      shapes.back().commands.push_back(line.substr(2));
    } else if (!line.empty() && !line.starts_with("#")) {
      const std::size_t blank = line.find(' ');
      Place& place = place_of(shapes.back().top, line.substr(0, blank));
      std::istringstream types(line.substr(blank + 1));
      for (std::string type; std::getline(types, type, '|');) place.types.insert(type);
    }
  }
  return shapes;
}

std::string type_of(const json& value) {
  return value.is_null()             ? "null"
         : value.is_string()         ? "string"
         : value.is_boolean()        ? "boolean"
         : value.is_number_integer() ? "integer"
         : value.is_number()         ? "number"
         : value.is_array()          ? "list"
                                     : "object";
}

void compare(const json& value, Place& place, const std::string& path) {
  place.met = true;
  const std::string type = type_of(value);
  if (place.types.contains(type) || place.types.contains("any")) return;
  if (type == "integer" && place.types.contains("number")) return;
  if (value.is_array() && place.entry) {
    for (const json& entry : value) compare(entry, *place.entry, path + "[]");
    return;
  }
  ASSERT_TRUE(value.is_object() && !place.keys.empty()) << path << " is a " << type;
  for (const auto& [key, part] : value.items()) {
    const auto named = place.keys.find(key);
    const auto known = named == place.keys.end() ? place.keys.find("*") : named;
    if (known == place.keys.end()) {
      ADD_FAILURE() << path << "." << key << " is new: give it a line in the schema";
    } else {
      compare(part, known->second, path + "." + key);
    }
  }
  for (const auto& [key, part] : place.keys) {
    EXPECT_TRUE(part.optional || key == "*" || value.contains(key)) << path << "." << key;
  }
}

void expect_met(const Place& place, const std::string& path) {
  EXPECT_TRUE(place.met) << path << " was never printed";
  for (const auto& [key, part] : place.keys) expect_met(part, path + "." + key);
  if (place.entry) expect_met(*place.entry, path + "[]");
}

void collect_keys(const Place& place, std::set<std::string>& keys) {
  for (const auto& [key, part] : place.keys) {
    if (key != "*") keys.insert(key);
    collect_keys(part, keys);
  }
  if (place.entry) collect_keys(*place.entry, keys);
}

std::string source_text(const std::string& path) {
  return read_file(std::string(PALAMEDES_SOURCE_DIR) + "/" + path);
}

// From the heading to the next one of its level.
std::string section_of(const std::string& text, const std::string& title) {
  const std::size_t begin = text.find("\n## " + title + "\n");
  if (begin == std::string::npos) return {};
  return text.substr(begin, text.find("\n## ", begin + 1) - begin);
}

// The files that the commands of the schema name, in a folder of their own.
void write_samples() {
  std::filesystem::create_directories(folder() + "json");
  write_file("json/tiny.kif", tiny);
  write_file("json/slip.kif", replaced(tiny, "(true (at ?x)) (succ", "(true (att ?x)) (succ"));
  write_file("json/stuck.kif", replaced(tiny, "(<= (legal walker go) (true (at ?x)))",
                                        "(<= (legal walker go) (true (at 1)))"));
  write_file("json/broken.kif",
             "(role a) (role b) (init s) (legal a x) (legal a y) (legal b z)\n"
             "(<= (next t) (does a x)) (<= (next u) (does a y))\n"
             "(<= terminal (true t)) (<= terminal (true u))\n"
             "(goal a 50) (<= (goal a 100) (true t)) (<= (goal b 1) (true t))\n");
  write_file("json/circle.kif",
             "(role a) (init s) (<= (legal a stay) (true s)) (<= (legal a go) (true s))\n"
             "(<= (next s) (does a stay)) (<= (next t) (does a go))\n"
             "(<= terminal (true t)) (goal a 100)\n");
  write_file("json/good.jsonl", tiny_trace);
  write_file("json/other.jsonl", replaced(tiny_trace, "(at 2)", "(at 7)"));
  write_file("json/none.jsonl", "{\n");
  write_file("json/dig.txt", "BasicGame square_size=10\n");
  write_file("json/dig_lvl0.txt", "A.\n");
  const std::string dig_run =
      R"({"k":"head","game":"dig","level":0,"seed":1,"block":10,"w":2,"h":1,)"
      R"("types":["wall","avatar"],"order":[0,1]})"
      "\n"
      R"({"k":"tick","t":-1,"score":0,"win":-1,"rng":0,"n":1,"chg":[[0,1,0,0,0,0,0,0,{}]]})"
      "\n";
  write_file("json/dig_run.jsonl", dig_run);
  write_file("json/dig_other.jsonl", replaced(dig_run, "[[0,1,0,0", "[[0,1,7,0"));
}

TEST(JsonShape, IsThatOfTheSchema) {
  write_samples();
  std::vector<Shape> shapes = read_shapes(source_text("tests/e2e/json/schema.txt"));
  ASSERT_GT(shapes.size(), 15U);
  for (Shape& shape : shapes) {
    ASSERT_FALSE(shape.commands.empty()) << shape.section;
    SCOPED_TRACE(shape.commands.front());
    for (const std::string& command : shape.commands) {
      const Outcome outcome = shell("cd '" + folder() + "json' && " + command);
      const json value = json::parse(outcome.out, nullptr, false);
      ASSERT_TRUE(value.is_object()) << command << "\n" << outcome.out << outcome.err;
      compare(value, shape.top, "");
    }
    expect_met(shape.top, "");
  }
}

TEST(JsonShape, IsDocumented) {
  for (const Shape& shape : read_shapes(source_text("tests/e2e/json/schema.txt"))) {
    const std::string text = section_of(source_text(shape.file), shape.section);
    ASSERT_FALSE(text.empty()) << shape.file << ": " << shape.section;
    std::set<std::string> keys;
    collect_keys(shape.top, keys);
    for (const std::string& key : keys) {
      const bool named = text.find("`" + key + "`") != std::string::npos ||
                         text.find("\"" + key + "\"") != std::string::npos;
      EXPECT_TRUE(named) << shape.file << ", section " << shape.section << ", does not name "
                         << key;
    }
  }
}

// Every command that can print JSON has a shape.
TEST(JsonShape, IsKnownOfEveryCommand) {
  std::set<std::string> covered;
  for (const Shape& shape : read_shapes(source_text("tests/e2e/json/schema.txt"))) {
    for (const std::string& command : shape.commands) {
      std::istringstream words(command);
      std::string program;
      std::string name;
      words >> program >> name;
      covered.insert(name);
    }
  }
  std::istringstream lines(run({"help"}).out);
  std::size_t with_json = 0;
  for (std::string line; std::getline(lines, line);) {
    if (!line.starts_with("  ")) continue;
    const std::string name = line.substr(2, line.find(' ', 2) - 2);
    const Outcome help = run({"help", name});
    if (help.status != 0 || help.out.find("--json") == std::string::npos) continue;
    ++with_json;
    EXPECT_TRUE(covered.contains(name)) << name;
  }
  EXPECT_GE(with_json, 12U);
}

}  // namespace
}  // namespace palamedes::e2e
