// Medians and percentiles of samples.
#pragma once

#include <algorithm>
#include <cmath>
#include <vector>

namespace waystone {

// The value below which a share of `rank` [0, 1] of the samples lies: nearest rank. REQUIRES: not empty.
inline double Percentile(std::vector<double> samples, double rank) {
  const auto last = static_cast<double>(samples.size() - 1);
  const auto nth = samples.begin() + static_cast<std::ptrdiff_t>(std::ceil(rank * last));
  std::nth_element(samples.begin(), nth, samples.end());
  return *nth;
}

inline double Median(const std::vector<double>& samples) { return Percentile(samples, 0.5); }

}  // namespace waystone
