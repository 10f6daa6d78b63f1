// Missing maps that an answer had to do without.
#pragma once

#include <algorithm>
#include <vector>

#include "absl/status/status.h"
#include "core/store/world_store.h"
#include "core/surface/world_query.h"
#include "core/world/portal_query.h"
#include "core/world/world_view.h"

namespace waystone {

// What a path that costs as much may differ by, from rounding alone.
inline constexpr double kCostRounding = 1e-9;

// Adds the missing maps on `would`, the cheaper path that a search with LimitsOfWholeWorld found, if any; all missing
// maps if a limit ended that search. `missed` is kept ascending, each map once.
void AddMissedOn(const WorldView& world, const PortalPath& would, const std::vector<bool>& missing,
                 std::vector<WorldMapIndex>& missed);
void AddMissed(WorldMapIndex map, std::vector<WorldMapIndex>& missed);

// The answer that `plan` gives, asked again if a map that its answer had to do without is back by now. Notes why the
// maps are missing.
template <typename Plan>
auto PlanWithMapsThatAreBack(WorldStore& store, const Plan& plan) {
  constexpr int kMostTries = 3;  // more only if maps come and go meanwhile
  auto answer = plan();
  for (int tries = 1; answer.ok(); ++tries) {
    answer->why_missed = store.LookFor(answer->missed_maps);
    const bool is_one_back = std::any_of(answer->why_missed.begin(), answer->why_missed.end(),
                                         [](const absl::Status& why) { return why.ok(); });
    if (!is_one_back || tries == kMostTries) break;
    answer = plan();
  }
  return answer;
}

}  // namespace waystone
