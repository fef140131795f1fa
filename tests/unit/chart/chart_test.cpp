// Whole pictures, small enough to be read.

#include <limits>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "chart/interval_chart.h"
#include "chart/line_chart.h"
#include "chart/svg.h"
#include "unit/chart/xml_testing.h"

namespace palamedes::chart {
namespace {

using testing::HasSubstr;
using testing::Not;

std::size_t count_of(const std::string& text, std::string_view part) {
  std::size_t count = 0;
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) {
    ++count;
  }
  return count;
}

// What comes after the style sheet, which is always the same.
std::string body_of(const std::string& svg) { return svg.substr(svg.find("</style>\n") + 9); }

TEST(Svg, EscapesWhatXmlWouldMisread) {
  EXPECT_EQ(escaped("<a href=\"x\">&'"), "&lt;a href=&quot;x&quot;&gt;&amp;&#39;");
  EXPECT_EQ(escaped("ß ± 3"), "ß ± 3");
}

TEST(Svg, HasColoursForLightAndDark) {
  const std::string sheet = style();
  const std::size_t dark = sheet.find("@media (prefers-color-scheme: dark)");
  ASSERT_NE(dark, std::string::npos);
  for (const Colour& colour : series_colours) {
    EXPECT_LT(sheet.find(colour.light), dark);
    EXPECT_GT(sheet.find(colour.dark), dark);
  }
}

TEST(Svg, BeginsColoursAgainWithDashes) {
  EXPECT_EQ(series_class('s', 0), "s0");
  EXPECT_EQ(series_class('f', 7), "f7");
  EXPECT_EQ(series_class('s', 8), "s0 dashed");
}

// --- curves

LineChart two_lines() {
  LineChart chart;
  chart.title = "A < B";
  chart.x_label = "samples";
  chart.y_label = "ratio & \"more\"";
  chart.y = {0, 1};
  chart.reference = 0.5;
  chart.lines = {{"first", {{0, 0.25, 0.1}, {50, 0.5, 0.05}, {100, 0.75, 0.1}}},
                 {"<second>", {{0, 1, 0}, {100, 0, 0}}}};
  return chart;
}

TEST(LineChart, IsAWholePicture) {
  const std::string svg = to_svg(two_lines());
  EXPECT_EQ(xml_fault(svg), "");
  EXPECT_THAT(svg, testing::StartsWith("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<svg xmlns="));
  EXPECT_EQ(body_of(svg), R"svg(<rect class="paper" width="800" height="500"/>
<line class="grid" x1="72.2" y1="440" x2="667.5" y2="440"/>
<text x="64.2" y="444.5" text-anchor="end">0.0</text>
<line class="grid" x1="72.2" y1="360" x2="667.5" y2="360"/>
<text x="64.2" y="364.5" text-anchor="end">0.2</text>
<line class="grid" x1="72.2" y1="280" x2="667.5" y2="280"/>
<text x="64.2" y="284.5" text-anchor="end">0.4</text>
<line class="grid" x1="72.2" y1="200" x2="667.5" y2="200"/>
<text x="64.2" y="204.5" text-anchor="end">0.6</text>
<line class="grid" x1="72.2" y1="120" x2="667.5" y2="120"/>
<text x="64.2" y="124.5" text-anchor="end">0.8</text>
<line class="grid" x1="72.2" y1="40" x2="667.5" y2="40"/>
<text x="64.2" y="44.5" text-anchor="end">1.0</text>
<line class="grid" x1="72.2" y1="40" x2="72.2" y2="440"/>
<text x="72.2" y="460" text-anchor="middle">0</text>
<line class="grid" x1="191.2" y1="40" x2="191.2" y2="440"/>
<text x="191.2" y="460" text-anchor="middle">20</text>
<line class="grid" x1="310.3" y1="40" x2="310.3" y2="440"/>
<text x="310.3" y="460" text-anchor="middle">40</text>
<line class="grid" x1="429.4" y1="40" x2="429.4" y2="440"/>
<text x="429.4" y="460" text-anchor="middle">60</text>
<line class="grid" x1="548.5" y1="40" x2="548.5" y2="440"/>
<text x="548.5" y="460" text-anchor="middle">80</text>
<line class="grid" x1="667.5" y1="40" x2="667.5" y2="440"/>
<text x="667.5" y="460" text-anchor="middle">100</text>
<line class="reference" x1="72.2" y1="240" x2="667.5" y2="240"/>
<text x="369.9" y="28" text-anchor="middle">A &lt; B</text>
<text x="369.9" y="488" text-anchor="middle">samples</text>
<text transform="translate(20 240) rotate(-90)" text-anchor="middle">ratio &amp; &quot;more&quot;</text>
<polygon class="f0" points="72.2,300 369.8,220 667.5,100 667.5,180 369.8,260 72.2,380"/>
<polyline class="s0" points="72.2,340 369.8,240 667.5,140"/>
<polyline class="s1" points="72.2,40 667.5,440"/>
<line class="s0" x1="683.5" y1="50" x2="707.5" y2="50"/>
<text x="715.5" y="54" text-anchor="start">first</text>
<line class="s1" x1="683.5" y1="70" x2="707.5" y2="70"/>
<text x="715.5" y="74" text-anchor="start">&lt;second&gt;</text>
</svg>
)svg");
}

TEST(LineChart, WidensForIntervalsUnlessTheRangeIsFixed) {
  LineChart chart;
  chart.y = {0, 1};
  chart.lines = {{"", {{0, 1, 0.2}, {10, 1, 0.2}}}};
  EXPECT_THAT(to_svg(chart), HasSubstr(">1.2</text>"));
  chart.only_y = true;
  EXPECT_THAT(to_svg(chart), Not(HasSubstr(">1.2</text>")));
}

TEST(LineChart, LeavesOutWhatIsNoNumber) {
  LineChart chart;
  chart.y = {0, 1};
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const double infinity = std::numeric_limits<double>::infinity();
  chart.lines = {{"", {{0, 0}, {1, nan}, {2, infinity}, {nan, 1}, {4, 1, infinity}, {5, 1}}}};
  const std::string svg = to_svg(chart);
  EXPECT_EQ(xml_fault(svg), "");
  EXPECT_THAT(body_of(svg), Not(HasSubstr("nan")));
  EXPECT_THAT(body_of(svg), Not(HasSubstr("inf")));
  EXPECT_EQ(count_of(svg, "<polyline"), 1U);
}

TEST(LineChart, ShowsASinglePointAsAMark) {
  LineChart chart;
  chart.y = {0, 1};
  chart.lines = {{"alone", {{1, 0.5}}}, {"empty", {}}};
  const std::string svg = body_of(to_svg(chart));
  EXPECT_EQ(count_of(svg, "<circle"), 1U);
  EXPECT_EQ(count_of(svg, "<polyline"), 0U);
}

TEST(LineChart, OfNothingIsAnEmptyPicture) {
  const std::string svg = to_svg(LineChart{});
  EXPECT_EQ(xml_fault(svg), "");
  EXPECT_EQ(count_of(body_of(svg), "<polyline"), 0U);
}

TEST(LineChart, DropsPointsThatCannotBeToldApart) {
  LineChart chart;
  chart.y = {0, 1};
  auto& points = chart.lines.emplace_back(LineChart::Line{"many", {}}).points;
  for (int i = 0; i <= 1'000'000; ++i) points.push_back({static_cast<double>(i), 0.5});
  const std::string svg = to_svg(chart);
  EXPECT_LT(svg.size(), 100'000U);
  EXPECT_THAT(svg, HasSubstr(">1,000,000</text>"));
}

TEST(LineChart, CountsTheLinesThatHaveNoRoomInTheLegend) {
  LineChart chart;
  chart.y = {0, 1};
  for (int i = 0; i < 300; ++i) {
    chart.lines.push_back({"arm " + std::to_string(i), {{0, 0}, {1, 1}}});
  }
  const std::string svg = to_svg(chart);
  EXPECT_EQ(count_of(svg, "<polyline"), 300U);
  const std::size_t shown = count_of(svg, ">arm ");
  EXPECT_LT(shown, 30U);
  EXPECT_THAT(svg, HasSubstr(">and " + std::to_string(300 - shown) + " more</text>"));
}

// --- rows

TEST(IntervalChart, IsAPartOfAPage) {
  IntervalChart chart;
  chart.title = "win rate";
  chart.unit = " %";
  chart.range = {0, 100};
  chart.reference = 50;
  chart.rows = {{"tic & tac",
                 {IntervalChart::Figure{60, 50, 70, "ours 60"},
                  IntervalChart::Figure{40, 35, 45, "published 40"}}},
                {"maze", {std::nullopt, IntervalChart::Figure{100, 90, 110, "published 100"}}}};
  const std::string svg = to_svg(chart);
  EXPECT_EQ(xml_fault(svg), "");
  EXPECT_EQ(svg,
            R"svg(<svg class="chart plot" viewBox="0 0 860 104" role="img" aria-label="win rate">
<rect class="band" x="0" y="64" width="860" height="30"/>
<line class="grid" x1="96.5" y1="24" x2="96.5" y2="99"/>
<text x="96.5" y="16" text-anchor="middle">0 %</text>
<line class="grid" x1="279.9" y1="24" x2="279.9" y2="99"/>
<text x="279.9" y="16" text-anchor="middle">25 %</text>
<line class="reference" x1="463.3" y1="24" x2="463.3" y2="99"/>
<text x="463.3" y="16" text-anchor="middle">50 %</text>
<line class="grid" x1="646.6" y1="24" x2="646.6" y2="99"/>
<text x="646.6" y="16" text-anchor="middle">75 %</text>
<line class="grid" x1="830" y1="24" x2="830" y2="99"/>
<text x="830" y="16" text-anchor="middle">100 %</text>
<text x="82.5" y="54" text-anchor="end">tic &amp; tac<title>tic &amp; tac</title></text>
<line class="s0" x1="463.3" y1="44" x2="610" y2="44"/>
<circle class="m0" cx="536.6" cy="44" r="4"><title>ours 60</title></circle>
<line class="s1" x1="353.3" y1="54" x2="426.6" y2="54"/>
<rect class="m1 hollow" x="385.9" y="50" width="8" height="8"><title>published 40</title></rect>
<text x="82.5" y="84" text-anchor="end">maze<title>maze</title></text>
<line class="s1" x1="756.7" y1="84" x2="830" y2="84"/>
<rect class="m1 hollow" x="826" y="80" width="8" height="8"><title>published 100</title></rect>
</svg>)svg");
}

TEST(IntervalChart, ShortensLongLabelsByLetters) {
  IntervalChart chart;
  chart.range = {0, 100};
  std::string label;
  for (int i = 0; i < 50; ++i) label += "ü";
  chart.rows = {{label, {IntervalChart::Figure{1, 1, 1, ""}}}};
  const std::string svg = to_svg(chart);
  EXPECT_THAT(svg, HasSubstr("ü…<title>" + label + "</title>"));
}

TEST(IntervalChart, HasSignsForLegends) {
  EXPECT_EQ(xml_fault(sign_of(0)), "");
  EXPECT_THAT(sign_of(0), HasSubstr("<circle class=\"m0\""));
  EXPECT_THAT(sign_of(1), HasSubstr("<rect class=\"m1 hollow\""));
}

}  // namespace
}  // namespace palamedes::chart
