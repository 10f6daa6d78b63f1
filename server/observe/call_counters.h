// What has been asked and answered, in numbers.
#pragma once

#include <array>
#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>

#include "grpcpp/support/status.h"
#include "server/base/rpc.h"
#include "server/queue/queued_call.h"
#include "waystone/v1/route.pb.h"

namespace waystone {

// Where a call was answered: at once on gRPC's thread, or in a lane (the last one, if it began anew).
enum class RunLane : uint8_t { kInline, kQuick, kSlow };
inline constexpr std::array<const char*, 3> kRunLaneNames = {"inline", "quick", "slow"};
inline constexpr size_t kRunLaneCount = kRunLaneNames.size();
constexpr const char* NameOf(RunLane lane) { return kRunLaneNames[static_cast<size_t>(lane)]; }

inline constexpr size_t kStatusCodeCount = 17;  // of gRPC
inline constexpr size_t kRouteMethodCount = v1::RouteMethod_ARRAYSIZE;

// Counts only ever grow. Counting takes some nanoseconds: each thread counts in one of a few tables, so that threads rarely
// write to the same cache line, and reading adds them up. Thread-safe.
class CallCounters {
 public:
  // [us] Upper bounds of the buckets of all histograms; one more bucket takes the rest.
  static constexpr std::array<int64_t, 17> kBounds_us = {
      100,     250,     500,     1'000,     2'500,     5'000,     10'000,     25'000,    50'000,
      100'000, 250'000, 500'000, 1'000'000, 2'500'000, 5'000'000, 10'000'000, 30'000'000};
  struct Histogram {
    std::array<uint64_t, kBounds_us.size() + 1> in_bucket{};
    uint64_t sum_ns = 0;
  };
  struct Totals {
    std::array<std::array<uint64_t, kStatusCodeCount>, kRpcCount> calls{};
    std::array<std::array<uint64_t, kStatusCodeCount>, kRpcCount> items{};
    std::array<std::array<Histogram, kRunLaneCount>, kRpcCount> durations{};
    std::array<Histogram, kRunLaneCount> waits{};  // kInline: none
    std::array<uint64_t, kRouteMethodCount> searches{};
    std::array<uint64_t, kRefusalReasonCount> refusals{};
    uint64_t nodes = 0;
    uint64_t answers_without_maps = 0;
  };

  void CountCall(Rpc rpc, grpc::StatusCode code, RunLane lane, std::chrono::nanoseconds duration);
  void CountWait(RunLane lane, std::chrono::nanoseconds wait);
  void CountRefusal(RefusalReason reason);
  // A request of a batch.
  void CountItem(Rpc rpc, int code);
  // A route was planned so.
  void CountSearch(v1::RouteMethod method, uint64_t nodes);
  // An answer had to do without maps of the world.
  void CountWithoutMaps();

  Totals Sum() const;

 private:
  // Places in a table.
  static constexpr size_t kHistogramSize = kBounds_us.size() + 2;
  static constexpr size_t kCalls = 0;
  static constexpr size_t kItems = kCalls + kRpcCount * kStatusCodeCount;
  static constexpr size_t kDurations = kItems + kRpcCount * kStatusCodeCount;
  static constexpr size_t kWaits = kDurations + kRpcCount * kRunLaneCount * kHistogramSize;
  static constexpr size_t kSearches = kWaits + kRunLaneCount * kHistogramSize;
  static constexpr size_t kRefusals = kSearches + kRouteMethodCount;
  static constexpr size_t kNodes = kRefusals + kRefusalReasonCount;
  static constexpr size_t kWithoutMaps = kNodes + 1;
  static constexpr size_t kSize = kWithoutMaps + 1;
  static constexpr size_t kTables = 8;

  struct alignas(64) Table {
    std::array<std::atomic<uint64_t>, kSize> counts{};
    void Add(size_t place, uint64_t more) { counts[place].fetch_add(more, std::memory_order_relaxed); }
    void AddTo(size_t histogram, std::chrono::nanoseconds time);
  };
  Table& Own();

  std::array<Table, kTables> tables_;
};

}  // namespace waystone
