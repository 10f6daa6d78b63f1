#include "core/navmesh/link_view.h"

#include <algorithm>
#include <cmath>
#include <memory>
#include <utility>
#include <vector>

#include "core/base/status_macros.h"
#include "core/base/str_cat.h"

namespace waystone {
namespace {

absl::Status Broken(std::string_view array, size_t index, std::string_view rule) {
  return absl::DataLossError(StrCat("link ", array, "[", index, "]: ", rule));
}

bool AllFinite(const float (&values)[3]) {
  return std::all_of(values, values + 3, [](float v) { return std::isfinite(v); });
}

// A cost this little below the length, as a share of it, was rounded.
constexpr double kRoundedShare = 1e-6;

double PlaneLength_m(const NavLink& link) { return Distance(StartOf(link), EndOf(link)); }

absl::Status CheckRows(std::span<const uint32_t> rows, size_t link_count, uint32_t poly_count) {
  if (rows.size() != size_t{poly_count} + 1) return absl::DataLossError("link rows: not one per polygon");
  if (rows.front() != 0 || rows.back() != link_count)
    return absl::DataLossError("link rows: they do not cover the links");
  for (size_t p = 0; p < poly_count; ++p) {
    if (rows[p] > rows[p + 1]) return Broken("rows", p + 1, "not monotone");
  }
  return absl::OkStatus();
}

absl::Status CheckLink(std::span<const NavLink> links, size_t i, size_t names_bytes, uint32_t poly_count) {
  const NavLink& link = links[i];
  if (link.start_poly >= poly_count || link.end_poly >= poly_count)
    return Broken("records", i, "polygon out of range");
  if (!AllFinite(link.start) || !AllFinite(link.end)) return Broken("records", i, "an end is not finite");
  if (!(link.radius_m >= 0 && std::isfinite(link.radius_m))) return Broken("records", i, "bad radius");
  if (!(link.cost_m >= 0 && std::isfinite(link.cost_m))) return Broken("records", i, "bad cost");
  const auto kind = static_cast<uint8_t>(link.kind);
  if (kind == 0 || kind > kLinkKindCount) return Broken("records", i, "unknown kind");
  if ((link.flags & ~kLinkGenerated) != 0) return Broken("records", i, "unknown flags");
  if (std::any_of(std::begin(link.reserved), std::end(link.reserved), [](uint8_t v) { return v != 0; })) {
    return Broken("records", i, "reserved bytes are not zero");
  }
  if (link.name_offset != kNoLinkName && link.name_offset >= names_bytes)
    return Broken("records", i, "name out of range");
  if (link.reverse == kNoLink) return absl::OkStatus();
  if (link.reverse >= links.size()) return Broken("records", i, "path back out of range");
  const NavLink& back = links[link.reverse];
  if (back.reverse != i || back.start_poly != link.end_poly || back.end_poly != link.start_poly) {
    return Broken("records", i, "its path back is another link's");
  }
  return absl::OkStatus();
}

}  // namespace

absl::StatusOr<LinkView> LinkView::Create(std::span<const NavLink> links, std::span<const uint32_t> rows,
                                          std::span<const char> names, const NavmeshView& mesh) {
  const uint32_t poly_count = mesh.poly_count();
  WS_RETURN_IF_ERROR(CheckRows(rows, links.size(), poly_count));
  if (!names.empty() && names.back() != '\0')
    return absl::DataLossError("link names: the last one does not end");
  for (size_t i = 0; i < links.size(); ++i) {
    WS_RETURN_IF_ERROR(CheckLink(links, i, names.size(), poly_count));
    const uint32_t poly = links[i].start_poly;
    if (i < rows[poly] || i >= rows[poly + 1]) return Broken("records", i, "not in the row of its polygon");
  }
  LinkView view;
  view.links_ = links;
  view.rows_ = rows;
  view.names_ = names;
  view.ListSpecial();
  return view;
}

LinkView LinkView::Derived(std::span<const NavLink> links, std::span<const uint32_t> rows) const {
  LinkView view = *this;
  view.links_ = links;
  view.rows_ = rows;
  if (links.size() > links_.size()) view.ListSpecial();
  return view;
}

void LinkView::ListSpecial() {
  std::vector<uint32_t> shortcuts;
  std::vector<uint32_t> teleports;
  for (uint32_t i = 0; i < links_.size(); ++i) {
    if (LinkCost_m(links_[i]) < PlaneLength_m(links_[i])) shortcuts.push_back(i);
    if (links_[i].kind == LinkKind::kTeleport) teleports.push_back(i);
  }
  if (!teleports.empty()) teleports_ = std::make_shared<const std::vector<uint32_t>>(std::move(teleports));
  if (!shortcuts.empty()) shortcuts_ = std::make_shared<const std::vector<uint32_t>>(std::move(shortcuts));
}

double LinkCost_m(const NavLink& link) {
  const double length_m = PlaneLength_m(link);
  const double cost_m = link.cost_m;
  return cost_m < length_m && cost_m >= length_m * (1 - kRoundedShare) ? length_m : cost_m;
}

std::string_view LinkView::ExternalId(LinkId id) const {
  const uint32_t offset = links_[id.value()].name_offset;
  return offset == kNoLinkName ? std::string_view() : std::string_view(names_.data() + offset);
}

}  // namespace waystone
