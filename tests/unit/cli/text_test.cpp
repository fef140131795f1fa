#include "cli/text.h"

#include <cmath>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace palamedes::cli {
namespace {

using testing::ElementsAre;

TEST(Text, GroupsThousands) {
  EXPECT_EQ(grouped(std::uint64_t{0}), "0");
  EXPECT_EQ(grouped(std::uint64_t{999}), "999");
  EXPECT_EQ(grouped(std::uint64_t{1000}), "1,000");
  EXPECT_EQ(grouped(std::uint64_t{1234567}), "1,234,567");
  EXPECT_EQ(grouped("123456.789"), "123,456.789");
}

TEST(Text, RoundsToWhatCounts) {
  EXPECT_EQ(rounded(0), "0.00");
  EXPECT_EQ(rounded(0.012345), "0.0123");
  EXPECT_EQ(rounded(7.625), "7.62");
  EXPECT_EQ(rounded(48.26), "48.3");
  EXPECT_EQ(rounded(12345.6), "12,346");
  EXPECT_EQ(rounded(1e20), "1e+20");
  EXPECT_EQ(rounded(std::nan("")), "-");
}

TEST(Text, Percent) {
  EXPECT_EQ(percent(1, 8), "12.5%");
  EXPECT_EQ(percent(0, 0), "-");
}

TEST(Text, Counts) {
  EXPECT_EQ(counted(1, "role"), "1 role");
  EXPECT_EQ(counted(2000, "state"), "2,000 states");
}

TEST(Text, BreaksLinesAtBlanks) {
  EXPECT_THAT(wrapped("one two  three", 7), ElementsAre("one two", "three"));
  EXPECT_THAT(wrapped("extraordinarily long", 5), ElementsAre("extraordinarily", "long"));
  EXPECT_THAT(wrapped("", 5), ElementsAre(""));
}

TEST(Table, AlignsColumns) {
  Table table;
  table.column("Name", Table::Align::left);
  table.column("N");
  table.column("Ü", Table::Align::left);
  table.row({"a", "100", "ß"});
  table.row({"longer", "2"});
  EXPECT_EQ(table.titles(), "Name      N  Ü\n");
  EXPECT_EQ(table.rows(),
            "a       100  ß\n"
            "longer    2\n");
  EXPECT_EQ(table.titles(2), "  Name      N  Ü\n");
}

TEST(Text, FitsIntoALineOfATerminal) {
  EXPECT_EQ(fitting("abc", 4), "abc");
  EXPECT_EQ(fitting("abc", 3), "ab");  // a full line goes on in the next one
  EXPECT_EQ(fitting("a\u00b1c", 3), "a\u00b1");
  EXPECT_EQ(fitting("a\u00b1c", 2), "a");
  EXPECT_EQ(fitting("abc", 1), "");
  EXPECT_EQ(fitting("", 80), "");
}

TEST(Text, OurSignsHaveNamesInAscii) {
  EXPECT_EQ(in_ascii("94.5 ± 3.2 … ≠!"), "94.5 +/- 3.2 ... !=!");
  EXPECT_EQ(in_ascii("Björnsson 2012"), "Bjornsson 2012");
  EXPECT_EQ(in_ascii("straße.kif"), "straße.kif");
  EXPECT_EQ(in_ascii(""), "");
}

TEST(Folded, KeepsMovesWhole) {
  EXPECT_EQ(folded("legal are (move 1 2), (move 3 4)", 80), "legal are (move 1 2), (move 3 4)\n");
  EXPECT_EQ(folded("legal are (move 1 2), (move 3 4)", 22, 2),
            "legal are (move 1 2),\n  (move 3 4)\n");
  EXPECT_EQ(folded("  an indent stays", 13, 4), "  an indent\n    stays\n");
  EXPECT_EQ(folded("", 10), "\n");
}

}  // namespace
}  // namespace palamedes::cli
