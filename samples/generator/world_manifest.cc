#include "samples/generator/world_manifest.h"

#include <algorithm>
#include <array>

#include "absl/strings/str_cat.h"
#include "core/base/check.h"
#include "samples/generator/file_output.h"
#include "samples/generator/scene_mesh.h"

namespace waystone::samples {
namespace {

Vec3 PlaceOf(const std::vector<Landmark>& landmarks, const std::string& name) {
  const auto found = std::ranges::find(landmarks, name, &Landmark::name);
  WS_CHECK(found != landmarks.end());
  return found->point;
}

Aabb Around(const Vec3& p, double half_m) {
  return {p - Vec3(half_m, 0.5, half_m), p + Vec3(half_m, 1.5, half_m)};
}

const char* KindName(PortalKind kind) {
  static constexpr std::array<const char*, 4> kNames = {"walk_in", "walk_on_use", "npc", "ship"};
  return kNames[static_cast<size_t>(kind)];
}

std::string PointText(const Vec3& p) {
  const PointMm mm = RoundToMm(p);
  return absl::StrCat("[", MetresText(mm.x), ", ", MetresText(mm.y), ", ", MetresText(mm.z), "]");
}

}  // namespace

std::vector<Portal> SamplePortals(const std::vector<Landmark>& town, const Dungeon& dungeon,
                                  const std::vector<Landmark>& castle) {
  const Vec3 well = PlaceOf(town, "well");
  const Vec3 east = PlaceOf(town, "street_east");
  const Vec3 river = PlaceOf(town, "river_south");
  const Vec3 entry = PlaceOf(dungeon.entry);
  const Vec3 exit = PlaceOf(dungeon.exit);
  const Vec3 keep = PlaceOf(castle, "keep_ground");
  const Vec3 road = PlaceOf(castle, "road_south");
  // Arrivals lie outside of the triggers that lead back.
  return {
      {"well_down", PortalKind::kWalkOnUse, "town", Around(well, 1), "dungeon", entry + Vec3(2, 0, 0), 12,
       "rope"},
      {"well_up", PortalKind::kWalkOnUse, "dungeon", Around(entry, 1), "town", well + Vec3(-2, 0, 1), 20,
       "rope"},
      {"stairs_up", PortalKind::kWalkIn, "dungeon", Around(exit, 1), "castle", keep + Vec3(2, 0, 0), 6, ""},
      {"stairs_down", PortalKind::kWalkIn, "castle", Around(keep, 0.8), "dungeon", exit + Vec3(-2, 0, 0), 6,
       ""},
      {"road_to_castle", PortalKind::kWalkIn, "town", Around(east + Vec3(2.5, 0, 0), 2), "castle",
       road + Vec3(0, 0, -4), 900, ""},
      {"road_to_town", PortalKind::kWalkIn, "castle", Around(road, 2), "town", east + Vec3(-4, 0, 0), 900,
       ""},
      {"ferry", PortalKind::kShip, "castle", Around(road + Vec3(-8, 0, -2), 1.5), "town", river, 300,
       "ferry_ticket"},
      {"guide", PortalKind::kNpc, "dungeon", Around(exit + Vec3(-2, 0, 2), 1), "dungeon",
       entry + Vec3(2, 0, 0), 0, "torch"},
  };
}

std::string WorldText(const std::vector<Portal>& portals) {
  std::string text =
      "# A world of three maps. Metres, y up. Each portal leads one way; two of them make a passage both "
      "ways.\n"
      "world: sample\n"
      "maps:\n"
      "  - {id: town, source: town.obj}\n"
      "  - {id: dungeon, source: dungeon.map, cell_size_m: ";
  absl::StrAppend(&text, MetresText(RoundToMm({kDungeonCell, 0, 0}).x),
                  ", origin: [0.000, 0.000, 0.000]}\n"
                  "  - {id: castle, source: castle.obj}\n"
                  "portals:\n");
  for (const Portal& portal : portals) {
    absl::StrAppend(&text, "  - id: ", portal.id, "\n    kind: ", KindName(portal.kind),
                    "\n    from: {map: ", portal.from_map, ", trigger: {min: ", PointText(portal.trigger.min),
                    ", max: ", PointText(portal.trigger.max), "}}\n");
    absl::StrAppend(&text, "    to: {map: ", portal.to_map, ", point: ", PointText(portal.arrival), "}\n");
    absl::StrAppend(&text, "    cost_m: ", MetresText(RoundToMm({portal.cost_m, 0, 0}).x), "\n");
    if (!portal.requirement.empty()) absl::StrAppend(&text, "    requirement: ", portal.requirement, "\n");
  }
  return text;
}

}  // namespace waystone::samples
