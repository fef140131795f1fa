#include "web/events.h"

#include <thread>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace palamedes::web {
namespace {

using std::chrono::milliseconds;

std::vector<std::string> texts(const Events::News& news) {
  std::vector<std::string> list;
  for (const Event& event : news.events) list.push_back(event.name + " " + event.data);
  return list;
}

TEST(Events, AReaderGetsTheLastOfEachNameInTheirOrder) {
  Events events;
  events.put({"state", "1"});
  events.put({"analysis", "1"});
  events.put({"state", "2"});
  const Events::News first = events.wait(0, milliseconds(0));
  EXPECT_THAT(texts(first), testing::ElementsAre("analysis 1", "state 2"));
  EXPECT_THAT(texts(events.wait(first.seen, milliseconds(0))), testing::IsEmpty());
  events.put({"analysis", "2"});
  EXPECT_THAT(texts(events.wait(first.seen, milliseconds(0))), testing::ElementsAre("analysis 2"));
}

TEST(Events, WakesAWaitingReader) {
  Events events;
  std::thread teller([&] {
    std::this_thread::sleep_for(milliseconds(20));
    events.put({"state", "1"});
  });
  EXPECT_THAT(texts(events.wait(0, milliseconds(60'000))), testing::ElementsAre("state 1"));
  teller.join();
}

TEST(Events, NothingComesAfterTheEnd) {
  Events events;
  events.put({"closed", "{}"});
  events.close();
  events.put({"state", "1"});
  const Events::News news = events.wait(0, milliseconds(60'000));
  EXPECT_THAT(texts(news), testing::ElementsAre("closed {}"));
  EXPECT_TRUE(news.closed);
  EXPECT_TRUE(events.wait(news.seen, milliseconds(60'000)).closed);
}

TEST(Events, AreLinesOfAStream) {
  EXPECT_EQ(to_text({"state", "{}"}), "event: state\ndata: {}\n\n");
}

}  // namespace
}  // namespace palamedes::web
