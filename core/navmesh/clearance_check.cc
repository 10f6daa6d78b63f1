#include "core/navmesh/clearance_check.h"

#include <algorithm>
#include <cmath>

#include "core/base/check.h"
#include "core/geom/segment.h"

namespace waystone {
namespace {

constexpr double kReliefFactor = 2;  // how many clearances around an end it counts
constexpr double kSlack = 1e-9;      // for the rounding of what only rules out

// Which sides pass through a rectangle that reaches so far about a straight line: all that are as near, for less than their
// distances take.
class NearLine {
 public:
  NearLine(Vec2 from, Vec2 to, double within_m)
      : from_(from), length_m_(Distance(from, to)), within_m_(within_m * (1 + kSlack) + kSlack) {
    if (length_m_ > 0) along_ = (to - from) * (1 / length_m_);
  }
  bool MayHave(Vec2 a, Vec2 b) const {
    const Vec2 to_a = a - from_;
    const Vec2 to_b = b - from_;
    const double off_a = Cross(along_, to_a);
    const double off_b = Cross(along_, to_b);
    if (std::min(off_a, off_b) > within_m_ || std::max(off_a, off_b) < -within_m_) return false;
    const double at_a = Dot(along_, to_a);
    const double at_b = Dot(along_, to_b);
    if (std::min(at_a, at_b) > length_m_ + within_m_ || std::max(at_a, at_b) < -within_m_) return false;
    const bool may_pass_a_corner =
        std::max(std::abs(off_a), std::abs(off_b)) > within_m_ &&
        (std::min(at_a, at_b) < -within_m_ || std::max(at_a, at_b) > length_m_ + within_m_);
    return !may_pass_a_corner || !LeavesOnOneSide(at_a, off_a, at_b, off_b);
  }

 private:
  // Whether all corners of the rectangle lie on one side of a line.
  bool LeavesOnOneSide(double at_a, double off_a, double at_b, double off_b) const {
    const auto side = [&](double at, double off) {
      return (at_b - at_a) * (off - off_a) - (off_b - off_a) * (at - at_a);
    };
    const double first = side(-within_m_, -within_m_);
    const double second = side(-within_m_, within_m_);
    const double third = side(length_m_ + within_m_, -within_m_);
    const double fourth = side(length_m_ + within_m_, within_m_);
    return std::min({first, second, third, fourth}) > 0 || std::max({first, second, third, fourth}) < 0;
  }

  const Vec2 from_;
  const double length_m_;
  const double within_m_;
  Vec2 along_{1, 0};
};

}  // namespace

ClearanceCheck::ClearanceCheck(const NavmeshView& mesh, const Exclusions* exclusions, double clearance_m,
                               SurfaceWorkspace& workspace)
    : mesh_(mesh), exclusions_(exclusions), clearance_m_(clearance_m), workspace_(workspace) {}

void ClearanceCheck::AddEnd(const NavLocation& end) {
  WS_CHECK(end_count_ + 1 < kMaxEnds);  // the last one is for a link's
  if (clearance_m_ <= 0) return;
  const double room_m = Room(end.poly, end.point.Plane(), clearance_m_);
  if (room_m < clearance_m_) {
    ends_[end_count_++] = {end.point.Plane(), kReliefFactor * clearance_m_, room_m};
  }
}

bool ClearanceCheck::IsBorder(const NavEdge& edge) const {
  return edge.twin == kNoEdge ||
         (exclusions_ != nullptr && exclusions_->IsBlocked(PolyId(mesh_.edge(EdgeId(edge.twin)).poly)));
}

template <typename IsNear, typename AtBorder>
bool ClearanceCheck::AllBorders(PolyId poly, const IsNear& is_near, const AtBorder& at_border) const {
  workspace_.BeginVisits(mesh_.poly_count());
  workspace_.VisitOnce(poly.value());
  while (!workspace_.stack.empty()) {
    const std::span<const NavEdge> edges = mesh_.edges(PolyId(workspace_.stack.back()));
    workspace_.stack.pop_back();
    const auto start_of = [&](const NavEdge& edge) {
      return Vec3(mesh_.vertex(VertexId(edge.vertex))).Plane();
    };
    const Vec2 first = start_of(edges.front());
    Vec2 next = first;
    for (size_t k = 0; k < edges.size(); ++k) {
      const Vec2 a = next;
      const Vec2 b = k + 1 < edges.size() ? start_of(edges[k + 1]) : first;
      next = b;
      if (!is_near(a, b)) continue;
      const NavEdge& edge = edges[k];
      if (!IsBorder(edge)) {
        workspace_.VisitOnce(mesh_.edge(EdgeId(edge.twin)).poly);
      } else if (!at_border(a, b)) {
        return false;
      }
    }
  }
  return true;
}

double ClearanceCheck::Room(PolyId poly, Vec2 at, double limit_m) const {
  double nearest_m = limit_m;
  AllBorders(
      poly,
      [&](Vec2 a, Vec2 b) {
        const bool is_far = std::min(a.x, b.x) > at.x + nearest_m || std::max(a.x, b.x) < at.x - nearest_m ||
                            std::min(a.z, b.z) > at.z + nearest_m || std::max(a.z, b.z) < at.z - nearest_m;
        return !is_far && SegmentDistance(a, b, at) < nearest_m;
      },
      [&](Vec2 a, Vec2 b) {
        nearest_m = SegmentDistance(a, b, at);
        return true;
      });
  return nearest_m;
}

std::optional<Vec2> ClearanceCheck::RoomNear(const NavLocation& end) const {
  constexpr int kMostMoves = 8;
  const Vec2 from = end.point.Plane();
  const double reach_m = kReliefFactor * clearance_m_;
  std::vector<ClearanceBorder> borders;
  AllBorders(
      end.poly, [&](Vec2 a, Vec2 b) { return SegmentDistance(a, b, from) < reach_m + clearance_m_; },
      [&](Vec2 a, Vec2 b) {
        borders.push_back({a, b});
        return true;
      });
  Vec2 at = from;
  for (int k = 0; k < kMostMoves; ++k) {
    double least_m = clearance_m_;
    const ClearanceBorder* nearest = nullptr;
    for (const ClearanceBorder& border : borders) {
      const double distance_m = SegmentDistance(border.from, border.to, at);
      if (distance_m >= least_m) continue;
      least_m = distance_m;
      nearest = &border;
    }
    if (nearest == nullptr) return at;
    const Vec2 along = nearest->to - nearest->from;
    Vec2 away = at - (nearest->from + along * NearestFraction(nearest->from, nearest->to, at));
    if (least_m <= mesh_.tolerance_m()) away = {-along.z, along.x};
    at = at + away * ((clearance_m_ - least_m + mesh_.tolerance_m()) / std::hypot(away.x, away.z));
    if (Distance(at, from) > reach_m) break;
  }
  return std::nullopt;
}

double ClearanceCheck::Needed(Vec2 at, const End* ends, int count) const {
  double needed_m = clearance_m_;
  for (int i = 0; i < count; ++i) {
    if (Distance(at, ends[i].at) <= ends[i].radius_m) needed_m = std::min(needed_m, ends[i].room_m);
  }
  return needed_m;
}

bool ClearanceCheck::Suffices(Vec2 at, double room_m) const {
  return room_m >= Needed(at, ends_, end_count_) - mesh_.tolerance_m();
}

// Cuts the walk where it enters or leaves the circle about an end.
int ClearanceCheck::Split(Vec2 from, Vec2 to, const End* ends, int count, Piece* pieces) const {
  double cuts[kMaxPieces + 1] = {0, 1};
  int cut_count = 2;
  const Vec2 along = to - from;
  const double length_sq = Dot(along, along);
  for (int i = 0; i < count && length_sq > 0; ++i) {
    const Vec2 off = from - ends[i].at;
    const double half = Dot(off, along) / length_sq;
    const double rest = (Dot(off, off) - ends[i].radius_m * ends[i].radius_m) / length_sq;
    const double root = half * half - rest;
    if (root <= 0) continue;
    for (const double cut : {-half - std::sqrt(root), -half + std::sqrt(root)}) {
      if (cut <= 0 || cut >= 1) continue;
      int place = cut_count++;
      for (; cuts[place - 1] > cut; --place) cuts[place] = cuts[place - 1];
      cuts[place] = cut;
    }
  }
  for (int i = 0; i + 1 < cut_count; ++i) {
    const Vec2 middle = from + along * (0.5 * (cuts[i] + cuts[i + 1]));
    pieces[i] = {from + along * cuts[i], from + along * cuts[i + 1], Needed(middle, ends, count)};
  }
  return cut_count - 1;
}

template <typename AtBorder>
bool ClearanceCheck::AllTooNear(PolyId poly, Vec2 from, Vec2 to, const Vec2* link_end,
                                const AtBorder& at_border) const {
  End ends[kMaxEnds];
  std::copy_n(ends_, end_count_, ends);
  int count = end_count_;
  if (link_end != nullptr) ends[count++] = {*link_end, kReliefFactor * clearance_m_, 0};
  Piece pieces[kMaxPieces];
  const int piece_count = Split(from, to, ends, count, pieces);
  const NearLine walk(from, to, clearance_m_);
  return AllBorders(
      poly, [&](Vec2 a, Vec2 b) { return walk.MayHave(a, b); },
      [&](Vec2 a, Vec2 b) {
        const bool is_clear = std::none_of(pieces, pieces + piece_count, [&](const Piece& piece) {
          return SegmentsDistance(a, b, piece.from, piece.to) < piece.room_m - mesh_.tolerance_m();
        });
        return is_clear || at_border(a, b);
      });
}

bool ClearanceCheck::HasRoom(PolyId poly, Vec2 from, Vec2 to, const Vec2* link_end) const {
  if (clearance_m_ <= 0) return true;
  return AllTooNear(poly, from, to, link_end, [](Vec2, Vec2) { return false; });
}

void ClearanceCheck::FindTooNear(PolyId poly, Vec2 from, Vec2 to, const Vec2* link_end,
                                 std::vector<ClearanceBorder>& borders) const {
  if (clearance_m_ <= 0) return;
  AllTooNear(poly, from, to, link_end, [&](Vec2 a, Vec2 b) {
    borders.push_back({a, b});
    return true;
  });
}

}  // namespace waystone
