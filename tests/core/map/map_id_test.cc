#include "core/map/map_id.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>
#include <string>

namespace waystone {
namespace {

TEST(MapId, RealNamesAreTaken) {
  for (const char* id : {"prontera", "1@tower", "Old Town (north)", "Grüße", "地図", "..", "a\\b", "🗺"}) {
    EXPECT_TRUE(CheckMapId(id).ok()) << id;
  }
  EXPECT_TRUE(CheckMapId(std::string(128, 'x')).ok());
}

TEST(MapId, SlashesControlCharactersAndOddLengthsAreRefused) {
  const std::string with_nul("a\0b", 3);
  for (const std::string& id : {std::string(), std::string(129, 'x'), std::string("../secret"), with_nul,
                                std::string("a\nb"), std::string("a\x7f"), std::string("a\xc2\x85")}) {
    const absl::Status status = CheckMapId(id);
    EXPECT_TRUE(absl::IsInvalidArgument(status)) << id;
    for (const char c : status.message()) EXPECT_GE(static_cast<unsigned char>(c), 0x20) << "unescaped";
  }
}

TEST(MapId, MalformedUtf8IsRefused) {
  for (const char* id : {"\x80", "\xc0\xaf", "\xc1\x81", "\xc3", "\xe0\x80\xaf", "\xe2\x82", "\xed\xa0\x80",
                         "\xf0\x80\x80\xaf", "\xf4\x90\x80\x80", "\xf5\x80\x80\x80", "\xff", "a\xc3(b"}) {
    EXPECT_FALSE(CheckMapId(id).ok());
  }
  for (const char* id : {"\xc2\xa0", "\xdf\xbf", "\xe0\xa0\x80", "\xed\x9f\xbf", "\xee\x80\x80",
                         "\xf0\x90\x80\x80", "\xf4\x8f\xbf\xbf"}) {
    EXPECT_TRUE(CheckMapId(id).ok());
  }
}

TEST(PackageFileName, EscapesWhatFoldersAndShellsMind) {
  EXPECT_EQ(PackageFileName("prontera"), "prontera.waymap");
  EXPECT_EQ(PackageFileName("1@tower b"), "1%40tower%20b.waymap");
  EXPECT_EQ(PackageFileName("v1.2_x-y"), "v1.2_x-y.waymap");
  EXPECT_EQ(PackageFileName("100%"), "100%25.waymap");
  EXPECT_EQ(PackageFileName("a\\b:c"), "a%5Cb%3Ac.waymap");
  EXPECT_EQ(PackageFileName("ü"), "%C3%BC.waymap");
}

TEST(PackageFileName, IsNeverHiddenNorAWayOut) {
  EXPECT_EQ(PackageFileName(".."), "%2E..waymap");
  EXPECT_EQ(PackageFileName(".hidden"), "%2Ehidden.waymap");
}

TEST(PackageFileName, OfALongIdFitsAndStaysItsOwn) {
  std::set<std::string> names;
  for (char last = 'a'; last <= 'z'; ++last) {
    const std::string name = PackageFileName(std::string(127, '@') + last);
    EXPECT_LE(name.size(), 200U);
    EXPECT_TRUE(names.insert(name).second);
  }
}

}  // namespace
}  // namespace waystone
