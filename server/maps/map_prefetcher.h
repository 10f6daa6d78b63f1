// Loads maps before they are asked for.
#pragma once

#include <atomic>
#include <memory>

#include "core/store/world_store.h"
#include "core/surface/world_query.h"
#include "server/base/worker_pool.h"

namespace waystone {

// Who was told a route over maps asks again behind its next portal: the maps behind it are loaded meanwhile,
// on a thread of its own, as far as there is room for them. Thread-safe. The destructor waits for the maps
// that are being loaded.
class MapPrefetcher {
 public:
  // Returns at once.
  void Follow(const std::shared_ptr<WorldStore>& world, const WorldRouteAnswer& answer);

 private:
  std::atomic<uint32_t> waiting_{0};
  WorkerPool thread_{1};  // last: joined before the rest goes
};

}  // namespace waystone
