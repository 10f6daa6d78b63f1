#include "client/cli/flag_text.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <limits>

#include "core/base/str_cat.h"
#include "tests/support/temp_folder.h"

namespace waystone::cli {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::StartsWith;

TEST(FlagText, LocationsMayBeNamed) {
  const auto well = ParseLocation("--from", "name:the well", "town");
  ASSERT_TRUE(well.ok()) << well.status();
  EXPECT_EQ(well->named_place().map_id(), "town");
  EXPECT_EQ(well->named_place().name(), "the well");
  const auto shop = ParseLocation("--from", "world:shop", "town");
  ASSERT_TRUE(shop.ok()) << shop.status();
  EXPECT_EQ(shop->named_place().map_id(), "");
  EXPECT_EQ(shop->named_place().name(), "shop");
  const auto point = ParseLocations("--to", {"1,2,3", "name:well"}, "town");
  ASSERT_TRUE(point.ok()) << point.status();
  EXPECT_EQ(client::ToVec3((*point)[0].position()), Vec3(1, 2, 3));
  EXPECT_EQ((*point)[0].position().map_id(), "town");
  EXPECT_EQ((*point)[1].named_place().name(), "well");
  EXPECT_THAT(std::string(ParseLocation("--from", "name:", "town").status().message()),
              HasSubstr("must have a name after the colon"));
}

TEST(PositionText, ThreeNumbersAreAPosition) {
  EXPECT_EQ(*ParsePosition("--from", "1,2.5,-3e2"), Vec3(1, 2.5, -300));
  EXPECT_EQ(*ParsePosition("--from", "-0.5,0,100000000"), Vec3(-0.5, 0, 1e8));
}

TEST(PositionText, AnythingElseIsRefusedByTheFlagsName) {
  for (const std::string text :
       {"", "1", "1,2", "1,2,", "1,2,3,4", "1;2;3", "1, 2, 3", " 1,2,3", "1,2,3 ", "x,2,3", "1,,3", "+1,2,3",
        "0x1,2,3", "nan,0,0", "0,inf,0", "0,0,-inf", "1e9,0,0", "1e999,0,0", "1e-999,0,0,"}) {
    const absl::StatusOr<Vec3> position = ParsePosition("--from", text);
    ASSERT_TRUE(absl::IsInvalidArgument(position.status())) << text;
    EXPECT_THAT(std::string(position.status().message()), StartsWith("--from: ")) << text;
  }
}

TEST(PositionText, TheRuleIsNamed) {
  EXPECT_THAT(std::string(ParsePosition("--to", "1,2").status().message()),
              HasSubstr("must be three numbers x,y,z in metres, not \"1,2\""));
  EXPECT_THAT(std::string(ParsePosition("--to", "nan,0,0").status().message()), HasSubstr("finite"));
  EXPECT_THAT(std::string(ParsePosition("--to", "1e9,0,0").status().message()), HasSubstr("within 1e8 m"));
}

TEST(PositionText, LongInputIsNotEchoedWhole) {
  EXPECT_LT(ParsePosition("--to", std::string(10'000, '1')).status().message().size(), 200U);
}

TEST(NameText, CapitalsDoNotMatter) {
  for (const std::string text : {"any_angle", "ANY_ANGLE"}) {
    EXPECT_EQ(*ParseName<v1::RouteMethod>("--method", text), v1::ROUTE_METHOD_ANY_ANGLE) << text;
  }
  EXPECT_TRUE(absl::IsInvalidArgument(ParseName<v1::RouteMethod>("--method", "angle").status()));
  EXPECT_EQ(ParseName<v1::MoveRule>("--rule", "none").status().message(),
            "--rule: must be one of seed, exact; not \"none\"");
}

TEST(IdText, IdsStandBetweenCommasOrInAFile) {
  const TempFolder folder;
  std::ofstream(folder.File("ids")) << "# seen\n7\n\n8,4294967295\r\n";
  EXPECT_THAT(*ParseIds("--visited", {"3,1", StrCat("@", folder.File("ids")), "0"}),
              ElementsAre(3, 1, 7, 8, 4294967295U, 0));
  for (const std::string text : {"", ",", "1,", "-1", "+1", "1.0", "4294967296", "1 2", "x"}) {
    const absl::Status status = ParseIds("--visited", {text}).status();
    EXPECT_TRUE(absl::IsInvalidArgument(status)) << text;
    EXPECT_THAT(std::string(status.message()), StartsWith("--visited: must be whole numbers")) << text;
  }
  std::ofstream(folder.File("marked")) << "\xef\xbb\xbf"
                                       << "5\n";  // as spreadsheets write it
  EXPECT_THAT(*ParseIds("--visited", {StrCat("@", folder.File("marked"))}), ElementsAre(5));
  std::ofstream(folder.File("bad")) << "1\n2;3\n";
  EXPECT_THAT(std::string(ParseIds("--visited", {StrCat("@", folder.File("bad"))}).status().message()),
              HasSubstr("bad:2: "));
  EXPECT_TRUE(absl::IsNotFound(ParseIds("--visited", {StrCat("@", folder.File("none"))}).status()));
}

TEST(DirectionText, TwoNumbersNotBothZeroAreADirection) {
  EXPECT_EQ(*ParseDirection("--toward", "1,-2.5"), (Vec2{1, -2.5}));
  EXPECT_EQ(*ParseDirection("--toward", "0,1e8"), (Vec2{0, 1e8}));
  for (const std::string text : {"", "1", "1,2,3", "0,0", "nan,1", "1,inf", "1e9,0", "1, 2", "x,1"}) {
    const absl::Status status = ParseDirection("--toward", text).status();
    EXPECT_TRUE(absl::IsInvalidArgument(status)) << text;
  }
  const absl::Status status = ParseDirection("--toward", "1e-200,0").status();
  EXPECT_THAT(std::string(status.message()), ::testing::HasSubstr("too short to tell a direction"));
}

TEST(NumberText, WholeNumbersAreDecimalAndInRange) {
  const auto check = WholeNumber(1, std::numeric_limits<uint64_t>::max());
  for (const std::string good : {"1", "10", "18446744073709551615"}) EXPECT_EQ(check(good), "") << good;
  for (const std::string bad :
       {"", "0", "-1", "+1", "010", "0x10", "1.0", "1e3", " 1", "1 ", "18446744073709551616"}) {
    EXPECT_EQ(check(bad), "must be a whole number from 1 to 18446744073709551615") << bad;
  }
}

TEST(NumberText, NumbersAreFiniteAndInRange) {
  const auto check = NumberInRange(0, 10);
  for (const std::string good : {"0", "10", "0.5", "1e-3"}) EXPECT_EQ(check(good), "") << good;
  for (const std::string bad : {"", "-0.1", "10.1", "nan", "inf", "1e999", "1,5", "1m"}) {
    EXPECT_EQ(check(bad), "must be a number from 0 to 10") << bad;
  }
}

TEST(PositionText, MetresAreShortAndHaveMillimetres) {
  EXPECT_EQ(FormatMetres(1.5), "1.5");
  EXPECT_EQ(FormatMetres(-20.1254), "-20.125");
  EXPECT_EQ(FormatMetres(300), "300");
  EXPECT_EQ(FormatMetres(-0.0001), "0");
  EXPECT_EQ(FormatPosition({1, 0, -2.25}), "1, 0, -2.25");
}

}  // namespace
}  // namespace waystone::cli
