#include "bake/stages/bake_cost.h"

#include <algorithm>
#include <cmath>

#include "absl/strings/str_format.h"
#include "bake/import/source_file.h"
#include "core/base/str_cat.h"

namespace waystone {
namespace {

constexpr double kLong_s = 10;
constexpr double kLarge_bytes = 1e9;

// With one digit that counts: no more is known.
double OneDigit(double value) {
  const double unit = std::pow(10, std::floor(std::log10(std::max(value, 0.001))));
  return std::round(value / unit) * unit;
}

}  // namespace

void TellCost(const BakeCost& cost, BakeRun& run) {
  BakeReport& report = run.log.report;
  const double wall_s = OneDigit(cost.cpu_s / report.threads);
  const double bytes = OneDigit(cost.bytes);
  report.estimates.push_back({cost.what, wall_s, bytes});
  if (!run.job.tell || (wall_s < kLong_s && bytes < kLarge_bytes)) return;
  run.job.tell(
      StrCat(PrintablePath(run.job.source_path), ": ", cost.what, ": about ",
             absl::StrFormat("%.0f s on %d threads and %.1f GB", wall_s, report.threads, bytes / 1e9),
             "; less with ", cost.remedy));
}

}  // namespace waystone
