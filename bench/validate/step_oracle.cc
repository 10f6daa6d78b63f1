#include "bench/validate/step_oracle.h"

#include <cmath>
#include <limits>
#include <numbers>
#include <string>

#include "core/base/random.h"
#include "core/base/status_macros.h"
#include "core/base/str_cat.h"
#include "core/move/move_validator.h"
#include "core/navmesh/surface_queries.h"
#include "core/surface/search_surface.h"

namespace waystone {
namespace {

constexpr double kLongestStep_m = 8;
constexpr double kStepSpeed_mps = 5;
constexpr double kStepBand_m = 1.5;  // how much higher or lower a step ends, at most
constexpr double kEndReach_m = 0.2;

std::string Text(const Vec3& at) { return StrCat("(", at.x, ", ", at.y, ", ", at.z, ")"); }

}  // namespace

absl::Status CompareSteps(const MapView& map, uint64_t seed, uint64_t steps, Scratch& scratch,
                          OracleCount& count, const std::function<void(const std::string&)>& tell) {
  if (map.surface->IsGraph()) return absl::OkStatus();
  const ExactWalks exact(map, scratch, LinkLengths::kJudged);
  const ExactWalks least(map, scratch);
  Random random(seed);
  const double longest_m = kLongestStep_m;
  for (uint64_t i = 0; i < steps; ++i) {
    const NavLocation from = RandomPoint(*map.navmesh, random);
    const double turn = random.NextInRange(0, 2 * std::numbers::pi);
    const double far_m = random.NextInRange(0.05, longest_m);
    const double share = random.NextInRange(0.3, 2);
    const Vec3 at = from.point + Vec3(std::cos(turn), 0, std::sin(turn)) * far_m;
    const auto to = NearestPolyWithin(*map.navmesh, at, kEndReach_m, kStepBand_m, kStepBand_m,
                                      *scratch.Borrow<SurfaceWorkspace>());
    if (!to) continue;
    const Vec3 samples[] = {from.point + map.manifest->origin, to->point + map.manifest->origin};
    const auto start = exact.PlaceAt(samples[0]);
    const auto end = exact.PlaceAt(samples[1]);
    if (!start || !end) continue;
    const double straight_m = PlaneDistance(start->point, end->point);
    const double walk_m = exact.Length_m(*start, *end, 4 * longest_m);
    const double budget_m = share * (std::isfinite(walk_m) ? walk_m : straight_m);
    const double times_s[] = {0, budget_m / (kStepSpeed_mps * 1.1)};
    MoveQuery query;
    query.samples = samples;
    query.times_s = times_s;
    query.allowances.max_speed_mps = kStepSpeed_mps;
    WS_ASSIGN_OR_RETURN(const MoveAnswer answer, ValidateMove(map, query, scratch));
    const bool is_legal = answer.verdict == MoveVerdict::kLegal;
    if (is_legal && !answer.end) {
      ++count.undecided;
      continue;
    }
    ++count.steps;
    count.legal += is_legal ? 1 : 0;
    const double most_m = budget_m + kOracleSlack_m;
    const bool wrongly_legal =
        is_legal && walk_m > most_m && least.LeastLength_m(*start, *end, kOracleReach_m, most_m) > most_m;
    const bool wrongly_illegal = !is_legal && walk_m < budget_m - kOracleSlack_m;
    count.wrongly_legal += wrongly_legal ? 1 : 0;
    count.wrongly_illegal += wrongly_illegal ? 1 : 0;
    if (wrongly_legal || wrongly_illegal) {
      tell(StrCat("oracle: ", is_legal ? "legal" : "illegal", " by the judge (violation ",
                  static_cast<int>(answer.violation.kind), ", measured ", answer.violation.measured,
                  ", allowed ", answer.violation.allowed, "): ", Text(samples[0]), " to ", Text(samples[1]),
                  " in ", times_s[1], " s at 5 m/s: budget ", budget_m, " m, shortest walk ", walk_m, " m"));
    }
  }
  return absl::OkStatus();
}

}  // namespace waystone
