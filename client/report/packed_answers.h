// Answers of the catalog as a report holds them: what the page draws of them, in a sixth of the bytes. The page reads them in
// explorer/src/data/packed_answers.ts.
//
// A list is written as varints (7 bits a byte, the lowest first; the high bit: more follow), after their count:
//
//   plain    each number
//   signed   each number n as 2n, or -2n - 1 if it is negative
//   deltas   signed: each number less the one before, from 0
//   runs     how many runs; for each the delta, signed, and how many numbers in turn have it
//
//   surface  places per metre | plain: for each corner 0 if it is new, or else how many new ones ago it was | deltas: x of the new
//            ones, y, z, relative to the map's origin | plain: corners of each polygon | runs: ids, areas, zones, clusters (none: no runs)
//   skeleton places per metre | deltas: x of the key points, y, z, likewise | deltas: of each arc the key point left |
//            signed: the key point arrived at, less that one | runs: kinds
#pragma once

#include <cstdint>
#include <string>

#include "waystone/v1/map_catalog.pb.h"

namespace waystone::client {

// Corners that lie on one place of a lattice are one. Both answers have POINT_FORMAT_LOCAL_FLOATS; linear.
std::string PackSurface(const v1::GetSurfaceResponse& answer, uint32_t places_per_m);

// Of two walks along one arc, there and back, the one to the higher id is kept: the page draws one.
std::string PackSkeleton(const v1::GetSkeletonResponse& answer, uint32_t places_per_m);

}  // namespace waystone::client
