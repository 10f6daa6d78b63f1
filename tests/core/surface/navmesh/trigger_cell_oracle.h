// Walks into and around triggers on unit cells.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <vector>

#include "bake/navmesh/polygon_soup.h"
#include "core/navmesh/any_angle_search.h"
#include "core/navmesh/any_angle_workspace.h"
#include "core/navmesh/distance_flood.h"
#include "core/navmesh/link_view.h"
#include "core/navmesh/navmesh_data.h"
#include "tests/core/surface/navmesh/trigger_scene.h"

namespace waystone::trigger_test {

inline constexpr double kInfinite = std::numeric_limits<double>::infinity();

// The scene over unit cells, whose sides into one-way boxes are closed. The scene must outlive it.
class CellOracle {
 public:
  explicit CellOracle(const Scene& scene);

  // What the cheapest path into every box costs.
  std::vector<double> EntriesFrom(const Place& start);
  // What the cheapest path to a goal in a one-way box costs that comes into that box first and stays in it;
  // infinite if there is none.
  double EndingIn(size_t box, const Place& start, const Place& goal);
  // Of paths that keep off all one-way boxes. Infinite where there is no way.
  double Length(const Place& start, const Place& goal);

 private:
  struct Door {
    size_t box;
    Place a;
    Place b;
    Place outside;
    Place inside;
  };

  void Close(PolygonSoup& soup, uint32_t cell);

  const Scene& scene_;
  std::vector<Door> doors_;
  NavmeshData data_;
  std::unique_ptr<NavmeshView> mesh_;
  LinkData link_data_;
  LinkView links_;
  DistanceFlood flood_;
  AnyAngleWorkspace workspace_;
};

}  // namespace waystone::trigger_test
