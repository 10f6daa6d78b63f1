#include "core/reach/reach.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <limits>
#include <memory>
#include <numbers>
#include <utility>

#include "core/base/field_error.h"
#include "core/base/limit_error.h"
#include "core/base/status_macros.h"
#include "core/base/str_cat.h"
#include "core/navmesh/polys_in_box.h"
#include "core/navmesh/surface_queries.h"
#include "core/navmesh/surface_walk.h"
#include "core/placement/walk_ground.h"
#include "core/reach/reach_cells.h"
#include "core/reach/reach_contours.h"
#include "core/surface/field_checks.h"
#include "core/surface/search_surface.h"
#include "waystone/field_limits.h"

namespace waystone {
namespace {

constexpr double kInfinite = std::numeric_limits<double>::infinity();
constexpr double kFinestCell_m = 0.25;
constexpr double kAreaOverMost = 4;  // so much ground leads to too many cells, whatever its shape
constexpr size_t kMostStarts = limits::ReachRequest::start_xyz.max_count / 3;
constexpr uint32_t kStepsPerLook = 256;
constexpr double kBeyond = 2;  // [cells] that costs are known beyond the limit, so that lines at it are drawn

absl::Status CheckQuery(const ReachQuery& query) {
  if (query.starts.empty()) return FieldError("start_xyz", "required");
  WS_RETURN_IF_ERROR(CheckWhole("start_xyz", query.starts.size(), 1, kMostStarts));
  WS_RETURN_IF_ERROR(CheckAllFinite("start_xyz", query.starts));
  WS_RETURN_IF_ERROR(CheckSnapOptions(query.snap));
  WS_RETURN_IF_ERROR(CheckMaxExpansions(query.max_expansions));
  WS_RETURN_IF_ERROR(CheckRange("max_cost_m", query.max_cost_m, limits::ReachRequest::max_cost_m));
  if (!(query.max_cost_m > 0)) return FieldError("max_cost_m", "must be more than 0");
  if (query.cell_m != 0)
    WS_RETURN_IF_ERROR(CheckRange("cell_m", query.cell_m, kLeastCell_m, limits::ReachRequest::cell_m.max));
  WS_RETURN_IF_ERROR(CheckWhole("max_cells", query.max_cells, 1, limits::ReachRequest::max_cells.max));
  for (size_t i = 0; i < query.contour_costs_m.size(); ++i) {
    const double cost_m = query.contour_costs_m[i];
    if (!(cost_m > 0 && cost_m <= query.max_cost_m))
      return WithinItem("contour_costs_m", i, FieldError("", "must be above 0 and at most max_cost_m"));
  }
  return absl::OkStatus();
}

// Parts of the time that there is, by when the cells are found, and their costs.
constexpr double kCellsUntil = 0.25;
constexpr double kFloodUntil = 0.75;

// One search from several starts.
class Search {
 public:
  Search(const MapView& map, const ReachQuery& query, Scratch& scratch)
      : map_(map), query_(query), scratch_(scratch), fields_(map.surface->Fields()) {
    for (const Vec3& start : query_.starts) {
      const Vec3 local = start - map_.manifest->origin;
      const SnapResult snap =
          map_.surface->SnapTo(map_, local, query_.snap, PlaceRole::kLeave, nullptr, scratch_);
      answer_.starts.emplace_back();
      if (!snap.place) continue;
      answer_.starts.back() = snap.place->point + map_.manifest->origin;
      starts_.emplace_back(*snap.place, static_cast<uint32_t>(answer_.starts.size() - 1));
    }
  }

  // Over a graph the places are its nodes, and walks those of MeasureDistances.
  absl::StatusOr<ReachAnswer> RunOverNodes() {
    DeadlinePoll poll(query_.deadline, kStepsPerLook);
    const Aabb all{{-kInfinite, -kInfinite, -kInfinite}, {kInfinite, kInfinite, kInfinite}};
    auto nodes = CellsOf(
        map_, lattice_, all, 0, query_.max_cells, [](PolyId) { return true; }, poll);
    if (!nodes) return TooMany("max_cells");
    cells_ = *std::move(nodes);
    costs_m_.assign(cells_.size(), kInfinite);
    from_.assign(cells_.size(), 0);
    answer_.known_to_m = poll.is_late() ? 0 : query_.max_cost_m;
    if (cells_.empty()) return std::move(answer_);
    DistanceQuery distances{.sources = query_.starts,
                            .targets = {},
                            .snap = query_.snap,
                            .max_distance_m = query_.max_cost_m,
                            .max_expansions = query_.max_expansions,
                            .changes = query_.changes,
                            .deadline = query_.deadline};
    for (const ReachCell& node : cells_)
      distances.targets.push_back(node.place.point + map_.manifest->origin);
    WS_ASSIGN_OR_RETURN(const DistanceAnswer walks,
                        map_.surface->MeasureDistances(map_, distances, scratch_));
    answer_.expansions = walks.expansions;
    for (size_t i = 0; i < walks.statuses.size(); ++i) {
      if (walks.statuses[i] == DistanceStatus::kLimitReached) answer_.known_to_m = 0;
      if (walks.statuses[i] != DistanceStatus::kFound) continue;
      Take(i % cells_.size(), walks.distance_m[i], static_cast<uint32_t>(i / cells_.size()));
    }
    Keep();
    return std::move(answer_);
  }

  absl::StatusOr<ReachAnswer> RunOverGround(const WalkGround& ground) {
    WS_RETURN_IF_ERROR(FindCells(ground));
    PutStarts();
    Measure(ground);
    Draw();
    Keep();
    return std::move(answer_);
  }

 private:
  Deadline Until(double share) const {
    if (query_.ends_at == Deadline::Clock::time_point::max()) return query_.deadline;
    const auto left = query_.ends_at - begun_;
    return query_.deadline.SoonerOf(begun_ +
                                    std::chrono::duration_cast<Deadline::Clock::duration>(left * share));
  }

  // Around the starts, as far as walks of that cost can lead.
  Aabb BoxAround(const WalkGround& ground, double cost_m) const {
    const double plane_m = ground.PlaneReach_m(cost_m);
    Aabb box;
    for (const auto& [place, index] : starts_) {
      box.Extend(place.point - Vec3{plane_m, kInfinite, plane_m});
      box.Extend(place.point + Vec3{plane_m, kInfinite, plane_m});
    }
    if (fields_.has_ground) return box;
    const Aabb map{map_.manifest->bounds.min - map_.manifest->origin,
                   map_.manifest->bounds.max - map_.manifest->origin};
    return {{std::max(box.min.x, map.min.x), map.min.y, std::max(box.min.z, map.min.z)},
            {std::min(box.max.x, map.max.x), map.max.y, std::min(box.max.z, map.max.z)}};
  }

  bool IsReached(PolyId poly) {
    return map_.zones == nullptr || std::any_of(starts_.begin(), starts_.end(), [&](const auto& start) {
             return map_.zones->Reaches(start.first.poly, poly, *reach_);
           });
  }

  // [m2] Of the ground in the box that the starts reach, at least.
  double AreaIn(const Aabb& box, DeadlinePoll& poll) {
    double area_m2 = 0;
    ForEachPolyIn(*map_.navmesh, box, [&](PolyId poly) {
      if (poll.Expired() || !IsReached(poly)) return;
      const Aabb bounds = PolyBounds(*map_.navmesh, poly);
      const double along_x = std::min(bounds.max.x, box.max.x) - std::max(bounds.min.x, box.min.x);
      const double along_z = std::min(bounds.max.z, box.max.z) - std::max(bounds.min.z, box.min.z);
      if (along_x <= 0 || along_z <= 0) return;
      area_m2 += std::min(PolyArea_m2(*map_.navmesh, poly), along_x * along_z);
    });
    return area_m2;
  }

  std::optional<std::vector<ReachCell>> CellsOfSize(const WalkGround& ground, double cell_m,
                                                    DeadlinePoll& poll) {
    lattice_.cell_m = cell_m;
    const Aabb box = BoxAround(ground, query_.max_cost_m + kBeyond * cell_m);
    if (starts_.empty() || box.IsEmpty()) return std::vector<ReachCell>();
    if (!fields_.has_ground) return CubesOf(map_, lattice_, box, query_.max_cells, scratch_, poll);
    return CellsOf(
        map_, lattice_, box, FloorHeight_m(), query_.max_cells,
        [this](PolyId poly) { return IsReached(poly); }, poll);
  }
  // Floors are no nearer to each other than agents are high; levels of cubes than these are.
  double FloorHeight_m() const {
    if (!fields_.has_ground) return lattice_.cell_m;
    return std::max(map_.variant->agent.height_m, 2 * map_.variant->agent.max_climb_m);
  }

  absl::Status FindCells(const WalkGround& ground) {
    const Deadline deadline = Until(kCellsUntil);
    DeadlinePoll poll(deadline, kStepsPerLook);
    lattice_.corner = fields_.cells ? fields_.cells->corner : Vec3();
    const double unit_m = fields_.cells ? fields_.cells->cell_m : 0;
    const auto in_units = [&](double cell_m) {
      return unit_m > 0 ? std::ceil(cell_m / unit_m) * unit_m : cell_m;
    };
    const double most = query_.max_cells;
    const double area_m2 =
        fields_.has_ground && !starts_.empty() ? AreaIn(BoxAround(ground, query_.max_cost_m), poll) : 0;
    const bool is_given = query_.cell_m > 0;
    double cell_m = in_units(is_given ? query_.cell_m : kFinestCell_m);
    while (!is_given && area_m2 > most * cell_m * cell_m) cell_m = in_units(2 * cell_m);
    if (is_given && area_m2 > kAreaOverMost * most * cell_m * cell_m) return TooMany("cell_m");
    for (; cell_m <= limits::ReachRequest::cell_m.max; cell_m = in_units(2 * cell_m)) {
      if (auto cells = CellsOfSize(ground, cell_m, poll)) {
        cells_ = *std::move(cells);
        has_all_cells_ = !poll.is_late();
        return absl::OkStatus();
      }
      if (is_given) return TooMany("cell_m");
    }
    return TooMany("max_cells");
  }
  absl::Status TooMany(std::string_view field) const {
    return LimitError(field, StrCat("there would be more than ", query_.max_cells, " cells"),
                      {query_.max_cells}, absl::StatusCode::kOutOfRange);
  }

  // Each stands for the cell that it lies in.
  void PutStarts() {
    for (const auto& [place, index] : starts_) {
      const ReachCell cell = CellAt(lattice_, place);
      auto at =
          std::lower_bound(cells_.begin(), cells_.end(), cell, [](const ReachCell& a, const ReachCell& b) {
            return std::pair(a.row, a.column) < std::pair(b.row, b.column);
          });
      const auto is_beside = [&] {
        return at != cells_.end() && at->row == cell.row && at->column == cell.column;
      };
      while (is_beside() && std::abs(at->place.point.y - place.point.y) >= FloorHeight_m() / 2) ++at;
      if (is_beside()) {
        at->place = place;
      } else {
        cells_.insert(at, cell);
      }
    }
  }

  void Take(size_t cell, double cost_m, uint32_t start) {
    if (cost_m >= costs_m_[cell]) return;
    costs_m_[cell] = cost_m;
    from_[cell] = start;
  }

  void Measure(const WalkGround& ground) {
    costs_m_.assign(cells_.size(), kInfinite);
    from_.assign(cells_.size(), 0);
    answer_.known_to_m = has_all_cells_ ? query_.max_cost_m : 0;
    const std::unique_ptr<WalkFlood> flood = ground.MakeFlood();
    const Deadline deadline = Until(kFloodUntil);
    DeadlinePoll poll(query_.deadline, kStepsPerLook);
    for (const auto& [place, index] : starts_) {
      flood->Begin(place);
      const uint32_t left = std::max(1U, query_.max_expansions - static_cast<uint32_t>(answer_.expansions));
      const SearchOutcome end =
          flood->GrowTo(query_.max_cost_m + kBeyond * lattice_.cell_m,
                        {.max_nodes = left, .deadline = deadline, .max_expansions = left});
      if (IsCut(end)) answer_.known_to_m = std::min(answer_.known_to_m, flood->grown_to_m());
      answer_.expansions += std::min(flood->expansions(), left - 1);
      for (size_t i = 0; i < cells_.size() && !poll.Expired(); ++i)
        Take(i, flood->DistanceTo(cells_[i].place), index);
    }
    if (poll.is_late()) answer_.known_to_m = 0;
  }

  void Draw() {
    if (query_.contour_costs_m.empty() || !fields_.has_ground) return;
    const double slope = std::tan(map_.variant->agent.max_slope_deg * std::numbers::pi / 180);
    const double step_m = map_.variant->agent.max_climb_m + 2 * slope * lattice_.cell_m;
    double most = 1;
    for (const AreaFactor& factor : query_.changes.area_factors) most = std::max(most, factor.factor);
    const NavmeshView& mesh = *map_.navmesh;
    const auto is_open = [&mesh](const NavLocation& from, const NavLocation& to) {
      return PolyStraightOn(mesh, from, to.point.Plane()) == to.poly ||
             Raycast(mesh, from, to.point.Plane()).reached;
    };
    const ReachContours lines(cells_, costs_m_, step_m, 2 * most, is_open);
    for (const double cost_m : query_.contour_costs_m) {
      if (cost_m > answer_.known_to_m || query_.deadline.Expired()) continue;
      answer_.contours.push_back(lines.LinesAt(cost_m));
      for (Vec3& point : answer_.contours.back().points) point = point + map_.manifest->origin;
    }
  }

  void Keep() {
    answer_.cell_m = lattice_.cell_m;
    for (size_t i = 0; i < cells_.size(); ++i) {
      if (costs_m_[i] > query_.max_cost_m) continue;
      answer_.places.push_back(cells_[i].place.point + map_.manifest->origin);
      answer_.costs_m.push_back(costs_m_[i]);
      answer_.from.push_back(from_[i]);
    }
  }

  const MapView& map_;
  const ReachQuery& query_;
  Scratch& scratch_;
  const SurfaceFields fields_;
  const Deadline::Clock::time_point begun_ = Deadline::Clock::now();
  const Scratch::Lease<ReachWorkspace> reach_ = scratch_.Borrow<ReachWorkspace>();
  std::vector<std::pair<NavLocation, uint32_t>> starts_;  // on the surface, with their index
  ReachLattice lattice_;
  std::vector<ReachCell> cells_;
  bool has_all_cells_ = true;
  std::vector<double> costs_m_;
  std::vector<uint32_t> from_;
  ReachAnswer answer_;
};

}  // namespace

absl::StatusOr<ReachAnswer> Reach(const MapView& baked, const ReachQuery& query, Scratch& scratch) {
  WS_RETURN_IF_ERROR(CheckQuery(query));
  WS_RETURN_IF_ERROR(CheckChanges(baked, query.changes));
  if (baked.surface->IsGraph()) {
    WS_ASSIGN_OR_RETURN(const MapView map,
                        baked.surface->Apply(baked, query.changes, ZonesNeed::kIfReady, query.deadline));
    return Search(map, query, scratch).RunOverNodes();
  }
  WS_ASSIGN_OR_RETURN(const MapView map, baked.surface->ApplyForPlaces(baked, query.changes, query.deadline));
  WS_ASSIGN_OR_RETURN(const std::unique_ptr<const WalkGround> ground,
                      map.surface->GroundOfWalks(map, query.changes, query.deadline, scratch));
  return Search(map, query, scratch).RunOverGround(*ground);
}

}  // namespace waystone
