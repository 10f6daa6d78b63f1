// How the expander treats places: the sources that paths start from, the goal, and the links between.
//
// A link is taken from its start, once, when the least cost to there is known. Until then each path to it has
// an open node with the cost up to the link's end. That end is a source like the start, with one exception:
// if a link costs less than its length, a path through it may return to ground already seen, at less cost
// than the straight line. So neither the start's nor the goal's polygon ends the search there.
#include <algorithm>
#include <limits>

#include "core/geom/exact_orient.h"
#include "core/geom/segment.h"
#include "core/navmesh/any_angle_expander.h"

namespace waystone {
namespace {

constexpr uint32_t kNoIndex = 0xffffffffU;
// [m] a source this near to a side, or beyond it, is in both polygons: rounding of its coordinates.
constexpr double kOnSide_m = 1e-6;
constexpr double kBesideRay = 1e-9;  // [share of a segment]

bool HoldsPlace(Vec2 place, Vec2 from, Vec2 to) {
  return OrientSign(place, from, to) <= 0 && SegmentDistance(from, to, place) <= kOnSide_m;
}

}  // namespace

AnyAngleExpander::AnyAngleExpander(const NavmeshView& mesh, const LinkView& links, uint64_t abilities,
                                   const Exclusions* exclusions, const NavLocation& start,
                                   AnyAngleWorkspace& workspace)
    : mesh_(mesh),
      links_(links),
      abilities_(abilities),
      exclusions_(exclusions),
      start_(start),
      ws_(workspace),
      has_links_(links.size() > 0),
      goal_poly_(kNoIndex) {
  SetLinkCost(&LinkCost_m);
}

void AnyAngleExpander::SetLinkCost(LinkCost cost) {
  link_cost_ = cost;
  shortcuts_ = cost == &LinkCost_m ? links_.Shortcuts() : links_.Teleports();
  has_shortcuts_ =
      std::any_of(shortcuts_.begin(), shortcuts_.end(), [this](uint32_t i) { return MayTake(i); });
}

bool AnyAngleExpander::MayTake(uint32_t link) const {
  const NavLink& record = links_.link(LinkId(link));
  return MayUse(record, abilities_) &&
         (exclusions_ == nullptr || !exclusions_->IsClosed(LinkId(link), record));
}

void AnyAngleExpander::SetGoal(const NavLocation& goal) {
  has_goal_ = true;
  goal_poly_ = goal.poly.value();
  goal_ = goal.point.Plane();
  after_shortcuts_m_ = std::numeric_limits<double>::infinity();
  for (const uint32_t i : shortcuts_) {
    const NavLink& link = links_.link(LinkId(i));
    if (!MayTake(i)) continue;
    const Vec2 at = StartOf(link);
    const bool is_first = after_shortcuts_m_ == std::numeric_limits<double>::infinity();
    shortcut_min_ = is_first ? at : Vec2{std::min(shortcut_min_.x, at.x), std::min(shortcut_min_.z, at.z)};
    shortcut_max_ = is_first ? at : Vec2{std::max(shortcut_max_.x, at.x), std::max(shortcut_max_.z, at.z)};
    after_shortcuts_m_ = std::min(after_shortcuts_m_, link_cost_(link) + Distance(EndOf(link), goal_));
  }
}

void AnyAngleExpander::ExpandStart() {
  ws_.fresh.clear();
  ws_.roots.push_back({start_.point.Plane(), 0, kNoEdge, kNoIndex, kNoIndex, kNoIndex, false, false});
  SeeFrom(start_, 0, kNoIndex);
}

void AnyAngleExpander::TakeLink(uint32_t node_index) {
  const AnyAngleNode node = ws_.nodes[node_index];
  if (ws_.best_of_link[node.right].index != node_index) return;
  const NavLink& link = links_.link(LinkId(node.right));
  const AnyAngleRoot& from = ws_.roots[node.root];
  const double g_m = from.g_m + Distance(from.at, StartOf(link)) + link_cost_(link);
  const AnyAngleComing* const coming = ComingTo(link);
  if ((coming != nullptr && coming->g_m < g_m) || IsReached(link.end_poly, EndOf(link), g_m)) return;
  const auto root = static_cast<uint32_t>(ws_.roots.size());
  ws_.roots.push_back({EndOf(link), g_m, kNoEdge, node.root, node.right, kNoIndex, false, true});
  SeeFrom({PolyId(link.end_poly), Vec3(link.end[0], link.end[1], link.end[2])}, root, node_index);
}

// The open node that comes to the end of a link at the least cost; null if none is known.
const AnyAngleComing* AnyAngleExpander::ComingTo(const NavLink& link) const {
  const AnyAngleComing& coming = ws_.coming_to_poly[link.end_poly];
  const bool is_known = coming.generation == ws_.generation && coming.at == EndOf(link) &&
                        !ws_.roots[ws_.nodes[coming.node].root].is_beaten;
  return is_known ? &coming : nullptr;
}

// Whether a path from another source in the polygon than `but` leads to a place in it at no greater cost: polygons are
// convex.
bool AnyAngleExpander::IsReached(uint32_t poly, Vec2 at, double g_m, uint32_t but) const {
  const StampedIndex& last = ws_.source_of_poly[poly];
  uint32_t next = last.generation == ws_.generation ? last.index : kNoEdge;
  for (; next != kNoEdge; next = ws_.sources[next].next) {
    const AnyAngleRoot& source = ws_.roots[ws_.sources[next].root];
    if (ws_.sources[next].root != but && source.g_m + Distance(source.at, at) <= g_m) return true;
  }
  return false;
}

// Everything that is seen from a source.
void AnyAngleExpander::SeeFrom(const NavLocation& place, uint32_t root, uint32_t parent) {
  const auto first = static_cast<uint32_t>(ws_.nodes.size());
  AddSources(place, root, parent);
  const auto end = static_cast<uint32_t>(ws_.nodes.size());
  if (root == 0) start_node_count_ = end;
  StampedIndex& last = ws_.source_of_poly[place.poly.value()];
  const uint32_t before = last.generation == ws_.generation ? last.index : kNoEdge;
  last = {ws_.generation, static_cast<uint32_t>(ws_.sources.size())};
  ws_.sources.push_back({root, before});
  for (node_ = first; node_ < end; ++node_) {
    const uint32_t poly = SourcePoly(place, node_);
    LoadWholePoly(poly);
    if (poly == goal_poly_) AddGoal(root);
    AddLinks(poly, root, [&](Vec2) { return root; });
    for (uint32_t k = 0; k < side_count_; ++k) {
      if (!HoldsPlace(place.point.Plane(), corners_[k].at, corners_[k + 1].at)) SeeSide(k, root);
    }
  }
}

// A node for each polygon that holds the place.
void AnyAngleExpander::AddSources(const NavLocation& place, uint32_t root, uint32_t parent) {
  const auto first = static_cast<uint32_t>(ws_.nodes.size());
  ws_.nodes.push_back({root, kNoEdge, kNoIndex, kNoIndex, parent});
  for (uint32_t i = first; i < ws_.nodes.size(); ++i) {
    const uint32_t poly = SourcePoly(place, i);
    StampedIndex& entered = ws_.entered[poly];
    if (entered.generation != ws_.generation) entered = {ws_.generation, i};
    RecordEntry(poly, i);
    LoadWholePoly(poly);
    for (uint32_t k = 0; k < side_count_; ++k) {
      const bool is_open = corners_[k].twin != kNoEdge;
      if (!is_open || !HoldsPlace(place.point.Plane(), corners_[k].at, corners_[k + 1].at)) continue;
      const uint32_t next = mesh_.edge(EdgeId(corners_[k].twin)).poly;
      bool is_known = false;
      for (uint32_t j = first; j < ws_.nodes.size(); ++j) is_known = is_known || SourcePoly(place, j) == next;
      if (!is_known) ws_.nodes.push_back({root, corners_[k].edge, kNoIndex, kNoIndex, i});
    }
  }
}

uint32_t AnyAngleExpander::SourcePoly(const NavLocation& place, uint32_t node) const {
  const uint32_t edge = ws_.nodes[node].edge;
  return edge == kNoEdge ? place.poly.value() : mesh_.edge(EdgeId(mesh_.edge(EdgeId(edge)).twin)).poly;
}

void AnyAngleExpander::LoadWholePoly(uint32_t poly) {
  LoadCorners(poly, mesh_.poly(PolyId(poly)).first_edge);
}

// The end of the entry side where a path to a place in the entered polygon turns; null if the place lies
// between the rays, or is hidden.
const AnyAngleExpander::Corner* AnyAngleExpander::TurnFor(const AnyAngleNode& node, const Ray& right,
                                                          const Ray& left, Vec2 at, bool& is_hidden) const {
  const Corner* turn = nullptr;
  is_hidden = false;
  if (OrientSign(right.from, right.to, at) < 0) {
    is_hidden = node.right != corners_[0].vertex;
    turn = &corners_[0];
  } else if (OrientSign(left.from, left.to, at) > 0) {
    is_hidden = node.left != corners_[side_count_].vertex;
    turn = &corners_[side_count_];
  }
  return is_hidden ? nullptr : turn;
}

uint32_t AnyAngleExpander::RootThatSees(const AnyAngleNode& node, const Ray& right, const Ray& left,
                                        Vec2 at) {
  bool is_hidden = false;
  const Corner* turn = TurnFor(node, right, left, at, is_hidden);
  if (is_hidden) return kNoIndex;
  return turn == nullptr ? node.root : TurnAt(*turn, node.root);
}

double AnyAngleExpander::CostVia(uint32_t node_index, PolyId poly, Vec2 at) {
  const AnyAngleNode& node = ws_.nodes[node_index];
  const AnyAngleRoot& root = ws_.roots[node.root];
  const double straight_m = root.g_m + Distance(root.at, at);
  if (node.right == kNoIndex) return straight_m;  // a source
  LoadCorners(poly.value(), mesh_.Next(EdgeId(mesh_.edge(EdgeId(node.edge)).twin)).value());
  --side_count_;
  if (root.vertex == corners_[0].vertex || root.vertex == corners_[side_count_].vertex) return straight_m;
  bool is_hidden = false;
  const Corner* turn = TurnFor(node, LimitRay(root, node.right), LimitRay(root, node.left), at, is_hidden);
  if (turn == nullptr) return is_hidden ? std::numeric_limits<double>::infinity() : straight_m;
  if ((FlagsOf(*turn) & kNavEdgeStartsAtBorder) == 0) return std::numeric_limits<double>::infinity();
  return root.g_m + Distance(root.at, turn->at) + Distance(turn->at, at);
}

// The minimum lies where the segment is nearest to a point that the path may come from, at an end of the
// segment, or where a ray that limits what is seen crosses it.
AnyAngleExpander::Nearest AnyAngleExpander::NearestVia(uint32_t node_index, PolyId poly, Vec2 a, Vec2 b) {
  Nearest nearest{std::numeric_limits<double>::infinity(), a};
  const auto try_at = [&](double fraction) {
    const Vec2 at = a + (b - a) * std::clamp(fraction, 0.0, 1.0);
    const double cost_m = CostVia(node_index, poly, at);
    if (cost_m < nearest.cost_m) nearest = {cost_m, at};
  };
  const AnyAngleNode& node = ws_.nodes[node_index];
  const AnyAngleRoot& root = ws_.roots[node.root];
  for (const double fraction : {0.0, 1.0, NearestFraction(a, b, root.at)}) try_at(fraction);
  if (node.right == kNoIndex) return nearest;  // a source sees all
  const EdgeId entry(node.edge);
  for (const Vec3f& end : {mesh_.EdgeStart(entry), mesh_.EdgeEnd(entry)}) {
    try_at(NearestFraction(a, b, Vec3(end).Plane()));
  }
  for (const uint32_t limit : {node.right, node.left}) {
    const Ray ray = LimitRay(root, limit);
    const double fraction = CrossingFraction(ray.from, ray.to, a, b);
    // Tries both sides too: rounding may hide the crossing itself.
    for (const double beside : {0.0, kBesideRay, -kBesideRay}) try_at(fraction + beside);
  }
  return nearest;
}

void AnyAngleExpander::AddGoal(uint32_t root) {
  Add({root, kNoEdge, kNoIndex, kNoIndex, node_}, Distance(ws_.roots[root].at, goal_));
}

// The path from a root to the end of a link, unless a cheaper path to the link's start is known.
void AnyAngleExpander::AddLink(uint32_t link, uint32_t root) {
  if (root == kNoIndex) return;
  const NavLink& record = links_.link(LinkId(link));
  const Vec2 at = StartOf(record);
  const double walk_m = Distance(ws_.roots[root].at, at);
  StampedIndex& best = ws_.best_of_link[link];
  if (best.generation == ws_.generation) {
    const AnyAngleRoot& other = ws_.roots[ws_.nodes[best.index].root];
    if (!other.is_beaten && other.g_m + Distance(other.at, at) <= ws_.roots[root].g_m + walk_m) return;
  }
  const double g_m = ws_.roots[root].g_m + walk_m + link_cost_(record);
  const AnyAngleComing* const coming = ComingTo(record);
  if ((coming != nullptr && coming->g_m <= g_m) || IsReached(record.end_poly, EndOf(record), g_m)) return;
  AnyAngleComing& to_poly = ws_.coming_to_poly[record.end_poly];
  if (coming != nullptr || to_poly.generation != ws_.generation) {
    to_poly = {ws_.generation, static_cast<uint32_t>(ws_.nodes.size()), EndOf(record), g_m};
  }
  best = {ws_.generation, static_cast<uint32_t>(ws_.nodes.size())};
  Add({root, kNoEdge, link, kNoIndex, node_}, walk_m + link_cost_(record) + Remaining_m(EndOf(record)));
}

// A lower bound of the cost still to go from a point.
double AnyAngleExpander::Remaining_m(Vec2 at) const {
  if (!has_goal_) return 0;
  const double straight_m = Distance(at, goal_);
  return has_shortcuts_ ? std::min(straight_m, ByShortcut_m(at)) : straight_m;
}

// The same for paths through some shortcut: to the box around their starts, and from the best of their ends.
double AnyAngleExpander::ByShortcut_m(Vec2 at) const {
  const double dx = std::max({shortcut_min_.x - at.x, at.x - shortcut_max_.x, 0.0});
  const double dz = std::max({shortcut_min_.z - at.z, at.z - shortcut_max_.z, 0.0});
  return Length(Vec2{dx, dz}) + after_shortcuts_m_;
}

}  // namespace waystone
