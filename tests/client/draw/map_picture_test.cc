#include "client/draw/map_picture.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>

#include "core/surface/navmesh/navmesh_surface.h"
#include "tests/support/ascii_navmesh.h"
#include "tests/support/program_run.h"
#include "tests/support/temp_folder.h"

namespace waystone::draw {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

// A map made of a drawing, and its picture.
class PictureOf {
 public:
  explicit PictureOf(const std::vector<std::string_view>& storeys, std::string map_id = "test")
      : data_(AsciiStoreys(storeys)), mesh_(ViewOf(data_)) {
    manifest_.map_id = std::move(map_id);
    manifest_.areas = {{1, "ground"}};
    manifest_.variants.emplace_back();
  }

  absl::StatusOr<std::string> With(const Overlays& overlays = {}) const {
    return DrawMap({.manifest = &manifest_,
                    .variant = &manifest_.variants[0],
                    .navmesh = &mesh_,
                    .surface = &NavmeshSurface::Plain()},
                   overlays);
  }

 private:
  NavmeshData data_;
  NavmeshView mesh_;
  MapManifest manifest_;
};

size_t CountOf(const std::string& text, std::string_view part) {
  size_t count = 0;
  for (size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++count;
  return count;
}

TEST(MapPicture, IsWellFormedXmlWhateverTheNames) {
  Overlays overlays;
  overlays.routes.push_back({.visits = {{{0.5, 0, 0.5}, {3.5, 0, 0.5}}}, .length_m = 3, .name = "<&\"'>"});
  const absl::StatusOr<std::string> svg =
      PictureOf({"....\n.##.\n....\n", ".##."}, "a<b>&\"c").With(overlays);
  ASSERT_TRUE(svg.ok()) << svg.status();
  const TempFolder folder;
  const std::string path = folder.File("picture.svg");
  std::ofstream(path) << *svg;
  const ProgramRun parsed = RunProgram(
      {"/usr/bin/python3", "-c", "import sys, xml.dom.minidom; xml.dom.minidom.parse(sys.argv[1])", path});
  EXPECT_EQ(parsed.exit_code, 0) << parsed.err;
}

TEST(MapPicture, IsTheSameEveryTime) {
  const PictureOf picture({"......\n.#..#.\n......\n", "..##.."});
  EXPECT_EQ(*picture.With(), *picture.With());
}

TEST(MapPicture, DrawsTheUpperFloorAfterTheLower) {
  const std::string svg = *PictureOf({"...\n...\n", ".#."}).With();
  const size_t lower = svg.find("<g class=\"floor lowest\"");
  const size_t upper = svg.find("<g class=\"floor upper\"");
  ASSERT_NE(lower, std::string::npos);
  ASSERT_NE(upper, std::string::npos);
  EXPECT_LT(lower, upper);
}

TEST(MapPicture, AHoleIsABlockThatThrowsAShadow) {
  EXPECT_THAT(*PictureOf({"...\n.#.\n...\n"}).With(), HasSubstr("<use href=\"#blocks\" class=\"cast\""));
  EXPECT_THAT(*PictureOf({"...\n...\n...\n"}).With(), Not(HasSubstr("#blocks")));
}

TEST(MapPicture, ARouteBeneathAnotherFloorIsDashed) {
  Overlays overlays;
  overlays.routes.push_back({.visits = {{{0.5, 0, 0.5}, {3.5, 0, 0.5}}}, .length_m = 3, .name = ""});
  EXPECT_THAT(*PictureOf({"....", "..##"}).With(overlays), HasSubstr("<path class=\"casing hidden\""));
  EXPECT_THAT(*PictureOf({"....", "####"}).With(overlays), Not(HasSubstr("<path class=\"casing hidden\"")));
}

TEST(MapPicture, RoutesAreLabelledWithTheirLength) {
  Overlays overlays;
  overlays.routes.push_back({.visits = {{{0.5, 0, 0.5}, {3.5, 0, 0.5}}}, .length_m = 3, .name = "home"});
  overlays.routes.push_back(
      {.visits = {{{0.5, 0, 1.5}, {2.5, 0, 1.5}}}, .length_m = 2, .is_complete = false, .name = ""});
  const std::string svg = *PictureOf({"....\n....\n"}).With(overlays);
  EXPECT_THAT(svg, HasSubstr(">3.0 m</text>"));
  EXPECT_THAT(svg, HasSubstr(">2.0 m, partial</text>"));
  EXPECT_THAT(svg, HasSubstr(">home, 3.0 m</text>"));
}

// The line of each visit is one of its own, and only the last one ends at the goal.
TEST(MapPicture, ARouteThatVisitsTheMapTwiceIsTwoLinesOfOneColourWithOneLabel) {
  Overlays overlays;
  overlays.routes.push_back({.visits = {{{0.5, 0, 0.5}, {1.5, 0, 0.5}}, {{2.5, 0, 1.5}, {3.5, 0, 1.5}}},
                             .length_m = 9,
                             .name = "round"});
  const std::string svg = *PictureOf({"....\n....\n"}).With(overlays);
  const size_t drawn = svg.find("</defs>");
  EXPECT_EQ(CountOf(svg.substr(drawn), "<circle class=\"start\""), 2U);
  EXPECT_EQ(CountOf(svg, "<use href=\"#pin\""), 1U);
  EXPECT_EQ(CountOf(svg, ">9.0 m</text>"), 1U);
  EXPECT_EQ(CountOf(svg, ">round, 9.0 m</text>"), 1U);
}

TEST(MapPicture, EveryPlacementAndMoveIsThere) {
  Overlays overlays;
  overlays.placements = {{{0.5, 0, 0.5}}, {{1.5, 0, 0.5}}, {{2.5, 0, 0.5}}};
  MoveOverlay& legal = overlays.moves.emplace_back();
  legal.samples = {{0.5, 0, 0.5}, {1.5, 0, 0.5}};
  legal.is_legal = true;
  MoveOverlay& blocked = overlays.moves.emplace_back();
  blocked.samples = {{0.5, 0, 0.5}, {3.5, 0, 0.5}};
  blocked.bad_sample = 1;
  blocked.violated_at = Vec3(1, 0, 0.5);
  blocked.corrections = {{CorrectionOverlay::Kind::kFurthest, {1, 0, 0.6}}};
  blocked.reason = "blocked";
  const std::string svg = *PictureOf({"...."}).With(overlays);
  EXPECT_EQ(CountOf(svg, "<use href=\"#place\" class=\"place\" transform"), 3U);
  EXPECT_EQ(CountOf(svg, "<circle class=\"from\""), 2U);
  EXPECT_EQ(CountOf(svg, "<use href=\"#furthest\" class=\"corrected\" transform"), 1U);
  EXPECT_THAT(svg, HasSubstr("illegal move: blocked"));
}

// The same place lies elsewhere on the page, and what lies outside is clipped.
TEST(MapPicture, APartOfTheMapFillsThePage) {
  Overlays overlays;
  overlays.placements = {{{3, 0, 0.5}}};
  EXPECT_THAT(*PictureOf({"...."}).With(overlays), Not(HasSubstr("clip-path")));
  overlays.focus = PlaneBox{{2, 0}, {4, 1}};
  const std::string svg = *PictureOf({"...."}).With(overlays);
  EXPECT_THAT(svg, HasSubstr("<clipPath id=\"frame\"><rect width=\"1200\" height=\"600\"/></clipPath>"));
  EXPECT_EQ(CountOf(svg, "clip-path=\"url(#frame)\""), 1U);
  EXPECT_THAT(svg, HasSubstr("<use href=\"#place\" class=\"place\" transform=\"translate(600,300)\"/>"));
  EXPECT_EQ(CountOf(svg, "<g") - CountOf(svg, "</g>"), 0U);
}

TEST(MapPicture, AMapWithoutPolygonsIsRefusedByName) {
  MapManifest manifest;
  manifest.map_id = "void";
  const absl::StatusOr<std::string> svg = DrawMap({.manifest = &manifest}, {});
  EXPECT_TRUE(absl::IsInvalidArgument(svg.status()));
  EXPECT_THAT(std::string(svg.status().message()), HasSubstr("\"void\""));
}

}  // namespace
}  // namespace waystone::draw
