#include "tests/answers/snap_kind.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <string>

#include "core/base/str_cat.h"

namespace waystone::answers {
namespace {

constexpr double kSlack_m = 1e-6;
constexpr double kEqual_m = 1e-3;  // floors as near as this are equally near
constexpr size_t kSnapBatch = 64;

// All but that of the surface.
constexpr v1::MoveCheck kSkipped[] = {v1::MOVE_CHECK_BOUNDS, v1::MOVE_CHECK_REACHABILITY, v1::MOVE_CHECK_WALK,
                                      v1::MOVE_CHECK_STEP,   v1::MOVE_CHECK_SWEEP,        v1::MOVE_CHECK_AIR};

// On the surface, near it, or anywhere over its part of the map.
Vec3 DrawPosition(const TruthSurface& surface, Random& random) {
  Vec3 at = surface.Draw(random);
  const uint32_t choice = random.NextBelow(4);
  if (choice == 0) return at;
  const double aside_m = choice == 1 ? 0 : random.NextInRange(0, 3);
  const double turn = random.NextInRange(0, 6.283185307179586);
  const double rise_m = choice == 3 ? 5 : surface.max_climb_m();
  return at + Vec3{aside_m * std::cos(turn), random.NextInRange(-rise_m, rise_m), aside_m * std::sin(turn)};
}

SnapLimits DrawLimits(Random& random) {
  if (random.NextBelow(2) == 0) return {};
  return {.radius_m = random.NextInRange(0, 4),
          .max_above_m = random.NextInRange(0, 4),
          .max_below_m = random.NextInRange(0, 6)};
}

std::string Text(const NearPlace& place) {
  return StrCat(place.distance_m, " m away (counted as ", place.counted_m, ")");
}

// What is wrong with `end`; empty if nothing is.
std::string Judge(const TruthSurface& surface, const v1::ValidateMoveRequest& request,
                  const std::optional<Vec3>& end) {
  const Vec3 at = client::ToVec3(request.from());
  const SnapLimits limits{.radius_m = request.snap().radius_m(),
                          .max_above_m = request.snap().max_above_m(),
                          .max_below_m = request.snap().max_below_m()};
  const SnapTruth sure = surface.Nearest(at, limits, -kSlack_m);
  const SnapTruth perhaps = surface.Nearest(at, limits, kSlack_m);
  if (!end.has_value()) {
    if (!sure.step.has_value() && !sure.higher.has_value()) return {};
    return StrCat("off the mesh, but there is ground ",
                  Text(sure.step.has_value() ? *sure.step : *sure.higher));
  }
  if (!perhaps.step.has_value() && !perhaps.higher.has_value()) return "on the mesh, but there is no ground";
  if (surface.HeightGap(*end, kEqual_m) > kEqual_m) return "the place found is not on the surface";
  const double aside_m = PlaneDistance(*end, at);
  const NearPlace found = surface.Counted(aside_m < kSlack_m ? 0 : aside_m, end->y - at.y);
  const bool is_higher = end->y > at.y + surface.max_climb_m() + kSlack_m;
  if (is_higher && sure.step.has_value())
    return StrCat("higher than a step, but there is ground ", Text(*sure.step));
  const std::optional<NearPlace>& best = is_higher ? sure.higher : sure.step;
  if (!best.has_value() || found.counted_m < best->counted_m - kSlack_m) return {};
  const bool is_best =
      found.counted_m <= best->counted_m + kSlack_m && found.distance_m <= best->distance_m + kEqual_m;
  return is_best ? std::string() : StrCat(Text(found), ", but there is ground ", Text(*best));
}

}  // namespace

void AskSnaps(const Round& round) {
  const TruthSurface& surface = *round.map.surface;
  for (uint64_t done = 0; done < round.questions; done += kSnapBatch) {
    std::vector<v1::BatchItem> items;
    for (size_t i = 0; i < std::min<uint64_t>(kSnapBatch, round.questions - done); ++i) {
      const Vec3 at = DrawPosition(surface, round.random);
      const SnapLimits limits = DrawLimits(round.random);
      v1::ValidateMoveRequest request = MoveBetween(at, at);
      request.mutable_snap()->set_radius_m(limits.radius_m);
      request.mutable_snap()->set_max_above_m(limits.max_above_m);
      request.mutable_snap()->set_max_below_m(limits.max_below_m);
      for (const v1::MoveCheck check : kSkipped) request.add_skipped_checks(check);
      items.push_back(ToItem(request));
    }
    const auto answers = round.asker.Ask(items);
    for (size_t i = 0; i < items.size(); ++i) {
      const auto* const answer = ExpectVerdict(answers[i], items[i], round.asker);
      if (answer == nullptr) continue;
      std::optional<Vec3> end;
      if (answer->has_end()) end = client::ToVec3(answer->end());
      const std::string why = Judge(surface, items[i].validate_move(), end);
      if (!why.empty()) round.asker.Wrong(items[i], why);
    }
    round.asker.Asked(items.size());
  }
}

}  // namespace waystone::answers
