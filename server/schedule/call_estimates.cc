#include "server/schedule/call_estimates.h"

#include <algorithm>

namespace waystone {

namespace {

constexpr int64_t kLongest_ns = 60'000'000'000;  // that a call is expected to run
constexpr int64_t kSlowlyUp = 8;                 // the average moves by an eighth to a larger value,
constexpr int64_t kQuicklyDown = 2;  // and by half to a smaller one: what is refused teaches nothing
constexpr size_t kMostConnections = 4096;

// [ns] Of a unit, before a call of the kind has run.
int64_t UnknownUnit_ns(CallKind kind) {
  constexpr int64_t kMillisecond_ns = 1'000'000;
  return kind == CallKind::kExploration ? kMillisecond_ns : kMillisecond_ns / 10;
}

void MoveTowards(int64_t of_call_ns, int64_t& unit_ns) {
  const int64_t more_ns = of_call_ns - unit_ns;
  unit_ns = unit_ns == 0 ? of_call_ns : unit_ns + more_ns / (more_ns > 0 ? kSlowlyUp : kQuicklyDown);
}

}  // namespace

std::chrono::nanoseconds CallEstimates::Expected(const std::string& connection, const CallCost& cost) const {
  const auto kind = static_cast<size_t>(cost.kind);
  const auto found = of_connections_.find(connection);
  int64_t unit_ns = found == of_connections_.end() ? 0 : found->second[kind];
  if (unit_ns == 0) unit_ns = all_[kind];
  if (unit_ns == 0) unit_ns = UnknownUnit_ns(cost.kind);
  return std::chrono::nanoseconds(std::min(unit_ns * cost.units, kLongest_ns));
}

void CallEstimates::Learn(const std::string& connection, const CallCost& cost, std::chrono::nanoseconds run) {
  const auto kind = static_cast<size_t>(cost.kind);
  const int64_t of_call_ns = std::max<int64_t>(run.count() / std::max(1U, cost.units), 1);
  const bool is_full = of_connections_.size() >= kMostConnections;
  if (is_full && !of_connections_.contains(connection)) of_connections_.clear();
  MoveTowards(of_call_ns, of_connections_[connection][kind]);
  MoveTowards(of_call_ns, all_[kind]);
}

}  // namespace waystone
