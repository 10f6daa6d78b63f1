#include "core/gaps/gap_view.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <string_view>

#include "core/base/status_macros.h"
#include "core/base/str_cat.h"

namespace waystone {
namespace {

absl::Status Broken(std::string_view array, size_t index, std::string_view rule) {
  return absl::DataLossError(StrCat("gap ", array, "[", index, "]: ", rule));
}

bool AreFinite(const float (&at)[3]) {
  return std::all_of(std::begin(at), std::end(at), [](float value) { return std::isfinite(value); });
}

absl::Status CheckFix(const GapFix& fix, size_t i) {
  if (!AreFinite(fix.at) || !AreFinite(fix.to)) return Broken("fixes", i, "not finite");
  if (!std::isfinite(fix.measure) || !(fix.measure >= 0)) return Broken("fixes", i, "bad measure");
  if (!std::isfinite(fix.limit) || !(fix.limit >= 0)) return Broken("fixes", i, "bad limit");
  const auto kind = static_cast<uint8_t>(fix.kind);
  if (kind == 0 || kind > kLastGapKind) return Broken("fixes", i, "unknown kind");
  if (fix.shape > StepShape::kDitch) return Broken("fixes", i, "unknown shape");
  return absl::OkStatus();
}

}  // namespace

absl::StatusOr<GapView> GapView::Create(const Arrays& arrays, uint32_t poly_count) {
  if (arrays.gaps.size() > kMaxGaps) return Broken("records", arrays.gaps.size(), "too many");
  size_t next_fix = 0;
  for (size_t i = 0; i < arrays.gaps.size(); ++i) {
    const Gap& gap = arrays.gaps[i];
    if (gap.poly[0] >= poly_count || gap.poly[1] >= poly_count)
      return Broken("records", i, "no such polygon");
    if (gap.first_fix != next_fix) return Broken("records", i, "its fixes do not follow those before");
    if (gap.fix_count == 0 || gap.fix_count > kMaxFixesOfGap) return Broken("records", i, "bad fix_count");
    next_fix += gap.fix_count;
  }
  if (next_fix != arrays.fixes.size()) {
    return absl::DataLossError(StrCat("gap fixes: ", arrays.fixes.size(), ", the records have ", next_fix));
  }
  for (size_t i = 0; i < arrays.fixes.size(); ++i) WS_RETURN_IF_ERROR(CheckFix(arrays.fixes[i], i));
  return GapView(arrays);
}

absl::StatusOr<GapView> GapView::Create(const GapData& data, uint32_t poly_count) {
  return Create(Arrays{data.gaps, data.fixes}, poly_count);
}

double CostOfMending(std::span<const GapFix> fixes) {
  double cost = 0;
  for (const GapFix& fix : fixes) {
    const auto limit = static_cast<double>(fix.limit);
    cost += 1 + (limit > 0 ? std::abs(static_cast<double>(fix.measure) - limit) / limit : 1);
  }
  return cost;
}

}  // namespace waystone
