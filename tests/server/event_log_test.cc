#include "server/base/event_log.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <sstream>
#include <string>

namespace waystone {
namespace {

// What was written for a field holding `text`, after checking that it is one line of printable ASCII.
std::string WrittenFor(const std::string& text) {
  std::ostringstream out;
  EventLog::ToStream(out, spdlog::level::info).Write(spdlog::level::info, "test", {{"field", text}});
  const std::string line = out.str();
  EXPECT_EQ(std::count(line.begin(), line.end(), '\n'), 1) << line;
  EXPECT_EQ(line.back(), '\n');
  for (const char c : line.substr(0, line.size() - 1)) EXPECT_TRUE(c >= ' ' && c <= '~') << line;
  return line;
}

TEST(EventLog, EveryByteIsEscapedAndComesBack) {
  for (int byte = 0; byte < 0x80; ++byte) {
    const std::string text(1, static_cast<char>(byte));
    EXPECT_EQ(nlohmann::json::parse(WrittenFor(text))["field"], text) << byte;
  }
  for (const std::string text : {"%s %n %d", "{} {0} {:>99999}", "\xe2\x80\xae\xe2\x81\xa6 turned",
                                 "\xf0\x9f\x98\x80", "\xc2\x85", "\r\n{\"event\":\"forged\"}"}) {
    EXPECT_EQ(nlohmann::json::parse(WrittenFor(text))["field"], text);
  }
}

TEST(EventLog, BrokenUtf8IsReplacedNotFatal) {
  for (const std::string text : {"\xff", "\xc3", "a\xe2\x80", "\xed\xa0\x80", "\xf8\x88\x80\x80\x80"}) {
    const auto event = nlohmann::json::parse(WrittenFor(text));
    EXPECT_NE(event["field"].get<std::string>().find("\xef\xbf\xbd"), std::string::npos);
  }
}

TEST(EventLog, AnEventHasTimeLevelAndName) {
  std::ostringstream out;
  const EventLog log = EventLog::ToStream(out, spdlog::level::warn);
  log.Write(spdlog::level::info, "dropped");
  log.Write(spdlog::level::warn, "kept", {{"count", 3}});
  const auto event = nlohmann::json::parse(out.str());
  EXPECT_EQ(event["level"], "warning");
  EXPECT_EQ(event["event"], "kept");
  EXPECT_EQ(event["count"], 3);
  EXPECT_EQ(event["time"].get<std::string>().size(), std::string("2024-05-01T12:00:00.000Z").size());
}

}  // namespace
}  // namespace waystone
