#include "core/reach/reach.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>
#include <numbers>
#include <utility>

#include "core/base/field_error.h"
#include "core/base/limit_error.h"
#include "core/base/status_macros.h"
#include "core/base/str_cat.h"
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
  WS_RETURN_IF_ERROR(CheckRange("cell_m", query.cell_m, limits::ReachRequest::cell_m));
  WS_RETURN_IF_ERROR(CheckWhole("max_cells", query.max_cells, 1, limits::ReachRequest::max_cells.max));
  for (size_t i = 0; i < query.contour_costs_m.size(); ++i) {
    const double cost_m = query.contour_costs_m[i];
    if (!(cost_m > 0 && cost_m <= query.max_cost_m))
      return WithinItem("contour_costs_m", i, FieldError("", "must be above 0 and at most max_cost_m"));
  }
  return absl::OkStatus();
}

// One search of the ground from several starts.
class Search {
 public:
  Search(const MapView& map, const ReachQuery& query, const WalkGround& ground, Scratch& scratch)
      : map_(map),
        query_(query),
        ground_(ground),
        scratch_(scratch),
        fields_(map.surface->Fields()),
        poll_(query.deadline, kStepsPerLook) {}

  absl::StatusOr<ReachAnswer> Run() {
    SnapStarts();
    WS_RETURN_IF_ERROR(FindCells());
    Measure();
    if (fields_.has_ground && lattice_.cell_m > 0) Draw();
    Keep();
    return std::move(answer_);
  }

 private:
  void SnapStarts() {
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

  // Around the starts, as far as walks of that cost can lead.
  Aabb BoxAround(double cost_m) const {
    const double plane_m = ground_.PlaneReach_m(cost_m);
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

  std::optional<std::vector<ReachCell>> CellsOfSize(double cell_m) {
    lattice_.cell_m = cell_m;
    const Aabb box = BoxAround(query_.max_cost_m + kBeyond * cell_m);
    if (starts_.empty() || box.IsEmpty()) return std::vector<ReachCell>();
    if (!fields_.has_ground) return CubesOf(map_, lattice_, box, query_.max_cells, scratch_, poll_);
    return CellsOf(
        map_, lattice_, box, FloorHeight_m(), query_.max_cells,
        [this](PolyId poly) { return IsReached(poly); }, poll_);
  }
  // Floors are no nearer to each other than agents are high.
  double FloorHeight_m() const {
    return std::max(map_.variant->agent.height_m, 2 * map_.variant->agent.max_climb_m);
  }

  absl::Status FindCells() {
    lattice_.corner = fields_.cells ? fields_.cells->corner : Vec3();
    const double unit_m = fields_.cells ? fields_.cells->cell_m : 0;
    const auto in_units = [&](double cell_m) {
      return unit_m > 0 ? std::ceil(cell_m / unit_m) * unit_m : cell_m;
    };
    if (map_.surface->IsGraph()) {
      if (auto cells = CellsOfSize(0)) {
        cells_ = *std::move(cells);
        return absl::OkStatus();
      }
      return TooMany("max_cells");
    }
    double cell_m = in_units(query_.cell_m > 0 ? query_.cell_m : kFinestCell_m);
    for (;;) {
      if (auto cells = CellsOfSize(cell_m)) {
        cells_ = *std::move(cells);
        return absl::OkStatus();
      }
      if (query_.cell_m > 0) return TooMany("cell_m");
      cell_m = in_units(2 * cell_m);
    }
  }
  absl::Status TooMany(std::string_view field) const {
    return LimitError(field, StrCat("there are more than ", query_.max_cells, " cells (max_cells)"),
                      {query_.max_cells}, absl::StatusCode::kOutOfRange);
  }

  void Measure() {
    costs_m_.assign(cells_.size(), kInfinite);
    from_.assign(cells_.size(), 0);
    answer_.known_to_m = query_.max_cost_m;
    const std::unique_ptr<WalkFlood> flood = ground_.MakeFlood();
    for (const auto& [place, index] : starts_) {
      flood->Begin(place);
      const uint32_t left = query_.max_expansions - static_cast<uint32_t>(answer_.expansions);
      const SearchOutcome end = flood->GrowTo(query_.max_cost_m + kBeyond * lattice_.cell_m,
                                              {.max_nodes = std::max(left, 1U),
                                               .deadline = query_.deadline,
                                               .max_expansions = std::max(left, 1U)});
      if (IsCut(end)) answer_.known_to_m = std::min(answer_.known_to_m, flood->grown_to_m());
      answer_.expansions += std::min(flood->expansions(), left);
      for (size_t i = 0; i < cells_.size(); ++i) {
        if (poll_.Expired()) break;
        const double cost_m = flood->DistanceTo(cells_[i].place);
        if (cost_m >= costs_m_[i]) continue;
        costs_m_[i] = cost_m;
        from_[i] = index;
      }
    }
    if (poll_.is_late()) answer_.known_to_m = 0;  // cells may be missing anywhere
  }

  void Draw() {
    if (query_.contour_costs_m.empty()) return;
    const double slope = std::tan(map_.variant->agent.max_slope_deg * std::numbers::pi / 180);
    const double step_m = map_.variant->agent.max_climb_m + 2 * slope * lattice_.cell_m;
    double most = 1;
    for (const AreaFactor& factor : query_.changes.area_factors) most = std::max(most, factor.factor);
    const ReachContours lines(cells_, costs_m_, step_m, 2 * most);
    for (const double cost_m : query_.contour_costs_m) {
      if (cost_m > answer_.known_to_m) continue;
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
  const WalkGround& ground_;
  Scratch& scratch_;
  const SurfaceFields fields_;
  const Scratch::Lease<ReachWorkspace> reach_ = scratch_.Borrow<ReachWorkspace>();
  DeadlinePoll poll_;
  std::vector<std::pair<NavLocation, uint32_t>> starts_;  // on the surface, with their index
  ReachLattice lattice_;
  std::vector<ReachCell> cells_;
  std::vector<double> costs_m_;
  std::vector<uint32_t> from_;
  ReachAnswer answer_;
};

}  // namespace

absl::StatusOr<ReachAnswer> Reach(const MapView& baked, const ReachQuery& query, Scratch& scratch) {
  WS_RETURN_IF_ERROR(CheckQuery(query));
  WS_RETURN_IF_ERROR(CheckChanges(baked, query.changes));
  WS_ASSIGN_OR_RETURN(const MapView map, baked.surface->ApplyForPlaces(baked, query.changes, query.deadline));
  WS_ASSIGN_OR_RETURN(const std::unique_ptr<const WalkGround> ground,
                      map.surface->GroundOfWalks(map, query.changes, query.deadline, scratch));
  return Search(map, query, *ground, scratch).Run();
}

}  // namespace waystone
