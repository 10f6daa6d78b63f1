// The limits every source must keep before anything is allocated for it, whatever its format.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "bake/import/surface_table.h"
#include "core/geom/aabb.h"
#include "core/map/source_map.h"

namespace waystone {

inline constexpr uint32_t kMaxSourceVertices = 64'000'000;
inline constexpr uint32_t kMaxSourceTriangles = 64'000'000;
inline constexpr uint32_t kMaxSourceNames = 1'000'000;
inline constexpr double kMaxSourceCoordinateM = 16'000.0;
inline constexpr double kMinTriangleAreaM2 = 1e-12;

// Marks triangles without area kIgnored (a warning counts them). InvalidArgument if a corner of a triangle
// that is not ignored lies farther than kMaxSourceCoordinateM from the source's origin along an axis (the
// message names its place), or if no solid triangle is left. REQUIRES: one class per triangle.
// O(triangles).
absl::Status CheckSource(const SourceMap& map, std::vector<TriangleClass>& classes,
                         std::vector<std::string>& warnings);

// The box around all solid triangles.
Aabb SolidBounds(const SourceMap& map, const std::vector<TriangleClass>& classes);

}  // namespace waystone
