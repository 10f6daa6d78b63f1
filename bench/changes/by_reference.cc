#include "bench/changes/by_reference.h"

#include <algorithm>
#include <set>

#include "bench/bench_lines.h"
#include "bench/message_path.h"
#include "bench/stopwatch.h"
#include "core/base/random.h"
#include "core/base/scratch.h"
#include "core/base/status_macros.h"
#include "core/base/str_cat.h"
#include "core/navmesh/navmesh_view.h"
#include "server/handlers/request_handler.h"

namespace waystone {
namespace {

constexpr uint32_t kRuns = 15;

class ByReference {
 public:
  explicit ByReference(const ByReferenceOptions& options) : options_(options) {}

  absl::StatusOr<ByReferenceTimes> Measure(const std::vector<std::pair<Vec3, Vec3>>& pairs) {
    WS_RETURN_IF_ERROR(LoadAlone(options_.package_path, store_));
    map_id_ = store_.All().front().package->summary.map_id;
    WS_ASSIGN_OR_RETURN(const auto map, store_.Find(map_id_));
    generation_ = map->generation();
    std::vector<v1::PlanRouteRequest> requests;
    std::set<uint32_t> used;
    for (const auto& [start, goal] : pairs) {
      v1::PlanRouteRequest request = RequestFor(start, goal);
      request.mutable_detail()->set_polys(true);
      WS_ASSIGN_OR_RETURN(const v1::PlanRouteResponse answer, Plan(request));
      if (answer.status() != v1::ROUTE_STATUS_COMPLETE) continue;
      used.insert(answer.routes(0).polys().begin(), answer.routes(0).polys().end());
      request.clear_detail();
      requests.push_back(std::move(request));
    }
    WS_ASSIGN_OR_RETURN(const MapView view, map->View(options_.agent));
    const v1::Changes changes = DrawClosures(*view.navmesh, used);
    WS_ASSIGN_OR_RETURN(const std::string ref, Prepare(changes));
    ByReferenceTimes times;
    times.closures = static_cast<uint32_t>(changes.maps(0).blocked_polys_size());
    std::vector<double> in_full_us;
    for (const v1::PlanRouteRequest& none : requests) {
      v1::PlanRouteRequest named = none;
      Pin(named);
      v1::PlanRouteRequest in_full = named;
      named.mutable_changes()->set_changes_ref(ref);
      *in_full.mutable_changes() = changes;
      WS_RETURN_IF_ERROR(CheckSame(none, named));
      double least_none_us = 1e9;
      double least_named_us = 1e9;
      double least_full_us = 1e9;
      const auto run = [this](const v1::PlanRouteRequest& request, double& least_us) {
        least_us = std::min(least_us, CpuMicrosecondsOf([&] { (void)Plan(request); }));
      };
      for (uint32_t i = 0; i < kRuns; ++i) {
        run(none, least_none_us);
        run(named, least_named_us);
        if (i < 3) run(in_full, least_full_us);
      }
      times.none_us.push_back(least_none_us);
      times.extra_us.push_back(least_named_us - least_none_us);
      in_full_us.push_back(least_full_us - least_none_us);
    }
    if (times.none_us.empty()) return absl::FailedPreconditionError("no route is complete");
    times.in_full_extra_us = Median(in_full_us);
    return times;
  }

 private:
  v1::PlanRouteRequest RequestFor(const Vec3& start, const Vec3& goal) const {
    v1::PlanRouteRequest request;
    const auto set = [](const Vec3& at, v1::Position& position) {
      position.set_x(at.x);
      position.set_y(at.y);
      position.set_z(at.z);
    };
    set(start, *request.mutable_start()->mutable_position());
    request.mutable_start()->mutable_position()->set_map_id(map_id_);
    set(goal, *request.add_goals()->mutable_position());
    request.mutable_agent()->set_profile(options_.agent);
    return request;
  }

  void Pin(v1::PlanRouteRequest& request) const {
    v1::MapGeneration& pin = *request.add_pinned();
    pin.set_map_id(map_id_);
    pin.set_generation(generation_);
  }

  // Different polygons, none of `used`; fewer than asked for on small maps.
  v1::Changes DrawClosures(const NavmeshView& mesh, std::set<uint32_t> used) const {
    v1::Changes changes;
    v1::MapChanges& map = *changes.add_maps();
    map.set_map_id(map_id_);
    Random random(options_.seed);
    const auto most = std::min(options_.closures, mesh.poly_count() / 2);
    while (static_cast<uint32_t>(map.blocked_polys_size()) < most && used.size() < mesh.poly_count()) {
      const uint32_t poly = random.NextBelow(mesh.poly_count());
      if (used.insert(poly).second) map.add_blocked_polys(poly);
    }
    return changes;
  }

  template <typename Request, typename Response>
  absl::Status Ask(const Request& request, Response& response) {
    MapLookup maps(store_);
    RequestScope scope;
    scope.scratch = &scratch_;
    scope.maps = &maps;
    scope.sets = &handler_.sets();
    return handler_.Handle(request, scope, response).status();
  }

  absl::StatusOr<v1::PlanRouteResponse> Plan(const v1::PlanRouteRequest& request) {
    v1::PlanRouteResponse response;
    WS_RETURN_IF_ERROR(Ask(request, response));
    return response;
  }

  absl::StatusOr<std::string> Prepare(const v1::Changes& changes) {
    v1::PrepareChangesRequest request;
    *request.mutable_changes() = changes;
    v1::PrepareChangesResponse response;
    WS_RETURN_IF_ERROR(Ask(request, response));
    return response.changes_ref();
  }

  absl::Status CheckSame(const v1::PlanRouteRequest& none, const v1::PlanRouteRequest& named) {
    WS_ASSIGN_OR_RETURN(const v1::PlanRouteResponse before, Plan(none));
    WS_ASSIGN_OR_RETURN(const v1::PlanRouteResponse after, Plan(named));
    if (after.routes_size() == 1 && after.routes(0).cost_m() == before.routes(0).cost_m())
      return absl::OkStatus();
    return absl::FailedPreconditionError("closures that a route does not touch changed it");
  }

  const ByReferenceOptions& options_;
  MapStore store_;
  const RequestHandler handler_{store_, {}};
  Scratch scratch_;
  std::string map_id_;
  std::string generation_;
};

}  // namespace

absl::StatusOr<ByReferenceTimes> MeasureByReference(const std::vector<std::pair<Vec3, Vec3>>& pairs,
                                                    const ByReferenceOptions& options) {
  return ByReference(options).Measure(pairs);
}

}  // namespace waystone
