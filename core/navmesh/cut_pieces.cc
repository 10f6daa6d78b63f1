#include "core/navmesh/cut_pieces.h"

#include <algorithm>
#include <cmath>

#include "core/geom/exact_orient.h"

namespace waystone {
namespace {

// The next corner around a piece.
size_t After(size_t k, size_t count) { return k + 1 == count ? 0 : k + 1; }

// A point of a line that is parallel to an axis has the line's coordinate to the bit.
void PutOn(const CutLine& line, Vec3& at) {
  if (line.normal.z == 0) at.x = line.normal.x * line.at_m;
  if (line.normal.x == 0) at.z = line.normal.z * line.at_m;
}

}  // namespace

std::vector<CutLine> SidesOfRect(Vec2 min, Vec2 max) {
  const auto stored = [](double at_m) { return static_cast<double>(static_cast<float>(at_m)); };
  return {
      {{-1, 0}, -stored(min.x)}, {{1, 0}, stored(max.x)}, {{0, -1}, -stored(min.z)}, {{0, 1}, stored(max.z)}};
}

PieceCutter::PieceCutter(const NavmeshView& mesh) : mesh_(mesh) {}

CutPiece PieceCutter::Whole(PolyId poly) const {
  const NavPoly& record = mesh_.poly(poly);
  CutPiece piece;
  for (uint32_t e = record.first_edge; e < record.first_edge + record.edge_count; ++e) {
    piece.corners.push_back({Vec3(mesh_.EdgeStart(EdgeId(e))).Plane(), mesh_.edge(EdgeId(e)).vertex, e});
  }
  return piece;
}

bool PieceCutter::Cut(std::span<const CutLine> shape, CutPiece& piece, std::vector<CutPiece>& outside) {
  CutPiece rest = piece;
  std::vector<CutPiece> off;
  for (const CutLine& line : shape) {
    if (!CutAlong(line, rest, off)) return false;
  }
  piece = std::move(rest);
  outside.insert(outside.end(), off.begin(), off.end());
  return true;
}

// Fills signs_ so that along the corners they change from inside to outside once, and back once; corners
// within the tolerance lie on the line only where they part the two. False if the line does not part them.
bool PieceCutter::Classify(const CutLine& line, const CutPiece& piece) {
  const size_t count = piece.corners.size();
  signs_.assign(count, 0);
  size_t strict = count;  // some corner off the line
  for (size_t k = 0; k < count; ++k) {
    const double outside_m = line.Outside_m(piece.corners[k].at);
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
bool PieceCutter::CutAlong(const CutLine& line, CutPiece& piece, std::vector<CutPiece>& outside) {
  if (!Classify(line, piece)) {
    double most_m = 0;
    for (const CutCorner& corner : piece.corners) {
      const double outside_m = line.Outside_m(corner.at);
      if (std::abs(outside_m) > std::abs(most_m)) most_m = outside_m;
    }
    return most_m <= 0;
  }
  const uint32_t cut = NewSide(line);
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

uint32_t PieceCutter::NewSide(const CutLine& line) {
  cuts_.push_back(line);
  return static_cast<uint32_t>(mesh_.arrays().edges.size() + cuts_.size() - 1);
}

// Where the line crosses the side that starts at `from`, computed from the whole side.
CutCorner PieceCutter::AddVertex(const CutLine& line, const CutCorner& from, const CutCorner& to) {
  const auto edges = static_cast<uint32_t>(mesh_.arrays().edges.size());
  Vec3 a(from.at.x, vertex(from.vertex).y, from.at.z);
  Vec3 b(to.at.x, vertex(to.vertex).y, to.at.z);
  const uint64_t key = KeyOf(from.side);
  if (from.side < edges) {
    a = Vec3(vertex(static_cast<uint32_t>(key >> 32)));
    b = Vec3(vertex(static_cast<uint32_t>(key & 0xffffffffU)));
  }
  const double at_a = line.Outside_m(a.Plane());
  Vec3 at = a + (b - a) * std::clamp(at_a / (at_a - line.Outside_m(b.Plane())), 0.0, 1.0);
  if (from.side >= edges) PutOn(cuts_[from.side - edges], at);  // two lines cross
  PutOn(line, at);
  const Vec3f stored = at.ToFloat();
  for (uint32_t entry = on_side_.First(key); entry != SideVertices::kNone; entry = on_side_.Next(entry)) {
    const uint32_t id = on_side_.vertex(entry);
    const Vec2 place = Vec3(vertex(id)).Plane();
    if (Distance(place, Vec3(stored).Plane()) <= mesh_.tolerance_m()) return {place, id, from.side};
  }
  const auto id = static_cast<uint32_t>(mesh_.arrays().vertices.size() + added_.size());
  on_side_.Add(key, id);
  added_.push_back(stored);
  return {Vec3(stored).Plane(), id, from.side};
}

bool PieceCutter::Split(const std::vector<CutCorner>& corners, std::vector<std::vector<CutCorner>>& parts) {
  const size_t count = corners.size();
  for (size_t k = 0; k < count && count > 3; ++k) {
    const Vec2 before = corners[(k + count - 1) % count].at;
    const Vec2 at = corners[k].at;
    const Vec2 behind = corners[After(k, count)].at;
    if (OrientSign(before, at, behind) >= 0) continue;
    double most = 0;
    size_t end = count;
    for (size_t i = 2; i + 1 < count; ++i) {
      const Vec2 to = corners[(k + i) % count].at;
      const double turn = std::min(Orient(before, at, to) / Distance(before, at),
                                   Orient(at, behind, to) / Distance(at, behind));
      if (turn <= most) continue;
      most = turn;
      end = i;
    }
    if (end == count) continue;
    const uint32_t side = NewSide({});
    std::vector<CutCorner>& first = parts.emplace_back();
    for (size_t i = 0; i <= end; ++i) first.push_back(corners[(k + i) % count]);
    first.back().side = side;
    std::vector<CutCorner>& second = parts.emplace_back();
    for (size_t i = end; i <= count; ++i) second.push_back(corners[(k + i) % count]);
    second.back().side = side;
    return true;
  }
  return false;
}

void PieceCutter::AppendBetween(uint32_t side, uint32_t from, uint32_t to,
                                std::vector<uint32_t>& vertices) const {
  const uint32_t entry_of_first = on_side_.First(KeyOf(side));
  if (entry_of_first == SideVertices::kNone) return;
  const Vec2 a = Vec3(vertex(from)).Plane();
  const Vec2 along = Vec3(vertex(to)).Plane() - a;
  const auto share = [&](uint32_t id) {
    return Dot(Vec3(vertex(id)).Plane() - a, along) / Dot(along, along);
  };
  const size_t first = vertices.size();
  for (uint32_t entry = entry_of_first; entry != SideVertices::kNone; entry = on_side_.Next(entry)) {
    const uint32_t id = on_side_.vertex(entry);
    if (id != from && id != to && share(id) > 0 && share(id) < 1) vertices.push_back(id);
  }
  std::sort(vertices.begin() + static_cast<ptrdiff_t>(first), vertices.end(),
            [&](uint32_t x, uint32_t y) { return share(x) != share(y) ? share(x) < share(y) : x < y; });
}

std::vector<CutCorner> PieceCutter::WithVertices(const CutPiece& piece) const {
  std::vector<CutCorner> corners;
  std::vector<uint32_t> between;
  for (size_t k = 0; k < piece.corners.size(); ++k) {
    const CutCorner& corner = piece.corners[k];
    between.assign(1, corner.vertex);
    AppendBetween(corner.side, corner.vertex, piece.corners[After(k, piece.corners.size())].vertex, between);
    for (const uint32_t id : between) corners.push_back({Vec3(vertex(id)).Plane(), id, corner.side});
  }
  return corners;
}

const SidePart* FindPart(std::span<const SidePart> parts, uint32_t side, uint32_t start, uint32_t end) {
  const SidePart wanted{side, start, end, 0};
  const auto found = std::lower_bound(parts.begin(), parts.end(), wanted);
  return found == parts.end() || wanted < *found ? nullptr : &*found;
}

}  // namespace waystone
