// A swing filter (Elmeleegy et al., Online piece-wise linear approximation, VLDB 2009) keeps the stations of
// a leg that matter: from the last point kept, the slopes that pass all later stations within the tolerance
// form an interval, and a station outside it makes its predecessor a point. The ground is straight between
// stations, so that a line within the tolerance at all of them is within it everywhere.
#include "core/surface/ground/ground_line.h"

#include <algorithm>
#include <cmath>

#include "core/navmesh/surface_queries.h"

namespace waystone {
namespace {

constexpr int kHalvings = 30;
constexpr double kInfinite = std::numeric_limits<double>::infinity();

class LineWriter {
 public:
  LineWriter(const NavmeshView& mesh, std::span<const NavLocation> turns, std::span<const EdgeId> crossed,
             const GroundLineOptions& options, GroundLineWorkspace& workspace, std::vector<Vec3>& points)
      : mesh_(mesh),
        turns_(turns),
        crossed_(crossed),
        options_(options),
        ws_(workspace),
        points_(points),
        first_(points.size()) {}

  std::optional<WalkCut> Write() {
    points_.push_back(turns_.front().point);
    NavLocation from = turns_.front();
    size_t next = 0;
    for (size_t i = 1; i < turns_.size(); ++i) {
      NavLocation to = turns_[i];
      const size_t end = i + 1 == turns_.size() ? crossed_.size() : EndOfLeg(next, to);
      GroundLeg leg(mesh_, from, to, ws_.leg);
      ws_.leg_points.clear();
      WriteLeg(leg, crossed_.subspan(next, end - next), to.point);
      const double before_m = length_m_;
      for (size_t k = 0; k < ws_.leg_points.size(); ++k) {
        length_m_ += Distance(k == 0 ? points_.back() : ws_.leg_points[k - 1], ws_.leg_points[k]);
      }
      if (options_.walked_m + length_m_ > options_.max_length_m) {
        length_m_ = before_m;
        return Cut(leg, next, end);
      }
      Join(to.point, i + 1 == turns_.size());
      plane_m_ += leg.length_m();
      from = to;
      next = end;
    }
    return std::nullopt;
  }

 private:
  // How many sides are crossed before a turn. The turn lies on a polygon of the corridor, or is an end of a
  // side that is crossed there; then it is moved to the ground before that side.
  size_t EndOfLeg(size_t next, NavLocation& to) const {
    for (size_t k = next; k < crossed_.size(); ++k) {
      if (PolyId(mesh_.edge(crossed_[k]).poly) == to.poly) return k;
    }
    if (turns_.back().poly == to.poly) return crossed_.size();
    const Vec2 at = to.point.Plane();
    for (size_t k = next; k < crossed_.size(); ++k) {
      const bool ends_there =
          Vec3(mesh_.EdgeStart(crossed_[k])).Plane() == at || Vec3(mesh_.EdgeEnd(crossed_[k])).Plane() == at;
      if (!ends_there) continue;
      to.poly = PolyId(mesh_.edge(crossed_[k]).poly);
      to.point.y = HeightOnPoly(mesh_, to.poly, at);
      return k;
    }
    return next;
  }

  // The points of a leg after its start, in ws_.leg_points.
  void WriteLeg(GroundLeg& leg, std::span<const EdgeId> crossed, const Vec3& to) {
    if (options_.tolerance_m == kInfinite || leg.length_m() <= mesh_.tolerance_m()) {
      ws_.leg_points.push_back(to);
      return;
    }
    leg.FindPassages(crossed);
    leg.FindStations();
    const std::span<const GroundStation> stations(ws_.leg.stations);
    Filter(leg, stations.first(stations.size() - 1), stations.back(), to);
  }

  bool IsStep(const GroundStation& station) const {
    return std::abs(station.behind_m - station.before_m) > options_.tolerance_m;
  }

  void AddPoint(const GroundLeg& leg, double along_m, double height_m) {
    const Vec2 at = leg.At(along_m);
    ws_.leg_points.emplace_back(at.x, height_m, at.z);
  }
  // Where a leg passes a station as a point; returns the height there.
  double AddStation(const GroundLeg& leg, const GroundStation& station) {
    AddPoint(leg, station.along_m, station.before_m);
    if (IsStep(station)) AddPoint(leg, station.along_m, station.behind_m);
    return ws_.leg_points.back().y;
  }

  // Appends the stations that matter to ws_.leg_points, and `end`, which is the last one.
  void Filter(const GroundLeg& leg, std::span<const GroundStation> stations, const GroundStation& last,
              const Vec3& end) {
    double anchor_m = 0;
    double height_m = points_.back().y;
    const GroundStation start{0, height_m, stations.front().behind_m};
    if (IsStep(start)) {
      AddPoint(leg, 0, start.behind_m);
      height_m = start.behind_m;
    }
    double steepest_down = -kInfinite;
    double steepest_up = kInfinite;
    for (size_t i = 1; i <= stations.size(); ++i) {
      const bool is_last = i == stations.size();
      const GroundStation& station = is_last ? last : stations[i];
      const double target_m = is_last && !IsStep(station) ? station.behind_m : station.before_m;
      double run_m = station.along_m - anchor_m;
      const double slope = (target_m - height_m) / run_m;
      if (slope < steepest_down || slope > steepest_up) {
        height_m = AddStation(leg, stations[i - 1]);
        anchor_m = stations[i - 1].along_m;
        run_m = station.along_m - anchor_m;
        steepest_down = -kInfinite;
        steepest_up = kInfinite;
      }
      const auto [low_m, high_m] = std::minmax(station.before_m, station.behind_m);
      steepest_down = std::max(steepest_down, (high_m - options_.tolerance_m - height_m) / run_m);
      steepest_up = std::min(steepest_up, (low_m + options_.tolerance_m - height_m) / run_m);
    }
    if (IsStep(last)) AddPoint(leg, last.along_m, last.before_m);
    ws_.leg_points.push_back(end);
  }

  // Appends ws_.leg_points, the last of which is `end`. Points within the mesh's tolerance of each other are
  // one, but for the two ends of the walk if floats can tell them apart.
  void Join(const Vec3& end, bool is_last) {
    points_.insert(points_.end(), ws_.leg_points.begin(), ws_.leg_points.end() - 1);
    const double step_m = Distance(points_.back(), end);
    const bool is_near = step_m <= mesh_.tolerance_m();
    if (is_near && is_last && points_.size() > first_ + 1) {
      points_.back() = end;
    } else if (!is_near || (is_last && step_m > mesh_.tolerance_m() / 8)) {
      points_.push_back(end);
    }
  }

  // Where a leg that is cut ends: the polygon, and how many of its sides are crossed before.
  struct Place {
    NavLocation at;
    size_t crossed;
  };
  Place PlaceOn(const GroundLeg& leg, double along_m) const {
    const std::vector<GroundPassage>& passages = ws_.leg.passages;
    size_t k = 0;
    while (k + 1 < passages.size() && passages[k].to_m < along_m) ++k;
    const Vec2 at = leg.At(along_m);
    const PolyId poly = passages[k].poly;
    const double height_m = poly.IsNone() ? points_.back().y : HeightOnPoly(mesh_, poly, at);
    return {{poly, {at.x, height_m, at.z}}, k};
  }

  // Cuts the leg from points_.back() on, which crosses the sides from `next` to `end`.
  WalkCut Cut(GroundLeg& leg, size_t next, size_t end) {
    leg.FindPassages(crossed_.subspan(next, end - next));
    const bool has_stations = options_.tolerance_m != kInfinite && leg.length_m() > mesh_.tolerance_m();
    if (has_stations) leg.FindStations();
    double fits_m = 0;
    double too_far_m = leg.length_m();
    for (int i = 0; i < kHalvings; ++i) {
      const double middle_m = (fits_m + too_far_m) / 2;
      (Fits(leg, middle_m, has_stations) ? fits_m : too_far_m) = middle_m;
    }
    if (fits_m <= mesh_.tolerance_m()) fits_m = 0;
    Place place = PlaceOn(leg, fits_m);
    if (fits_m > 0) {
      WriteUpTo(leg, fits_m, place.at.point, has_stations);
      Join(place.at.point, true);
    }
    place.at.point = points_.back();
    double whole_m = 0;
    for (size_t i = 1; i < turns_.size(); ++i) whole_m += PlaneDistance(turns_[i - 1].point, turns_[i].point);
    return {place.at, next + place.crossed, whole_m == 0 ? 0 : (plane_m_ + fits_m) / whole_m};
  }

  bool Fits(const GroundLeg& leg, double along_m, bool has_stations) {
    WriteUpTo(leg, along_m, PlaceOn(leg, along_m).at.point, has_stations);
    double length_m = options_.walked_m + length_m_;
    Vec3 at = points_.back();
    for (const Vec3& point : ws_.leg_points) {
      length_m += Distance(at, point);
      at = point;
    }
    return length_m <= options_.max_length_m;
  }

  // The points of the leg up to a place on it.
  void WriteUpTo(const GroundLeg& leg, double along_m, const Vec3& end, bool has_stations) {
    ws_.leg_points.clear();
    if (!has_stations) {
      ws_.leg_points.push_back(end);
      return;
    }
    const std::span<const GroundStation> stations(ws_.leg.stations);
    size_t count = 1;
    while (count < stations.size() && stations[count].along_m < along_m) ++count;
    Filter(leg, stations.first(count), {along_m, end.y, end.y}, end);
  }

  const NavmeshView& mesh_;
  const std::span<const NavLocation> turns_;
  const std::span<const EdgeId> crossed_;
  const GroundLineOptions& options_;
  GroundLineWorkspace& ws_;
  std::vector<Vec3>& points_;
  const size_t first_;
  double length_m_ = 0;  // of the points appended
  double plane_m_ = 0;   // of the legs written
};

}  // namespace

std::optional<WalkCut> AppendGroundLine(const NavmeshView& mesh, std::span<const NavLocation> turns,
                                        std::span<const EdgeId> crossed, const GroundLineOptions& options,
                                        GroundLineWorkspace& workspace, std::vector<Vec3>& points) {
  return LineWriter(mesh, turns, crossed, options, workspace, points).Write();
}

}  // namespace waystone
