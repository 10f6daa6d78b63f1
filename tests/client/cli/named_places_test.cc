#include "client/cli/named_places.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "tests/client/cli/parse_flags.h"
#include "tests/support/temp_folder.h"
#include "tests/support/text_file.h"

namespace waystone::cli {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

TEST(NamedPlaces, AreAskedForOnceAndPositionsNever) {
  std::vector<std::string> asked;
  NamedPlaces places("town", [&](const std::string& map_id) {
    asked.push_back(map_id);
    return DescribeTown(map_id);
  });
  EXPECT_EQ(*places.Position("--from", "1,2,3"), Vec3(1, 2, 3));
  EXPECT_THAT(asked, ElementsAre());
  const TempFolder folder;
  WriteFile(folder.File("list"), "# some\nname:well\n4,5,6\n");
  EXPECT_THAT(*places.Positions("--from", {"name:well", "1,2,3", "world:shop", "@" + folder.File("list")}),
              ElementsAre(Vec3(7, 8, 9), Vec3(1, 2, 3), Vec3(7, 8, 9), Vec3(7, 8, 9), Vec3(4, 5, 6)));
  EXPECT_THAT(asked, ElementsAre("town", ""));
}

TEST(NamedPlaces, WhatCannotBeFoundIsNamed) {
  NamedPlaces places("town", DescribeTown);
  const auto refusal = [&](const std::string& text) {
    return std::string(places.Position("--to", text).status().message());
  };
  EXPECT_EQ(refusal("name:wall"), "--to: map \"town\" has no place \"wall\"");
  EXPECT_EQ(refusal("world:wall"), "--to: the world has no place \"wall\"");
  EXPECT_EQ(refusal("world:far"), "--to: place \"far\" is on map \"cave\", not on \"town\"");
  EXPECT_THAT(refusal("well"), HasSubstr("--to: must be three numbers x,y,z in metres, or name:PLACE"));
  EXPECT_TRUE(absl::IsNotFound(places.Position("--to", "name:wall").status()));
}

TEST(NamedPlaces, TheServersErrorsStay) {
  NamedPlaces places("town", [](const std::string&) -> absl::StatusOr<NamedPlaces::List> {
    return absl::UnavailableError("no answer from here");
  });
  EXPECT_EQ(places.Position("--to", "name:well").status(), absl::UnavailableError("no answer from here"));
}

}  // namespace
}  // namespace waystone::cli
