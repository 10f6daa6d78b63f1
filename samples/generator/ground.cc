#include "samples/generator/ground.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <utility>

namespace waystone::samples {
namespace {

// A place on the ground in whole millimetres, so that pieces of neighbouring squares meet exactly.
struct PlaceMm {
  int32_t x = 0;
  int32_t z = 0;
  friend bool operator<(const PlaceMm& a, const PlaceMm& b) { return a.x != b.x ? a.x < b.x : a.z < b.z; }
  Vec2 Metres() const { return {x / 1000.0, z / 1000.0}; }
};

// Convex, clockwise when x points right and z up the page: its normal points up.
using Piece = std::vector<PlaceMm>;

constexpr double kOnCut = 0.03;  // places this near a cut count as on it: no slivers

PlaceMm Rounded(Vec2 p) {
  const PointMm rounded = RoundToMm({p.x, 0, p.z});
  return {rounded.x, rounded.z};
}

double SideOf(const std::function<double(Vec2)>& cut, PlaceMm place) {
  const double value = cut(place.Metres());
  return std::abs(value) < kOnCut ? 0.0 : value;
}

// The place at which the cut passes between a and b; the same for (b, a).
PlaceMm Crossing(PlaceMm a, double side_a, PlaceMm b, double side_b) {
  if (b < a) {
    std::swap(a, b);
    std::swap(side_a, side_b);
  }
  return Rounded(a.Metres() + (b.Metres() - a.Metres()) * (side_a / (side_a - side_b)));
}

// The parts of `piece` on either side of the cut.
void Split(const Piece& piece, const std::function<double(Vec2)>& cut, std::vector<Piece>& out) {
  std::vector<double> sides;
  for (const PlaceMm& place : piece) sides.push_back(SideOf(cut, place));
  Piece below;
  Piece above;
  for (size_t k = 0; k < piece.size(); ++k) {
    const size_t next = (k + 1) % piece.size();
    if (sides[k] <= 0) below.push_back(piece[k]);
    if (sides[k] >= 0) above.push_back(piece[k]);
    if (sides[k] * sides[next] < 0) {
      const PlaceMm crossing = Crossing(piece[k], sides[k], piece[next], sides[next]);
      below.push_back(crossing);
      above.push_back(crossing);
    }
  }
  const auto has_side = [&sides](double sign) {
    return std::ranges::any_of(sides, [sign](double side) { return side * sign > 0; });
  };
  if (!has_side(1) || !has_side(-1)) {
    out.push_back(piece);
    return;
  }
  out.push_back(std::move(below));
  out.push_back(std::move(above));
}

class GroundBuilder {
 public:
  GroundBuilder(const GroundPlan& plan, SceneMesh& mesh) : plan_(plan), mesh_(mesh) {}

  void Build() {
    for (uint32_t j = 0; j < plan_.cells; ++j) {
      for (uint32_t i = 0; i < plan_.cells; ++i) AddSquare(i, j);
    }
  }

 private:
  PlaceMm Corner(uint32_t i, uint32_t j) const {
    const Vec2 size = plan_.hi - plan_.lo;
    return Rounded({plan_.lo.x + size.x * i / plan_.cells, plan_.lo.z + size.z * j / plan_.cells});
  }

  // Two triangles, their diagonal alternating, each cut by every function.
  void AddSquare(uint32_t i, uint32_t j) {
    const PlaceMm a = Corner(i, j);
    const PlaceMm b = Corner(i + 1, j);
    const PlaceMm c = Corner(i + 1, j + 1);
    const PlaceMm d = Corner(i, j + 1);
    std::vector<Piece> pieces;
    if ((i + j) % 2 == 0) {
      pieces = {{a, c, b}, {a, d, c}};
    } else {
      pieces = {{a, d, b}, {b, d, c}};
    }
    for (const auto& cut : plan_.cuts) {
      std::vector<Piece> split;
      for (const Piece& piece : pieces) Split(piece, cut, split);
      pieces = std::move(split);
    }
    for (const Piece& piece : pieces) AddPiece(piece);
  }

  void AddPiece(const Piece& piece) {
    Vec2 middle;
    for (const PlaceMm& place : piece)
      middle = middle + place.Metres() * (1.0 / static_cast<double>(piece.size()));
    const GroundPatch patch = plan_.patch_at(middle);
    if (patch.hole) return;
    std::vector<Vec3> corners;
    for (const PlaceMm& place : piece) corners.push_back(At(place, patch.level));
    mesh_.AddPolygon(patch.material, corners);
    for (size_t k = 0; k < piece.size(); ++k) CloseGap(piece[k], piece[(k + 1) % piece.size()], patch.level);
  }

  Vec3 At(PlaceMm place, int level) const {
    const Vec2 p = place.Metres();
    return {p.x, plan_.height_at(p, level), p.z};
  }

  // Called once from either side of every inner edge, with a and b swapped; the second call sees both levels.
  void CloseGap(PlaceMm a, PlaceMm b, int level) {
    const auto key = a < b ? std::pair(a, b) : std::pair(b, a);
    const auto [other, first_call] = open_edges_.try_emplace(key, level);
    if (first_call) return;
    const int other_level = other->second;
    open_edges_.erase(other);
    if (other_level == level) return;
    // The wall runs between the heights of this side and of the other, and faces the lower one.
    const Vec3 a_here = At(a, level);
    const Vec3 b_here = At(b, level);
    const Vec3 a_there = At(a, other_level);
    const Vec3 b_there = At(b, other_level);
    mesh_.AddPolygon(Material::kStone, std::array{a_here, a_there, b_there, b_here});
  }

  const GroundPlan& plan_;
  SceneMesh& mesh_;
  std::map<std::pair<PlaceMm, PlaceMm>, int> open_edges_;
};

}  // namespace

void AddGround(const GroundPlan& plan, SceneMesh& mesh) { GroundBuilder(plan, mesh).Build(); }

}  // namespace waystone::samples
