#include "client/draw/move_painter.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

namespace waystone::draw {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

// A metre is a pixel.
constexpr Projection kProject{.corner = {}, .units_per_m = kPageUnitsPerPx};

size_t CountOf(const std::string& text, std::string_view part) {
  size_t count = 0;
  for (size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++count;
  return count;
}

std::string Painted(const MoveOverlay& move) {
  std::string svg;
  AppendMoves(std::vector{move}, kProject, {}, svg);
  return svg;
}

std::string Rows(const std::vector<MoveOverlay>& moves) {
  std::string svg;
  Legend legend(0, 0, svg);
  AppendMoveRows(moves, legend);
  return svg;
}

// Stopped at a wall at x = 25; one sample comes after the bad one.
MoveOverlay Blocked() {
  MoveOverlay move;
  move.samples = {{0, 0, 0}, {10, 0, 0}, {20, 0, 0}, {30, 0, 0}, {40, 0, 0}};
  move.bad_sample = 3;
  move.violated_at = Vec3(25, 0, 0);
  move.last_good = Vec3(20, 0, 1);
  move.walk = {{20, 0, 0}, {20, 0, 50}, {30, 0, 0}};
  move.corrections = {{CorrectionOverlay::Kind::kSlide, {25, 0, 5}},
                      {CorrectionOverlay::Kind::kFurthest, {24, 0, 0}},
                      {CorrectionOverlay::Kind::kLastGood, {20, 0, 0}}};
  move.reason = "blocked";
  move.evidence = "The shortest walk is 60 m, and a step of 0.1 s may walk 0.55 m.";
  return move;
}

TEST(MovePainter, ALegalMoveIsALineWithADotForEachSample) {
  MoveOverlay move;
  move.samples = {{0, 0, 0}, {10, 0, 0}, {20, 0, 5}};
  move.is_legal = true;
  const std::string svg = Painted(move);
  EXPECT_THAT(svg, HasSubstr("<path class=\"move\" stroke=\"#2e8b57\" d=\"M0,0L10,0L20,5\"/>"));
  EXPECT_THAT(svg, HasSubstr("<path class=\"sample\" stroke=\"#2e8b57\" d=\"M0,0h0M10,0h0M20,5h0\"/>"));
  EXPECT_THAT(svg, HasSubstr("<use href=\"#arrow\" fill=\"#2e8b57\" transform=\"translate(20,5)"));
  EXPECT_THAT(svg, Not(HasSubstr("#cross")));
}

TEST(MovePainter, AnIllegalMoveIsGoodThenBadThenUnjudged) {
  const std::string svg = Painted(Blocked());
  EXPECT_THAT(svg, HasSubstr("<path class=\"move\" stroke=\"#2e8b57\" d=\"M0,0L10,0L20,0\"/>"));
  EXPECT_THAT(svg, HasSubstr("<path class=\"move denied\" stroke=\"#c8322b\" d=\"M20,0L30,0\"/>"));
  EXPECT_THAT(svg, HasSubstr("<path class=\"sample\" stroke=\"#c8322b\" d=\"M30,0h0\"/>"));
  EXPECT_THAT(svg, HasSubstr("<path class=\"move unjudged\" stroke=\"#5b554c\" d=\"M30,0L40,0\"/>"));
  EXPECT_THAT(svg, HasSubstr("<use href=\"#cross\" stroke=\"#c8322b\" transform=\"translate(25,0)\"/>"));
}

TEST(MovePainter, WhatWouldHaveBeenLegalIsThere) {
  const std::string svg = Painted(Blocked());
  EXPECT_THAT(svg, HasSubstr("<circle class=\"good\" r=\"6\" transform=\"translate(20,1)\"/>"));
  EXPECT_THAT(svg, HasSubstr("<path class=\"legalwalk\" stroke=\"#2e8b57\" d=\"M20,0L20,50L30,0\"/>"));
  EXPECT_THAT(svg, HasSubstr("<use href=\"#slide\" class=\"corrected\" transform=\"translate(25,5)\"/>"));
  EXPECT_THAT(svg, HasSubstr("<use href=\"#furthest\" class=\"corrected\" transform=\"translate(24,0)\"/>"));
  EXPECT_THAT(svg, HasSubstr("<use href=\"#lastgood\" class=\"corrected\" transform=\"translate(20,0)\"/>"));
}

TEST(MovePainter, ABadStartAndABadSampleThatIsNotThereAreDrawnToo) {
  MoveOverlay move = Blocked();
  move.bad_sample = 0;
  move.last_good.reset();
  EXPECT_THAT(Painted(move), Not(HasSubstr("denied")));
  move.bad_sample = 99;
  EXPECT_THAT(Painted(move), HasSubstr("<path class=\"move denied\" stroke=\"#c8322b\" d=\"M30,0L40,0\"/>"));
  move.samples.resize(1);
  EXPECT_THAT(Painted(move), HasSubstr("<path class=\"sample\" stroke=\"#c8322b\" d=\"M0,0h0\"/>"));
}

TEST(MovePainter, TheLegendTellsTheSymbolsAndTheEvidence) {
  const std::string svg = Rows({Blocked(), Blocked()});
  EXPECT_EQ(CountOf(svg, ">illegal move: blocked<"), 1U);
  for (const std::string text :
       {"last good place", "shortest walk there", "may slide to", "furthest legal place", "may go back to"}) {
    EXPECT_EQ(CountOf(svg, ">" + text + "<"), 1U) << text;
  }
  EXPECT_EQ(CountOf(svg, ">The shortest walk is 60 m, and a<"), 2U);
  EXPECT_EQ(CountOf(svg, ">step of 0.1 s may walk 0.55 m.<"), 2U);
  EXPECT_THAT(svg, Not(HasSubstr("legal move<")));
  MoveOverlay legal;
  legal.samples = {{0, 0, 0}};
  legal.is_legal = true;
  EXPECT_EQ(CountOf(Rows({legal}), "<text"), 1U);
}

TEST(MovePainter, TheEvidenceOfManyMovesIsCutShort) {
  EXPECT_EQ(CountOf(Rows(std::vector(9, Blocked())), "The shortest walk"), 4U);
}

TEST(MovePainter, TheGroundAroundMovesHoldsAllOfThem) {
  const PlaneBox box = GroundAround(std::vector{Blocked()});
  EXPECT_EQ(box.min, (Vec2{-2.5, -2.5}));
  EXPECT_EQ(box.max, (Vec2{42.5, 52.5}));
  MoveOverlay step;
  step.samples = {{100, 0, 100}, {101, 0, 100}};
  const PlaneBox least = GroundAround(std::vector{step});
  EXPECT_EQ(least.min, (Vec2{94.5, 94}));
  EXPECT_EQ(least.max, (Vec2{106.5, 106}));
}

}  // namespace
}  // namespace waystone::draw
