#include "bench/place/place_requests.h"

#include "core/navmesh/surface_queries.h"

namespace waystone {
namespace {

// [m] how far beside the surface the positions lie that are to be brought back onto it.
constexpr double kStray_m = 5;
constexpr uint32_t kTries = 10'000;

// A place of the main zone; if it is a tiny part of the map, any place.
Vec3 DrawMainPoint(const MapView& map, Random& random) {
  NavLocation place = RandomPoint(*map.navmesh, random);
  for (uint32_t i = 0; i < kTries && !map.zones->IsMain(place.poly); ++i) {
    place = RandomPoint(*map.navmesh, random);
  }
  return place.point + map.manifest->origin;
}

PlaceQuery MakeScatter(const MapView& map, const PlaceKind& kind, Random& random) {
  PlaceQuery query;
  query.count = kind.count;
  query.seed = random.NextU64();
  query.terms.rules.between_m = kind.spacing_m;
  query.terms.rules.clearance_m = kind.clearance_m;
  if (kind.ball_radius_m > 0) {
    query.terms.rules.region = BallRegion{DrawMainPoint(map, random), kind.ball_radius_m};
  }
  return query;
}

AuditQuery MakeAudit(const MapView& map, const PlaceKind& kind, Random& random) {
  AuditQuery query;
  query.suggest = kind.task == PlaceKind::Task::kNearest;
  query.terms.rules.clearance_m = kind.clearance_m;
  for (uint32_t i = 0; i < kind.count; ++i) {
    const Vec3 at = RandomPoint(*map.navmesh, random).point + map.manifest->origin;
    const Vec3 aside(random.NextInRange(-kStray_m, kStray_m), 0, random.NextInRange(-kStray_m, kStray_m));
    query.positions.push_back(at + aside);
  }
  return query;
}

void SetTask(const PlaceQuery& query, v1::PlaceResourceRequest& message) {
  message.mutable_scatter()->set_count(query.count);
  message.mutable_scatter()->set_seed(query.seed);
  if (!query.terms.rules.region) return;
  const auto& ball = std::get<BallRegion>(*query.terms.rules.region);
  v1::Sphere& sphere = *message.mutable_rules()->mutable_region()->mutable_sphere();
  sphere.set_radius_m(ball.radius_m);
  sphere.mutable_center()->set_x(ball.centre.x);
  sphere.mutable_center()->set_y(ball.centre.y);
  sphere.mutable_center()->set_z(ball.centre.z);
}

void SetTask(const AuditQuery& query, v1::PlaceResourceRequest& message) {
  auto& xyz =
      query.suggest ? *message.mutable_nearest()->mutable_xyz() : *message.mutable_audit()->mutable_xyz();
  for (const Vec3& at : query.positions) {
    for (const double number : {at.x, at.y, at.z}) xyz.Add(number);
  }
}

}  // namespace

std::vector<PlaceKind> PlaceKinds(uint32_t large_count) {
  using Task = PlaceKind::Task;
  return {{.name = "ball_20", .count = 20, .spacing_m = 1, .ball_radius_m = 30},
          {.name = "nearest", .clearance_m = 0.5, .task = Task::kNearest},
          {.name = "audit_1000", .count = 1000, .clearance_m = 0.5, .task = Task::kAudit},
          {.name = "main_5000", .count = 5000},
          {.name = "main_large", .count = large_count},
          {.name = "main_large_spacing", .count = large_count, .spacing_m = 2},
          {.name = "main_large_spacing_clearance", .count = large_count, .spacing_m = 2, .clearance_m = 0.5}};
}

PlaceRequest MakeRequest(const MapView& map, const PlaceKind& kind, uint64_t seed, uint32_t number) {
  Random random(seed + number);
  if (kind.task == PlaceKind::Task::kScatter) return MakeScatter(map, kind, random);
  return MakeAudit(map, kind, random);
}

void ToMessage(const PlaceRequest& request, v1::PlaceResourceRequest& message) {
  std::visit(
      [&message](const auto& query) {
        SetTask(query, message);
        message.mutable_rules()->set_clearance_m(query.terms.rules.clearance_m);
        message.mutable_rules()->mutable_spacing()->set_between_m(query.terms.rules.between_m);
      },
      request);
}

}  // namespace waystone
