// Numbers as Prometheus takes them.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "prometheus/metric_family.h"
#include "server/observe/call_counters.h"

namespace waystone {

// Gathers samples, those of a family one after the other. One thread.
class MetricFamilies {
 public:
  using Labels = std::vector<prometheus::ClientMetric::Label>;

  void Counter(const std::string& name, const std::string& help, double value, Labels labels = {});
  void Gauge(const std::string& name, const std::string& help, double value, Labels labels = {});
  void Histogram(const std::string& name, const std::string& help, const CallCounters::Histogram& histogram,
                 Labels labels);

  std::vector<prometheus::MetricFamily> Take() { return std::move(families_); }

 private:
  prometheus::ClientMetric& Add(const std::string& name, const std::string& help, prometheus::MetricType type,
                                Labels labels);

  std::vector<prometheus::MetricFamily> families_;
};

// The families of calls.
void AddCallFamilies(const CallCounters::Totals& totals, MetricFamilies& families);

}  // namespace waystone
