#include "server/maps/map_prefetcher.h"

#include <algorithm>
#include <chrono>
#include <utility>
#include <vector>

namespace waystone {
namespace {

constexpr size_t kMapsAhead = 2;
constexpr uint32_t kMaxWaiting = 16;  // routes; what more there are is not loaded ahead
constexpr std::chrono::seconds kLookInterval(1);

}  // namespace

void MapPrefetcher::Follow(const std::shared_ptr<WorldStore>& world, const WorldRouteAnswer& answer) {
  std::vector<WorldMapIndex> ahead;
  for (size_t i = 1; i < answer.stretches.size() && i <= kMapsAhead; ++i) {
    const WorldMapIndex map = answer.stretches[i].map;
    if (!world->IsLoaded(map)) ahead.push_back(map);
  }
  const bool looks = world->MissingCount() > 0 && MayLook();
  if ((ahead.empty() && !looks) || waiting_.load() >= kMaxWaiting) return;
  std::vector<WorldMapIndex> keep;
  if (!ahead.empty()) keep = {answer.stretches.front().map, answer.stretches.back().map, ahead.front()};
  ++waiting_;
  thread_.Submit([this, world, looks, ahead = std::move(ahead), keep = std::move(keep)] {
    for (const WorldMapIndex map : ahead) world->LoadAhead(map, keep);
    if (looks) world->LookForMissing();
    --waiting_;
  });
}

// Whether the last look is long enough ago; then this is the next one.
bool MapPrefetcher::MayLook() {
  const Deadline::Clock::time_point now = Deadline::Clock::now();
  Deadline::Clock::rep next = next_look_.load();
  return now.time_since_epoch().count() >= next &&
         next_look_.compare_exchange_strong(next, (now + kLookInterval).time_since_epoch().count());
}

}  // namespace waystone
