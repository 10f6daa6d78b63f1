// The output of a suite: samples summed up, and one record per line, as JSON or for people.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <vector>

namespace waystone {

class BenchLines {
 public:
  explicit BenchLines(bool as_json) : as_json_(as_json) {}

  // Prints the record to standard output at once: a JSON object, or "name value" pairs with nested names
  // joined by dots.
  void Print(const nlohmann::ordered_json& record) const;

 private:
  bool as_json_;
};

// The value below which a share of `rank` [0, 1] of the samples lies: nearest rank. REQUIRES: not empty.
double Percentile(std::vector<double> samples, double rank);
double Median(const std::vector<double>& samples);
double Mean(const std::vector<double>& samples);

// {"median": ..., "p99": ...} of the samples; null if there are none.
nlohmann::ordered_json MedianAndP99(const std::vector<double>& samples);

// {"mean": ..., "median": ..., "p99": ...} of the samples; null if there are none.
nlohmann::ordered_json MeanMedianP99(const std::vector<double>& samples);

// {"min": ..., "mean": ..., "max": ...} of the samples; null if there are none.
nlohmann::ordered_json MinMeanMax(const std::vector<double>& samples);

// Median over median, or null if either is missing.
nlohmann::ordered_json Speedup(const std::vector<double>& peer, const std::vector<double>& ours);

}  // namespace waystone
