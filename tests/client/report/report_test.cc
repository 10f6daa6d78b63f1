#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "absl/strings/escaping.h"
#include "bake/report/bake_report.h"
#include "bake/report/world_report.h"
#include "client/report/package_changes.h"
#include "client/report/report_page.h"
#include "core/why/route_why.h"
#include "explorer/page_files.h"
#include "nlohmann/json.hpp"
#include "tests/e2e/test_world.h"
#include "tests/support/temp_folder.h"
#include "tests/support/text_file.h"

namespace waystone::client {
namespace {

using ::testing::HasSubstr;

class ReportTest : public ::testing::Test {
 protected:
  std::string Drawn(const std::string& file, std::string_view drawing,
                    const std::map<std::string, Vec3>& places = {}) {
    WriteDrawnMap(folder_.path(), file, "<map>", drawing, places);
    return folder_.path() + "/" + file;
  }
  std::unique_ptr<OpenedMaps> Open(const std::string& path) {
    auto maps = OpenedMaps::Open(path);
    EXPECT_TRUE(maps.ok()) << maps.status();
    return *std::move(maps);
  }
  // What became of the ground, by kind.
  double Area(const PackageChanges& changes, ChangeKind kind) {
    double area_m2 = 0;
    for (const PackageChange& change : changes.changes) area_m2 += change.kind == kind ? change.area_m2 : 0;
    return area_m2;
  }

  TempFolder folder_;
};

TEST_F(ReportTest, ThePageHasTheMapAndItsIslands) {
  if (ReportPage().empty()) GTEST_SKIP() << "built without the explorer page";
  const auto maps = Open(Drawn("a.waymap",
                               "......#..\n"
                               "......#..\n"
                               "......#..\n"));
  const auto page = ReportOf(*maps, {.title = "</script><b>"});
  ASSERT_TRUE(page.ok()) << page.status();
  EXPECT_THAT(*page, Not(HasSubstr("REPORT_DATA\n")));
  EXPECT_THAT(*page, Not(HasSubstr("</script><b>")));
  const std::string begin = R"(<script type="application/json" id="report-data">)";
  const size_t at = page->find(begin) + begin.size();
  const nlohmann::json document = nlohmann::json::parse(page->substr(at, page->find("</script>", at) - at));
  EXPECT_EQ(document["title"], "</script><b>");
  ASSERT_EQ(document["maps"].size(), 1U);
  const nlohmann::json& map = document["maps"][0];
  EXPECT_EQ(map["description"]["summary"]["mapId"], "<map>");
  std::string bytes;
  ASSERT_TRUE(absl::Base64Unescape(std::string(map["surfaceParts"][0]), &bytes));
  // Places per metre, and a list of the polygons' corners.
  EXPECT_THAT(bytes, ::testing::StartsWith("\x80\x08"));
  EXPECT_GT(bytes.size(), 30U);
  EXPECT_EQ(*page, *ReportOf(*maps, {.title = "</script><b>"})) << "the same bytes each time";
  ASSERT_EQ(map["findings"].size(), 1U);
  EXPECT_EQ(map["findings"][0]["kind"], "island");
  EXPECT_THAT(std::string(map["findings"][0]["sentence"]), HasSubstr("6 m2 of ground is cut off"));
  EXPECT_GT(double(map["findings"][0]["at"]["x"]), 7);
  ASSERT_EQ(map["findings"][0]["fixes"].size(), 1U);
  EXPECT_EQ(map["findings"][0]["fixes"][0]["kind"], "FIX_KIND_LINK");
}

TEST_F(ReportTest, ABakesWarningsComeFirst) {
  if (ReportPage().empty()) GTEST_SKIP() << "built without the explorer page";
  const auto maps = Open(Drawn("a.waymap", "..#..\n..#..\n"));
  BakeReport report;
  report.map_id = "<map>";
  report.source_triangles = 12;
  report.wall_s = 1.25;
  report.warnings = {"one polygon <b>"};
  const auto bake = ReadBakeFile(ReportJson(report));
  ASSERT_TRUE(bake.ok()) << bake.status();
  EXPECT_FALSE(bake->world);
  const std::string page = *ReportOf(*maps, {.title = "a", .bakes = bake->maps});
  const size_t warning = page.find("one polygon \\u003cb>");
  ASSERT_NE(warning, std::string::npos);
  EXPECT_LT(warning, page.find("cut off from"));
  EXPECT_NE(page.find(R"({"name":"Bake","value":"1.3 s"})"), std::string::npos);
}

TEST(BakeFigures, OtherFilesAreRefused) {
  for (const std::string text :
       {"", "[]", "{}", "7",
        R"({"map_id": 7, "wall_s": 1, "source_triangles": 1, "generation": "", "warnings": []})",
        R"({"map_id": "a", "wall_s": 1, "source_triangles": -1, "generation": "", "warnings": []})",
        R"({"map_id": "a", "wall_s": 1, "source_triangles": 1, "generation": 1, "warnings": []})",
        R"({"map_id": "a", "wall_s": 1, "source_triangles": 1, "generation": "", "warnings": [7]})",
        R"({"world": "w", "warnings": []})", R"({"world": "w", "warnings": [], "maps": [7]})",
        R"({"world": "w", "warnings": 7, "maps": []})",
        R"({"world": "w", "warnings": [], "maps": [{"map_id": "a", "status": "baked", "warnings": []}]})"})
    EXPECT_TRUE(absl::IsInvalidArgument(ReadBakeFile(text).status())) << text;
}

TEST(BakeFigures, ReportsWithoutGenerationsAreTooOld) {
  const absl::Status old =
      ReadBakeFile(R"({"map_id": "a", "wall_s": 1, "source_triangles": 1, "warnings": []})").status();
  EXPECT_THAT(std::string(old.message()), HasSubstr("an older waystone-bake"));
}

TEST_F(ReportTest, ABakeOfAWorldTellsOfItsMaps) {
  if (ReportPage().empty()) GTEST_SKIP() << "built without the explorer page";
  const auto maps = Open(Drawn("a.waymap", "...\n"));
  WorldReport report;
  report.world = "realm";
  report.warnings = {"a portal without ground"};
  report.maps.resize(4);
  report.maps[0].map_id = "<map>";
  report.maps[0].outcome = MapOutcome::kBaked;
  report.maps[0].seconds = 2.5;
  report.maps[0].warnings = {"much fog"};
  report.maps[1].outcome = MapOutcome::kUnchanged;
  report.maps[1].generation = "12";
  report.maps[2].outcome = MapOutcome::kFailed;
  report.maps[2].error = "no source";
  const auto file = ReadBakeFile(WorldReportJson(report));
  ASSERT_TRUE(file.ok()) << file.status();
  EXPECT_EQ(file->world, "realm");
  EXPECT_THAT(file->world_warnings, ::testing::ElementsAre("a portal without ground"));
  ASSERT_EQ(file->maps.size(), 3U) << "one was not reached";
  EXPECT_EQ(file->maps[0].wall_s, 2.5);
  EXPECT_EQ(file->maps[1].generation, "12");
  EXPECT_FALSE(file->maps[1].wall_s);
  EXPECT_TRUE(file->maps[2].may_keep_older);
  EXPECT_EQ(file->maps[2].error, "no source");
  EXPECT_THAT(file->maps[2].warnings, ::testing::ElementsAre(HasSubstr("bake failed")));
  const std::string page =
      *ReportOf(*maps, {.title = "a", .bakes = file->maps, .world_warnings = file->world_warnings});
  EXPECT_THAT(page, HasSubstr(R"({"kind":"warning","sentence":"much fog"})"));
  EXPECT_THAT(page, HasSubstr(R"({"kind":"warning","sentence":"the world: a portal without ground"})"));
  EXPECT_THAT(page, HasSubstr(R"({"name":"Bake","value":"2.5 s"})"));
}

TEST_F(ReportTest, AnotherBakesReportDoesNotFit) {
  const auto maps = Open(Drawn("a.waymap", "...\n"));
  const std::string generation = maps->PackageOf("<map>")->generation;
  EXPECT_TRUE(CheckBake({.map_id = "<map>", .generation = generation}, *maps).ok());
  EXPECT_TRUE(CheckBake({.map_id = "<map>", .may_keep_older = true}, *maps).ok());
  EXPECT_TRUE(absl::IsNotFound(CheckBake({.map_id = "b", .generation = generation}, *maps)));
  const absl::Status other = CheckBake({.map_id = "<map>", .generation = "abc"}, *maps);
  EXPECT_TRUE(absl::IsInvalidArgument(other));
  EXPECT_THAT(std::string(other.message()), HasSubstr("generation abc, and"));
  EXPECT_THAT(std::string(other.message()), HasSubstr(generation));
  EXPECT_THAT(std::string(other.message()), HasSubstr(folder_.path() + "/a.waymap"));
  EXPECT_THAT(std::string(CheckBake({.map_id = "<map>"}, *maps).message()), HasSubstr("that bake failed"));
}

TEST_F(ReportTest, AFolderHasAllItsMaps) {
  if (ReportPage().empty()) GTEST_SKIP() << "built without the explorer page";
  WriteYard(folder_.path());
  WriteHall(folder_.path());
  const auto maps = Open(folder_.path());
  EXPECT_THAT(maps->MapIds(), ::testing::ElementsAre("hall", "yard"));
  EXPECT_TRUE(ReportOf(*maps, {.title = "both"}).ok());
  EXPECT_THAT(std::string(ChangesBetween(*maps, *maps).status().message()),
              HasSubstr("has 2 maps: two packages of one map, .waymap files, "));
}

TEST_F(ReportTest, WhatCannotBeReadIsNamed) {
  EXPECT_TRUE(absl::IsNotFound(OpenedMaps::Open(folder_.path() + "/nothing.waymap").status()));
  EXPECT_TRUE(absl::IsNotFound(OpenedMaps::Open(folder_.path()).status())) << "an empty folder";
  WriteFile(folder_.path() + "/bad.waymap", "not a package");
  const absl::Status bad = OpenedMaps::Open(folder_.path() + "/bad.waymap").status();
  EXPECT_TRUE(absl::IsDataLoss(bad));
  EXPECT_THAT(std::string(bad.message()), HasSubstr(folder_.path() + "/bad.waymap"));
}

TEST_F(ReportTest, ASinglePackageLeavesNothingBehind) {
  const TempFolder empty;
  const char* const before = std::getenv("TMPDIR");
  const std::string kept = before == nullptr ? "" : before;
  ::setenv("TMPDIR", empty.path().c_str(), 1);
  Open(Drawn("a.waymap", "...\n")).reset();
  before == nullptr ? ::unsetenv("TMPDIR") : ::setenv("TMPDIR", kept.c_str(), 1);
  EXPECT_TRUE(std::filesystem::is_empty(empty.path()));
}

TEST_F(ReportTest, TwoMapsAreNotCompared) {
  WriteHall(folder_.path());
  const auto hall = Open(folder_.path() + "/hall.waymap");
  const auto drawn = Open(Drawn("a.waymap", "...\n"));
  EXPECT_TRUE(absl::IsInvalidArgument(ChangesBetween(*hall, *drawn).status()));
}

TEST_F(ReportTest, OfOneMapNothingChanged) {
  const auto maps = Open(Drawn("a.waymap", "......\n...#..\n......\n"));
  const PackageChanges changes = *ChangesBetween(*maps, *maps);
  EXPECT_TRUE(changes.changes.empty());
  EXPECT_TRUE(changes.has_ground);
}

TEST_F(ReportTest, AWallCostsTheGroundBehindIt) {
  const auto older = Open(Drawn("a.waymap",
                                "..........\n"
                                "..........\n"
                                "..........\n"));
  const auto newer = Open(Drawn("b.waymap",
                                "......#...\n"
                                "......#...\n"
                                "......#...\n"));
  const PackageChanges changes = *ChangesBetween(*older, *newer);
  EXPECT_NEAR(Area(changes, ChangeKind::kLost), 12, 2);
  EXPECT_EQ(Area(changes, ChangeKind::kGained), 0);
  const PackageChange& lost = changes.changes.at(0);
  EXPECT_GT(lost.at.x, 6);
  EXPECT_THAT(lost.Sentence(), HasSubstr("cannot be reached any more"));
  // Drawn square by square: the wall and all behind it.
  EXPECT_NEAR(static_cast<double>(lost.squares.size()) * lost.square_m * lost.square_m, lost.area_m2, 1e-9);
  for (const Vec3& square : lost.squares) {
    EXPECT_GT(square.x, 5.5);
    EXPECT_LT(square.x, 10);
  }
  EXPECT_EQ(changes.older, "a.waymap");
  EXPECT_EQ(changes.newer, "b.waymap");
  const PackageChanges back = *ChangesBetween(*newer, *older);
  EXPECT_NEAR(Area(back, ChangeKind::kGained), 12, 2);
  EXPECT_EQ(Area(back, ChangeKind::kLost), 0);
  EXPECT_TRUE(back.changes.at(0).polys.empty());
  EXPECT_EQ(back.changes.at(0).squares.size(), lost.squares.size());
  for (const Vec3& square : back.changes.at(0).squares) EXPECT_GT(square.x, 5.5);
}

TEST_F(ReportTest, IslandsThatWereThereBeforeDidNotChange) {
  if (ReportPage().empty()) GTEST_SKIP() << "built without the explorer page";
  const auto older = Open(Drawn("a.waymap",
                                "..........#...\n"
                                "..........#...\n"
                                "..........#...\n"));
  const auto newer = Open(Drawn("b.waymap",
                                "......#...#...\n"
                                "......#...#...\n"
                                "......#...#...\n"));
  const PackageChanges changes = *ChangesBetween(*older, *newer);
  ASSERT_EQ(changes.changes.size(), 1U);
  EXPECT_FALSE(changes.changes[0].polys.empty()) << "cut off, and still there";
  const std::string page = *ReportOf(*newer, {.title = "a", .changes = changes});
  const std::string begin = R"(<script type="application/json" id="report-data">)";
  const size_t at = page.find(begin) + begin.size();
  const nlohmann::json document = nlohmann::json::parse(page.substr(at, page.find("</script>", at) - at));
  const nlohmann::json& findings = document["maps"][0]["findings"];
  ASSERT_EQ(findings.size(), 1U) << findings;
  EXPECT_EQ(findings[0]["kind"], "lost");
  ASSERT_EQ(findings[0]["fixes"].size(), 1U) << "what would join it again";
  EXPECT_FALSE(findings[0].contains("polys")) << "squares say what was lost";
  EXPECT_EQ(findings[0]["squaresXyz"].size(), 3 * changes.changes[0].squares.size());
}

TEST_F(ReportTest, IslandsOfGridsNameTheCellsToOpen) {
  if (ReportPage().empty()) GTEST_SKIP() << "built without the explorer page";
  const auto grid = [this](const std::string& name, const std::vector<std::string_view>& lines) {
    const std::string folder = folder_.path() + "/" + name;
    std::filesystem::create_directory(folder);
    WriteGridMap(folder, "floor", lines);
    return Open(folder + "/floor.waymap");
  };
  const auto older = grid("older", {".........",  //
                                    ".........",  //
                                    "........."});
  const auto newer = grid("newer", {"......##.",  //
                                    "......#..",  //
                                    "......##."});
  // What `waystone why` names between the two.
  const auto map = *newer->store().Find("floor");
  const MapView view = *map->View("");
  Scratch scratch;
  const std::vector<Fix> why =
      ExplainWalk(view, {0.5, 0, 0.5}, {8.5, 0, 0.5}, SnapOptions(), nullptr, Deadline(), scratch).fixes;
  ASSERT_EQ(why.size(), 1U);
  EXPECT_THAT(why[0].sentence, HasSubstr("column and row 6 1"));
  const PackageChanges changes = *ChangesBetween(*older, *newer);
  for (const ReportContent& content :
       {ReportContent{.title = "islands"}, ReportContent{.title = "diff", .changes = changes}}) {
    const std::string page = *ReportOf(*newer, content);
    const std::string begin = R"(<script type="application/json" id="report-data">)";
    const size_t at = page.find(begin) + begin.size();
    const nlohmann::json document = nlohmann::json::parse(page.substr(at, page.find("</script>", at) - at));
    const nlohmann::json& findings = document["maps"][0]["findings"];
    ASSERT_EQ(findings.size(), 1U) << content.title;
    ASSERT_EQ(findings[0]["fixes"].size(), 1U) << content.title;
    EXPECT_EQ(findings[0]["fixes"][0]["kind"], "FIX_KIND_CELLS") << content.title;
    EXPECT_EQ(findings[0]["fixes"][0]["measure"], 1) << content.title;
    EXPECT_EQ(findings[0]["fixes"][0]["sentence"], why[0].sentence) << content.title;
  }
}

// Those behind it are told with it.
TEST_F(ReportTest, AnIslandHasWhatPartsItFromTheNextGround) {
  if (ReportPage().empty()) GTEST_SKIP() << "built without the explorer page";
  WriteGridMap(folder_.path(), "floor",
               {"......#...#..",  //
                "......#...#..",  //
                "......#...#.."});
  const std::string page = *ReportOf(*Open(folder_.path() + "/floor.waymap"), {.title = "islands"});
  const std::string begin = R"(<script type="application/json" id="report-data">)";
  const size_t at = page.find(begin) + begin.size();
  const nlohmann::json document = nlohmann::json::parse(page.substr(at, page.find("</script>", at) - at));
  const nlohmann::json& findings = document["maps"][0]["findings"];
  ASSERT_EQ(findings.size(), 2U);
  ASSERT_EQ(findings[0]["fixes"].size(), 1U);
  EXPECT_THAT(std::string(findings[0]["fixes"][0]["sentence"]), HasSubstr("column and row 6 "));
  EXPECT_FALSE(findings[0].contains("nextFinding")) << "the main ground";
  ASSERT_EQ(findings[1]["fixes"].size(), 1U);
  EXPECT_THAT(std::string(findings[1]["fixes"][0]["sentence"]), HasSubstr("column and row 10 "));
  EXPECT_EQ(findings[1]["nextFinding"], 0);
}

TEST_F(ReportTest, OnLargeMapsWhatDiffersIsSeenInFineSquares) {
  // 160 x 160 m have more than 100,000 squares of half a metre.
  std::string drawing;
  for (int row = 0; row < 160; ++row) drawing += std::string(160, '.') + "\n";
  const auto older = Open(Drawn("a.waymap", drawing));
  for (int row = 80; row < 84; ++row) drawing.replace(161 * row + 100, 3, "###");
  const auto newer = Open(Drawn("b.waymap", drawing));
  const PackageChanges changes = *ChangesBetween(*older, *newer);
  ASSERT_EQ(changes.changes.size(), 1U);
  EXPECT_EQ(changes.changes[0].square_m, 0.5);
  EXPECT_NEAR(changes.changes[0].area_m2, 12, 6);
  EXPECT_NEAR(Area(*ChangesBetween(*newer, *older), ChangeKind::kGained), 12, 6);
}

TEST_F(ReportTest, NamesThatAreGoneOrNewAreNoLostOnes) {
  const std::string row = ".....#..\n";
  const auto older =
      Open(Drawn("a.waymap", row + row, {{"apart", {7, 0, 1}}, {"old", {1, 0, 1}}, {"same", {2, 0, 1}}}));
  const auto newer =
      Open(Drawn("b.waymap", row + row, {{"cut", {7, 0, 1}}, {"new", {1, 0, 1}}, {"same", {2, 0, 1}}}));
  const PackageChanges changes = *ChangesBetween(*older, *newer);
  std::vector<std::string> told;
  std::vector<std::string> unreachable;
  for (const PackageChange& change : changes.changes) {
    told.push_back(std::string(NameOf(change.kind)) + ": " + change.Sentence());
    if (change.MakesUnreachable()) unreachable.push_back(change.place);
  }
  EXPECT_THAT(told,
              ::testing::ElementsAre(
                  "removed: \"apart\" is gone: it was removed or renamed; it could not be reached before",
                  "added: \"cut\" was added and cannot be reached", "added: \"new\" was added",
                  "removed: \"old\" is gone: it was removed or renamed"));
  EXPECT_THAT(unreachable, ::testing::ElementsAre("cut", "old"));
  EXPECT_EQ(changes.changes.back().at, Vec3(1, 0, 1)) << "where it was";
}

TEST_F(ReportTest, WhatWasMovedOffTheGroundIsToldOnce) {
  const std::string rows = "......\n......\n";
  const auto older =
      Open(Drawn("a.waymap", rows, {{"high", {1, 0, 1}}, {"low", {2, 0, 1}}, {"new", {3, 50, 1}}}));
  const auto newer =
      Open(Drawn("b.waymap", rows, {{"high", {1, 50, 1}}, {"low", {2, 1.5, 1}}, {"new", {3, 0, 1}}}));
  const PackageChanges changes = *ChangesBetween(*older, *newer);
  std::vector<std::string> told;
  for (const PackageChange& change : changes.changes) told.push_back(change.Sentence());
  EXPECT_THAT(told, ::testing::ElementsAre(
                        "\"high\" was moved by 50 m and cannot be reached any more",
                        "\"low\" was moved by 1.5 m and has lost its ground: the nearest is 1.5 m away",
                        "\"new\" was moved by 50 m and can be reached now"));
  EXPECT_EQ(changes.changes[0].kind, ChangeKind::kLost);
  EXPECT_EQ(changes.changes[2].kind, ChangeKind::kGained);
}

// Requests still snap it onto other ground, within 2 m.
TEST_F(ReportTest, APlaceThatHasLostItsGroundIsLost) {
  const std::map<std::string, Vec3> places = {
      {"aside", {9.9, 2, 2.5}}, {"pit", {6.5, 0, 2.5}}, {"well", {1.5, 0, 2.5}}};
  const std::string row = "..........\n";
  const std::string pit = ".....###..\n";
  const auto older = Open(Drawn("a.waymap", row + row + row + row + row, places));
  const auto newer = Open(Drawn("b.waymap", row + pit + pit + pit + row, places));
  const PackageChanges changes = *ChangesBetween(*older, *newer);
  ASSERT_FALSE(changes.changes.empty());
  EXPECT_EQ(changes.changes[0].place, "pit");
  EXPECT_EQ(changes.changes[0].kind, ChangeKind::kLost);
  EXPECT_NEAR(changes.changes[0].ground_m, 1.5, 0.1);
  EXPECT_EQ(changes.changes[1].place, "")
      << "and ground; no other place is lost, not even one that floats in both";
}

TEST_F(ReportTest, PackagesOfOneNameAreToldByTheirFolders) {
  std::filesystem::create_directories(folder_.path() + "/old");
  std::filesystem::create_directories(folder_.path() + "/new");
  const auto older = Open(Drawn("old/a.waymap", "...\n...\n"));
  const auto newer = Open(Drawn("new/a.waymap", "...\n...\n"));
  const PackageChanges changes = *ChangesBetween(*older, *newer);
  EXPECT_EQ(changes.older, "old/a.waymap");
  EXPECT_EQ(changes.newer, "new/a.waymap");
}

TEST_F(ReportTest, PackagesOfOneNameInFoldersOfOneNameAreToldByWhatDiffers) {
  for (const char* folder : {"/old/out/maps", "/new/out/maps"})
    std::filesystem::create_directories(folder_.path() + folder);
  const auto older = Open(Drawn("old/out/maps/a.waymap", "...\n...\n"));
  const auto newer = Open(Drawn("new/out/maps/a.waymap", "...\n...\n"));
  const PackageChanges changes = *ChangesBetween(*older, *newer);
  EXPECT_EQ(changes.older, "old/out/maps/a.waymap");
  EXPECT_EQ(changes.newer, "new/out/maps/a.waymap");
  const PackageChanges same = *ChangesBetween(*older, *older);
  EXPECT_EQ(same.older, "a.waymap");
  EXPECT_EQ(same.newer, "a.waymap");
}

TEST_F(ReportTest, PiecesApartAreTold) {
  const auto older = Open(Drawn("a.waymap", "............\n............\n............\n"));
  const auto newer = Open(Drawn("b.waymap", "##........##\n##........##\n##........##\n"));
  const PackageChanges changes = *ChangesBetween(*older, *newer);
  ASSERT_EQ(changes.changes.size(), 2U);
  EXPECT_NE(changes.changes[0].at.x < 6, changes.changes[1].at.x < 6);
}

TEST(PackageChange, SaysWhatBecameOfAPlace) {
  PackageChange change{.kind = ChangeKind::kLost, .place = "spawn_1", .at = {}, .polys = {}};
  EXPECT_EQ(change.Sentence(), "\"spawn_1\" cannot be reached any more");
  change.ground_m = 1.5;
  EXPECT_EQ(change.Sentence(), "\"spawn_1\" has lost its ground: the nearest is 1.5 m away");
  change.kind = ChangeKind::kGained;
  EXPECT_EQ(change.Sentence(), "\"spawn_1\" can be reached now");
  change.kind = ChangeKind::kMoved;
  change.moved_m = 1.234;
  EXPECT_EQ(change.Sentence(), "\"spawn_1\" was moved by 1.23 m");
  change.kind = ChangeKind::kLost;
  EXPECT_EQ(change.Sentence(),
            "\"spawn_1\" was moved by 1.23 m and has lost its ground: the nearest is 1.5 m away");
}

}  // namespace
}  // namespace waystone::client
