#include "server/observe/call_counters.h"

#include <algorithm>

namespace waystone {

namespace {

size_t CodeIndex(int code) {
  const bool is_known = code >= 0 && code < static_cast<int>(kStatusCodeCount);
  return static_cast<size_t>(is_known ? code : static_cast<int>(grpc::StatusCode::UNKNOWN));
}

}  // namespace

CallCounters::Table& CallCounters::Own() {
  static std::atomic<size_t> next_thread{0};
  thread_local const size_t kTable = next_thread.fetch_add(1, std::memory_order_relaxed) % kTables;
  return tables_[kTable];
}

void CallCounters::Table::AddTo(size_t histogram, std::chrono::nanoseconds time) {
  const auto is_below = [](int64_t bound_us, std::chrono::nanoseconds of) {
    return std::chrono::microseconds(bound_us) < of;
  };
  const auto bucket = std::lower_bound(kBounds_us.begin(), kBounds_us.end(), time, is_below);
  Add(histogram + static_cast<size_t>(bucket - kBounds_us.begin()), 1);
  Add(histogram + kBounds_us.size() + 1, static_cast<uint64_t>(std::max<int64_t>(time.count(), 0)));
}

void CallCounters::CountCall(Rpc rpc, grpc::StatusCode code, RunLane lane,
                             std::chrono::nanoseconds duration) {
  const auto of_rpc = static_cast<size_t>(rpc);
  Table& table = Own();
  table.Add(kCalls + of_rpc * kStatusCodeCount + CodeIndex(code), 1);
  table.AddTo(kDurations + (of_rpc * kRunLaneCount + static_cast<size_t>(lane)) * kHistogramSize, duration);
}

void CallCounters::CountWait(RunLane lane, std::chrono::nanoseconds wait) {
  Own().AddTo(kWaits + static_cast<size_t>(lane) * kHistogramSize, wait);
}

void CallCounters::CountRefusal(RefusalReason reason) {
  Own().Add(kRefusals + static_cast<size_t>(reason), 1);
}

void CallCounters::CountItem(Rpc rpc, int code) {
  Own().Add(kItems + static_cast<size_t>(rpc) * kStatusCodeCount + CodeIndex(code), 1);
}

void CallCounters::CountSearch(v1::RouteMethod method, uint64_t nodes) {
  const size_t of_method = v1::RouteMethod_IsValid(method) ? static_cast<size_t>(method) : 0;
  Table& table = Own();
  table.Add(kSearches + of_method, 1);
  table.Add(kNodes, nodes);
}

void CallCounters::CountWithoutMaps() { Own().Add(kWithoutMaps, 1); }

CallCounters::Totals CallCounters::Sum() const {
  std::array<uint64_t, kSize> sums{};
  for (const Table& table : tables_) {
    for (size_t i = 0; i < kSize; ++i) sums[i] += table.counts[i].load(std::memory_order_relaxed);
  }
  const uint64_t* next = sums.data();
  const auto read = [&next](uint64_t& count) { count = *next++; };
  const auto read_histogram = [&](Histogram& histogram) {
    std::for_each(histogram.in_bucket.begin(), histogram.in_bucket.end(), read);
    read(histogram.sum_ns);
  };
  Totals totals;
  for (auto& of_rpc : totals.calls) std::for_each(of_rpc.begin(), of_rpc.end(), read);
  for (auto& of_rpc : totals.items) std::for_each(of_rpc.begin(), of_rpc.end(), read);
  for (auto& of_rpc : totals.durations) std::for_each(of_rpc.begin(), of_rpc.end(), read_histogram);
  std::for_each(totals.waits.begin(), totals.waits.end(), read_histogram);
  std::for_each(totals.searches.begin(), totals.searches.end(), read);
  std::for_each(totals.refusals.begin(), totals.refusals.end(), read);
  read(totals.nodes);
  read(totals.answers_without_maps);
  return totals;
}

}  // namespace waystone
