// Each half-edge of a corridor tells where the next one lies, so following it is one wait for memory after
// the other. Several corridors are therefore followed at once, a side of each in turn, so that their waits
// overlap.
#include "core/navmesh/corridor_strings.h"

#include <array>
#include <span>

namespace waystone {
namespace {

constexpr size_t kLanes = 16;

// A corridor that is being followed.
struct Lane {
  size_t leaf = 0;
  const uint8_t* bytes = nullptr;  // of the next side
  uint32_t left = 0;               // sides; 0: idle
  uint32_t entered_by = 0;
  uint32_t out = 0;  // into the sides
};

class Reader {
 public:
  Reader(const NavmeshView& mesh, const HierarchyView& hierarchy, std::vector<HierarchyLeaf>& leaves,
         std::vector<EdgeId>& sides)
      : mesh_(mesh),
        hierarchy_(hierarchy),
        joiner_(mesh),
        edges_(mesh.arrays().edges),
        leaves_(leaves),
        sides_(sides) {}

  bool Read() {
    sides_.clear();
    for (HierarchyLeaf& leaf : leaves_) {
      const HierarchyArc& arc = hierarchy_.arcs()[leaf.step.arc];
      if (arc.kind() != ArcWay::kString) continue;
      leaf.first_side = static_cast<uint32_t>(sides_.size());
      leaf.side_count = hierarchy_.strings()[arc.index() + size_t{1}];
      sides_.resize(sides_.size() + leaf.side_count);
    }
    size_t active = 0;
    for (Lane& lane : lanes_) {
      if (!Load(lane)) return false;
      active += lane.left > 0 ? 1 : 0;
    }
    while (active > 0) {
      for (Lane& lane : lanes_) {
        if (lane.left == 0) continue;
        if (!Step(lane)) return false;
        if (lane.left > 0) continue;
        leaves_[lane.leaf].last_poly = edges_[lane.entered_by].poly;
        if (!Load(lane)) return false;
        active -= lane.left == 0 ? 1 : 0;
      }
    }
    return true;
  }

 private:
  // The next leaf with a corridor; the lane stays idle if there is none.
  bool Load(Lane& lane) {
    while (next_ < leaves_.size() && leaves_[next_].side_count == 0) ++next_;
    if (next_ == leaves_.size()) return true;
    const HierarchyLeaf& leaf = leaves_[next_];
    const HierarchyArc& arc = hierarchy_.arcs()[leaf.step.arc];
    const HierarchyNodeId first = (arc.directions() & kArcOut) != 0 ? leaf.step.row : arc.node();
    const uint8_t* bytes = &hierarchy_.strings()[arc.index()];
    const uint32_t edge = joiner_.EdgeAt(hierarchy_.node(first), bytes[0]);
    if (edge == kNoEdge) return false;
    lane = {next_, bytes + 2, leaf.side_count, edge, leaf.first_side};
    ++next_;
    return true;
  }

  bool Step(Lane& lane) {
    const NavEdge& entered = edges_[lane.entered_by];
    const uint32_t side = lane.entered_by + static_cast<uint32_t>(static_cast<int8_t>(*lane.bytes));
    if (side >= edges_.size() || edges_[side].poly != entered.poly) return false;
    const uint32_t twin = edges_[side].twin;
    if (twin == kNoEdge) return false;
    __builtin_prefetch(&edges_[twin]);
    // PullCorridor needs the vertex later.
    __builtin_prefetch(&mesh_.vertex(VertexId(edges_[side].vertex)));
    __builtin_prefetch(&mesh_.vertex(VertexId(entered.vertex)));
    sides_[lane.out++] = EdgeId(side);
    lane.entered_by = twin;
    ++lane.bytes;
    --lane.left;
    return true;
  }

  const NavmeshView& mesh_;
  const HierarchyView& hierarchy_;
  const CorridorJoiner joiner_;
  const std::span<const NavEdge> edges_;
  std::vector<HierarchyLeaf>& leaves_;
  std::vector<EdgeId>& sides_;
  std::array<Lane, kLanes> lanes_;
  size_t next_ = 0;  // leaf
};

}  // namespace

bool ReadCorridors(const NavmeshView& mesh, const HierarchyView& hierarchy,
                   std::vector<HierarchyLeaf>& leaves, std::vector<EdgeId>& sides) {
  return Reader(mesh, hierarchy, leaves, sides).Read();
}

}  // namespace waystone
