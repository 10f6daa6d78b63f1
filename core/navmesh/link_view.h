// The off-mesh links of a loaded navmesh.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include "absl/status/statusor.h"
#include "core/base/ids.h"
#include "core/geom/vec.h"
#include "core/navmesh/link_format.h"
#include "core/navmesh/navmesh_view.h"

namespace waystone {

// Owned links: what the baker writes.
struct LinkData {
  std::vector<NavLink> links;  // sorted by (start_poly, kind, end_poly, start)
  std::vector<uint32_t> rows;  // poly_count + 1: links of polygon p are [rows[p], rows[p + 1])
  std::vector<char> names;     // external ids, each ended by NUL
};

// A const view over the sections, or over a LinkData. Cheaply copied; does not own them; any thread.
// A default-constructed view has no links. Create makes all others, so every view has passed the structure
// check.
class LinkView {
 public:
  LinkView() = default;

  // DataLoss naming the array, the index and the rule broken. O(links + polygons + names).
  static absl::StatusOr<LinkView> Create(std::span<const NavLink> links, std::span<const uint32_t> rows,
                                         std::span<const char> names, const NavmeshView& mesh);
  static absl::StatusOr<LinkView> Create(const LinkData& data, const NavmeshView& mesh) {
    return Create(data.links, data.rows, data.names, mesh);
  }

  // The same links with some changed, and more behind them; their costs and ends in the plane are the same. The
  // arrays must outlive it, and are not checked: rows as Create wants them, no rows without links.
  LinkView Derived(std::span<const NavLink> links, std::span<const uint32_t> rows) const;

  uint32_t size() const { return static_cast<uint32_t>(links_.size()); }
  const NavLink& link(LinkId id) const { return links_[id.value()]; }
  std::span<const NavLink> all() const { return links_; }

  // The links that leave a polygon; the first one has id FirstOf(poly).
  std::span<const NavLink> Of(PolyId poly) const {
    return rows_.empty() ? links_
                         : links_.subspan(rows_[poly.value()], rows_[poly.value() + 1] - rows_[poly.value()]);
  }
  LinkId FirstOf(PolyId poly) const { return LinkId(rows_.empty() ? 0 : rows_[poly.value()]); }

  // Links that cost less than the distance between their ends in the ground plane. If there are none, no path
  // costs less than the straight line. Ascending.
  std::span<const uint32_t> Shortcuts() const {
    return shortcuts_ == nullptr ? std::span<const uint32_t>() : std::span<const uint32_t>(*shortcuts_);
  }

  // The links of kind teleport. Ascending.
  std::span<const uint32_t> Teleports() const {
    return teleports_ == nullptr ? std::span<const uint32_t>() : std::span<const uint32_t>(*teleports_);
  }

  // The source's own name of the link; empty if it has none.
  std::string_view ExternalId(LinkId id) const;

 private:
  // Fills shortcuts_ and teleports_.
  void ListSpecial();

  std::span<const NavLink> links_;
  std::span<const uint32_t> rows_;
  std::span<const char> names_;
  std::shared_ptr<const std::vector<uint32_t>> shortcuts_;
  std::shared_ptr<const std::vector<uint32_t>> teleports_;
};

// [m] What using the link adds to a path: its cost, corrected if only float rounding puts it below the
// horizontal length.
double LinkCost_m(const NavLink& link);

// [m] What a search takes for the cost of a link: LinkCost_m, or one that is no less than the link's length in the
// plane but for teleports.
using LinkCost = double (*)(const NavLink&);

// Its ends in the ground plane.
inline Vec2 StartOf(const NavLink& link) { return {link.start[0], link.start[2]}; }
inline Vec2 EndOf(const NavLink& link) { return {link.end[0], link.end[2]}; }

// Whether an agent with these abilities (bit k: ability k of the manifest) may use the link.
inline bool MayUse(const NavLink& link, uint64_t abilities) {
  return (link.abilities & ~abilities) == 0 && (link.flags & kLinkClosed) == 0;
}

}  // namespace waystone
