#include "bench/navmesh/planners.h"

#include <cmath>

#include "core/surface/navmesh/mesh_route.h"

namespace waystone {
namespace {

constexpr uint32_t kMaxExpansions = 100'000'000;
constexpr int kMaxPathPolys = 65'536;
constexpr int kMaxPathPoints = 16'384;

}  // namespace

PlannedPath ExactPlanner::Plan(const NavLocation& start, const NavLocation& goal) {
  AnyAngleOptions options;
  options.max_expansions = kMaxExpansions;
  options.links = map_.links;
  options.abilities = map_.abilities;
  options.is_reachable = true;
  const SurfacePath result = FindAnyAngle(*map_.navmesh, start, goal, options, workspace_);
  return {result.outcome == SearchOutcome::kFound, result.cost_m, RouteMethod::kAnyAngle};
}

PlannedPath OwnPlanner::Plan(const NavLocation& start, const NavLocation& goal) {
  MeshRouteOptions options;
  options.max_expansions = kMaxExpansions;
  options.is_reachable = true;
  const FoundPath found = FindMeshRoute(map_, start, goal, options, scratch_);
  return {found.IsBest(), found.path.cost_m, found.method};
}

DetourPlanner::DetourPlanner(const DetourMesh& mesh)
    : mesh_(mesh), query_(mesh.NewQuery(kPoolNodes)), polys_(kMaxPathPolys), points_(3 * kMaxPathPoints) {}

PlannedPath DetourPlanner::Plan(const NavLocation& start, const NavLocation& goal) {
  const Vec3f from = start.point.ToFloat();
  const Vec3f to = goal.point.ToFloat();
  int poly_count = 0;
  const dtStatus found = query_->findPath(mesh_.Ref(start.poly), mesh_.Ref(goal.poly), &from.x, &to.x,
                                          &filter_, polys_.data(), &poly_count, kMaxPathPolys);
  if (dtStatusFailed(found) || poly_count == 0) return {};
  int point_count = 0;
  const dtStatus straight =
      query_->findStraightPath(&from.x, &to.x, polys_.data(), poly_count, points_.data(), nullptr, nullptr,
                               &point_count, kMaxPathPoints);
  PlannedPath path;
  for (int i = 1; i < point_count; ++i) {
    path.cost_m += std::hypot(double{points_[3 * i]} - points_[3 * i - 3],
                              double{points_[3 * i + 2]} - points_[3 * i - 1]);
  }
  path.complete = dtStatusSucceed(straight) && !dtStatusDetail(straight, DT_BUFFER_TOO_SMALL) &&
                  !dtStatusDetail(found, DT_PARTIAL_RESULT) && !dtStatusDetail(found, DT_BUFFER_TOO_SMALL) &&
                  polys_[poly_count - 1] == mesh_.Ref(goal.poly);
  return path;
}

}  // namespace waystone
