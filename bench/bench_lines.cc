#include "bench/bench_lines.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <nlohmann/json.hpp>
#include <numeric>
#include <string>

namespace waystone {
namespace {

using Json = nlohmann::ordered_json;

// Objects nest two deep at most, by their makers.
void AppendPairs(const Json& record, const std::string& prefix, std::string& text) {
  for (const auto& [name, value] : record.items()) {
    if (value.is_object()) {
      for (const auto& [inner, number] : value.items())
        text += prefix + name + "." + inner + " " + number.dump() + "  ";
    } else {
      text += prefix + name + " " + (value.is_string() ? value.get<std::string>() : value.dump()) + "  ";
    }
  }
}

}  // namespace

void BenchLines::Print(const Json& record) const {
  std::string text;
  if (as_json_) {
    text = record.dump();
  } else {
    AppendPairs(record, "", text);
  }
  std::printf("%s\n", text.c_str());
  std::fflush(stdout);
}

double Percentile(std::vector<double> samples, double rank) {
  const auto last = static_cast<double>(samples.size() - 1);
  const auto nth = samples.begin() + static_cast<std::ptrdiff_t>(std::ceil(rank * last));
  std::nth_element(samples.begin(), nth, samples.end());
  return *nth;
}

double Median(const std::vector<double>& samples) { return Percentile(samples, 0.5); }

double Mean(const std::vector<double>& samples) {
  return std::accumulate(samples.begin(), samples.end(), 0.0) / static_cast<double>(samples.size());
}

Json MedianAndP99(const std::vector<double>& samples) {
  if (samples.empty()) return nullptr;
  return {{"median", Median(samples)}, {"p99", Percentile(samples, 0.99)}};
}

Json MeanMedianP99(const std::vector<double>& samples) {
  if (samples.empty()) return nullptr;
  return {{"mean", Mean(samples)}, {"median", Median(samples)}, {"p99", Percentile(samples, 0.99)}};
}

Json MinMeanMax(const std::vector<double>& samples) {
  if (samples.empty()) return nullptr;
  return {{"min", std::ranges::min(samples)}, {"mean", Mean(samples)}, {"max", std::ranges::max(samples)}};
}

Json Speedup(const std::vector<double>& peer, const std::vector<double>& ours) {
  if (peer.empty() || ours.empty()) return nullptr;
  return Median(peer) / Median(ours);
}

}  // namespace waystone
