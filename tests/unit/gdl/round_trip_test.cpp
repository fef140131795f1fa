// Random sheets: what is printed is read back as the same.

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "unit/gdl/gdl_testing.h"

namespace palamedes::gdl {
namespace {

using Text = std::string;

rc::Gen<Text> a_name() {
  // Keywords are names too wherever no connective is expected.
  return rc::gen::element<Text>("p", "cell", "100", "+", "a-b", "<=", "true", "next", "role",
                                "distinct2", "Mixed", "x?");
}
rc::Gen<Text> a_variable() { return rc::gen::element<Text>("?x", "?y", "?X1", "?", "?x++"); }
rc::Gen<Text> a_gap() {
  return rc::gen::element<Text>(" ", "  ", "\n", "\t", " ; note (\n", "\r\n");
}

// Writes random texts; `size` bounds the nesting.
class Writer {
 public:
  Text term(int size) {
    const int kind = *rc::gen::inRange(0, size > 0 ? 4 : 2);
    if (kind == 0) return *a_name();
    if (kind == 1) return *a_variable();
    return application(*a_name(), size - 1);
  }

  Text atom(int size) {
    Text name = *a_name();
    if (*rc::gen::inRange(0, 4) == 0) return name;
    return application(name, size);
  }

  Text formula(int size) {
    const int kind = *rc::gen::inRange(0, size > 0 ? 7 : 3);
    if (kind == 2) return "(distinct" + *a_gap() + term(size) + *a_gap() + term(size) + ")";
    if (kind == 3) return "(not" + *a_gap() + formula(size - 1) + ")";
    if (kind >= 4) {
      Text text = kind == 4 ? "(and" : "(OR";
      const int parts = *rc::gen::inRange(1, 4);
      for (int i = 0; i < parts; ++i) text += *a_gap() + formula(size - 1);
      return text + ")";
    }
    return atom(size);
  }

  Text sentence(int size) {
    if (*rc::gen::inRange(0, 2) == 0) {
      const Text fact = atom(size);
      // At the top an arrow makes a rule.
      return fact.starts_with("(<=") ? "(<=" + *a_gap() + fact + ")" : fact;
    }
    Text text = "(<=" + *a_gap() + atom(size);
    const int conditions = *rc::gen::inRange(0, 4);
    for (int i = 0; i < conditions; ++i) text += *a_gap() + formula(size);
    return text + ")";
  }

  Text sheet() {
    Text text;
    const int sentences = *rc::gen::inRange(0, 6);
    for (int i = 0; i < sentences; ++i) text += sentence(3) + *a_gap();
    return text;
  }

 private:
  Text application(const Text& name, int size) {
    Text text = "(" + name;
    const int args = *rc::gen::inRange(0, 4);
    for (int i = 0; i < args; ++i) text += *a_gap() + term(size - 1);
    return text + *rc::gen::element<Text>("", " ") + ")";
  }
};

RC_GTEST_PROP(RoundTrip, PrintedSheetsAreReadAsTheSame, ()) {
  const Text text = Writer().sheet();
  const Parsed first = parse(text);
  RC_ASSERT(first.problems.empty());
  const Text printed = to_text(first.sheet);
  const Parsed second = parse(printed);
  RC_ASSERT(second.problems.empty());
  RC_ASSERT(first.sheet.sentences == second.sheet.sentences);
  RC_ASSERT(to_text(second.sheet) == printed);
}

RC_GTEST_PROP(RoundTrip, RewrittenRulesAreAFixpoint, ()) {
  const Text text = Writer().sheet();
  Diagnostics diagnostics;
  const Rules once = rewrites::normalise(parse_sheet(text, "", {}, diagnostics), {}, diagnostics);
  RC_ASSERT(!diagnostics.has_errors());
  const Text printed = to_text(once);
  const Rules twice =
      rewrites::normalise(parse_sheet(printed, "", {}, diagnostics), {}, diagnostics);
  RC_ASSERT(!diagnostics.has_errors());
  RC_ASSERT(to_text(twice) == printed);
}

RC_GTEST_PROP(RoundTrip, ChecksSayTheSameAboutEqualSheets, ()) {
  const Text text = "(role r) (legal r m) (goal r 0) terminal " + Writer().sheet();
  const auto without_places = [](const Text& source) {
    std::multiset<Text> result;
    const auto loaded = load(source, "");
    for (const Diagnostic& d : (loaded ? loaded->warnings : loaded.error()).list()) {
      // Two places are named by these.
      if (d.message.find(" here but ") == Text::npos) result.insert(d.message + d.hint);
    }
    return result;
  };
  const Text printed = to_text(parse(text).sheet);
  const auto before = without_places(text);
  const auto after = without_places(printed);
  RC_ASSERT(std::set<Text>(before.begin(), before.end()) ==
            std::set<Text>(after.begin(), after.end()));
}

}  // namespace
}  // namespace palamedes::gdl
