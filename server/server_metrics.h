// What Prometheus is told of a server.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "core/store/map_store.h"
#include "prometheus/collectable.h"
#include "server/convert/changes_store.h"
#include "server/maps/package_folder.h"
#include "server/net/endpoint.h"
#include "server/observe/metric_families.h"
#include "server/rpc/call_runtime.h"
#include "server/rpc/path_planning_service.h"

namespace waystone {

// What a server has ended and refused since its start. Thread-safe.
struct EndedCounts {
  std::atomic<uint64_t> connections_refused{0};
  std::atomic<uint64_t> reset_floods{0};         // connections
  std::atomic<uint64_t> unfinished_requests{0};  // connections
  std::atomic<uint64_t> untaken_answers{0};      // calls
};

// Reads everything anew each time: calls are counted where they end, and all else is asked where it is. The parts must outlive
// it. Thread-safe. O(maps).
class ServerMetrics final : public prometheus::Collectable {
 public:
  struct Parts {
    const MapStore& store;
    const PackageFolder& folder;
    const PackageSource* source;  // null: packages are in a folder
    const ChangesStore& sets;
    const PathPlanningService& planning;
    CallRuntime& runtime;
    CallRuntime& admin_runtime;
    const std::atomic<uint64_t>& scratch_bytes;
    const EndedCounts& ended;
    const Endpoint& served;
    const Endpoint* admin;  // null: not served
    const TlsFiles* tls;    // null: without TLS
    std::function<bool()> is_ready;
  };

  explicit ServerMetrics(Parts parts);

  std::vector<prometheus::MetricFamily> Collect() const override;
  // The same as the text that Prometheus reads.
  std::string Text() const;
  static constexpr char kTextType[] = "text/plain; version=0.0.4; charset=utf-8";

 private:
  void AddMaps(MetricFamilies& families) const;
  void AddSource(MetricFamilies& families) const;
  void AddMemory(MetricFamilies& families) const;
  void AddQueue(MetricFamilies& families) const;
  void AddConnections(MetricFamilies& families) const;

  const Parts parts_;
  const double started_s_;  // since 1970
};

}  // namespace waystone
