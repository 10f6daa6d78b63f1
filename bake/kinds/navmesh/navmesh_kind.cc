#include "bake/kinds/navmesh/navmesh_kind.h"

#include <algorithm>
#include <limits>
#include <memory>
#include <optional>
#include <utility>

#include "bake/clusters/cluster_builder.h"
#include "bake/contraction/hierarchy_builder.h"
#include "bake/kinds/navmesh/mesh_cost.h"
#include "bake/kinds/navmesh/mesh_portal_baker.h"
#include "bake/kinds/scene/scene_kind.h"
#include "bake/scene/scene_skeleton.h"
#include "bake/skeleton/ray_scene.h"
#include "bake/stages/shared_stages.h"
#include "bake/zones/zone_baker.h"
#include "core/base/status_macros.h"
#include "core/navmesh/surface_queries.h"

namespace waystone {
namespace {

bool LookedForGaps(const BakeRun& run) {
  return std::ranges::any_of(run.surfaces.agents,
                             [](const AgentSurface& agent) { return agent.gap_rules.has_value(); });
}

bool WantsHierarchies(const BakeRun& run) { return run.job.config.hierarchy; }

uint64_t SizeOf(const HierarchyData& data) {
  return sizeof(data.header) +
         BytesIn(data.nodes, data.poly_rows, data.poly_nodes, data.arc_rows, data.arcs, data.strings);
}

absl::Status BakeHierarchies(BakeRun& run) {
  for (const PlannedVariant& planned : run.variants) {
    WS_ASSIGN_OR_RETURN(const NavmeshView mesh,
                        NavmeshView::Create(run.surfaces.agents[planned.agent].navmesh));
    WS_ASSIGN_OR_RETURN(const LinkView links, LinkView::Create(run.links.of_agent[planned.agent], mesh));
    if (mesh.poly_count() >= run.job.config.hierarchy_rules.min_polygons) {
      TellCost(CostOfHierarchy(run.surfaces.agents[planned.agent].agent.profile, mesh.poly_count()), run);
    }
    WS_ASSIGN_OR_RETURN(HierarchyData data,
                        BuildHierarchy(mesh, links, planned.bits, run.job.config.hierarchy_rules,
                                       run.log.report.threads, run.Progress("hierarchy: node")));
    run.EndStage(planned, "nodes", data.header.node_count, SizeOf(data));
    run.hierarchies.push_back(std::move(data));
  }
  return absl::OkStatus();
}

// One for each cost profile by which not all ground costs its length, or that has a clearance.
bool WantsPricedHierarchies(const BakeRun& run) {
  return run.job.config.hierarchy && std::ranges::any_of(run.cost_profiles, [](const CostProfile& profile) {
           return !profile.costs.empty() || profile.min_clearance_m > 0;
         });
}

HierarchyTerms TermsOf(const CostProfile& profile) {
  HierarchyTerms terms{{}, profile.min_clearance_m};
  for (const ProfileCost& cost : profile.costs) terms.costs.Set(cost.area, cost.factor);
  return terms;
}

// Whether routes by a profile are other than those that the plain hierarchy has, or that of a profile before it.
bool NeedsHierarchy(std::span<const CostProfile> profiles, size_t k, const GroundShares& shares,
                    bool has_links) {
  const HierarchyTerms terms = TermsOf(profiles[k]);
  const GroundCosts::Range range = terms.costs.RangeOn(shares);
  const bool is_plain = range.least == 1 && range.most == 1;
  const bool has_costs = range.least != range.most || (has_links && !is_plain);
  if (!has_costs && !(is_plain && terms.min_clearance_m > 0)) return false;
  return std::ranges::none_of(profiles.first(k), [&](const CostProfile& other) {
    return other.min_clearance_m == terms.min_clearance_m &&
           TermsOf(other).costs.AreSameOn(shares, terms.costs);
  });
}

absl::Status BakePricedHierarchies(BakeRun& run) {
  for (const PlannedVariant& planned : run.variants) {
    WS_ASSIGN_OR_RETURN(const NavmeshView mesh,
                        NavmeshView::Create(run.surfaces.agents[planned.agent].navmesh));
    WS_ASSIGN_OR_RETURN(const LinkView links, LinkView::Create(run.links.of_agent[planned.agent], mesh));
    const GroundShares shares(mesh);
    auto& priced = run.priced_hierarchies.emplace_back(run.cost_profiles.size());
    uint64_t nodes = 0;
    uint64_t bytes = 0;
    for (size_t k = 0; k < priced.size(); ++k) {
      if (!NeedsHierarchy(run.cost_profiles, k, shares, links.size() > 0)) continue;
      WS_ASSIGN_OR_RETURN(
          HierarchyData data,
          BuildHierarchy(mesh, links, planned.bits, run.job.config.hierarchy_rules, run.log.report.threads,
                         run.Progress("priced hierarchy: node"), TermsOf(run.cost_profiles[k])));
      if (data.header.node_count == 0) continue;
      nodes += data.header.node_count;
      bytes += SizeOf(data);
      priced[k] = std::move(data);
    }
    run.EndStage(planned, "nodes", nodes, bytes);
  }
  return absl::OkStatus();
}

// Without a setting, clusters are baked if no hierarchy is, and some surface is large enough for one.
bool WantsClusters(const BakeRun& run) {
  const BakeConfig& config = run.job.config;
  if (config.clusters != BakeSwitch::kAuto) return config.clusters == BakeSwitch::kOn;
  const std::vector<AgentSurface>& agents = run.surfaces.agents;
  return !config.hierarchy && std::ranges::any_of(agents, [&](const AgentSurface& agent) {
    return agent.navmesh.polys.size() >= config.hierarchy_rules.min_polygons;
  });
}

absl::Status BakeClusters(BakeRun& run) {
  for (const PlannedVariant& planned : run.variants) {
    WS_ASSIGN_OR_RETURN(const NavmeshView mesh,
                        NavmeshView::Create(run.surfaces.agents[planned.agent].navmesh));
    WS_ASSIGN_OR_RETURN(const LinkView links, LinkView::Create(run.links.of_agent[planned.agent], mesh));
    WS_ASSIGN_OR_RETURN(
        ClusterData data,
        BuildClusters({mesh, links, planned.bits}, run.job.config.cluster_rules, run.log.report.threads));
    run.EndStage(planned, "clusters", data.clusters.size(),
                 sizeof(data.header) + BytesIn(data.places, data.polys, data.clusters, data.entrances,
                                               data.entering, data.costs, data.steps, data.path_ends));
    run.clusters.push_back(std::move(data));
  }
  return absl::OkStatus();
}

// The place of the main zone nearest to the middle of the surface, in the plane.
std::optional<NavLocation> MiddleOfMainZone(const NavmeshView& mesh, const ZoneView& zones) {
  if (mesh.poly_count() == 0) return std::nullopt;
  Aabb bounds;
  for (const Vec3f& vertex : mesh.arrays().vertices) bounds.Extend(Vec3(vertex));
  const Vec2 middle = ((bounds.min + bounds.max) * 0.5).Plane();
  std::optional<NavLocation> nearest;
  double nearest_m = std::numeric_limits<double>::infinity();
  for (uint32_t p = 0; p < mesh.poly_count(); ++p) {
    if (zones.ZoneOf(PolyId(p)) != ZoneId(1)) continue;
    const PlaneHit hit = ClosestInPlane(mesh, PolyId(p), middle, nearest_m);
    if (hit.distance_sq_m2 >= nearest_m) continue;
    nearest_m = hit.distance_sq_m2;
    nearest = {PolyId(p), {hit.point.x, HeightOnPoly(mesh, PolyId(p), hit.point.Plane()), hit.point.z}};
  }
  return nearest;
}

std::vector<NavLocation> StartsOf(const NavmeshView& mesh, const ZoneView& zones, const Vec3& origin,
                                  const std::vector<Vec3>& spawns) {
  SurfaceWorkspace workspace;
  std::vector<NavLocation> starts;
  for (const Vec3& spawn : spawns) {
    const std::optional<NavLocation> place = SnapSpawn(mesh, spawn, origin, workspace);
    if (place.has_value()) starts.push_back(*place);
  }
  if (!starts.empty()) return starts;
  const std::optional<NavLocation> middle = MiddleOfMainZone(mesh, zones);
  if (middle.has_value()) starts.push_back(*middle);
  return starts;
}

// The abilities to move through water and air on a map with scenes. Agents without them explore by a skeleton of the
// ground, and so do all agents if the map has very many polygons.
uint64_t BitsOfMedia(const BakeRun& run) {
  uint64_t bits = 0;
  if (!run.surfaces.scenes.has_value()) return bits;
  for (size_t k = 0; k < run.links.abilities.size(); ++k) {
    const std::string& name = run.links.abilities[k];
    if (name == kSwimAbility || name == kFlyAbility) bits |= uint64_t{1} << k;
  }
  return bits;
}

// Casts rays from the spawns. If there are none, it casts from the point of the largest zone that is nearest
// to the middle of the surface.
absl::Status BakeMeshSkeletons(BakeRun& run) {
  const MapSurfaces& surfaces = run.surfaces;
  std::unique_ptr<RayScene> rays;
  if (surfaces.solid.has_value()) {
    WS_ASSIGN_OR_RETURN(rays, RayScene::Create(surfaces.solid->vertices, surfaces.solid->triangles));
  }
  const auto progress = [progress = run.Progress("skeleton: launch point")](uint64_t points) {
    progress(points, points);
  };
  return AddSkeletons(
      run, [&](const NavmeshView& mesh, const LinkView& links, size_t i) -> absl::StatusOr<BuiltSkeleton> {
        const PlannedVariant& planned = run.variants[i];
        if ((planned.bits & BitsOfMedia(run)) != 0 && mesh.poly_count() <= kMaxSkeletonPolygons) {
          BuiltSkeleton built;
          built.data = SkeletonOfPolygons(mesh, links, planned.bits);
          return built;
        }
        WS_ASSIGN_OR_RETURN(const ZoneView zones, ZoneView::Create(run.zones[i]));
        const SkeletonSource source{
            .mesh = &mesh,
            .links = &links,
            .abilities = planned.bits & ~BitsOfMedia(run),
            .rays = rays.get(),
            .starts = StartsOf(mesh, zones, surfaces.origin, run.job.config.zones.spawns),
            .agent = surfaces.agents[planned.agent].agent.profile};
        return BuildSkeleton(source, SkeletonOptionsOf(run, planned), run.log.report.threads, progress);
      });
}

absl::Status TellOfMeshes(BakeRun& run) {
  SurfaceWorkspace workspace;
  return TellOfSurfaces(run, [&](const NavmeshView& mesh, const Vec3& position) {
    return Snap(mesh, position, SnapOptions(), workspace);
  });
}

}  // namespace

std::span<const BakeStage> NavmeshStages() {
  static constexpr BakeStage kStages[] = {
      {"surfaces", TellOfMeshes},
      {"collision", PackSolid, NeedsSolid},
      {"links", BakeLinks},
      {"gaps", BakeGaps, LookedForGaps},
      {"variants", PlanVariants},
      {"zones", BakeAllZones},
      {"hierarchy", BakeHierarchies, WantsHierarchies},
      {"priced_hierarchies", BakePricedHierarchies, WantsPricedHierarchies},
      {"clusters", BakeClusters, WantsClusters},
      {"skeleton", BakeMeshSkeletons, WantsSkeleton},
  };
  return kStages;
}

std::span<const BakeStage> SceneStages() {
  static constexpr BakeStage kStages[] = {
      {"surfaces", TellOfMeshes},
      {"collision", PackSolid, NeedsSolid},
      {"links", BakeLinks},
      {"scenes", PackScenes},
      {"variants", PlanVariants},
      {"zones", BakeAllZones},
      {"skeleton", BakeMeshSkeletons, WantsSkeleton},
  };
  return kStages;
}

const PortalBaker& PortalsOfMeshes() {
  static const MeshPortalBaker kBaker;
  return kBaker;
}

}  // namespace waystone
