#include "client/draw/cut_picture.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <optional>
#include <string>

#include "tests/core/surface/corridor_surface.h"

namespace waystone::draw {
namespace {

using ::testing::HasSubstr;

// A surface with one cut: three squares by two, of 2 m.
class CutSurface final : public CorridorSurface {
 public:
  CutSurface() : CorridorSurface(1) {}

  std::optional<SurfaceCut> Cut(const MapView& /*map*/, const CutPlane& /*plane*/) const override {
    return cut;
  }

  std::optional<SurfaceCut> cut = SurfaceCut{3, 2, 2, {-3, -2}, {SurfaceCut::kSolid, 1, 1, 0, 1, 1}};
};

class CutPictureTest : public ::testing::Test {
 protected:
  CutPictureTest() {
    manifest_.map_id = "cave";
    manifest_.origin = {10, 20, 30};
    view_.manifest = &manifest_;
    view_.surface = &surface_;
  }

  MapManifest manifest_;
  CutSurface surface_;
  MapView view_;
};

TEST_F(CutPictureTest, ShowsRunsOfSquaresAndWhatLiesOverThem) {
  Overlays overlays;
  overlays.routes.push_back({.visits = {{{7, 0, 28}, {13, 0, 32}}}, .length_m = 7.2, .name = "dive"});
  overlays.placements.push_back({{10, 0, 30}});
  const auto svg = DrawCut(view_, {true, 1.5, {}, {}}, overlays);
  ASSERT_TRUE(svg.ok()) << svg.status();
  // 1200 pixels for three squares of 2 m: 400 for each, 200 for a metre.
  EXPECT_THAT(*svg, HasSubstr("<rect x=\"400\" y=\"0\" width=\"800\" height=\"400\" fill=\"#d5e8ee\"/>"));
  EXPECT_THAT(*svg, HasSubstr("<rect x=\"0\" y=\"400\" width=\"400\" height=\"400\" fill=\"#a9a29a\"/>"));
  EXPECT_THAT(*svg, HasSubstr("points=\"0,0 1200,800 \""));
  EXPECT_THAT(*svg, HasSubstr("cx=\"600\" cy=\"400\""));
  EXPECT_THAT(*svg, HasSubstr("cut at a height of 21.50 m"));
  EXPECT_THAT(*svg, HasSubstr("dive, 7.2 m"));
  EXPECT_THAT(*svg, HasSubstr("free, not connected"));
}

TEST_F(CutPictureTest, UprightCutsHaveTheirRowsUpwards) {
  surface_.cut->corner = {0, -1};
  Overlays overlays;
  overlays.placements.push_back({{10, 21, 30}});
  const auto svg = DrawCut(view_, {false, 0, {-3, 0}, {3, 0}}, overlays);
  ASSERT_TRUE(svg.ok()) << svg.status();
  EXPECT_THAT(*svg, HasSubstr("<rect x=\"400\" y=\"400\" width=\"800\" height=\"400\""));
  EXPECT_THAT(*svg, HasSubstr("cx=\"600\" cy=\"400\""));
  EXPECT_THAT(*svg, HasSubstr("cut along a line of 6.00 m"));
}

TEST_F(CutPictureTest, WhatCannotBeCutIsRefused) {
  EXPECT_THAT(std::string(DrawCut(view_, {false, 0, {1, 1}, {1, 1}}, {}).status().message()),
              HasSubstr("two different ends"));
  EXPECT_THAT(std::string(DrawCut(view_, {false, 0, {0, 0}, {1e6, 0}}, {}).status().message()),
              HasSubstr("longer than 3 squares"));
  surface_.cut->zones.assign(6, SurfaceCut::kSolid);
  EXPECT_THAT(std::string(DrawCut(view_, {}, {}).status().message()),
              HasSubstr("nothing is free where it is cut"));
  surface_.cut.reset();
  EXPECT_THAT(std::string(DrawCut(view_, {}, {}).status().message()), HasSubstr("only volumes can be cut"));
}

}  // namespace
}  // namespace waystone::draw
