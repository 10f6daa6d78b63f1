// A random mesh, some of it blocked, and the mesh that a baker would have made without the blocked part.
#pragma once

#include <cstdint>
#include <vector>

#include "bake/navmesh/polygon_soup.h"
#include "core/base/random.h"
#include "core/navmesh/exclusions.h"
#include "core/navmesh/link_view.h"
#include "core/navmesh/navmesh_data.h"
#include "core/navmesh/navmesh_view.h"

namespace waystone {

// What is taken away. Polygons are of the whole mesh.
struct TakenAway {
  std::vector<bool> blocked;  // [poly], those of excluded areas too
  std::vector<PolyId> named;  // blocked by id
  uint64_t areas = 0;
  std::vector<LinkId> links;

  void Fill(const NavmeshView& mesh, const LinkView& links_of_mesh, Exclusions& exclusions) const;
};

// Some polygons, some links, and sometimes an area.
TakenAway TakeSome(const NavmeshView& mesh, const LinkView& links, Random& random);

// The mesh baked anew from the polygons left, and the links left on it.
struct MeshWithout {
  NavmeshData data;
  LinkData links;
  std::vector<PolyId> poly_of;  // [poly of the whole mesh] -> its poly here; none where blocked
};
// REQUIRES: `mesh` was built from `soup`, each polygon's external_id being its place there.
MeshWithout BuildWithout(const PolygonSoup& soup, const NavmeshView& mesh, const LinkView& links,
                         const TakenAway& taken);

}  // namespace waystone
