#include "tests/answers/place_kind.h"

#include <algorithm>
#include <string>

#include "core/base/str_cat.h"
#include "tests/answers/truth_graph.h"

namespace waystone::answers {
namespace {

constexpr size_t kBatch = 16;
constexpr uint32_t kMostPositions = 20;
constexpr double kSame_m = 1e-4;
constexpr double kRounding_m = 0.002;  // of floats

client::PlaceRequest DrawRequest(const TruthSurface& surface, Random& random) {
  client::PlaceRequest request;
  request.task =
      client::ScatterTask{.count = 1 + random.NextBelow(kMostPositions), .seed = random.NextU64() >> 1};
  const Vec3 anchor = surface.Draw(random);
  request.rules.anchors = {anchor};
  request.rules.reachability =
      random.NextBelow(2) == 0 ? client::Reachability::kFromAndBack : client::Reachability::kFrom;
  if (random.NextBelow(2) == 0) {
    request.rules.region = client::SphereRegion{surface.Draw(random), random.NextInRange(2, 30)};
  }
  if (random.NextBelow(2) == 0) request.rules.spacing.between_m = random.NextInRange(0.1, 5);
  return request;
}

std::string JudgePosition(const TruthSurface& surface, const client::PlaceRequest& request, const Vec3& at,
                          uint32_t poly, const std::vector<bool>& there, const std::vector<bool>& back) {
  const double reach_m = surface.standing_reach_m() + kRounding_m;
  if (surface.HeightGap(at, kRounding_m) > reach_m) return "is not on the surface";
  const std::vector<uint32_t> polys = surface.PolysAt(at, kRounding_m, reach_m);
  if (std::find(polys.begin(), polys.end(), poly) == polys.end()) return StrCat("is not on polygon ", poly);
  if (!there[poly]) return "cannot be reached from the anchor";
  if (request.rules.reachability == client::Reachability::kFromAndBack && !back[poly])
    return "has no way back";
  if (const auto* sphere = std::get_if<client::SphereRegion>(&request.rules.region)) {
    const double far_m = Distance(at, sphere->center);
    if (far_m > sphere->radius_m + kRounding_m)
      return StrCat("is ", far_m, " m from the middle of the region");
  }
  return {};
}

void Judge(const Round& round, const TruthGraph& graph, const client::AnyRequest& item,
           const client::PlaceAnswer& answer) {
  const TruthSurface& surface = *round.map.surface;
  const auto& request = std::get<client::PlaceRequest>(item);
  const uint32_t count = std::get<client::ScatterTask>(request.task).count;
  const std::vector<uint32_t> anchor = surface.PolysAt(request.rules.anchors[0], kSame_m, kSame_m);
  const std::vector<bool> there = graph.ReachedFrom(anchor);
  const std::vector<bool> back = graph.ReachedFrom(anchor, true);
  const client::PointView points = answer.points.view();
  const double spacing_m = request.rules.spacing.between_m;
  const bool is_free = spacing_m == 0 && std::holds_alternative<std::monostate>(request.rules.region);
  round.asker.Asked(std::max<size_t>(points.size(), 1));
  if (points.size() > count || (is_free && points.size() < count) || answer.polys.size() != points.size()) {
    round.asker.Wrong(item, StrCat(points.size(), " positions for ", count));
    return;
  }
  for (size_t i = 0; i < points.size(); ++i) {
    std::string why = JudgePosition(surface, request, points[i], answer.polys[i], there, back);
    for (size_t k = 0; k < i && why.empty(); ++k) {
      const double apart_m = Distance(points[i], points[k]);
      if (apart_m < spacing_m - kRounding_m) why = StrCat("is ", apart_m, " m from position ", k);
    }
    if (!why.empty()) round.asker.Wrong(item, StrCat("position ", i, " ", why));
  }
}

}  // namespace

void AskPlaces(const Round& round) {
  const TruthGraph graph(*round.map.surface, 0);
  for (uint64_t done = 0; done < round.questions;) {
    std::vector<client::AnyRequest> items;
    const uint64_t left = round.questions - done;
    while (items.size() < std::min<uint64_t>(kBatch, left / kMostPositions + 1))
      items.emplace_back(DrawRequest(*round.map.surface, round.random));
    const auto answers = round.asker.Ask(items);
    for (size_t i = 0; i < items.size(); ++i) {
      const auto* const answer = Expect<client::PlaceAnswer>(answers[i], items[i], round.asker);
      if (answer == nullptr) continue;
      Judge(round, graph, items[i], *answer);
      done += std::max<size_t>(answer->polys.size(), 1);
    }
    ++done;
  }
}

}  // namespace waystone::answers
