#include "tests/answers/move_kind.h"

#include <algorithm>
#include <cmath>
#include <string>

#include "core/base/str_cat.h"
#include "tests/answers/numbers.h"
#include "tests/answers/truth_graph.h"

namespace waystone::answers {
namespace {

constexpr size_t kMoveBatch = 64;
constexpr double kFar_m = 15;

// A place at most so far from `from` in the plane, on the surface if there is any.
Vec3 DrawNear(const TruthSurface& surface, const Vec3& from, double most_m, Random& random) {
  const double turn = random.NextInRange(0, 6.283185307179586);
  const double far_m = random.NextInRange(0, most_m);
  const Vec3 at = from + Vec3{far_m * std::cos(turn), 0, far_m * std::sin(turn)};
  const std::vector<uint32_t> polys = surface.PolysAt(at, kSame_m, 2);
  return polys.empty() ? at : Vec3{at.x, surface.HeightOn(polys[0], at.Plane()), at.z};
}

std::vector<v1::BatchItem> DrawRoutes(const TruthSurface& surface, Random& random) {
  std::vector<v1::BatchItem> items;
  while (items.size() < kMoveBatch) {
    const Vec3 start = surface.Draw(random);
    const double far_m = random.NextBelow(2) == 0 ? 2 : kFar_m;
    v1::PlanRouteRequest request = RouteBetween(start, DrawNear(surface, start, far_m, random));
    request.mutable_limits()->set_max_length_ratio(1);
    request.mutable_limits()->set_complete_only(true);
    request.mutable_detail()->set_shape(v1::ROUTE_SHAPE_TURNING_POINTS);
    items.push_back(ToItem(request));
  }
  return items;
}

void AskMovesAlongRoutes(const Round& round, uint64_t& done) {
  const std::vector<v1::BatchItem> routes = DrawRoutes(*round.map.surface, round.random);
  const auto found = round.asker.Ask(routes);
  std::vector<v1::BatchItem> items;
  for (size_t i = 0; i < routes.size(); ++i) {
    const auto* const answer = ExpectRoute(found[i], routes[i], round.asker);
    if (answer == nullptr || answer->status() != v1::ROUTE_STATUS_COMPLETE) continue;
    const v1::Route& route = answer->routes(0);
    if (route.legs_size() != 1 || route.legs(0).point_count() != 2) continue;
    const client::PointView points = client::LegPoints(route, route.legs(0));
    items.push_back(ToItem(MoveBetween(points.front(), points.back())));
  }
  const auto answers = round.asker.Ask(items);
  for (size_t i = 0; i < items.size(); ++i) {
    const auto* const answer = ExpectVerdict(answers[i], items[i], round.asker);
    if (answer == nullptr || answer->verdict() == v1::MOVE_VERDICT_LEGAL) continue;
    round.asker.Wrong(items[i], StrCat("a route leads straight there, but the move is illegal: ",
                                       client::EnumName(answer->violations(0).kind())));
  }
  round.asker.Asked(items.size());
  done += std::max<size_t>(items.size(), 1);
}

void AskMovesElsewhere(const Round& round, const TruthGraph& graph, uint64_t& done) {
  const TruthSurface& surface = *round.map.surface;
  std::vector<v1::BatchItem> items;
  for (size_t i = 0; i < kMoveBatch; ++i) {
    const Vec3 from = surface.Draw(round.random);
    const Vec3 to = surface.Draw(round.random);
    const std::vector<uint32_t> from_polys = surface.PolysAt(from, kSame_m, kSame_m);
    const std::vector<uint32_t> to_polys = surface.PolysAt(to, kSame_m, kSame_m);
    if (from_polys.size() != 1 || to_polys.size() != 1) continue;
    if (graph.weak_components()[from_polys[0]] == graph.weak_components()[to_polys[0]]) continue;
    items.push_back(ToItem(MoveBetween(from, to)));
  }
  const auto answers = round.asker.Ask(items);
  for (size_t i = 0; i < items.size(); ++i) {
    const auto* const answer = ExpectVerdict(answers[i], items[i], round.asker);
    if (answer == nullptr || answer->verdict() == v1::MOVE_VERDICT_ILLEGAL) continue;
    round.asker.Wrong(items[i], "legal, but nothing joins the two grounds");
  }
  round.asker.Asked(items.size());
  done += std::max<size_t>(items.size(), 1);
}

}  // namespace

void AskMoves(const Round& round) {
  const TruthGraph graph(*round.map.surface, 0);
  for (uint64_t done = 0; done < round.questions;) {
    if (round.random.NextBelow(8) == 0) {
      AskMovesElsewhere(round, graph, done);
    } else {
      AskMovesAlongRoutes(round, done);
    }
  }
}

}  // namespace waystone::answers
