// A part of the page put together from small polygons, reduced to its outline.
//
//   Region region;
//   for (const Facet& facet : facets) region.Add(facet.corners);
//   std::vector<PageLoop> outline = region.Outline();
#pragma once

#include <span>
#include <utility>
#include <vector>

#include "client/draw/page.h"

namespace waystone::draw {

// A closed line; the last point joins the first.
using PageLoop = std::vector<PagePoint>;

// Collects polygons that touch but do not overlap. One owner, one thread.
class Region {
 public:
  // A polygon wound either way; one without area is left out.
  void Add(std::span<const PagePoint> corners);
  bool IsEmpty() const { return sides_.empty(); }

  // The outline: sides that two polygons share are gone, corners on straight lines too. Loops around the
  // region and around holes are wound opposite ways, so that either fill rule paints the region. The same
  // polygons give the same loops. O(n log n).
  std::vector<PageLoop> Outline() const;

 private:
  using Side = std::pair<PagePoint, PagePoint>;
  std::vector<Side> sides_;  // directed, the polygon on one hand
};

// Twice the area inside, positive where the loop goes clockwise on the page (y down).
int64_t DoubleArea(std::span<const PagePoint> loop);

// Whether the point lies inside the loop (even-odd).
bool Contains(const PageLoop& loop, PagePoint at);

}  // namespace waystone::draw
