// Navmeshes drawn as text, for tests.
//
//   const NavmeshData mesh = AsciiNavmesh(
//       "....\n"
//       ".##.\n"
//       "....\n");
#pragma once

#include <string_view>
#include <vector>

#include "bake/navmesh/polygon_soup.h"
#include "core/navmesh/navmesh_data.h"
#include "core/navmesh/navmesh_view.h"

namespace waystone {

struct AsciiOptions {
  double cell_m = 1.0;   // [m] side of a cell
  double step_m = 0.5;   // [m] height of one level
  double floor_m = 4.5;  // [m] height of a storey: level '9' of one storey joins level '0' of the next
  // Runs of equal cells in a row become one rectangle, so that sides meet along parts only.
  bool merge_rows = false;
};

// One square (or rectangle) per cell: '.' = level 0, '0' to '9' = levels, '#' and ' ' = blocked. Column i is
// x in [i, i + 1] cells; row j, counted from the top, is z in [j, j + 1] cells: z grows down the page. Cells
// side by side join where their levels differ by at most one. Area of each cell: 1.
PolygonSoup AsciiSoup(const std::vector<std::string_view>& storeys, const AsciiOptions& options = {});
// Aborts the test where the drawing does not make a navmesh.
NavmeshData AsciiStoreys(const std::vector<std::string_view>& storeys, const AsciiOptions& options = {});
NavmeshData AsciiNavmesh(std::string_view drawing, const AsciiOptions& options = {});

// A view of a mesh that is known to be sound; aborts otherwise. `data` must outlive it.
NavmeshView ViewOf(const NavmeshData& data);

// The polygon over (x, z) whose mean height is nearest to y; none where no polygon lies there. Slow
// and obvious: O(polygons).
PolyId PolyAt(const NavmeshView& mesh, double x, double z, double y = 0);

// Closes the way from `to` back to `from`, so that their common side is a one-way passage; marks its ends as
// border vertices. REQUIRES: they are neighbours.
void MakeOneWay(NavmeshData& data, PolyId from, PolyId to);

}  // namespace waystone
