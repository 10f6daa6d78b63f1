#include "bench/bench_lines.h"

#include <algorithm>
#include <cstdio>
#include <nlohmann/json.hpp>
#include <numeric>
#include <string>

#include "bench/sample_stats.h"

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

Json MedianAndP99(const std::vector<double>& samples) {
  if (samples.empty()) return nullptr;
  return {{"median", Median(samples)}, {"p99", Percentile(samples, 0.99)}};
}

Json MinMeanMax(const std::vector<double>& samples) {
  if (samples.empty()) return nullptr;
  const double sum = std::accumulate(samples.begin(), samples.end(), 0.0);
  return {{"min", *std::min_element(samples.begin(), samples.end())},
          {"mean", sum / static_cast<double>(samples.size())},
          {"max", *std::max_element(samples.begin(), samples.end())}};
}

Json Speedup(const std::vector<double>& peer, const std::vector<double>& ours) {
  if (peer.empty() || ours.empty()) return nullptr;
  return Median(peer) / Median(ours);
}

}  // namespace waystone
