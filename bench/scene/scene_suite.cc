#include "bench/scene/scene_suite.h"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <limits>
#include <nlohmann/json.hpp>
#include <optional>
#include <vector>

#include "bench/scene/mesh_flights.h"
#include "bench/scene/scene_world.h"
#include "core/base/quoted.h"
#include "core/base/scratch.h"
#include "core/base/status_macros.h"
#include "core/base/str_cat.h"
#include "core/route/route_planner.h"
#include "core/scene/scene_visits.h"
#include "tests/oracle/path_oracle.h"
#include "tests/oracle/slow_capsule.h"

namespace waystone {
namespace {

using Json = nlohmann::ordered_json;

constexpr double kLattice = 4;  // places are multiples of a quarter metre
constexpr double kRounding_m = 1e-6;
constexpr uint32_t kRoutesPerTree = 4;
constexpr uint32_t kLookupsPerTree = 50;
constexpr double kSample_m = 0.0099731;  // so that samples do not lie on faces, which lines may touch
constexpr size_t kShownWrong = 10;

// The seed's figure 2: from the highest priority down, the boxes of that priority that contain the position.
SceneId FindByPriorities(const SceneView& scenes, const Vec3& position, SceneId entered) {
  for (int priority = 1000; priority >= -1000; --priority) {
    SceneId best;
    double best_m = std::numeric_limits<double>::infinity();
    for (uint32_t i = 0; i < scenes.scenes().size(); ++i) {
      const SceneRecord& scene = scenes.scene(SceneId(i));
      if (scene.priority != priority || !Contains(scene, position)) continue;
      if (SceneId(i) == entered) return entered;
      const double apart_m = Distance(position, {scene.middle[0], scene.middle[1], scene.middle[2]});
      if (apart_m >= best_m) continue;
      best = SceneId(i);
      best_m = apart_m;
    }
    if (!best.IsNone()) return best;
  }
  return SceneId();
}

class SceneSuite {
 public:
  explicit SceneSuite(const SceneSuiteOptions& options) : options_(options), random_(options.seed) {}

  absl::Status Run(const BenchLines& lines) {
    if (!options_.mesh_folder.empty()) WS_RETURN_IF_ERROR(FlyThroughMeshes(lines));
    for (tree_ = 0; tree_ < options_.trees; ++tree_) {
      const SceneWorldPlan plan = RandomScenes(random_);
      WS_ASSIGN_OR_RETURN(const std::unique_ptr<SceneWorld> world, SceneWorld::Make(plan));
      CheckLookups(*world);
      if (world->view().navmesh->poly_count() == 0) continue;
      WS_RETURN_IF_ERROR(CheckRoutes(*world));
    }
    lines.Print({{"scene_trees", options_.trees},
                 {"wrong", wrong_},
                 {"positions", positions_},
                 {"in_solid", in_solid_},
                 {"lookups", lookups_},
                 {"routes", routes_},
                 {"complete", complete_},
                 {"by_heights", by_heights_},
                 {"by_heights_complete", by_heights_complete_},
                 {"by_heights_mean_ratio", by_heights_complete_ == 0 ? 0 : ratio_sum_ / by_heights_complete_},
                 {"first_wrong", first_wrong_}});
    if (wrong_ == 0 && in_solid_ == 0) return absl::OkStatus();
    return absl::InternalError(StrCat(wrong_, " wrong answers, ", in_solid_, " places in something solid"));
  }

 private:
  absl::Status FlyThroughMeshes(const BenchLines& lines) {
    std::vector<std::string> paths;
    std::error_code error;
    for (const auto& entry : std::filesystem::directory_iterator(options_.mesh_folder, error)) {
      if (entry.path().extension() == ".obj") paths.push_back(entry.path().string());
    }
    if (paths.empty()) return absl::NotFoundError(StrCat(Quoted(options_.mesh_folder), ": no .obj files"));
    std::ranges::sort(paths);
    for (const std::string& path : paths) {
      WS_ASSIGN_OR_RETURN(const MeshFlights flights, FlyThroughMesh(path, MeshFlightOptions(), random_));
      in_solid_ += flights.in_solid;
      lines.Print({{"mesh", std::filesystem::path(path).stem().string()},
                   {"flights", flights.ratios.size()},
                   {"positions", flights.positions},
                   {"in_solid", flights.in_solid},
                   {"length_over_half_voxels", MinMeanMax(flights.ratios)}});
    }
    return absl::OkStatus();
  }

  void NoteWrong(const std::string& what) {
    ++wrong_;
    if (first_wrong_.size() < kShownWrong) first_wrong_.push_back(StrCat("tree ", tree_, ": ", what));
  }

  Vec3 RandomPosition(double margin_m) {
    return {random_.NextInRange(-margin_m, 6 + margin_m), random_.NextInRange(-margin_m, 4 + margin_m),
            random_.NextInRange(-margin_m, 6 + margin_m)};
  }

  void CheckLookups(const SceneWorld& world) {
    const SceneView& scenes = world.scenes();
    for (uint32_t i = 0; i < kLookupsPerTree; ++i) {
      // Every other one on a face or a corner.
      Vec3 position = RandomPosition(0.5);
      if (i % 2 == 1)
        position = {std::round(2 * position.x) / 2, std::round(2 * position.y) / 2,
                    std::round(2 * position.z) / 2};
      const uint32_t draw = random_.NextBelow(static_cast<uint32_t>(scenes.scenes().size()) + 1);
      const SceneId entered = draw == scenes.scenes().size() ? SceneId() : SceneId(draw);
      ++lookups_;
      if (scenes.tree().Find(position, entered) != FindByPriorities(scenes, position, entered)) {
        NoteWrong(StrCat("lookup at ", position.x, ", ", position.y, ", ", position.z));
      }
    }
  }

  absl::StatusOr<RouteAnswer> Ask(const SceneWorld& world, const Vec3& from, const Vec3& to,
                                  RouteMethod method, RouteShape shape) {
    RouteQuery query;
    query.start = from;
    query.goals = {to};
    query.method = method;
    query.shape = shape;
    return PlanRoute(world.view(), query, scratch_);
  }

  // Where polygons of layers and points overlap, a position is on one of them.
  NavLocation Snapped(const SceneWorld& world, const Vec3& position) {
    const SnapResult snapped = world.view().surface->SnapTo(world.view(), position, SnapOptions(),
                                                            PlaceRole::kLeave, nullptr, scratch_);
    return *snapped.place;
  }

  // In a random polygon.
  Vec3 RandomPlace(const SceneWorld& world) {
    const NavmeshView& mesh = *world.view().navmesh;
    const PolyId poly(random_.NextBelow(mesh.poly_count()));
    const NavPoly& record = mesh.poly(poly);
    // On the lattice: a corner moved half a cell inwards, which all rectangles have room for.
    Vec3 low = mesh.EdgeStart(EdgeId(record.first_edge));
    for (uint32_t k = 1; k < record.edge_count; ++k) {
      const Vec3 corner = mesh.EdgeStart(EdgeId(record.first_edge + k));
      low = {std::min(low.x, corner.x), low.y, std::min(low.z, corner.z)};
    }
    return low + Vec3(0.25, 0, 0.25);
  }

  absl::Status CheckRoutes(const SceneWorld& world) {
    const MapView& view = world.view();
    const PathOracle oracle(*view.navmesh, kLattice, *view.links, view.abilities);
    for (uint32_t i = 0; i < kRoutesPerTree; ++i) {
      const NavLocation from = Snapped(world, RandomPlace(world));
      const NavLocation to = Snapped(world, RandomPlace(world));
      const std::string what = StrCat("route from ", from.point.x, ", ", from.point.y, ", ", from.point.z,
                                      " to ", to.point.x, ", ", to.point.y, ", ", to.point.z);
      WS_ASSIGN_OR_RETURN(const RouteAnswer exact,
                          Ask(world, from.point, to.point, RouteMethod::kNone, RouteShape::kTurningPoints));
      ++routes_;
      const double least_m = oracle.Length(from, to);
      const bool is_complete = exact.status == RouteStatus::kComplete;
      if (is_complete != std::isfinite(least_m)) {
        NoteWrong(what + ": reachable or not");
      } else if (is_complete && std::abs(exact.cost_m - least_m) > kRounding_m) {
        NoteWrong(StrCat(what, ": costs ", exact.cost_m, ", least is ", least_m));
      }
      CheckVisits(world, exact, what);
      if (!is_complete) continue;
      ++complete_;
      WS_RETURN_IF_ERROR(CheckHeights(world, from, to, exact.cost_m, what));
      WS_ASSIGN_OR_RETURN(const RouteAnswer smooth,
                          Ask(world, from.point, to.point, RouteMethod::kNone, RouteShape::kSmoothed));
      CheckSolid(world, smooth);
    }
    return absl::OkStatus();
  }

  // The seed's rules end with gaps, or with a route that is whole and no cheaper.
  absl::Status CheckHeights(const SceneWorld& world, const NavLocation& from, const NavLocation& to,
                            double exact_m, const std::string& what) {
    for (const RouteMethod method : {RouteMethod::kRiseFirst, RouteMethod::kRiseLast}) {
      WS_ASSIGN_OR_RETURN(const RouteAnswer answer,
                          Ask(world, from.point, to.point, method, RouteShape::kTurningPoints));
      ++by_heights_;
      double cost_m = 0;
      for (const RouteLeg& leg : answer.legs) cost_m += leg.cost_m;
      if (std::abs(cost_m - answer.cost_m) > kRounding_m) NoteWrong(what + ": by heights: costs of legs");
      if (answer.status != RouteStatus::kComplete) {
        if (answer.status != RouteStatus::kPartial)
          NoteWrong(what + ": by heights: neither whole nor partial");
        continue;
      }
      ++by_heights_complete_;
      ratio_sum_ += exact_m == 0 ? 1 : answer.cost_m / exact_m;
      if (answer.cost_m < exact_m - kRounding_m)
        NoteWrong(what + ": by heights: cheaper than the exact route");
      if (Distance(answer.points.back(), to.point) > kRounding_m)
        NoteWrong(what + ": by heights: ends elsewhere");
    }
    return absl::OkStatus();
  }

  // Each sample of the line is in the scene that the visits tell.
  void CheckVisits(const SceneWorld& world, const RouteAnswer& answer, const std::string& what) {
    const SceneView& scenes = world.scenes();
    const std::vector<SceneVisit> visits = VisitsAlong(scenes.tree(), scenes.scenes(), answer.points);
    SceneId entered;
    size_t visit = 0;
    double along_m = 0;
    for (size_t i = 0; i + 1 < answer.points.size(); ++i) {
      const double length_m = Distance(answer.points[i], answer.points[i + 1]);
      for (double m = kSample_m / 2; m < length_m; m += kSample_m) {
        const Vec3 at = answer.points[i] + (answer.points[i + 1] - answer.points[i]) * (m / length_m);
        entered = FindByPriorities(scenes, at, entered);
        while (visit + 1 < visits.size() && visits[visit + 1].along_m <= along_m + m) ++visit;
        // If a sample lies on a face, two scenes hold it.
        const double to_next_m =
            visit + 1 < visits.size() ? visits[visit + 1].along_m - along_m - m : kSample_m;
        const double from_last_m = along_m + m - visits[visit].along_m;
        if (visits[visit].scene == entered || to_next_m < kRounding_m || from_last_m < kRounding_m) continue;
        NoteWrong(StrCat(what, ": scenes along it, at ", at.x, ", ", at.y, ", ", at.z, ": ",
                         visits[visit].scene.value(), " not ", entered.value()));
        return;
      }
      along_m += length_m;
    }
  }

  void CheckSolid(const SceneWorld& world, const RouteAnswer& answer) {
    const AgentProfile& agent = world.view().variant->agent;
    for (size_t i = 0; i + 1 < answer.points.size() && positions_ < options_.positions; ++i) {
      const double length_m = Distance(answer.points[i], answer.points[i + 1]);
      const double step_m = std::max(0.05, length_m / 16);
      for (double m = 0; m <= length_m && positions_ < options_.positions; m += step_m) {
        const Vec3 at = length_m == 0
                            ? answer.points[i]
                            : answer.points[i] + (answer.points[i + 1] - answer.points[i]) * (m / length_m);
        ++positions_;
        double nearest_m = std::numeric_limits<double>::infinity();
        for (const SlowTriangle& triangle : world.triangles()) {
          nearest_m = std::min(nearest_m, SlowDistance(at, at, triangle));
        }
        if (nearest_m < agent.radius_m - kCapsuleTouch_m) ++in_solid_;
      }
    }
  }

  const SceneSuiteOptions& options_;
  Random random_;
  Scratch scratch_;
  uint32_t tree_ = 0;
  uint64_t wrong_ = 0;
  uint64_t positions_ = 0;
  uint64_t in_solid_ = 0;
  uint64_t lookups_ = 0;
  uint64_t routes_ = 0;
  uint64_t complete_ = 0;
  uint64_t by_heights_ = 0;
  uint64_t by_heights_complete_ = 0;
  double ratio_sum_ = 0;
  std::vector<std::string> first_wrong_;
};

}  // namespace

absl::Status RunSceneSuite(const SceneSuiteOptions& options, const BenchLines& lines) {
  return SceneSuite(options).Run(lines);
}

}  // namespace waystone
