#include "bake/kinds/navmesh/mesh_portal_baker.h"

#include <algorithm>
#include <optional>
#include <string>

#include "absl/status/status.h"
#include "core/base/quoted.h"
#include "core/base/scratch.h"
#include "core/base/status_macros.h"
#include "core/base/str_cat.h"
#include "core/navmesh/ground_clip.h"
#include "core/navmesh/polys_in_box.h"
#include "core/navmesh/surface_queries.h"
#include "core/path/surface_path.h"
#include "core/surface/navmesh/trigger_meshes.h"
#include "core/surface/navmesh/trigger_walks.h"
#include "core/surface/snap.h"
#include "core/surface/trigger_entry.h"

namespace waystone {
namespace {

constexpr size_t kMostNames = 3;

// Naming the first of the portals whose triggers overlap too often to be cut out.
absl::Status CheckCrowd(const MapView& map, std::span<const MapExit> exits) {
  const CutMesh::Crowd crowd =
      CutMesh::FindCrowd(*map.navmesh, TriggerBoxesOf(exits, map.manifest->origin, WorldMode::kMayUse));
  if (crowd.empty()) return absl::OkStatus();
  std::string names;
  for (size_t i = 0; i < std::min(crowd.size(), kMostNames); ++i) {
    names += StrCat(i == 0 ? "" : ", ", Quoted(exits[crowd[i]].name));
  }
  return absl::ResourceExhaustedError(StrCat("the triggers of portals ", names,
                                             " and others overlap on one polygon of the mesh, in more than ",
                                             CutMesh::kMaxOverlaps, " pairs"));
}

absl::Status LimitReached(const PlacedPoint& arrival, uint32_t max_expansions) {
  const Vec3& at = arrival.place;
  return absl::ResourceExhaustedError(StrCat("walks from the arrival at (", at.x, ", ", at.y, ", ", at.z,
                                             ") to triggers take more than ", max_expansions,
                                             " search nodes"));
}

absl::StatusOr<WalkTable> BakeMode(const MapView& map, std::span<const MapExit> exits,
                                   std::span<const PlacedPoint> arrivals, WorldMode mode,
                                   uint32_t max_expansions) {
  WS_ASSIGN_OR_RETURN(
      const std::unique_ptr<const CutMesh> cut,
      CutMesh::Make(*map.navmesh, *map.links, TriggerBoxesOf(exits, map.manifest->origin, mode)));
  WalkTable walks;
  Scratch scratch;
  std::vector<TriggerEntry> entries;
  const TriggerWalkOptions options{.max_expansions = max_expansions, .deadline = {}};
  for (const PlacedPoint& arrival : arrivals) {
    const NavLocation start{PolyId(arrival.node), arrival.place - map.manifest->origin};
    if (arrival.has_ground) {
      const RouteReason limit = FindTriggerEntries(map, *cut, start, options, scratch, entries);
      if (limit != RouteReason::kNone) return LimitReached(arrival, max_expansions);
    } else {
      entries.assign(exits.size(), {});
    }
    for (uint32_t exit = 0; exit < exits.size(); ++exit) {
      RouteAnswer walk;
      if (entries[exit].IsFound()) {
        const SurfacePath route = WalkToEntry(map, *cut, start, exit, entries[exit], options, scratch);
        walk = AnswerOf(map, route, RouteShape::kTurningPoints, scratch);
        if (walk.status == RouteStatus::kLimitReached) return LimitReached(arrival, max_expansions);
      }
      walks.Add(walk, map.manifest->origin);
    }
  }
  return walks;
}

}  // namespace

std::optional<Vec3> FindGroundIn(const MapView& map, const Aabb& box) {
  const Vec3& origin = map.manifest->origin;
  const Aabb local{box.min - origin, box.max - origin};
  const Vec3 middle = (local.min + local.max) * 0.5;
  GroundClip clip;
  std::optional<Vec3> nearest;
  ForEachPolyIn(*map.navmesh, local, [&](PolyId poly) {
    const std::optional<Vec3> ground = clip.Nearest(*map.navmesh, poly, {}, local, middle.Plane());
    if (!ground.has_value()) return;
    if (!nearest.has_value() || Distance(*ground, middle) < Distance(*nearest, middle)) nearest = ground;
  });
  return nearest.has_value() ? std::optional(*nearest + origin) : std::nullopt;
}

std::optional<Vec3> MeshPortalBaker::GroundIn(const MapView& map, const Aabb& box) const {
  return FindGroundIn(map, box);
}

SnapResult MeshPortalBaker::SnapLocal(const MapView& map, const Vec3& position) const {
  SurfaceWorkspace workspace;
  return Snap(*map.navmesh, position, {}, workspace);
}

absl::StatusOr<WalksByMode> MeshPortalBaker::BakeWalks(const MapView& map, std::span<const MapExit> exits,
                                                       std::span<const PlacedPoint> arrivals) const {
  WS_RETURN_IF_ERROR(CheckCrowd(map, exits));
  WalksByMode baked;
  for (uint32_t mode = 0; mode < kWorldModes; ++mode) {
    WS_ASSIGN_OR_RETURN(baked[mode],
                        BakeMode(map, exits, arrivals, static_cast<WorldMode>(mode), max_expansions_));
  }
  return baked;
}

}  // namespace waystone
