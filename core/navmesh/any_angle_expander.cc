// Polyanya (Cui, Harabor, Grastien, IJCAI 2017). Limits are stored vertices instead of computed points, so
// every decision is an exact orientation of stored points and no interval is lost to rounding.
//
// A polygon is entered through a side seen from the root between two rays. Its other sides, numbered from the
// right end of the entry side (corner 0) to the left end (corner `side_count_`), fall into those left and
// right of the rays and those between. Between: seen from the same root. Outside: a shortest path gets there
// only by turning at the end of the entry side, if the ray goes through that end and it lies on a border;
// that end becomes a root. A side that runs along a ray cannot be seen: the path goes to its nearer end and
// turns there. If the side left through ends at the root itself, the path turns about the root: the whole
// polygon beyond is seen, until a border or a full turn stops it.
//
// A root is dropped if its vertex was reached by an equally short path from elsewhere. What continues one
// path continues the other too: on a shortest path, choosing the other path to a vertex never straightens
// anything. At a pinched vertex this holds only within one polygon.
#include "core/navmesh/any_angle_expander.h"

#include <algorithm>

#include "core/geom/exact_orient.h"
#include "core/geom/segment.h"

namespace waystone {
namespace {

constexpr uint32_t kNoIndex = 0xffffffffU;
// Paths whose lengths differ by less than this share count as equally long: rounding of sums.
constexpr double kSameLength = 1e-13;

bool IsBorder(uint16_t flags) { return (flags & kNavEdgeStartsAtBorder) != 0; }

}  // namespace

Vec2 AnyAngleExpander::At(uint32_t vertex) const {
  const Vec3f& v = mesh_.vertex(VertexId(vertex));
  return {v.x, v.z};
}

// kNoEdge if the polygon across is blocked.
uint32_t AnyAngleExpander::OpenTwin(uint32_t twin) const {
  if (exclusions_ == nullptr || twin == kNoEdge) return twin;
  return exclusions_->IsBlocked(PolyId(mesh_.edge(EdgeId(twin)).poly)) ? kNoEdge : twin;
}

// A vertex of a blocked polygon lies on a border. A path that reaches it in one polygon no longer reaches it
// in all.
uint16_t AnyAngleExpander::FlagsOf(const Corner& corner) const {
  constexpr uint16_t kBoth = kNavEdgeStartsAtBorder | kNavEdgeStartIsPinched;
  if (exclusions_ == nullptr || (corner.flags & kBoth) == kBoth) return corner.flags;
  return exclusions_->TouchesVertex(EdgeId(corner.edge)) ? corner.flags | kBoth : corner.flags;
}

AnyAngleExpander::Ray AnyAngleExpander::LimitRay(const AnyAngleRoot& root, uint32_t limit) const {
  if (limit == root.vertex) return {ws_.roots[root.parent].at, root.at};
  return {root.at, At(limit)};
}

// False if the start is in the polygon: all of it is already seen from there, and only a shortcut could reach
// a part of it at less cost.
bool AnyAngleExpander::Enter(uint32_t poly, uint32_t node) {
  StampedIndex& first = ws_.entered[poly];
  if (first.generation != ws_.generation) {
    first = {ws_.generation, node};
  } else if (first.index < start_node_count_ &&
             !(has_shortcuts_ && ws_.roots[ws_.nodes[node].root].past_link)) {
    return false;
  }
  RecordEntry(poly, node);
  return true;
}

void AnyAngleExpander::RecordEntry(uint32_t poly, uint32_t node) {
  if (entries_ == nullptr) return;
  StampedIndex& first = entries_->of_poly[poly];
  const uint32_t next = first.generation == ws_.generation ? first.index : kNoIndex;
  if (next == kNoIndex) entries_->polys.push_back(poly);
  first = {ws_.generation, static_cast<uint32_t>(entries_->all.size())};
  entries_->all.push_back({node, next});
}

// All corners in order from the start of `first_edge`, and the first one again.
void AnyAngleExpander::LoadCorners(uint32_t poly, uint32_t first_edge) {
  const NavPoly& p = mesh_.poly(PolyId(poly));
  const uint32_t end = p.first_edge + p.edge_count;
  uint32_t e = first_edge;
  for (uint32_t k = 0; k < p.edge_count; ++k) {
    const NavEdge& edge = mesh_.edge(EdgeId(e));
    corners_[k] = {At(edge.vertex), edge.vertex, e, OpenTwin(edge.twin), edge.flags};
    if (++e == end) e = p.first_edge;
  }
  corners_[p.edge_count] = corners_[0];
  side_count_ = p.edge_count;
}

void AnyAngleExpander::Expand(uint32_t node_index) {
  ws_.fresh.clear();
  node_ = node_index;
  const AnyAngleNode node = ws_.nodes[node_index];
  if (node.edge == kNoEdge) return TakeLink(node_index);
  const EdgeId entry(mesh_.edge(EdgeId(node.edge)).twin);
  const uint32_t poly = mesh_.edge(entry).poly;
  if (!Enter(poly, node_index)) return;
  LoadCorners(poly, mesh_.Next(entry).value());
  --side_count_;  // the entry side is the last
  const uint32_t root_vertex = ws_.roots[node.root].vertex;
  if (root_vertex == corners_[0].vertex || root_vertex == corners_[side_count_].vertex) {
    ExpandAbout(node, poly);
  } else {
    ExpandCone(node, poly);
  }
}

// The root is an end of the entry side.
void AnyAngleExpander::ExpandAbout(const AnyAngleNode& node, uint32_t poly) {
  if (poly == goal_poly_) {
    AddGoal(node.root);
    if (!has_shortcuts_) return;  // no path beyond it comes back as short
  }
  AddLinks(poly, node.root, [&](Vec2) { return node.root; });
  const Vec2 at = ws_.roots[node.root].at;
  const bool at_right = ws_.roots[node.root].vertex == corners_[0].vertex;
  const uint32_t onward = at_right ? 0 : side_count_ - 1;  // the other side that ends at the root
  for (uint32_t k = 0; k < side_count_; ++k) {
    if (k != onward) {
      SeeSide(k, node.root);
      continue;
    }
    if (corners_[k].twin == kNoEdge) continue;
    // Stop before the path turns back beyond the direction it came from.
    const Vec2 came_from = ws_.roots[ws_.roots[node.root].parent].at;
    const int turn = OrientSign(came_from, at, corners_[at_right ? 1 : onward].at);
    if (turn == (at_right ? -1 : 1)) AddRotation(k, node.root);
  }
}

void AnyAngleExpander::ExpandCone(const AnyAngleNode& node, uint32_t poly) {
  const Ray right = LimitRay(ws_.roots[node.root], node.right);
  const Ray left = LimitRay(ws_.roots[node.root], node.left);
  if (poly == goal_poly_) {
    const uint32_t goal_root = RootThatSees(node, right, left, goal_);
    if (goal_root != kNoIndex) AddGoal(goal_root);
    if (!has_shortcuts_) return;  // no path beyond it comes back as short
  }
  AddLinks(poly, node.root, [&](Vec2 at) { return RootThatSees(node, right, left, at); });

  const uint32_t last = side_count_;
  const bool right_is_end = node.right == corners_[0].vertex;
  const bool left_is_end = node.left == corners_[last].vertex;
  Exit right_exit{0, right_is_end, false};
  for (uint32_t k = 1; k < last; ++k) {
    const int side = OrientSign(right.from, right.to, corners_[k].at);
    if (side > 0) break;
    right_exit = {k, side == 0, right_exit.along_side || (k == 1 && side == 0)};
  }
  Exit left_exit{last, left_is_end, false};
  for (uint32_t k = last - 1; k > right_exit.corner; --k) {
    const int side = OrientSign(left.from, left.to, corners_[k].at);
    if (side < 0) break;
    left_exit = {k, side == 0, left_exit.along_side || (k == last - 1 && side == 0)};
  }
  if (right_is_end && right_exit.corner > 0) TurnRight(node, right_exit, right);
  for (uint32_t k = right_exit.corner; k < left_exit.corner; ++k) {
    const bool cut_right = k == right_exit.corner && !right_exit.at_corner;
    const bool cut_left = k + 1 == left_exit.corner && !left_exit.at_corner;
    if (!cut_right && !cut_left) {
      SeeSide(k, node.root);
    } else {
      AddCone(k, node.root, {cut_right ? node.right : corners_[k].vertex, cut_right ? &right : nullptr},
              {cut_left ? node.left : corners_[k + 1].vertex, cut_left ? &left : nullptr});
    }
  }
  if (left_is_end && left_exit.corner < last) TurnLeft(node, left_exit, left);
}

// Sides to the right of a ray through the right end of the entry side.
void AnyAngleExpander::TurnRight(const AnyAngleNode& node, const Exit& exit, const Ray& ray) {
  if (exit.along_side) {
    for (uint32_t k = 0; k < exit.corner; ++k) TurnAndRotate(k, k, node.root);
    return;
  }
  bool leads_on = !exit.at_corner && corners_[exit.corner].twin != kNoEdge;
  for (uint32_t k = 0; k < exit.corner; ++k) leads_on = leads_on || corners_[k].twin != kNoEdge;
  const uint32_t root = leads_on ? TurnAt(corners_[0], node.root) : kNoIndex;
  if (root == kNoIndex) return;
  AddRotation(0, root);
  for (uint32_t k = 1; k < exit.corner; ++k) SeeSide(k, root);
  if (exit.at_corner) return;
  AddCone(exit.corner, root, {corners_[exit.corner].vertex, nullptr}, {corners_[0].vertex, &ray});
}

// Sides to the left of a ray through the left end of the entry side.
void AnyAngleExpander::TurnLeft(const AnyAngleNode& node, const Exit& exit, const Ray& ray) {
  const uint32_t last = side_count_;
  if (exit.along_side) {
    for (uint32_t k = exit.corner; k < last; ++k) TurnAndRotate(k, k + 1, node.root);
    return;
  }
  bool leads_on = !exit.at_corner && corners_[exit.corner - 1].twin != kNoEdge;
  for (uint32_t k = exit.corner; k < last; ++k) leads_on = leads_on || corners_[k].twin != kNoEdge;
  const uint32_t root = leads_on ? TurnAt(corners_[last], node.root) : kNoIndex;
  if (root == kNoIndex) return;
  AddRotation(last - 1, root);
  for (uint32_t k = exit.corner; k + 1 < last; ++k) SeeSide(k, root);
  if (exit.at_corner) return;
  AddCone(exit.corner - 1, root, {corners_[last].vertex, &ray}, {corners_[exit.corner].vertex, nullptr});
}

// The root at a corner, reached straight from `parent_root`; none if a path cannot turn there, or an equally
// short path got there before.
uint32_t AnyAngleExpander::TurnAt(const Corner& corner, uint32_t parent_root) {
  const uint16_t flags = FlagsOf(corner);
  if (!IsBorder(flags)) return kNoIndex;
  const AnyAngleRoot& parent = ws_.roots[parent_root];
  const double g_m = parent.g_m + Distance(parent.at, corner.at);
  StampedIndex& slot = ws_.root_of_vertex[corner.vertex];
  uint32_t known = slot.generation == ws_.generation ? slot.index : kNoIndex;
  const bool is_pinched = (flags & kNavEdgeStartIsPinched) != 0;
  const uint32_t next = is_pinched ? known : kNoIndex;
  while (is_pinched && known != kNoIndex && ws_.roots[known].corner != corner.edge) {
    known = ws_.roots[known].next;
  }
  if (known != kNoIndex) {
    AnyAngleRoot& root = ws_.roots[known];
    if (root.parent == parent_root) return known;
    // If the root's own parent was beaten, the root that follows the better parent replaces it, however
    // close.
    const bool is_stale = ws_.roots[root.parent].is_beaten;
    if (is_stale ? g_m > root.g_m : g_m >= root.g_m * (1 - kSameLength)) return kNoIndex;
    root.is_beaten = true;
  }
  slot = {ws_.generation, static_cast<uint32_t>(ws_.roots.size())};
  const bool past_link = parent.past_link;
  ws_.roots.push_back({corner.at, g_m, corner.vertex, parent_root, corner.edge, next, false, past_link});
  return slot.index;
}

// Side k, wholly in view of the root.
void AnyAngleExpander::SeeSide(uint32_t k, uint32_t root) {
  if (corners_[k].twin == kNoEdge) return;
  const Corner& right = corners_[k];
  const Corner& left = corners_[k + 1];
  const Vec2 at = ws_.roots[root].at;
  if (OrientSign(at, right.at, left.at) > 0) {
    AddCone(k, root, {right.vertex, nullptr}, {left.vertex, nullptr});
  } else {
    TurnAndRotate(k, Distance(at, right.at) <= Distance(at, left.at) ? k : k + 1, root);
  }
}

// Side k, left through at its end `corner`.
void AnyAngleExpander::TurnAndRotate(uint32_t k, uint32_t corner, uint32_t parent_root) {
  if (corners_[k].twin == kNoEdge) return;
  const uint32_t root = TurnAt(corners_[corner], parent_root);
  if (root != kNoIndex) AddRotation(k, root);
}

void AnyAngleExpander::AddRotation(uint32_t k, uint32_t root) {
  if (corners_[k].twin == kNoEdge) return;
  Add({root, corners_[k].edge, corners_[k].vertex, corners_[k + 1].vertex, node_},
      Remaining_m(ws_.roots[root].at));
}

void AnyAngleExpander::AddCone(uint32_t k, uint32_t root, const Limit& right, const Limit& left) {
  if (corners_[k].twin == kNoEdge) return;
  Add({root, corners_[k].edge, right.vertex, left.vertex, node_},
      RemainingBound_m(k, ws_.roots[root].at, right.ray, left.ray));
}

void AnyAngleExpander::Add(const AnyAngleNode& node, double h_m) {
  const auto index = static_cast<uint32_t>(ws_.nodes.size());
  ws_.nodes.push_back(node);
  ws_.fresh.push_back({ws_.roots[node.root].g_m + h_m, static_cast<float>(h_m), index});
}

// Length in the plane of the shortest path from the root through the seen part of side k to the goal. A goal
// on the root's side of it is mirrored. A null ray: the part reaches to that end of the side.
double AnyAngleExpander::RemainingBound_m(uint32_t k, Vec2 root, const Ray* right, const Ray* left) const {
  const Vec2 a = corners_[k].at;
  const Vec2 b = corners_[k + 1].at;
  if (!has_goal_) return SegmentDistance(a, b, root);
  const Vec2 along = b - a;
  Vec2 target = goal_;
  const double height = Cross(along, goal_ - a);
  if (height > 0) target = target - Vec2{-along.z, along.x} * (2 * height / Dot(along, along));
  const Vec2 to_target = target - root;
  const auto through = [&](const Ray* ray, Vec2 end) {
    const Vec2 at = ray == nullptr ? end : a + along * CrossingFraction(ray->from, ray->to, a, b);
    return Distance(root, at) + Distance(at, target);
  };
  double h_m = Length(to_target);
  if (Cross(right == nullptr ? a - root : right->to - right->from, to_target) < 0) {
    h_m = through(right, a);
  } else if (Cross(left == nullptr ? b - root : left->to - left->from, to_target) > 0) {
    h_m = through(left, b);
  }
  return has_shortcuts_ ? std::min(h_m, ByShortcut_m(root)) : h_m;
}

}  // namespace waystone
