// Which connections can be walked is asked of the portal matcher, on the very soup that is handed over: what
// it does not join becomes a link. So each connection is there once, as a side or as a link, and nothing else
// is.
#include "bake/import/polygon_importer.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "bake/import/source_check.h"
#include "bake/import/source_file.h"
#include "bake/navmesh/side_matcher.h"
#include "bake/navmesh/soup_check.h"
#include "core/base/invalid_argument.h"
#include "core/base/status_macros.h"
#include "core/base/str_cat.h"
#include "core/geom/aabb.h"
#include "core/geom/triangle.h"
#include "core/navmesh/navmesh_format.h"
#include "core/navmesh/polygon_shape.h"

namespace waystone {
namespace {

constexpr double kMinThickness_m = 0.001;
constexpr uint32_t kLeftOut = 0xffffffffU;

using Polygon = PolygonMap::Polygon;
using Connection = PolygonMap::Connection;

class Importer {
 public:
  Importer(const PolygonMap& map, const ImportOptions& units) : map_(map), units_(units) {}

  absl::StatusOr<NavmeshImport> Run(double max_climb_m) {
    out_.soup.max_climb_m = static_cast<float>(max_climb_m);
    WS_RETURN_IF_ERROR(PlaceCorners());
    for (size_t i = 0; i < map_.polygons.size(); ++i) WS_RETURN_IF_ERROR(AddPolygon(i));
    WS_RETURN_IF_ERROR(AddPassages());
    WS_RETURN_IF_ERROR(JudgeLeftOut());
    WS_RETURN_IF_ERROR(CheckSoup(out_.soup));
    AddLinks();
    return std::move(out_);
  }

 private:
  std::string PlaceOf(std::string_view list, uint32_t place) const {
    return StrCat(list, map_.place_prefix, place, map_.place_suffix);
  }
  absl::Status Error(std::string_view list, uint32_t place, std::string_view what) const {
    return InvalidArgument(PlaceOf(list, place), ": ", what);
  }
  absl::Status Error(const Polygon& polygon, std::string_view what) const {
    return Error("polygons", polygon.place, StrCat("polygon ", polygon.id, ": ", what));
  }

  // Corners in metres, y up; the origin in their middle.
  absl::Status PlaceCorners() {
    Aabb bounds;
    for (const Polygon& polygon : map_.polygons) {
      std::vector<Vec3>& corners = corners_.emplace_back();
      for (const Vec3& corner : polygon.corners) {
        corners.push_back(InMetres(corner, units_));
        bounds.Extend(corners.back());
        const Vec3& at = corners.back();
        if (!(std::max({std::abs(at.x), std::abs(at.y), std::abs(at.z)}) <= kMaxSourceCoordinateM)) {
          return Error(polygon, StrCat("a corner lies beyond ", kMaxSourceCoordinateM, " m"));
        }
      }
    }
    if (map_.polygons.empty()) return absl::InvalidArgumentError("there is no polygon");
    const Vec3 middle = (bounds.min + bounds.max) * 0.5;
    out_.origin = {std::round(middle.x), std::round(middle.y), std::round(middle.z)};
    const Vec3 reach = (bounds.max - bounds.min) * 0.5;
    least_m_ = std::max(kMinThickness_m, 8 * NavTolerance_m(1 + std::max(reach.x, reach.z)));
    return absl::OkStatus();
  }

  absl::Status AddPolygon(size_t index) {
    const Polygon& polygon = map_.polygons[index];
    const auto [entry, is_new] = poly_of_id_.emplace(polygon.id, static_cast<uint32_t>(kept_.size()));
    if (!is_new) return Error(polygon, "its id was given before; the rows of a polygon follow each other");
    std::vector<Vec3>& corners = corners_[index];
    const std::vector<Vec2> plan = Turned(corners);
    if (WidthOf(plan) < least_m_) {
      entry->second = kLeftOut;
      if (left_out_count_++ == 0) first_left_out_ = &polygon;
      return absl::OkStatus();
    }
    WS_RETURN_IF_ERROR(CheckOutline(polygon, plan));
    kept_.push_back(index);
    SoupPolygon soup;
    for (const Vec3& corner : corners) {
      soup.vertices.push_back(static_cast<uint32_t>(out_.soup.vertices.size()));
      out_.soup.vertices.push_back((corner - out_.origin).ToFloat());
    }
    soup.neighbours.assign(corners.size(), kNoNeighbour);
    soup.loose_sides = static_cast<uint32_t>((uint64_t{1} << corners.size()) - 1);
    WS_ASSIGN_OR_RETURN(soup.area, AreaIndex(polygon));
    soup.external_id = polygon.id;
    out_.soup.polygons.push_back(std::move(soup));
    return absl::OkStatus();
  }

  // Turns the corners counter-clockwise. Returns them seen from above, as they will be stored.
  std::vector<Vec2> Turned(std::vector<Vec3>& corners) const {
    std::vector<Vec2> plan;
    plan.reserve(corners.size());
    for (const Vec3& corner : corners) plan.push_back(Vec3((corner - out_.origin).ToFloat()).Plane());
    if (TwiceArea(plan) >= 0) return plan;
    std::ranges::reverse(corners);
    std::ranges::reverse(plan);
    return plan;
  }

  absl::Status CheckOutline(const Polygon& polygon, const std::vector<Vec2>& plan) const {
    for (size_t k = 0; k < plan.size(); ++k) {
      const size_t next = (k + 1) % plan.size();
      if (Distance(plan[k], plan[next]) >= least_m_) continue;
      return Error(polygon, StrCat("seen from above, corners ", k, " and ", next,
                                   " (counter-clockwise) are within ", least_m_ * 1000, " mm"));
    }
    const PolygonShape shape = CheckPolygonShape(plan, NavTolerance_m(0));
    if (shape.fault != nullptr) return Error(polygon, "seen from above, it is not convex");
    return absl::OkStatus();
  }

  absl::StatusOr<uint8_t> AreaIndex(const Polygon& polygon) {
    if (out_.areas.empty()) out_.areas.push_back(AreaType{});
    const std::string_view name = polygon.area.empty() ? std::string_view(out_.areas[0].name) : polygon.area;
    for (const AreaType& area : out_.areas) {
      if (area.name == name) return area.index;
    }
    if (out_.areas.size() == kNavMaxArea) {
      return Error(polygon, StrCat("its area '", Printable(name), "' is one more than the ", int{kNavMaxArea},
                                   " that fit"));
    }
    out_.areas.push_back({static_cast<uint8_t>(out_.areas.size() + 1), std::string(name)});
    return out_.areas.back().index;
  }

  absl::Status AddPassages() {
    std::vector<SoupPassage>& passages = out_.soup.passages.emplace();
    for (const Connection& connection : map_.connections) {
      SoupPassage passage;
      WS_ASSIGN_OR_RETURN(passage.from, IndexOf(connection, connection.from));
      WS_ASSIGN_OR_RETURN(passage.to, IndexOf(connection, connection.to));
      if (connection.from == connection.to) {
        return Error("connections", connection.place, StrCat("polygon ", connection.to, " with itself"));
      }
      if (passage.from == kLeftOut || passage.to == kLeftOut) {
        ++left_out_connections_;
      } else {
        passages.push_back(passage);
      }
    }
    std::ranges::sort(passages);
    passages.erase(std::unique(passages.begin(), passages.end()), passages.end());
    return absl::OkStatus();
  }

  // Warns of the polygons without area. Fails if there are no others.
  absl::Status JudgeLeftOut() {
    if (left_out_count_ == 0) return absl::OkStatus();
    const std::string limit = StrCat("thinner than ", least_m_ * 1000, " mm");
    if (kept_.empty()) {
      return Error(*first_left_out_, StrCat("seen from above, it is ", limit, ", as are all polygons"));
    }
    out_.warnings.push_back(StrCat(
        left_out_count_, " of ", map_.polygons.size(), " polygons have no area seen from above (they are ",
        limit, ") and were left out, with ", left_out_connections_, " connections; the first one is polygon ",
        first_left_out_->id, " (", PlaceOf("polygons", first_left_out_->place), ")"));
    return absl::OkStatus();
  }

  absl::StatusOr<uint32_t> IndexOf(const Connection& connection, uint32_t id) const {
    const auto found = poly_of_id_.find(id);
    if (found != poly_of_id_.end()) return found->second;
    return Error("connections", connection.place, StrCat("there is no polygon ", id));
  }

  void AddLinks() {
    std::set<SoupPassage> walked;
    for (const SideJoin& link : MatchSides(out_.soup).links) {
      walked.insert({link.poly_a, link.poly_b});
      walked.insert({link.poly_b, link.poly_a});
    }
    const std::vector<SoupPassage>& passages = *out_.soup.passages;
    for (const SoupPassage& passage : passages) {
      if (walked.contains(passage)) continue;
      const bool two_way = std::ranges::binary_search(passages, SoupPassage{passage.to, passage.from});
      if (!two_way || passage.from < passage.to) AddLink(passage, two_way);
    }
  }

  void AddLink(const SoupPassage& passage, bool two_way) {
    OffMeshLink link;
    const auto [start, end] = NearestPoints(corners_[kept_[passage.from]], corners_[kept_[passage.to]]);
    link.start = start;
    link.end = end;
    link.two_way = two_way;
    link.start_polygon = map_.polygons[kept_[passage.from]].id;
    link.end_polygon = map_.polygons[kept_[passage.to]].id;
    out_.links.push_back(std::move(link));
  }

  // Of two convex polygons. If they lie apart in plan, the nearest pair has a corner of one of them; if sides
  // run along each other, the middle of the shorter one is as near and better to walk to. If they overlap in
  // plan, returns a near pair.
  static std::pair<Vec3, Vec3> NearestPoints(std::span<const Vec3> a, std::span<const Vec3> b) {
    std::pair<Vec3, Vec3> best;
    double best_m = INFINITY;
    const auto consider = [&](const Vec3& point, bool swapped) {
      const Vec3 other = NearestInPlan(swapped ? a : b, point.Plane());
      const double distance_m = Distance(point, other);
      if (distance_m > best_m - 1e-6) return;
      best_m = distance_m;
      best = swapped ? std::pair(other, point) : std::pair(point, other);
    };
    for (const bool corners : {false, true}) {
      for (const bool swapped : {false, true}) {
        const std::span<const Vec3> from = swapped ? b : a;
        for (size_t k = 0; k < from.size(); ++k) {
          const Vec3& next = from[(k + 1) % from.size()];
          consider(corners ? from[k] : (from[k] + next) * 0.5, swapped);
        }
      }
    }
    return best;
  }

  static Vec3 NearestInPlan(std::span<const Vec3> polygon, Vec2 at) {
    PlaneHit best{{}, INFINITY};
    for (size_t k = 2; k < polygon.size(); ++k) {
      const PlaneHit hit = ClosestOnTriangle(polygon[0], polygon[k - 1], polygon[k], at);
      if (hit.distance_sq_m2 < best.distance_sq_m2) best = hit;
    }
    return best.point;
  }

  const PolygonMap& map_;
  const ImportOptions& units_;
  NavmeshImport out_;
  std::vector<std::vector<Vec3>> corners_;   // in metres, counter-clockwise
  std::vector<size_t> kept_;                 // of map_.polygons: the soup's
  std::map<uint32_t, uint32_t> poly_of_id_;  // index in the soup, or kLeftOut
  const Polygon* first_left_out_ = nullptr;
  size_t left_out_count_ = 0;
  size_t left_out_connections_ = 0;
  double least_m_ = kMinThickness_m;
};

}  // namespace

absl::StatusOr<NavmeshImport> ImportPolygons(const PolygonMap& map, const ImportOptions& units,
                                             double max_climb_m) {
  return Importer(map, units).Run(max_climb_m);
}

}  // namespace waystone
