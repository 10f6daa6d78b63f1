// A random place on a part of the surface.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <vector>

#include "absl/status/statusor.h"
#include "core/base/deadline.h"
#include "core/base/random.h"
#include "core/navmesh/surface_queries.h"
#include "core/surface/field_checks.h"

namespace waystone {

// A place uniform by horizontal area over the polygons with admit(PolyId); empty if there are none. Draws a
// few times from the whole surface, then from a list of the admitted polygons: O(log polygons) if a good part
// of the surface is admitted, O(polygons) at worst. DeadlineExceeded or Cancelled. The same random numbers
// give the same place.
template <typename Admit>
absl::StatusOr<std::optional<NavLocation>> RandomPlaceWhere(const NavmeshView& mesh, Random& random,
                                                            const Deadline& deadline, const Admit& admit) {
  constexpr int kTries = 64;
  constexpr uint32_t kPollInterval = 1024;  // [polygons]
  if (mesh.poly_count() == 0) return std::nullopt;
  const auto on_ground = [&mesh](PolyId poly, Vec2 at) {
    return NavLocation{poly, {at.x, HeightOnPoly(mesh, poly, at), at.z}};
  };
  for (int i = 0; i < kTries; ++i) {
    const PlanePlace place = RandomPlanePlace(mesh, random);
    if (admit(place.poly)) return on_ground(place.poly, place.at);
  }
  struct Entry {
    double before_m2;  // area of all entries before
    PolyId poly;
  };
  std::vector<Entry> entries;
  double area_m2 = 0;
  for (uint32_t p = 0; p < mesh.poly_count(); ++p) {
    if (p % kPollInterval == 0) {
      const absl::Status in_time = CheckInTime(deadline);
      if (!in_time.ok()) return in_time;
    }
    if (!admit(PolyId(p))) continue;
    entries.push_back({area_m2, PolyId(p)});
    area_m2 += PolyArea_m2(mesh, PolyId(p));
  }
  if (entries.empty()) return std::nullopt;
  const double drawn_m2 = random.NextUnit() * area_m2;
  const auto after =
      std::upper_bound(entries.begin() + 1, entries.end(), drawn_m2,
                       [](double drawn, const Entry& entry) { return drawn < entry.before_m2; });
  const Entry& chosen = *(after - 1);
  return on_ground(chosen.poly,
                   PlaneChoice(mesh, chosen.poly, drawn_m2 - chosen.before_m2, random.NextUnit()));
}

}  // namespace waystone
