#include "tests/answers/route_judge.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <vector>

#include "client/messages.h"
#include "core/base/str_cat.h"
#include "tests/answers/numbers.h"

namespace waystone::answers {
namespace {

constexpr double kSample_m = 0.1;
constexpr double kGround_m = 0.25;
// Points are floats relative to the map's origin; sides of polygons are floats, too.
constexpr double kRounding_m = 0.002;

std::string Text(const Vec3& at) { return StrCat(at.x, ",", at.y, ",", at.z); }

// Whether `told` is the sum of `count` rounded parts that come to `sum`.
bool IsSum(double told, double sum, size_t count) {
  return std::abs(told - sum) <= 1e-3 + 1e-5 * std::abs(sum) + 2e-5 * static_cast<double>(count);
}

// The ground that a walk is on, followed over joined polygons.
class Floor {
 public:
  Floor(const TruthSurface& surface, const Vec3& start)
      : surface_(surface), at_(start), polys_(surface.PolysAt(start, kRounding_m, kGround_m + kRounding_m)) {}

  // Walks straight to `to`. False if no polygon that is joined to the last ones lies there, at most `most_m`
  // above or below.
  bool WalkTo(const Vec3& to, double most_m) {
    const std::vector<uint32_t> joined = surface_.JoinedNear(polys_, at_.Plane(), to.Plane(), kRounding_m);
    const std::vector<uint32_t> there = surface_.PolysAt(to, kRounding_m, most_m + kRounding_m);
    polys_.clear();
    std::set_intersection(joined.begin(), joined.end(), there.begin(), there.end(),
                          std::back_inserter(polys_));
    at_ = to;
    return !polys_.empty();
  }

 private:
  const TruthSurface& surface_;
  Vec3 at_;
  std::vector<uint32_t> polys_;  // that may be meant
};

// `between_m`: how far the ground may be between the points.
std::string JudgeGround(const TruthSurface& surface, const std::vector<Vec3>& points, double between_m) {
  Floor floor(surface, points[0]);
  for (size_t i = 1; i < points.size(); ++i) {
    const Vec3 piece = points[i] - points[i - 1];
    // An upright piece is a step of the ground: in its middle it is half of it away.
    const bool is_step = PlaneDistance(points[i - 1], points[i]) < kRounding_m;
    const auto steps = static_cast<int>(Length(piece) / kSample_m) + 1;
    for (int step = is_step ? steps : 0; step <= steps; ++step) {
      const Vec3 at = points[i - 1] + piece * (static_cast<double>(step) / steps);
      if (floor.WalkTo(at, step == 0 || step == steps ? kGround_m : between_m)) continue;
      return StrCat("at ", Text(at), " the ground that the walk is on is not within ", kGround_m, " m");
    }
  }
  return {};
}

std::string JudgeLeg(const TruthSurface& surface, const v1::PlanRouteRequest& request, const v1::Route& route,
                     int index) {
  const v1::RouteLeg& leg = route.legs(index);
  const client::PointView view = client::LegPoints(route, leg);
  const std::vector<Vec3> points(view.begin(), view.end());
  // Links may be walked, too.
  const bool is_link = leg.kind() != v1::LEG_KIND_WALK ||
                       (points.size() == 2 && surface.HasLink(points.front(), points.back()));
  const bool is_walk = !is_link;
  if (points.size() < 2) return StrCat("leg ", index, " has ", points.size(), " points");
  if (is_link && points.size() != 2) return StrCat("leg ", index, " is a link of ", points.size(), " points");
  double length_m = 0;
  double plane_m = 0;
  for (size_t i = 1; i < points.size(); ++i) {
    if (is_walk && points[i] == points[i - 1]) {
      return StrCat("leg ", index, " has ", Text(points[i]), " twice in a row");
    }
    length_m += Distance(points[i - 1], points[i]);
    plane_m += PlaneDistance(points[i - 1], points[i]);
  }
  if (!IsSum(leg.length_m(), length_m, points.size())) {
    return StrCat("leg ", index, " has length_m ", leg.length_m(), ", its points ", length_m);
  }
  if (is_walk && !IsSum(leg.cost_m(), plane_m, points.size())) {
    return StrCat("leg ", index, " costs ", leg.cost_m(), ", its points are ", plane_m, " m in the plane");
  }
  if (!is_walk) return {};
  const bool is_surface = request.detail().shape() == v1::ROUTE_SHAPE_SURFACE;
  return JudgeGround(surface, points, is_surface ? kGround_m : kInfinity);
}

}  // namespace

std::string JudgeRoute(const TruthSurface& surface, const v1::PlanRouteRequest& request,
                       const v1::PlanRouteResponse& answer) {
  const v1::Route& route = answer.routes(0);
  if (route.points_size() != 1) return "not one list of points";
  if (route.legs().empty()) {
    const bool is_place = client::PointsOf(route.points(0)).size() == 1 && route.length_m() == 0;
    return is_place ? std::string() : "no legs, but more than a place";
  }
  double length_m = 0;
  double cost_m = 0;
  uint32_t next_point = 0;
  for (int i = 0; i < route.legs_size(); ++i) {
    const v1::RouteLeg& leg = route.legs(i);
    if (leg.first_point() != next_point) return StrCat("leg ", i, " begins at point ", leg.first_point());
    next_point = leg.first_point() + leg.point_count() - 1;
    length_m += leg.length_m();
    cost_m += leg.cost_m();
    if (std::string why = JudgeLeg(surface, request, route, i); !why.empty()) return why;
  }
  if (next_point + 1 != client::PointsOf(route.points(0)).size()) return "points that belong to no leg";
  const size_t count = client::PointsOf(route.points(0)).size();
  if (!IsSum(route.length_m(), length_m, count)) {
    return StrCat("length_m is ", route.length_m(), ", that of its legs ", length_m);
  }
  if (!IsSum(route.cost_m(), cost_m, count))
    return StrCat("the cost is ", route.cost_m(), ", that of its legs ", cost_m);
  return {};
}

}  // namespace waystone::answers
