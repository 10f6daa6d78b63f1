#include "tests/answers/place_kind.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <string>
#include <vector>

#include "core/base/str_cat.h"
#include "tests/answers/numbers.h"
#include "tests/answers/truth_graph.h"

namespace waystone::answers {
namespace {

constexpr size_t kPlaceBatch = 16;
constexpr uint32_t kMostPositions = 20;
constexpr double kFloatRounding_m = 0.002;       // of floats
constexpr double kMargin_m = 0.01;               // places that are good by less may be left out
constexpr uint64_t kMostCandidates = 1'000'000;  // rejected before the server may give up
constexpr uint32_t kRaster = 16;                 // rows and columns of places on a triangle

v1::PlaceResourceRequest DrawRequest(const TruthSurface& surface, Random& random) {
  v1::PlaceResourceRequest request;
  request.mutable_scatter()->set_count(1 + random.NextBelow(kMostPositions));
  request.mutable_scatter()->set_seed(random.NextU64() >> 1);
  v1::PlaceRules& rules = *request.mutable_rules();
  client::AddPoint(surface.Draw(random), rules.mutable_anchor_xyz());
  rules.set_reachability(random.NextBelow(2) == 0 ? v1::REACHABILITY_FROM_AND_BACK : v1::REACHABILITY_FROM);
  if (random.NextBelow(2) == 0) {
    v1::Sphere& sphere = *rules.mutable_region()->mutable_sphere();
    *sphere.mutable_center() = client::MakePosition("", surface.Draw(random));
    sphere.set_radius_m(random.NextInRange(2, 30));
  }
  if (random.NextBelow(2) == 0) rules.mutable_spacing()->set_between_m(random.NextInRange(0.1, 5));
  return request;
}

// The region, if there is one.
const v1::Sphere* RegionOf(const v1::PlaceResourceRequest& request) {
  return request.rules().region().has_sphere() ? &request.rules().region().sphere() : nullptr;
}

std::string JudgePosition(const TruthSurface& surface, const v1::PlaceResourceRequest& request,
                          const Vec3& at, uint32_t poly, const std::vector<bool>& there,
                          const std::vector<bool>& back) {
  const double reach_m = surface.standing_reach_m() + kFloatRounding_m;
  if (surface.HeightGap(at, kFloatRounding_m) > reach_m) return "is not on the surface";
  const std::vector<uint32_t> polys = surface.PolysAt(at, kFloatRounding_m, reach_m);
  if (std::find(polys.begin(), polys.end(), poly) == polys.end()) return StrCat("is not on polygon ", poly);
  if (!there[poly]) return "cannot be reached from the anchor";
  if (request.rules().reachability() == v1::REACHABILITY_FROM_AND_BACK && !back[poly])
    return "has no path back";
  if (const v1::Sphere* const sphere = RegionOf(request)) {
    const double far_m = Distance(at, client::ToVec3(sphere->center()));
    if (far_m > sphere->radius_m() + kFloatRounding_m)
      return StrCat("is ", far_m, " m from the middle of the region");
  }
  return {};
}

// Places all over the triangle, as far as the region goes, and the one straight above or below its middle.
std::vector<Vec3> PlacesOn(const TruthTriangle& t, const v1::Sphere* region) {
  const Vec2 a = t.corner[0].Plane();
  const Vec2 b = t.corner[1].Plane();
  const Vec2 c = t.corner[2].Plane();
  const double area = Cross(b - a, c - a);
  if (area == 0) return {};
  Vec2 low{std::min({a.x, b.x, c.x}), std::min({a.z, b.z, c.z})};
  Vec2 high{std::max({a.x, b.x, c.x}), std::max({a.z, b.z, c.z})};
  std::vector<Vec2> raster;
  if (region != nullptr) {
    const Vec2 middle = client::ToVec3(region->center()).Plane();
    const double radius_m = region->radius_m();
    low = {std::max(low.x, middle.x - radius_m), std::max(low.z, middle.z - radius_m)};
    high = {std::min(high.x, middle.x + radius_m), std::min(high.z, middle.z + radius_m)};
    if (low.x > high.x || low.z > high.z) return {};
    raster.push_back(middle);
  }
  for (uint32_t row = 0; row < kRaster; ++row) {
    for (uint32_t column = 0; column < kRaster; ++column) {
      raster.push_back({low.x + (high.x - low.x) * (column + 0.5) / kRaster,
                        low.z + (high.z - low.z) * (row + 0.5) / kRaster});
    }
  }
  const double longest_m = std::max({Distance(a, b), Distance(b, c), Distance(c, a)});
  const double inside = kMargin_m * longest_m / std::abs(area);  // the share of a height that is the margin
  std::vector<Vec3> places;
  for (const Vec2 at : raster) {
    const double wb = Cross(at - a, c - a) / area;
    const double wc = Cross(b - a, at - a) / area;
    if (std::min({wb, wc, 1 - wb - wc}) < inside) continue;
    places.push_back(t.corner[0] + (t.corner[1] - t.corner[0]) * wb + (t.corner[2] - t.corner[0]) * wc);
  }
  return places;
}

// Whether a position at the place, or as far above or below it as the ground may be, keeps region and spacing
// by a margin.
bool IsGood(const v1::PlaceResourceRequest& request, client::PointView positions, const Vec3& place,
            double reach_m) {
  if (const v1::Sphere* const sphere = RegionOf(request)) {
    const Vec3 center = client::ToVec3(sphere->center());
    const double rise_m = std::abs(place.y - center.y) + reach_m;
    const double far_m = std::hypot(PlaneDistance(place, center), rise_m);
    if (far_m > sphere->radius_m() - kMargin_m) return false;
  }
  const double spacing_m = request.rules().spacing().between_m();
  return spacing_m == 0 || std::all_of(positions.begin(), positions.end(), [&](const Vec3& other) {
           const double rise_m = std::max(0.0, std::abs(place.y - other.y) - reach_m);
           return std::hypot(PlaneDistance(place, other), rise_m) >= spacing_m + kMargin_m;
         });
}

// A place for one more position, by a look at all polygons that `is_allowed` names.
std::optional<Vec3> FindRoom(const TruthSurface& surface, const v1::PlaceResourceRequest& request,
                             client::PointView positions, const std::vector<bool>& is_allowed) {
  const v1::Sphere* const region = RegionOf(request);
  for (uint32_t poly = 0; poly < is_allowed.size(); ++poly) {
    if (!is_allowed[poly]) continue;
    for (const TruthTriangle& triangle : surface.TrianglesOf(poly)) {
      for (const Vec3& place : PlacesOn(triangle, region)) {
        if (IsGood(request, positions, place, surface.standing_reach_m())) return place;
      }
    }
  }
  return std::nullopt;
}

// Of fewer positions than were asked for.
std::string JudgeFewer(const TruthSurface& surface, const v1::PlaceResourceRequest& request,
                       const v1::PlaceResourceResponse& answer, const std::vector<bool>& there,
                       const std::vector<bool>& back) {
  const client::PointView points = client::PointsOf(answer.points());
  const auto counted = [&](v1::PlaceReason reason) {
    const auto found = std::find_if(answer.rejections().begin(), answer.rejections().end(),
                                    [&](const auto& of) { return of.reason() == reason; });
    return found == answer.rejections().end() ? uint64_t{0} : found->count();
  };
  if (counted(v1::PLACE_REASON_CANDIDATE_LIMIT) > 0) {
    uint64_t candidates = 0;
    for (const v1::PlaceRejections& of : answer.rejections()) candidates += of.count();
    return candidates >= kMostCandidates ? "" : StrCat("gave up after ", candidates, " candidates");
  }
  if (counted(v1::PLACE_REASON_NO_ROOM) == 0) return "fewer, but not for lack of room";
  std::vector<bool> is_allowed = there;
  if (request.rules().reachability() == v1::REACHABILITY_FROM_AND_BACK) {
    for (size_t i = 0; i < back.size(); ++i) is_allowed[i] = there[i] && back[i];
  }
  const std::optional<Vec3> room = FindRoom(surface, request, points, is_allowed);
  if (!room.has_value()) return {};
  return StrCat("only ", points.size(), " positions, but there is room at ", room->x, ",", room->y, ",",
                room->z);
}

void Judge(const Round& round, const TruthGraph& graph, const v1::BatchItem& item,
           const v1::PlaceResourceResponse& answer) {
  const TruthSurface& surface = *round.map.surface;
  const v1::PlaceResourceRequest& request = item.place_resource();
  const uint32_t count = request.scatter().count();
  const Vec3 anchor_at = client::PointsOf(request.rules().anchor_xyz()).front();
  const std::vector<uint32_t> anchor = surface.PolysAt(anchor_at, kSame_m, kSame_m);
  const std::vector<bool> there = graph.ReachedFrom(anchor);
  const std::vector<bool> back = graph.ReachedFrom(anchor, true);
  const client::PointView points = client::PointsOf(answer.points());
  const double spacing_m = request.rules().spacing().between_m();
  round.asker.Asked(std::max<size_t>(points.size(), 1));
  if (points.size() > count || static_cast<size_t>(answer.polys_size()) != points.size()) {
    round.asker.Wrong(item, StrCat(points.size(), " positions for ", count));
    return;
  }
  // If floors touch at the anchor, either may be meant.
  if (points.size() < count && anchor.size() == 1) {
    const std::string why = JudgeFewer(surface, request, answer, there, back);
    if (!why.empty()) round.asker.Wrong(item, why);
  }
  for (size_t i = 0; i < points.size(); ++i) {
    std::string why =
        JudgePosition(surface, request, points[i], answer.polys(static_cast<int>(i)), there, back);
    for (size_t k = 0; k < i && why.empty(); ++k) {
      const double apart_m = Distance(points[i], points[k]);
      if (apart_m < spacing_m - kFloatRounding_m) why = StrCat("is ", apart_m, " m from position ", k);
    }
    if (!why.empty()) round.asker.Wrong(item, StrCat("position ", i, " ", why));
  }
}

}  // namespace

void AskPlaces(const Round& round) {
  const TruthGraph graph(*round.map.surface, 0);
  for (uint64_t done = 0; done < round.questions;) {
    std::vector<v1::BatchItem> items;
    const uint64_t left = round.questions - done;
    while (items.size() < std::min<uint64_t>(kPlaceBatch, left / kMostPositions + 1))
      items.push_back(ToItem(DrawRequest(*round.map.surface, round.random)));
    const auto answers = round.asker.Ask(items);
    for (size_t i = 0; i < items.size(); ++i) {
      const auto* const answer = ExpectPlaces(answers[i], items[i], round.asker);
      if (answer == nullptr) continue;
      Judge(round, graph, items[i], *answer);
      done += std::max(answer->polys_size(), 1);
    }
    ++done;
  }
}

}  // namespace waystone::answers
