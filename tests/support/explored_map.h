// Drawn maps with a skeleton, as the queries see them.
#pragma once

#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "core/navmesh/link_view.h"
#include "core/skeleton/skeleton_view.h"
#include "tests/support/cell_skeleton.h"
#include "tests/support/drawn_map.h"
#include "tests/support/random_meshes.h"

namespace waystone {

// A key point in every cell (cell_skeleton.h). Owns what its views point at. Change the mesh (`map`), then
// add links and change `sketch`, then ask for views.
class ExploredMap {
 public:
  explicit ExploredMap(const std::vector<std::string_view>& storeys) : map(storeys) {}
  explicit ExploredMap(NavmeshData data) : map(std::move(data)) {}

  // Called once the mesh is as it should be.
  CellSkeleton& sketch() {
    if (!sketch_) sketch_.emplace(map.mesh());
    return *sketch_;
  }
  // From one cell's middle to another's, for everybody; costs its length. The ids that arcs have.
  void AddLink(const Vec3& from, const Vec3& to, LinkKind kind) {
    const Vec3f start = from.ToFloat();
    const Vec3f end = to.ToFloat();
    raw_links_.push_back({.start = {start.x, start.y, start.z},
                          .end = {end.x, end.y, end.z},
                          .start_poly = PolyAt(map.mesh(), from.x, from.z, from.y).value(),
                          .end_poly = PolyAt(map.mesh(), to.x, to.z, to.y).value(),
                          .radius_m = 0.5F,
                          .cost_m = static_cast<float>(Distance(from, to)),
                          .abilities = 0,
                          .reverse = kNoLink,
                          .name_offset = kNoLinkName,
                          .kind = kind,
                          .flags = 0,
                          .reserved = {}});
    link_data_ = SortedLinks(map.mesh(), raw_links_);
    links_ = *LinkView::Create(link_data_, map.mesh());
  }
  const LinkView& links() const { return links_; }
  PolyId Cell(double x, double z, double y = 0) const { return PolyAt(map.mesh(), x, z, y); }

  // Of the skeleton as it is sketched now; the last view's ends here.
  MapView view() {
    data_ = sketch().Data();
    skeleton_ = *SkeletonView::Create(data_, map.mesh().poly_count(), links_.size());
    const auto zones = std::make_shared<const OwnedZones>(ComputeZones(map.mesh(), links_, 0, {}));
    MapView view = map.view();
    view.links = &links_;
    view.zones = &zones->view();
    view.zones_owner = zones;
    view.skeleton = &*skeleton_;
    return view;
  }
  // The key point in the cell, of the skeleton as it is sketched now.
  KeyPointId KeyPointIn(double x, double z, double y = 0) {
    const uint32_t poly = Cell(x, z, y).value();
    uint32_t id = 0;
    for (const KeyPoint& key_point : sketch().Data().key_points) id += key_point.poly < poly ? 1 : 0;
    return KeyPointId(id);
  }

  DrawnMap map;

 private:
  std::optional<CellSkeleton> sketch_;
  std::vector<NavLink> raw_links_;
  LinkData link_data_;
  LinkView links_;
  SkeletonData data_;
  std::optional<SkeletonView> skeleton_;
};

}  // namespace waystone
