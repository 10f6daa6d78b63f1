#include "core/route/alternative_routes.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <span>
#include <utility>

#include "core/base/status_macros.h"
#include "core/geom/segment.h"
#include "core/route/route_planner.h"

namespace waystone {
namespace {

constexpr AlternativeRules kRules;
constexpr int kMostPlaces = 96;         // to lead routes over
constexpr int kMostStraightenings = 4;  // of one route
constexpr double kLocalRatio = 1.01;
constexpr int kSamples = 128;  // of a route, to measure what it shares
constexpr SnapOptions kAnyGround = {.radius_m = 5, .max_above_m = 100, .max_below_m = 100};

double LengthOf(std::span<const Vec3> points) {
  double length_m = 0;
  for (size_t i = 1; i < points.size(); ++i) length_m += Distance(points[i - 1], points[i]);
  return length_m;
}

// The place that far along a line, or its end.
Vec3 PlaceAt(std::span<const Vec3> points, double along_m) {
  for (size_t i = 1; i < points.size(); ++i) {
    const double side_m = Distance(points[i - 1], points[i]);
    if (along_m <= side_m) {
      return side_m == 0 ? points[i] : points[i - 1] + (points[i] - points[i - 1]) * (along_m / side_m);
    }
    along_m -= side_m;
  }
  return points.back();
}

double DistanceTo(const Vec3& at, std::span<const Vec3> points) {
  double nearest_m = Distance(at, points.front());
  for (size_t i = 1; i < points.size(); ++i) {
    nearest_m = std::min(nearest_m, SegmentDistance(points[i - 1], points[i], at));
  }
  return nearest_m;
}

// A route and what it is led over.
struct Candidate {
  std::vector<Vec3> via;
  RouteAnswer answer;  // turning points
};

class AlternativeSearch {
 public:
  AlternativeSearch(const MapView& map, const RouteQuery& query, const RouteAnswer& best, Scratch& scratch)
      : map_(map),
        best_(best),
        scratch_(scratch),
        shape_(query.shape),
        max_length_m_(query.max_length_m > 0 ? query.max_length_m : std::numeric_limits<double>::infinity()),
        query_(query) {
    query_.start = best.points.front();
    query_.goals = {best.points.back()};
    query_.snap = kAnyGround;
    query_.shape = RouteShape::kTurningPoints;
    query_.allow_partial = false;
    query_.max_length_m = 0;
    beside_m_ = std::max(1.0, best.length_m / 100);
  }

  absl::StatusOr<std::vector<RouteAnswer>> Find(uint32_t count) {
    for (int i = 0; i < kMostPlaces && !is_over_; ++i) {
      WS_RETURN_IF_ERROR(TryOver(PlaceAround(i)));
    }
    std::stable_sort(candidates_.begin(), candidates_.end(), [](const Candidate& a, const Candidate& b) {
      return a.answer.cost_m < b.answer.cost_m;
    });
    std::vector<RouteAnswer> told;
    std::vector<std::span<const Vec3>> lines = {best_.points};
    for (const Candidate& candidate : candidates_) {
      if (told.size() == count) break;
      if (SharedWith(lines, candidate.answer.points) > kRules.max_shared) continue;
      WS_ASSIGN_OR_RETURN(std::optional<RouteAnswer> whole, Plan(candidate.via, shape_));
      if (!whole) break;
      if (whole->length_m > max_length_m_) continue;
      told.push_back(*std::move(whole));
      JoinWalks(told.back());
      lines.emplace_back(candidate.answer.points);
    }
    return told;
  }

 private:
  // Places of an ellipse around both ends: no route over a place outside of it is short enough. By the sequence of
  // Roberts, "The Unreasonable Effectiveness of Quasirandom Sequences" (2018).
  Vec3 PlaceAround(int number) const {
    const double long_share = std::fmod(0.5 + (number + 1) * 0.7548776662466927, 1.0) * 2 - 1;
    const double cross_share = std::fmod(0.5 + (number + 1) * 0.5698402909980532, 1.0) * 2 - 1;
    const Vec3& a = best_.points.front();
    const Vec3& b = best_.points.back();
    const double between_m = Distance(a.Plane(), b.Plane());
    const double long_m = std::max(best_.length_m * kRules.max_cost_ratio, 2.0) / 2;
    const double cross_m = std::sqrt(std::max(long_m * long_m - between_m * between_m / 4, 0.0));
    const Vec2 along = between_m > 0 ? (b.Plane() - a.Plane()) * (1 / between_m) : Vec2{1, 0};
    const Vec2 at = (a.Plane() + b.Plane()) * 0.5 + along * (long_share * long_m) +
                    Vec2{-along.z, along.x} * (cross_share * cross_m);
    return {at.x, (a.y + b.y) / 2, at.z};
  }

  // A complete route over the places; none if there is none, or nothing is left to search with.
  absl::StatusOr<std::optional<RouteAnswer>> Plan(const std::vector<Vec3>& via, RouteShape shape) {
    query_.via = via;
    query_.shape = shape;
    return Ask(query_);
  }
  absl::StatusOr<std::optional<RouteAnswer>> PlanBetween(const Vec3& from, const std::vector<Vec3>& via,
                                                         const Vec3& to) {
    RouteQuery part = query_;
    part.start = from;
    part.via = via;
    part.goals = {to};
    return Ask(part);
  }
  absl::StatusOr<std::optional<RouteAnswer>> Ask(const RouteQuery& query) {
    if (query_.max_expansions == 0 || query_.deadline.Expired()) {
      is_over_ = true;
      return std::nullopt;
    }
    WS_ASSIGN_OR_RETURN(RouteAnswer answer, PlanRoute(map_, query, scratch_));
    query_.max_expansions -= std::min(answer.expansions, query_.max_expansions);
    if (answer.status != RouteStatus::kComplete) return std::nullopt;
    return answer;
  }

  bool IsTooDear(const RouteAnswer& answer) const {
    return answer.cost_m > best_.cost_m * kRules.max_cost_ratio;
  }

  // A route over a place, straightened until no place that it is led over shows.
  absl::Status TryOver(const Vec3& place) {
    Candidate candidate{{place}, {}};
    const std::span<const Vec3> best_line = best_.points;
    for (int round = 0; round <= kMostStraightenings; ++round) {
      WS_ASSIGN_OR_RETURN(std::optional<RouteAnswer> answer, Plan(candidate.via, RouteShape::kTurningPoints));
      if (!answer || (round > 0 && IsTooDear(*answer))) return absl::OkStatus();
      if (SharedWith({&best_line, 1}, answer->points) > kRules.max_shared) return absl::OkStatus();
      candidate.answer = *std::move(answer);
      const std::vector<double> along = AlongOf(candidate);
      if (along.size() != candidate.via.size()) return absl::OkStatus();
      WS_ASSIGN_OR_RETURN(const bool is_straight, Straighten(along, candidate));
      if (is_over_) return absl::OkStatus();
      if (!is_straight) continue;
      if (!IsTooDear(candidate.answer)) candidates_.push_back(std::move(candidate));
      return absl::OkStatus();
    }
    return absl::OkStatus();
  }

  // How far along the route each place lies that it is led over; fewer if that does not show. Places are snapped, so that the route's points there are
  // near, not equal; they end a walk.
  static std::vector<double> AlongOf(const Candidate& candidate) {
    const std::vector<Vec3>& line = candidate.answer.points;
    std::vector<double> along;
    double along_m = 0;
    for (size_t i = 1; i < line.size() && along.size() < candidate.via.size(); ++i) {
      along_m += Distance(line[i - 1], line[i]);
      const bool ends_walk = std::any_of(candidate.answer.legs.begin(), candidate.answer.legs.end(),
                                         [&](const RouteLeg& leg) { return leg.first_point == i; });
      if (ends_walk && IsSnapOf(candidate.via[along.size()], line[i])) along.push_back(along_m);
    }
    return along;
  }

  // Replaces places that the route makes a detour for by the ends of the detour. False if there was one.
  absl::StatusOr<bool> Straighten(const std::vector<double>& along, Candidate& candidate) {
    const std::vector<Vec3>& line = candidate.answer.points;
    const double whole_m = LengthOf(line);
    const double reach_m = best_.length_m * kRules.local_share;
    for (const double middle_m : along) {
      const double first_m = std::max(middle_m - reach_m, 0.0);
      const double last_m = std::min(middle_m + reach_m, whole_m);
      const auto first = std::lower_bound(along.begin(), along.end(), first_m) - along.begin();
      const auto last = std::upper_bound(along.begin(), along.end(), last_m) - along.begin();
      const Vec3 from = PlaceAt(line, first_m);
      const Vec3 to = PlaceAt(line, last_m);
      std::vector<Vec3> passed;
      for (auto i = first; i < last; ++i) passed.push_back(PlaceAt(line, along[static_cast<size_t>(i)]));
      WS_ASSIGN_OR_RETURN(const std::optional<RouteAnswer> over, PlanBetween(from, passed, to));
      WS_ASSIGN_OR_RETURN(const std::optional<RouteAnswer> past, PlanBetween(from, {}, to));
      if (!over || !past || over->cost_m <= past->cost_m * kLocalRatio) continue;
      const auto place = candidate.via.erase(candidate.via.begin() + first, candidate.via.begin() + last);
      std::vector<Vec3> ends;
      if (first_m > 0) ends.push_back(from);
      if (last_m < whole_m) ends.push_back(to);
      candidate.via.insert(place, ends.begin(), ends.end());
      return false;
    }
    return true;
  }

  static bool IsSnapOf(const Vec3& place, const Vec3& point) {
    return Distance(place.Plane(), point.Plane()) <= kAnyGround.radius_m;
  }

  // [share of its length] What lies beside any of the lines.
  double SharedWith(std::span<const std::span<const Vec3>> lines, std::span<const Vec3> line) const {
    const double length_m = LengthOf(line);
    int shared = 0;
    for (int k = 0; k < kSamples; ++k) {
      const Vec3 at = PlaceAt(line, length_m * (k + 0.5) / kSamples);
      shared += std::any_of(lines.begin(), lines.end(),
                            [&](std::span<const Vec3> other) { return DistanceTo(at, other) <= beside_m_; })
                    ? 1
                    : 0;
    }
    return static_cast<double>(shared) / kSamples;
  }

  // Joins the walks on both sides of a place that the route was led over. In volumes such a place lies beside the path, which
  // leads over middles of voxels: the path to it and back is left out.
  static void JoinWalks(RouteAnswer& answer) {
    std::vector<RouteLeg> legs;
    std::vector<Vec3>& points = answer.points;
    uint32_t left_out = 0;
    for (RouteLeg& leg : answer.legs) {
      leg.first_point -= left_out;
      const bool goes_on = !legs.empty() && !legs.back().link && !leg.link && legs.back().kind == leg.kind;
      if (!goes_on) {
        legs.push_back(std::move(leg));
        continue;
      }
      legs.back().point_count += leg.point_count - 1;
      legs.back().length_m += leg.length_m;
      legs.back().cost_m += leg.cost_m;
      const uint32_t at = leg.first_point;
      if (leg.point_count < 2 || points[at - 1] != points[at + 1]) continue;
      const double beside_m = Distance(points[at - 1], points[at]);
      answer.length_m -= 2 * beside_m;
      answer.plane_length_m -= 2 * PlaneDistance(points[at - 1], points[at]);
      legs.back().length_m -= 2 * beside_m;
      legs.back().point_count -= 2;
      points.erase(points.begin() + at, points.begin() + at + 2);
      left_out += 2;
    }
    answer.legs = std::move(legs);
  }

  const MapView& map_;
  const RouteAnswer& best_;
  Scratch& scratch_;
  const RouteShape shape_;
  const double max_length_m_;
  RouteQuery query_;  // between the best route's ends; of its expansions those that are left
  double beside_m_;   // so near is shared
  bool is_over_ = false;
  std::vector<Candidate> candidates_;
};

}  // namespace

absl::StatusOr<std::vector<RouteAnswer>> FindAlternatives(const MapView& map, const RouteQuery& query,
                                                          const RouteAnswer& best, uint32_t count,
                                                          Scratch& scratch) {
  if (best.points.size() < 2) return std::vector<RouteAnswer>();
  return AlternativeSearch(map, query, best, scratch).Find(count);
}

}  // namespace waystone
