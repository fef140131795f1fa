#include "board/layer.h"

#include <algorithm>
#include <cctype>

namespace palamedes::board {

std::pair<std::string, std::string> letters_and_digits(const std::string& name) {
  const auto is_letter = [](unsigned char c) { return std::isalpha(c) != 0; };
  const auto middle = std::find_if_not(name.begin(), name.end(), is_letter);
  const std::string digits(middle, name.end());
  if (middle == name.begin() || !is_number(digits)) return {};
  return {std::string(name.begin(), middle), digits};
}

bool are_split_names(const std::set<std::string>& names) {
  constexpr std::size_t least_names = 6;
  constexpr std::size_t least_letters = 3;
  std::set<std::string> letters;
  std::set<std::string> digits;
  for (const std::string& name : names) {
    const auto [before, after] = letters_and_digits(name);
    if (before.empty()) return false;
    letters.insert(before);
    digits.insert(after);
  }
  return names.size() >= least_names && letters.size() >= least_letters && digits.size() > 1;
}

bool are_ordered(const std::vector<std::string>& values) {
  if (values.empty()) return false;
  const auto all = [&](const auto& holds) {
    return std::all_of(values.begin(), values.end(), holds);
  };
  if (all(is_number)) return true;
  if (all([](const std::string& value) {
        return value.size() == 1 && std::isalpha(static_cast<unsigned char>(value.front())) != 0;
      })) {
    return true;
  }
  const std::string prefix = letters_and_digits(values.front()).first;
  return !prefix.empty() &&
         all([&](const std::string& value) { return letters_and_digits(value).first == prefix; });
}

std::optional<std::vector<std::string>> split_arguments(const std::vector<std::string>& arguments,
                                                        const std::set<std::size_t>& splits) {
  std::vector<std::string> result;
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    if (!splits.contains(i)) {
      result.push_back(arguments[i]);
      continue;
    }
    auto [letters, digits] = letters_and_digits(arguments[i]);
    if (letters.empty()) return std::nullopt;
    result.push_back(std::move(letters));
    result.push_back(std::move(digits));
  }
  return result;
}

std::optional<std::pair<Cell, std::string>> Layer::place(const Term& fact) const {
  const auto arguments = split_arguments(fact.arguments, splits);
  if (!arguments) return std::nullopt;
  Cell cell;
  for (const std::size_t key : keys) cell.push_back((*arguments)[key]);
  std::vector<std::string> rest;
  for (std::size_t i = 0; i < arguments->size(); ++i) {
    if (std::find(keys.begin(), keys.end(), i) == keys.end()) rest.push_back((*arguments)[i]);
  }
  if (rest.empty() || qualified) rest.insert(rest.begin(), relation);
  if (rest.size() == 1) return std::pair{std::move(cell), std::move(rest.front())};
  std::string content = "(";
  for (const std::string& part : rest) content += part + " ";
  content.back() = ')';
  return std::pair{std::move(cell), std::move(content)};
}

}  // namespace palamedes::board
