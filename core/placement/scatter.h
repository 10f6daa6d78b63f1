// Random positions: as many as requested, or as many as there is room for.
#pragma once

#include "core/placement/place_judge.h"
#include "core/placement/scatter_tally.h"

namespace waystone {

// Ground is not cut into pieces smaller than this (a triangle's longest side): such a piece counts as bad
// once one place of it was found bad. Sight cannot be judged for whole pieces, so its limit is wider.
inline constexpr double kSmallestPiece_m = 0.001;
inline constexpr double kSmallestSightPiece_m = 0.05;

// Draws positions one after the other, each uniform by horizontal area (times the area's weight) over all
// places that are good by the judge and the positions drawn before: the same distribution as throwing darts
// at the whole surface and keeping the good ones.
//
// At first it does just that. Any set of places that contains all good ones serves as well: a dart uniform
// over it, given that it is good, is uniform over the good ones. So once most darts miss, the surface is cut
// into pieces, those that the judge rules out as a whole are dropped, and darts are thrown at the rest; a
// piece in which a dart missed is split, and its parts are judged as pieces. Thus the set closes in on the
// good places, and it is empty exactly if there is no room left: every place of the surface is then within
// kSmallestPiece_m, in the plane, of a bad one (kSmallestSightPiece_m if rules of sight decide). (D. Cline,
// S. Jeschke, K. White, A. Razdan, P. Wonka, "Dart throwing on surfaces", EGSR 2009; K. White et al.,
// "Poisson disk point sets by hierarchical dart throwing", 2007.)
//
// If there are fewer than requested, a count under kNoRoom, kCandidateLimit or kDeadline says how many are
// missing and why; other counts are of darts, and of pieces ruled out as a whole before any dart. The same
// seed gives the same answer. O(darts log polygons) at first, then O(polygons + darts).
ScatterResult Scatter(PlaceJudge& judge, const ScatterOptions& options);

}  // namespace waystone
