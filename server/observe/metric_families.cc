#include "server/observe/metric_families.h"

#include "server/observe/code_names.h"

namespace waystone {

namespace {

uint64_t CountOf(const CallCounters::Histogram& histogram) {
  uint64_t count = 0;
  for (const uint64_t in_bucket : histogram.in_bucket) count += in_bucket;
  return count;
}

}  // namespace

prometheus::ClientMetric& MetricFamilies::Add(const std::string& name, const std::string& help,
                                              prometheus::MetricType type, Labels labels) {
  if (families_.empty() || families_.back().name != name) families_.push_back({name, help, type, {}});
  prometheus::ClientMetric& metric = families_.back().metric.emplace_back();
  metric.label = std::move(labels);
  return metric;
}

void MetricFamilies::Counter(const std::string& name, const std::string& help, double value, Labels labels) {
  Add(name, help, prometheus::MetricType::Counter, std::move(labels)).counter.value = value;
}

void MetricFamilies::Gauge(const std::string& name, const std::string& help, double value, Labels labels) {
  Add(name, help, prometheus::MetricType::Gauge, std::move(labels)).gauge.value = value;
}

void MetricFamilies::Histogram(const std::string& name, const std::string& help,
                               const CallCounters::Histogram& histogram, Labels labels) {
  prometheus::ClientMetric::Histogram& out =
      Add(name, help, prometheus::MetricType::Histogram, std::move(labels)).histogram;
  for (size_t i = 0; i < CallCounters::kBounds_us.size(); ++i) {
    out.sample_count += histogram.in_bucket[i];
    out.bucket.push_back({out.sample_count, static_cast<double>(CallCounters::kBounds_us[i]) / 1e6});
  }
  out.sample_count += histogram.in_bucket.back();
  out.sample_sum = static_cast<double>(histogram.sum_ns) / 1e9;
}

void AddCallFamilies(const CallCounters::Totals& totals, MetricFamilies& families) {
  // Of what has not happened yet only what has to be there for its first time to be seen as an increase.
  for (size_t rpc = 0; rpc < kRpcCount; ++rpc) {
    for (size_t code = 0; code < kStatusCodeCount; ++code) {
      if (totals.calls[rpc][code] == 0 && code != 0) continue;
      families.Counter("waystone_calls_total", "Calls that ended; of Exchange, its batches.",
                       static_cast<double>(totals.calls[rpc][code]),
                       {{"rpc", std::string(kRpcNames[rpc])}, {"code", NameOfCode(static_cast<int>(code))}});
    }
  }
  for (size_t rpc = 0; rpc < kRpcCount; ++rpc) {
    for (size_t lane = 0; lane < kRunLaneCount; ++lane) {
      if (CountOf(totals.durations[rpc][lane]) == 0) continue;
      families.Histogram("waystone_call_duration_seconds",
                         "From a request's arrival to its answer, by where it was answered.",
                         totals.durations[rpc][lane],
                         {{"rpc", std::string(kRpcNames[rpc])}, {"lane", kRunLaneNames[lane]}});
    }
  }
  for (size_t lane = 1; lane < kRunLaneCount; ++lane) {
    families.Histogram("waystone_queue_wait_seconds", "That calls waited for a worker.", totals.waits[lane],
                       {{"lane", kRunLaneNames[lane]}});
  }
  for (size_t rpc = 0; rpc <= static_cast<size_t>(Rpc::kMeasureDistances); ++rpc) {
    for (size_t code = 0; code < kStatusCodeCount; ++code) {
      if (totals.items[rpc][code] == 0 && code != 0) continue;
      families.Counter("waystone_items_total", "Requests of batches, of Batch and Exchange, that ended.",
                       static_cast<double>(totals.items[rpc][code]),
                       {{"rpc", std::string(kRpcNames[rpc])}, {"code", NameOfCode(static_cast<int>(code))}});
    }
  }
  for (size_t reason = 0; reason < kRefusalReasonCount; ++reason) {
    families.Counter("waystone_refusals_total", "Calls that were refused as too much, by what was too much.",
                     static_cast<double>(totals.refusals[reason]),
                     {{"reason", std::string(kRefusalReasonNames[reason])}});
  }
  for (size_t method = 0; method < kRouteMethodCount; ++method) {
    if (!v1::RouteMethod_IsValid(static_cast<int>(method))) continue;
    families.Counter("waystone_searches_total", "Routes planned, by the method that their answers name.",
                     static_cast<double>(totals.searches[method]),
                     {{"method", NameOfMethod(static_cast<v1::RouteMethod>(method))}});
  }
  families.Counter("waystone_search_nodes_total", "Search nodes that planned routes expanded.",
                   static_cast<double>(totals.nodes));
  families.Counter("waystone_answers_without_maps_total", "Answers that had to do without maps of the world.",
                   static_cast<double>(totals.answers_without_maps));
}

}  // namespace waystone
