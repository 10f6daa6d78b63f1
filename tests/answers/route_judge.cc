#include "tests/answers/route_judge.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "core/base/str_cat.h"

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

// An upright piece is a step of the ground: in its middle it is half of it away.
std::string JudgeGround(const TruthSurface& surface, const std::vector<Vec3>& points) {
  for (size_t i = 1; i < points.size(); ++i) {
    const bool is_step = PlaneDistance(points[i - 1], points[i]) < kRounding_m;
    const double length_m = Distance(points[i - 1], points[i]);
    const double most_m = is_step ? std::max(kGround_m, length_m / 2) : kGround_m;
    const auto steps = static_cast<int>(length_m / kSample_m) + 1;
    for (int step = 0; step <= steps; ++step) {
      const Vec3 at = points[i - 1] + (points[i] - points[i - 1]) * (static_cast<double>(step) / steps);
      const double gap_m = surface.HeightGap(at, kRounding_m);
      if (gap_m > most_m + kRounding_m) {
        return StrCat("at ", Text(at), " the ground is ", gap_m, " m away");
      }
    }
  }
  return {};
}

std::string JudgeLeg(const TruthSurface& surface, const client::RouteRequest& request,
                     const client::Route& route, size_t index) {
  const client::RouteLeg& leg = route.legs[index];
  const client::PointView view = route.LegPoints(leg);
  const std::vector<Vec3> points(view.begin(), view.end());
  // Links may be walked, too.
  const bool is_link = leg.kind != client::LegKind::kWalk ||
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
  if (!IsSum(leg.length_m, length_m, points.size())) {
    return StrCat("leg ", index, " has length_m ", leg.length_m, ", its points ", length_m);
  }
  if (is_walk && !IsSum(leg.cost, plane_m, points.size())) {
    return StrCat("leg ", index, " costs ", leg.cost, ", its points are ", plane_m, " m in the plane");
  }
  if (is_walk && request.shape == client::RouteShape::kSurface) return JudgeGround(surface, points);
  return {};
}

}  // namespace

std::string JudgeRoute(const TruthSurface& surface, const client::RouteRequest& request,
                       const client::RouteAnswer& answer) {
  const client::Route& route = answer.routes[0];
  if (route.points.size() != 1) return "not one list of points";
  if (route.legs.empty()) {
    const bool is_place = route.points[0].view().size() == 1 && route.length_m == 0;
    return is_place ? std::string() : "no legs, but more than a place";
  }
  double length_m = 0;
  double cost_m = 0;
  uint32_t next_point = 0;
  for (size_t i = 0; i < route.legs.size(); ++i) {
    const client::RouteLeg& leg = route.legs[i];
    if (leg.first_point != next_point) return StrCat("leg ", i, " begins at point ", leg.first_point);
    next_point = leg.first_point + leg.point_count - 1;
    length_m += leg.length_m;
    cost_m += leg.cost;
    if (std::string why = JudgeLeg(surface, request, route, i); !why.empty()) return why;
  }
  if (next_point + 1 != route.points[0].view().size()) return "points that belong to no leg";
  const size_t count = route.points[0].view().size();
  if (!IsSum(route.length_m, length_m, count)) {
    return StrCat("length_m is ", route.length_m, ", that of its legs ", length_m);
  }
  if (!IsSum(route.cost, cost_m, count))
    return StrCat("the cost is ", route.cost, ", that of its legs ", cost_m);
  return {};
}

}  // namespace waystone::answers
