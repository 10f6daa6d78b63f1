#include "core/navmesh/cut_pieces.h"

#include <algorithm>
#include <cmath>

namespace waystone {
namespace {

// The next corner around a piece.
size_t After(size_t k, size_t count) { return k + 1 == count ? 0 : k + 1; }

}  // namespace

PieceCutter::PieceCutter(const NavmeshView& mesh)
    : mesh_(mesh), vertices_(mesh.arrays().vertices.begin(), mesh.arrays().vertices.end()) {}

CutPiece PieceCutter::Whole(PolyId poly) const {
  const NavPoly& record = mesh_.poly(poly);
  CutPiece piece;
  for (uint32_t e = record.first_edge; e < record.first_edge + record.edge_count; ++e) {
    piece.corners.push_back({Vec3(mesh_.EdgeStart(EdgeId(e))).Plane(), mesh_.edge(EdgeId(e)).vertex, e});
  }
  return piece;
}

bool PieceCutter::Cut(const CutRect& rect, CutPiece& piece, std::vector<CutPiece>& outside) {
  const Line lines[] = {{true, static_cast<float>(rect.min.x), true},
                        {true, static_cast<float>(rect.max.x), false},
                        {false, static_cast<float>(rect.min.z), true},
                        {false, static_cast<float>(rect.max.z), false}};
  CutPiece rest = piece;
  std::vector<CutPiece> off;
  for (const Line& line : lines) {
    if (!CutAlong(line, rest, off)) return false;
  }
  piece = std::move(rest);
  outside.insert(outside.end(), off.begin(), off.end());
  return true;
}

double PieceCutter::Outside_m(const Line& line, Vec2 at) const {
  const double beyond_m = (line.is_x ? at.x : at.z) - static_cast<double>(line.at_m);
  return line.is_from ? -beyond_m : beyond_m;
}

// Fills signs_ so that along the corners they change from inside to outside once, and back once; corners
// within the tolerance lie on the line only where they part the two. False if the line does not part them.
bool PieceCutter::Classify(const Line& line, const CutPiece& piece) {
  const size_t count = piece.corners.size();
  signs_.assign(count, 0);
  size_t strict = count;  // some corner off the line
  for (size_t k = 0; k < count; ++k) {
    const double outside_m = Outside_m(line, piece.corners[k].at);
    if (std::abs(outside_m) <= mesh_.tolerance_m()) continue;
    signs_[k] = outside_m > 0 ? 1 : -1;
    strict = k;
  }
  if (strict == count) return false;
  // Of a run of corners on the line, the first stays on it if it parts two others.
  int before = signs_[strict];
  int changes = 0;
  for (size_t i = 1; i <= count; ++i) {
    const size_t k = (strict + i) % count;
    if (signs_[k] == 0) {
      size_t next = k;
      while (signs_[next] == 0) next = After(next, count);
      const int behind = signs_[next];
      for (size_t at = After(k, count); at != next; at = After(at, count)) signs_[at] = behind;
      if (behind == before) signs_[k] = behind;
      if (behind != before) ++changes;
      before = behind;
    } else {
      if (signs_[k] != before) ++changes;
      before = signs_[k];
    }
  }
  return changes == 2;
}

// False if nothing is left of the piece.
bool PieceCutter::CutAlong(const Line& line, CutPiece& piece, std::vector<CutPiece>& outside) {
  if (!Classify(line, piece)) {
    double most_m = 0;
    for (const CutCorner& corner : piece.corners) {
      const double outside_m = Outside_m(line, corner.at);
      if (std::abs(outside_m) > std::abs(most_m)) most_m = outside_m;
    }
    return most_m <= 0;
  }
  const auto cut = static_cast<uint32_t>(mesh_.arrays().edges.size() + cuts_.size());
  cuts_.push_back(line);
  CutPiece in{{}, piece.boxes};
  CutPiece out{{}, piece.boxes};
  const size_t count = piece.corners.size();
  for (size_t k = 0; k < count; ++k) {
    const CutCorner& corner = piece.corners[k];
    const CutCorner& next = piece.corners[After(k, count)];
    const int sign = signs_[k];
    const int behind = signs_[After(k, count)];
    const CutCorner to_cut{corner.at, corner.vertex, cut};
    if (sign < 0) in.corners.push_back(corner);
    if (sign > 0) out.corners.push_back(corner);
    if (sign == 0) {
      in.corners.push_back(behind < 0 ? corner : to_cut);
      out.corners.push_back(behind < 0 ? to_cut : corner);
    } else if (sign * behind < 0) {
      const CutCorner added = AddVertex(line, corner, next);
      const CutCorner added_to_cut{added.at, added.vertex, cut};
      in.corners.push_back(behind < 0 ? added : added_to_cut);
      out.corners.push_back(behind < 0 ? added_to_cut : added);
    }
  }
  piece = std::move(in);
  outside.push_back(std::move(out));
  return true;
}

// Both polygons of a side have the same two vertices.
uint64_t PieceCutter::KeyOf(uint32_t side) const {
  const auto edges = static_cast<uint32_t>(mesh_.arrays().edges.size());
  if (side >= edges) return ~uint64_t{side};
  const uint32_t start = mesh_.edge(EdgeId(side)).vertex;
  const uint32_t end = mesh_.edge(mesh_.Next(EdgeId(side))).vertex;
  return uint64_t{std::min(start, end)} << 32 | std::max(start, end);
}

// Where the line crosses the side that starts at `from`, computed from the whole side.
CutCorner PieceCutter::AddVertex(const Line& line, const CutCorner& from, const CutCorner& to) {
  const auto edges = static_cast<uint32_t>(mesh_.arrays().edges.size());
  const double at_m = line.at_m;
  Vec3 a(from.at.x, vertices_[from.vertex].y, from.at.z);
  Vec3 b(to.at.x, vertices_[to.vertex].y, to.at.z);
  const uint64_t key = KeyOf(from.side);
  if (from.side < edges) {
    a = Vec3(vertices_[key >> 32]);
    b = Vec3(vertices_[key & 0xffffffffU]);
  }
  const double span_m = line.is_x ? b.x - a.x : b.z - a.z;
  const double share = std::clamp((at_m - (line.is_x ? a.x : a.z)) / span_m, 0.0, 1.0);
  Vec3 at = a + (b - a) * share;
  (line.is_x ? at.x : at.z) = at_m;
  if (from.side >= edges) {  // two lines cross
    const Line& other = cuts_[from.side - edges];
    if (other.is_x != line.is_x) (other.is_x ? at.x : at.z) = static_cast<double>(other.at_m);
  }
  const Vec3f stored = at.ToFloat();
  std::vector<uint32_t>& known = on_side_[key];
  for (const uint32_t vertex : known) {
    const Vec2 place = Vec3(vertices_[vertex]).Plane();
    if (Distance(place, Vec3(stored).Plane()) <= mesh_.tolerance_m()) return {place, vertex, from.side};
  }
  known.push_back(static_cast<uint32_t>(vertices_.size()));
  vertices_.push_back(stored);
  return {Vec3(stored).Plane(), known.back(), from.side};
}

void PieceCutter::AppendBetween(uint32_t side, uint32_t from, uint32_t to,
                                std::vector<uint32_t>& vertices) const {
  const auto found = on_side_.find(KeyOf(side));
  if (found == on_side_.end()) return;
  const Vec2 a = Vec3(vertices_[from]).Plane();
  const Vec2 along = Vec3(vertices_[to]).Plane() - a;
  const auto share = [&](uint32_t vertex) {
    return Dot(Vec3(vertices_[vertex]).Plane() - a, along) / Dot(along, along);
  };
  const size_t first = vertices.size();
  for (const uint32_t vertex : found->second) {
    if (vertex != from && vertex != to && share(vertex) > 0 && share(vertex) < 1) vertices.push_back(vertex);
  }
  std::sort(vertices.begin() + static_cast<ptrdiff_t>(first), vertices.end(),
            [&](uint32_t x, uint32_t y) { return share(x) != share(y) ? share(x) < share(y) : x < y; });
}

}  // namespace waystone
