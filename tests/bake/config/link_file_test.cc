#include "bake/config/link_file.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

namespace waystone {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

TEST(LinkFile, ReadsEveryColumnInAnyOrder) {
  const auto links = ParseLinkCsv(
      "id,abilities,agents,two_way,cost_m,radius_m,kind,start_x,start_y,start_z,end_x,end_y,end_z\n"
      "shaft 7,strong;ladder,human;ogre,true,6.5,0.25,ladder,1,2,-3.5,1e1,5,6\n",
      "town.csv");
  ASSERT_TRUE(links.ok()) << links.status();
  ASSERT_EQ(links->size(), 1U);
  const OffMeshLink& link = links->front();
  EXPECT_EQ(link.kind, LinkKind::kLadder);
  EXPECT_EQ(link.start, Vec3(1, 2, -3.5));
  EXPECT_EQ(link.end, Vec3(10, 5, 6));
  EXPECT_TRUE(link.two_way);
  EXPECT_EQ(link.radius_m, 0.25);
  EXPECT_EQ(link.cost_m, 6.5);
  EXPECT_THAT(link.abilities, ElementsAre("ladder", "strong"));
  EXPECT_THAT(link.agents, ElementsAre("human", "ogre"));
  EXPECT_EQ(link.external_id, "shaft 7");
  EXPECT_EQ(link.place, "town.csv:2");
}

constexpr std::string_view kHeader = "kind,start_x,start_y,start_z,end_x,end_y,end_z";

TEST(LinkFile, WhatIsNotThereKeepsItsDefault) {
  // As spreadsheets write it: a byte order mark, CR LF, empty cells and an empty last line.
  const auto links = ParseLinkCsv("\xEF\xBB\xBF" + std::string(kHeader) +
                                      ",radius_m,id\r\nwalk,0,0,0,1,0,0,,\r\n\r\nteleport,0,0,0,9,9,9,,\r\n",
                                  "t.csv");
  ASSERT_TRUE(links.ok()) << links.status();
  ASSERT_EQ(links->size(), 2U);
  EXPECT_EQ(links->front().radius_m, OffMeshLink().radius_m);
  EXPECT_EQ(links->front().cost_m, -1);
  EXPECT_FALSE(links->front().two_way);
  EXPECT_THAT(links->front().abilities, IsEmpty());
  EXPECT_EQ(links->back().place, "t.csv:4");
}

TEST(LinkFile, AnErrorNamesFileLineColumnAndRule) {
  const auto refusal = [](const std::string& text) {
    return std::string(ParseLinkCsv(text, "t.csv").status().message());
  };
  const std::string header(kHeader);
  EXPECT_EQ(refusal(""), "t.csv:1: column '' is not known");
  EXPECT_EQ(refusal("kind,speed\n"), "t.csv:1: column 'speed' is not known");
  EXPECT_EQ(refusal("kind,kind\n"), "t.csv:1: column 'kind' is there twice");
  EXPECT_EQ(refusal("kind,start_x\n"), "t.csv:1: the header needs a column 'start_y'");
  EXPECT_EQ(refusal(header + "\nwalk,0,0,0\n"), "t.csv:2: has 4 cells, the header 7");
  EXPECT_EQ(
      refusal(header + "\nsail,0,0,0,1,1,1\n"),
      "t.csv:2: column 'kind': kind 'sail' is none of walk, jump, drop, climb, ladder, teleport, swim, fly");
  EXPECT_EQ(refusal(header + "\nwalk,0,0,0,1,1,\n"), "t.csv:2: column 'end_z': '' is not a number");
  EXPECT_EQ(refusal(header + "\nwalk,0,0,0,1,1,1x\n"), "t.csv:2: column 'end_z': '1x' is not a number");
  EXPECT_THAT(refusal(header + "\nwalk,0,0,0,1,1,nan\n"), HasSubstr("t.csv:2: end is nan"));
  EXPECT_THAT(refusal(header + "\nwalk,0,0,1e9,1,1,1\n"), HasSubstr("t.csv:2: start is 1e+09 and must be"));
  EXPECT_EQ(refusal(header + "\n\"walk\",0,0,0,1,1,1\n"), "t.csv:2: quotes are not read; leave them out");
  EXPECT_THAT(refusal(header + ",radius_m\nwalk,0,0,0,1,1,1,-1\n"), HasSubstr("t.csv:2: radius_m is -1"));
  EXPECT_THAT(refusal(header + ",cost_m\nwalk,0,0,0,1,1,1,-2\n"), HasSubstr("t.csv:2: cost_m is -2"));
  EXPECT_THAT(refusal(header + ",two_way\nwalk,0,0,0,1,1,1,yes\n"), HasSubstr("'yes' is none of 0, 1"));
  EXPECT_EQ(refusal(header + ",abilities\nwalk,0,0,0,1,1,1,a;a\n"), "t.csv:2: ability 'a' is there twice");
  EXPECT_THAT(refusal(header + ",abilities\nwalk,0,0,0,1,1,1,a;\n"), HasSubstr("ability '' must be"));
}

TEST(LinkFile, AFileThatIsNotThereIsNamed) {
  EXPECT_THAT(std::string(ReadLinkFile("/no/such/links.csv").status().message()),
              HasSubstr("/no/such/links.csv"));
}

}  // namespace
}  // namespace waystone
