#include "bench/navmesh/local_queries.h"

#include <recastnavigation/DetourCommon.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <optional>
#include <vector>

#include "bench/stopwatch.h"
#include "core/navmesh/surface_queries.h"
#include "core/navmesh/surface_walk.h"

namespace waystone {
namespace {

constexpr int kPoolNodes = 2048;
constexpr double kRayReach_m = 50;
constexpr double kStepReach_m = 2;
const Vec3 kSnap{2, 4, 2};

struct LocalTimes {
  std::vector<double> ours_us;
  std::vector<double> peer_us;
};

class LocalRace {
 public:
  LocalRace(const NavmeshView& mesh, const DetourMesh* detour, uint64_t seed)
      : mesh_(mesh), detour_(detour), random_(seed) {
    if (detour != nullptr) query_.emplace(detour->NewQuery(kPoolNodes));
  }

  // One query of each kind from one place.
  void RunOnce() {
    const NavLocation start = RandomPoint(mesh_, random_);
    const Vec3 beside = start.point + Draw(1);
    nearest.ours_us.push_back(MicrosecondsOf([&] {
      found_ += NearestPoly(mesh_, beside, Aabb::Around(beside, kSnap), workspace_).has_value() ? 1 : 0;
    }));
    const Vec3 far = start.point + Draw(kRayReach_m);
    ray.ours_us.push_back(
        MicrosecondsOf([&] { found_ += Raycast(mesh_, start, far.Plane()).reached ? 1 : 0; }));
    const Vec3 near = start.point + Draw(kStepReach_m);
    slide.ours_us.push_back(MicrosecondsOf([&] {
      found_ += MoveAlongSurface(mesh_, start, near.Plane(), workspace_).poly == start.poly ? 1 : 0;
    }));
    if (query_) RunDetour(start, beside.ToFloat(), far.ToFloat(), near.ToFloat());
  }

  LocalTimes nearest;
  LocalTimes ray;
  LocalTimes slide;

 private:
  Vec3 Draw(double reach_m) {
    const double x = random_.NextInRange(-reach_m, reach_m);
    return {x, 0, random_.NextInRange(-reach_m, reach_m)};
  }

  void RunDetour(const NavLocation& start, const Vec3f& beside, const Vec3f& far, const Vec3f& near) {
    const dtNavMeshQuery& query = **query_;
    const Vec3f from = start.point.ToFloat();
    const Vec3f half = kSnap.ToFloat();
    const dtPolyRef ref = detour_->Ref(start.poly);
    dtPolyRef nearest_ref = 0;
    float point[3];
    nearest.peer_us.push_back(
        MicrosecondsOf([&] { query.findNearestPoly(&beside.x, &half.x, &filter_, &nearest_ref, point); }));
    // Ours end on the surface, so Detour's ends are given their height too.
    float height = 0;
    dtPolyRef path[kMaxPath];
    dtRaycastHit hit{};
    hit.path = path;
    hit.maxPath = kMaxPath;
    ray.peer_us.push_back(MicrosecondsOf([&] {
      query.raycast(ref, &from.x, &far.x, &filter_, 0, &hit);
      dtVlerp(point, &from.x, &far.x, std::min(hit.t, 1.0F));
      if (hit.pathCount > 0) query.getPolyHeight(path[hit.pathCount - 1], point, &height);
    }));
    int visited = 0;
    slide.peer_us.push_back(MicrosecondsOf([&] {
      query.moveAlongSurface(ref, &from.x, &near.x, &filter_, point, path, &visited, kMaxPath);
      if (visited > 0) query.getPolyHeight(path[visited - 1], point, &height);
    }));
  }

  static constexpr int kMaxPath = 256;

  const NavmeshView& mesh_;
  const DetourMesh* detour_;
  std::optional<DetourMesh::Query> query_;
  dtQueryFilter filter_;
  Random random_;
  SurfaceWorkspace workspace_;
  uint64_t found_ = 0;  // so that no query is optimised away
};

}  // namespace

void PrintLocalQueries(const NavmeshView& mesh, const DetourMesh* detour, uint32_t count, uint64_t seed,
                       const BenchLines& lines) {
  if (mesh.poly_count() == 0) return;
  LocalRace race(mesh, detour, seed);
  for (uint32_t i = 0; i < count; ++i) race.RunOnce();
  const auto print = [&](const char* name, const LocalTimes& times) {
    lines.Print({{"local", name},
                 {"n", times.ours_us.size()},
                 {"ours_us", MedianAndP99(times.ours_us)},
                 {"peer_us", MedianAndP99(times.peer_us)},
                 {"speedup", Speedup(times.peer_us, times.ours_us)}});
  };
  print("nearest_poly", race.nearest);
  print("raycast", race.ray);
  print("move_along_surface", race.slide);
}

}  // namespace waystone
