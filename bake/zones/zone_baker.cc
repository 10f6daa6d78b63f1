#include "bake/zones/zone_baker.h"

#include "core/base/str_cat.h"
#include "core/navmesh/poly_graph.h"
#include "core/zones/zone_labels.h"

namespace waystone {

std::optional<NavLocation> SnapSpawn(const NavmeshView& mesh, const Vec3& spawn, const Vec3& origin,
                                     SurfaceWorkspace& workspace) {
  return NearestPolyWithin(mesh, spawn - origin, kSpawnSnap_m, kSpawnSnap_m, kSpawnSnap_m, workspace);
}

BakedZones BakeZones(const NavmeshView& mesh, const LinkView& links, uint64_t abilities, const Vec3& origin,
                     const ZoneRules& rules, const SpawnSnapper& snap) {
  BakedZones out;
  SurfaceWorkspace workspace;
  std::vector<uint32_t> spawn_polys;
  for (size_t i = 0; i < rules.spawns.size(); ++i) {
    const std::optional<NavLocation> place = snap(mesh, rules.spawns[i], origin, workspace);
    if (place.has_value()) {
      spawn_polys.push_back(place->poly.value());
    } else {
      const Vec3& at = rules.spawns[i];
      out.warnings.push_back(StrCat("spawn ", i, " (", at.x, ", ", at.y, ", ", at.z,
                                    ") has no surface within ", kSpawnSnap_m, " m"));
    }
  }
  ZoneOptions options;
  options.main_weak_count = rules.main_weak_count;
  options.main_zone_count = rules.main_zone_count;
  options.spawns = spawn_polys;
  const std::vector<uint32_t> source_ids = SourceIdsOf(mesh);
  options.source_ids = source_ids;
  out.zones = PackZones(LabelZones(MakePolyGraph(mesh, links, abilities), options));
  return out;
}

}  // namespace waystone
