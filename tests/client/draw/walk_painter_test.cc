#include "client/draw/walk_painter.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "client/draw/map_picture.h"
#include "core/surface/navmesh/navmesh_surface.h"
#include "tests/support/ascii_navmesh.h"
#include "tests/support/cell_skeleton.h"

namespace waystone::draw {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

// Ten page units, one pixel, per metre.
constexpr Projection kPlain{{0, 0}, kPageUnitsPerPx};

size_t CountOf(const std::string& text, std::string_view part) {
  size_t count = 0;
  for (size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++count;
  return count;
}

TEST(WalkPainter, DrawsAnArcOnceAndOneWayArcsDashed) {
  const NavmeshData mesh = AsciiNavmesh("...#.\n");
  const NavmeshView view = ViewOf(mesh);
  CellSkeleton sketch(view);
  sketch.AddArc(PolyAt(view, 2.5, 0.5), PolyAt(view, 4.5, 0.5), SkeletonArcKind::kDrop);
  const SkeletonData data = sketch.Data();
  const SkeletonView skeleton = *SkeletonView::Create(data, view.poly_count(), 0);
  std::string svg;
  AppendSkeleton(skeleton, kPlain, svg);
  EXPECT_THAT(svg, HasSubstr("<path class=\"arc\" d=\"M0.5,0.5L1.5,0.5M1.5,0.5L2.5,0.5\"/>"));
  EXPECT_THAT(svg, HasSubstr("<path class=\"arc oneway\" d=\"M2.5,0.5L4.5,0.5\"/>"));
  EXPECT_THAT(svg, HasSubstr("<path class=\"keypoint\" d=\"M0.5,0.5h0M1.5,0.5h0M2.5,0.5h0M4.5,0.5h0\"/>"));
}

TEST(WalkPainter, ColoursAWalkByItsTime) {
  const std::vector<WalkOverlay> walks = {
      {.points = {{100, 0, 0}, {132, 0, 0}, {132, 5, 32}, {100, 0, 0}}, .length_m = 1}};
  std::string svg;
  AppendWalks(walks, kPlain, {100, 0, 0}, svg);
  EXPECT_EQ(CountOf(svg, "<path class=\"walk\""), 64U);
  EXPECT_THAT(svg, HasSubstr("<path class=\"walk\" stroke=\"#3b3caa\" d=\"M0,0L1.7,0\"/>"));
  EXPECT_LT(svg.find("#3b3caa"), svg.find("#c8322b"));
  EXPECT_THAT(svg, HasSubstr("<use href=\"#pin\" fill=\"#c8322b\" transform=\"translate(0,0)\"/>"));
}

TEST(WalkPainter, AWalkOfOnePlaceIsAPlace) {
  const std::vector<WalkOverlay> walks = {{.points = {{1, 0, 1}}, .length_m = 0}};
  std::string svg;
  AppendWalks(walks, kPlain, {0, 0, 0}, svg);
  EXPECT_THAT(svg, HasSubstr("translate(1,1)"));
}

TEST(WalkPainter, APictureHasSkeletonAndWalksWhereAskedFor) {
  const NavmeshData mesh = AsciiNavmesh("....\n.##.\n....\n");
  const NavmeshView view = ViewOf(mesh);
  const SkeletonData data = CellSkeleton(view).Data();
  const SkeletonView skeleton = *SkeletonView::Create(data, view.poly_count(), 0);
  MapManifest manifest;
  manifest.map_id = "test";
  manifest.areas = {{1, "ground"}};
  manifest.variants.emplace_back();
  const MapView map{.manifest = &manifest,
                    .variant = &manifest.variants[0],
                    .navmesh = &view,
                    .surface = &NavmeshSurface::Plain(),
                    .skeleton = &skeleton};
  Overlays overlays;
  EXPECT_THAT(*DrawMap(map, overlays), Not(HasSubstr("keypoint")));
  overlays.with_skeleton = true;
  overlays.walks = {{.points = {{0.5, 0, 0.5}, {3.5, 0, 0.5}}, .length_m = 3},
                    {.points = {{0.5, 0, 2.5}}, .length_m = 0}};
  const std::string svg = *DrawMap(map, overlays);
  EXPECT_THAT(svg, HasSubstr(".keypoint{"));
  EXPECT_THAT(svg, HasSubstr("10 key points"));
  EXPECT_THAT(svg, HasSubstr("walk 1, 3.0 m"));
  EXPECT_THAT(svg, HasSubstr("walk 2, 0.0 m"));
}

}  // namespace
}  // namespace waystone::draw
