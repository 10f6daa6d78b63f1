#include "server/maps/map_prefetcher.h"

#include <algorithm>
#include <utility>
#include <vector>

namespace waystone {
namespace {

constexpr size_t kMapsAhead = 2;
constexpr uint32_t kMaxWaiting = 16;  // routes; what more there are is not loaded ahead

}  // namespace

void MapPrefetcher::Follow(const std::shared_ptr<WorldStore>& world, const WorldRouteAnswer& answer) {
  std::vector<WorldMapIndex> ahead;
  for (size_t i = 1; i < answer.stretches.size() && i <= kMapsAhead; ++i) {
    const WorldMapIndex map = answer.stretches[i].map;
    if (!world->IsLoaded(map)) ahead.push_back(map);
  }
  if (ahead.empty() || waiting_.load() >= kMaxWaiting) return;
  const std::vector<WorldMapIndex> keep = {answer.stretches.front().map, answer.stretches.back().map,
                                           ahead.front()};
  ++waiting_;
  thread_.Submit([this, world, ahead = std::move(ahead), keep] {
    for (const WorldMapIndex map : ahead) world->LoadAhead(map, keep);
    --waiting_;
  });
}

}  // namespace waystone
