// Random meshes with some of them taken away, for searches that have to leave that out.
#pragma once

#include <cstdint>
#include <string>
#include <utility>

#include "bake/navmesh/navmesh_builder.h"
#include "tests/support/ascii_navmesh.h"
#include "tests/support/mesh_without.h"
#include "tests/support/random_meshes.h"

namespace waystone {

// The drawing's cells as the i-th mesh of a series: square or crooked by turns, some joined to larger ones,
// some with one-way sides.
inline PolygonSoup SoupOfSeries(int i, const std::string& drawing, Random& random) {
  PolygonSoup soup = i % 2 == 0 ? SharedCells(drawing) : JitteredCells(drawing, 0.4, random);
  if (i % 4 < 2) MergeSome(soup, 60, random);
  if (i % 8 == 7) CloseSome(soup, 0.25, random);
  return soup;
}

// A mesh of areas 1 to 3 at random, up to so many links on it, and what is taken away of both. Aborts the
// test where the soup makes no mesh.
class ChangedScene {
 public:
  ChangedScene(PolygonSoup soup, uint32_t max_links, Random& random)
      : soup_(WithAreas(std::move(soup), random)),
        data_(*BuildNavmesh(soup_)),
        mesh_(ViewOf(data_)),
        link_data_(SomeLinks(mesh_, max_links, random)),
        links_(*LinkView::Create(link_data_, mesh_)),
        taken_(TakeSome(mesh_, links_, random)) {}
  ChangedScene(const ChangedScene&) = delete;
  ChangedScene& operator=(const ChangedScene&) = delete;

  // Each polygon's external_id is its place in the soup.
  const PolygonSoup& soup() const { return soup_; }
  const NavmeshView& mesh() const { return mesh_; }
  const LinkView& links() const { return links_; }
  const TakenAway& taken() const { return taken_; }

 private:
  static LinkData SomeLinks(const NavmeshView& mesh, uint32_t max_links, Random& random) {
    const bool has_shortcuts = random.NextBelow(2) == 0;
    const uint32_t count = random.NextBelow(max_links + 1);
    return RandomLinks(mesh, count, has_shortcuts, random);
  }
  static PolygonSoup WithAreas(PolygonSoup soup, Random& random) {
    for (uint32_t i = 0; i < soup.polygons.size(); ++i) {
      soup.polygons[i].external_id = i;
      soup.polygons[i].area = static_cast<uint8_t>(1 + random.NextBelow(3));
    }
    return soup;
  }

  const PolygonSoup soup_;
  const NavmeshData data_;
  const NavmeshView mesh_;
  const LinkData link_data_;
  const LinkView links_;
  const TakenAway taken_;
};

}  // namespace waystone
