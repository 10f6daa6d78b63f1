#include "bake/links/link_packer.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <optional>
#include <set>
#include <tuple>
#include <utility>

#include "core/base/invalid_argument.h"
#include "core/base/quoted.h"
#include "core/base/status_macros.h"
#include "core/base/str_cat.h"
#include "core/map/link_kind_name.h"
#include "core/navmesh/surface_queries.h"

namespace waystone {
namespace {

constexpr size_t kMaxAbilities = 64;

void SetPoint(float (&out)[3], const Vec3& p) {
  const Vec3f f = p.ToFloat();
  out[0] = f.x;
  out[1] = f.y;
  out[2] = f.z;
}

class Packer {
 public:
  Packer(const NavmeshView& mesh, const Vec3& origin, std::vector<std::string> abilities)
      : mesh_(mesh), origin_(origin) {
    out_.abilities = std::move(abilities);
  }

  void AddSource(const OffMeshLink& link, size_t index) {
    const std::optional<NavLocation> start = Place(link.start, link.start_polygon, link.radius_m);
    const std::optional<NavLocation> end = Place(link.end, link.end_polygon, link.radius_m);
    if (!start.has_value() || !end.has_value()) {
      out_.warnings.push_back(StrCat(link.place, link.place.empty() ? "" : ": ", "link ",
                                     link.external_id.empty() ? StrCat(index) : Quoted(link.external_id),
                                     ": its ", start.has_value() ? "end" : "start",
                                     " is not on the surface within ", link.radius_m, " m; left out"));
      return;
    }
    NavLink record{};
    record.radius_m = static_cast<float>(link.radius_m);
    record.cost_m = static_cast<float>(link.cost_m >= 0 ? link.cost_m : Distance(start->point, end->point));
    for (const std::string& ability : link.abilities) record.abilities |= BitOf(ability);
    record.name_offset = AddName(link.external_id);
    record.kind = link.kind;
    Add(record, *start, *end);
    if (!link.two_way) return;
    links_.back().reverse = static_cast<uint32_t>(links_.size());
    Add(record, *end, *start);
    links_.back().reverse = static_cast<uint32_t>(links_.size() - 2);
  }

  void AddGenerated(const GeneratedLink& link) {
    NavLink record{};
    record.cost_m = static_cast<float>(link.cost_m);
    record.abilities = link.kind == LinkKind::kWalk ? 0 : BitOf(LinkKindName(link.kind));
    record.name_offset = kNoLinkName;
    record.kind = link.kind;
    record.flags = kLinkGenerated;
    Add(record, {link.start_poly, link.start}, {link.end_poly, link.end});
  }

  PackedLinks Finish() {
    std::vector<uint32_t> order(links_.size());
    std::iota(order.begin(), order.end(), 0U);
    const auto key = [&](uint32_t i) {
      const NavLink& l = links_[i];
      return std::tuple(l.start_poly, l.kind, l.end_poly, l.start[0], l.start[1], l.start[2]);
    };
    std::ranges::stable_sort(order, {}, key);
    std::vector<uint32_t> place(order.size());
    for (uint32_t i = 0; i < order.size(); ++i) place[order[i]] = i;
    out_.data.rows.assign(mesh_.poly_count() + 1, 0);
    for (uint32_t i : order) {
      NavLink link = links_[i];
      if (link.reverse != kNoLink) link.reverse = place[link.reverse];
      ++out_.data.rows[link.start_poly + 1];
      out_.data.links.push_back(link);
    }
    for (uint32_t p = 0; p < mesh_.poly_count(); ++p) out_.data.rows[p + 1] += out_.data.rows[p];
    return std::move(out_);
  }

 private:
  std::optional<NavLocation> Place(const Vec3& absolute, std::optional<uint32_t> polygon, double radius_m) {
    if (!polygon.has_value()) return OnSurface(absolute, radius_m);
    const std::optional<PolyId> poly = PolyOf(*polygon);
    if (!poly.has_value()) return std::nullopt;
    return NavLocation{*poly, ClosestPointOnPoly(mesh_, *poly, absolute - origin_)};
  }
  std::optional<PolyId> PolyOf(uint32_t external_id) {
    if (poly_of_external_.empty()) {
      for (uint32_t p = 0; p < mesh_.poly_count(); ++p) {
        poly_of_external_.emplace(mesh_.poly(PolyId(p)).external_id, p);
      }
    }
    const auto found = poly_of_external_.find(external_id);
    if (found == poly_of_external_.end()) return std::nullopt;
    return PolyId(found->second);
  }
  std::optional<NavLocation> OnSurface(const Vec3& absolute, double radius_m) {
    const Vec3 point = absolute - origin_;
    const double height = std::max<double>(radius_m, mesh_.arrays().header.max_climb_m);
    return NearestPolyWithin(mesh_, point, radius_m, height, height, workspace_);
  }
  uint64_t BitOf(std::string_view ability) const {
    const auto at = std::lower_bound(out_.abilities.begin(), out_.abilities.end(), ability);
    return uint64_t{1} << (at - out_.abilities.begin());
  }
  uint32_t AddName(const std::string& name) {
    if (name.empty()) return kNoLinkName;
    const auto offset = static_cast<uint32_t>(out_.data.names.size());
    out_.data.names.insert(out_.data.names.end(), name.begin(), name.end());
    out_.data.names.push_back('\0');
    return offset;
  }
  void Add(NavLink record, const NavLocation& start, const NavLocation& end) {
    SetPoint(record.start, start.point);
    SetPoint(record.end, end.point);
    record.start_poly = start.poly.value();
    record.end_poly = end.poly.value();
    record.reverse = kNoLink;
    links_.push_back(record);
  }

  const NavmeshView& mesh_;
  const Vec3 origin_;
  SurfaceWorkspace workspace_;
  std::map<uint32_t, uint32_t> poly_of_external_;  // filled on first use; the lowest polygon of an id
  std::vector<NavLink> links_;
  PackedLinks out_;
};

}  // namespace

absl::StatusOr<std::vector<std::string>> CollectAbilities(
    std::span<const OffMeshLink> source, std::span<const std::vector<GeneratedLink>> generated) {
  std::set<std::string> names;
  for (const OffMeshLink& link : source) names.insert(link.abilities.begin(), link.abilities.end());
  for (const std::vector<GeneratedLink>& links : generated) {
    for (const GeneratedLink& link : links) {
      if (link.kind != LinkKind::kWalk) names.emplace(LinkKindName(link.kind));
    }
  }
  if (names.size() > kMaxAbilities) {
    return InvalidArgument("links: ", names.size(), " abilities are named; at most 64 fit");
  }
  return std::vector<std::string>(names.begin(), names.end());
}

PackedLinks PackLinks(std::span<const OffMeshLink> source, std::span<const GeneratedLink> generated,
                      const NavmeshView& mesh, const Vec3& origin, std::vector<std::string> abilities) {
  Packer packer(mesh, origin, std::move(abilities));
  for (size_t i = 0; i < source.size(); ++i) packer.AddSource(source[i], i);
  for (const GeneratedLink& link : generated) packer.AddGenerated(link);
  return packer.Finish();
}

absl::StatusOr<PackedLinks> PackLinks(std::span<const OffMeshLink> source,
                                      std::span<const GeneratedLink> generated, const NavmeshView& mesh,
                                      const Vec3& origin) {
  const std::vector<std::vector<GeneratedLink>> of_agents = {{generated.begin(), generated.end()}};
  WS_ASSIGN_OR_RETURN(std::vector<std::string> abilities, CollectAbilities(source, of_agents));
  return PackLinks(source, generated, mesh, origin, std::move(abilities));
}

}  // namespace waystone
