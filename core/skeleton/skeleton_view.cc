#include "core/skeleton/skeleton_view.h"

#include <cmath>
#include <string_view>

#include "core/base/status_macros.h"
#include "core/base/str_cat.h"

namespace waystone {
namespace {

constexpr uint8_t kDirections = 8;

absl::Status Broken(std::string_view array, size_t index, std::string_view rule) {
  return absl::DataLossError(StrCat("skeleton ", array, "[", index, "]: ", rule));
}

absl::Status CheckHeader(const SkeletonView::Arrays& a) {
  const SkeletonHeader& h = a.header;
  if (h.key_point_count != a.key_points.size() || h.arc_count != a.arcs.size()) {
    return absl::DataLossError("skeleton header: counts differ from the arrays");
  }
  if (h.component_count > h.key_point_count || h.cycle_rank > h.arc_count) {
    return absl::DataLossError("skeleton header: more pieces or loops than there can be");
  }
  if (!(h.spacing_m > 0 && std::isfinite(h.spacing_m) && h.reach_m >= 0 && std::isfinite(h.reach_m))) {
    return absl::DataLossError("skeleton header: bad spacing or reach");
  }
  for (const uint32_t word : h.reserved) {
    if (word != 0) return absl::DataLossError("skeleton header: reserved words are not zero");
  }
  return absl::OkStatus();
}

absl::Status CheckKeyPoints(const SkeletonView::Arrays& a, uint32_t poly_count) {
  for (size_t i = 0; i < a.key_points.size(); ++i) {
    const KeyPoint& k = a.key_points[i];
    if (!std::isfinite(k.x) || !std::isfinite(k.y) || !std::isfinite(k.z)) {
      return Broken("key points", i, "not finite");
    }
    if (k.poly >= poly_count) return Broken("key points", i, "polygon out of range");
    if (i > 0 && k.poly < a.key_points[i - 1].poly) return Broken("key points", i, "out of order");
  }
  return absl::OkStatus();
}

absl::Status CheckRows(const SkeletonView::Arrays& a) {
  if (a.rows.size() != a.key_points.size() + 1) return absl::DataLossError("skeleton rows: row missing");
  if (a.rows.front() != 0 || a.rows.back() != a.arcs.size()) {
    return Broken("rows", 0, "do not cover the arcs");
  }
  for (size_t i = 0; i + 1 < a.rows.size(); ++i) {
    if (a.rows[i] > a.rows[i + 1]) return Broken("rows", i + 1, "not monotone");
  }
  return absl::OkStatus();
}

absl::Status CheckArc(const SkeletonView::Arrays& a, size_t source, size_t i, uint32_t link_count) {
  const SkeletonArc& arc = a.arcs[i];
  if (arc.target >= a.key_points.size()) return Broken("arcs", i, "target out of range");
  if (arc.target == source) return Broken("arcs", i, "leads to where it begins");
  if (i > a.rows[source]) {
    const SkeletonArc& before = a.arcs[i - 1];
    const bool is_after = before.target != arc.target ? before.target < arc.target : before.link < arc.link;
    if (!is_after) return Broken("arcs", i, "out of order");
  }
  if (!(arc.length_m > 0 && std::isfinite(arc.length_m))) return Broken("arcs", i, "bad length");
  if (arc.direction >= kDirections || arc.back >= kDirections) return Broken("arcs", i, "no such direction");
  switch (arc.kind) {
    case SkeletonArcKind::kWalk:
    case SkeletonArcKind::kJump:
    case SkeletonArcKind::kDrop:
      return arc.link == kNoSkeletonLink ? absl::OkStatus() : Broken("arcs", i, "a link without being one");
    case SkeletonArcKind::kLink:
      return arc.link < link_count ? absl::OkStatus() : Broken("arcs", i, "link out of range");
  }
  return Broken("arcs", i, "unknown kind");
}

absl::Status CheckArcs(const SkeletonView::Arrays& a, uint32_t link_count) {
  std::vector<int64_t> balance(a.key_points.size(), 0);
  for (size_t source = 0; source < a.key_points.size(); ++source) {
    for (size_t i = a.rows[source]; i < a.rows[source + 1]; ++i) {
      WS_RETURN_IF_ERROR(CheckArc(a, source, i, link_count));
      balance[source] -= a.arcs[i].uses;
      balance[a.arcs[i].target] += a.arcs[i].uses;
    }
  }
  for (size_t i = 0; i < balance.size(); ++i) {
    if (balance[i] != 0) return Broken("key points", i, "the round walk does not balance there");
  }
  return absl::OkStatus();
}

}  // namespace

absl::StatusOr<SkeletonView> SkeletonView::Create(const Arrays& arrays, uint32_t poly_count,
                                                  uint32_t link_count) {
  WS_RETURN_IF_ERROR(CheckHeader(arrays));
  WS_RETURN_IF_ERROR(CheckKeyPoints(arrays, poly_count));
  WS_RETURN_IF_ERROR(CheckRows(arrays));
  WS_RETURN_IF_ERROR(CheckArcs(arrays, link_count));
  return SkeletonView(arrays);
}

absl::StatusOr<SkeletonView> SkeletonView::Create(const SkeletonData& data, uint32_t poly_count,
                                                  uint32_t link_count) {
  return Create(Arrays{data.header, data.key_points, data.rows, data.arcs}, poly_count, link_count);
}

}  // namespace waystone
