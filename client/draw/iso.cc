#include "client/draw/iso.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <map>

namespace waystone::draw {
namespace {

// Where the value crosses the threshold between two corners; the same whichever corner comes first.
PagePoint CrossingPoint(PagePoint a, double value_a, PagePoint b, double value_b, double threshold) {
  if (b < a) {
    std::swap(a, b);
    std::swap(value_a, value_b);
  }
  const double share = (threshold - value_a) / (value_b - value_a);
  return {static_cast<int32_t>(std::lround(a.x + share * (b.x - a.x))),
          static_cast<int32_t>(std::lround(a.y + share * (b.y - a.y)))};
}

double DistanceToLine(PagePoint a, PagePoint b, PagePoint p) {
  const double length = Distance(a, b);
  if (length == 0) return Distance(a, p);
  return std::abs(static_cast<double>(Cross(a, b, p))) / length;
}

// Drops points while every dropped one lies within `tolerance` of the straight line instead.
std::vector<PagePoint> Thinned(const std::vector<PagePoint>& line, double tolerance) {
  constexpr size_t kMaxRun = 24;
  std::vector<PagePoint> kept{line.front()};
  size_t from = 0;
  for (size_t to = 2; to < line.size(); ++to) {
    bool fits = to - from <= kMaxRun;
    for (size_t i = from + 1; i < to && fits; ++i) {
      fits = DistanceToLine(line[from], line[to], line[i]) <= tolerance;
    }
    if (fits) continue;
    from = to - 1;
    kept.push_back(line[from]);
  }
  kept.push_back(line.back());
  return kept;
}

using Piece = std::pair<PagePoint, PagePoint>;

// Which pieces end at a point.
class PieceEnds {
 public:
  explicit PieceEnds(const std::vector<Piece>& pieces) : pieces_(pieces), used_(pieces.size(), false) {
    for (size_t i = 0; i < pieces.size(); ++i) {
      at_[pieces[i].first].push_back(i);
      at_[pieces[i].second].push_back(i);
    }
  }

  bool used(size_t piece) const { return used_[piece]; }
  size_t CountAt(PagePoint point) const { return at_.at(point).size(); }

  // Walks from `point` over unused pieces as far as it goes, adding the points passed.
  void Extend(PagePoint point, std::vector<PagePoint>& line) {
    for (bool found = true; found;) {
      found = false;
      for (const size_t i : at_.at(point)) {
        if (used_[i]) continue;
        used_[i] = true;
        point = pieces_[i].first == point ? pieces_[i].second : pieces_[i].first;
        line.push_back(point);
        found = true;
        break;
      }
    }
  }

 private:
  const std::vector<Piece>& pieces_;
  std::vector<bool> used_;
  std::map<PagePoint, std::vector<size_t>> at_;
};

}  // namespace

IsoPart PartAtLeast(const std::array<PagePoint, 3>& corners, const std::array<double, 3>& values,
                    double threshold) {
  IsoPart part;
  for (size_t i = 0; i < 3; ++i) {
    const size_t j = (i + 1) % 3;
    const bool inside = values[i] >= threshold;
    if (inside) part.corners[part.count++] = corners[i];
    if (inside != (values[j] >= threshold)) {
      part.corners[part.count++] = CrossingPoint(corners[i], values[i], corners[j], values[j], threshold);
    }
  }
  return part;
}

std::optional<Piece> LineAt(const std::array<PagePoint, 3>& corners, const std::array<double, 3>& values,
                            double threshold) {
  std::array<PagePoint, 3> ends;
  size_t count = 0;
  for (size_t i = 0; i < 3; ++i) {
    const size_t j = (i + 1) % 3;
    if ((values[i] >= threshold) == (values[j] >= threshold)) continue;
    ends[count++] = CrossingPoint(corners[i], values[i], corners[j], values[j], threshold);
  }
  if (count != 2 || ends[0] == ends[1]) return std::nullopt;
  return Piece(ends[0], ends[1]);
}

std::vector<std::vector<PagePoint>> JoinPieces(std::vector<Piece> pieces, double tolerance) {
  std::ranges::sort(pieces);
  PieceEnds ends(pieces);
  std::vector<std::vector<PagePoint>> lines;
  // Open lines first, from their ends; what is left then are closed ones.
  for (const bool open_lines : {true, false}) {
    for (size_t i = 0; i < pieces.size(); ++i) {
      for (const PagePoint start : {pieces[i].first, pieces[i].second}) {
        if (ends.used(i) || (open_lines && ends.CountAt(start) != 1)) continue;
        std::vector<PagePoint> line{start};
        ends.Extend(start, line);
        if (line.size() >= 2) lines.push_back(Thinned(line, tolerance));
      }
    }
  }
  return lines;
}

}  // namespace waystone::draw
