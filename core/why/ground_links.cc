#include "core/why/ground_links.h"

#include <algorithm>
#include <limits>
#include <numeric>
#include <utility>

#include "core/base/deadline_poll.h"

namespace waystone {
namespace {

constexpr double kCostPerMetre = 1000;  // of a missing link: crossings cost less

double CostOfLink(double length_m) { return kCostPerMetre * (GroundLinks::kCostOfLink_m + length_m); }

}  // namespace

GroundLinks::GroundLinks(const NavmeshView& mesh, const ZoneView& zones,
                         std::span<const GroundCrossing> crossings, const BestFirst<double>& reached,
                         const Deadline& deadline, Scratch& scratch)
    : mesh_(mesh),
      zones_(zones),
      crossings_(crossings),
      reached_(reached),
      deadline_(deadline),
      closest_(scratch.Borrow<ClosestPolySearch>()),
      by_end_(crossings.size()),
      first_poly_(zones.components().size() + 1, 0),
      polys_(mesh.poly_count()) {
  std::iota(by_end_.begin(), by_end_.end(), 0U);
  std::ranges::stable_sort(by_end_, {}, [&](uint32_t c) { return crossings_[c].to; });
  for (uint32_t p = 0; p < mesh.poly_count(); ++p) ++first_poly_[zones.ComponentOf(PolyId(p)) + 1];
  std::partial_sum(first_poly_.begin(), first_poly_.end(), first_poly_.begin());
  std::vector<uint32_t> next(first_poly_.begin(), first_poly_.end() - 1);
  for (uint32_t p = 0; p < mesh.poly_count(); ++p) polys_[next[zones.ComponentOf(PolyId(p))]++] = PolyId(p);
}

std::vector<GroundStep> GroundLinks::To(uint32_t goal) {
  const std::optional<GroundStep> direct = DirectTo(goal);
  if (!direct) return {};
  most_ = CostOfLink(direct->link->length_m);
  const size_t count = zones_.components().size();
  is_settled_.assign(count, false);
  waiting_.assign(count, {});
  looks_ = 0;
  steps_.clear();
  corners_.clear();
  search_.Begin(count);
  search_.Reach(goal, 0, 0);
  for (uint32_t at = search_.Settle(); at != search_.kNone && looks_ < kMostLooks && !deadline_.Expired();
       at = search_.Settle()) {
    if (reached_.IsReached(at)) return StepsFrom(at, goal);
    Settle(at);
  }
  return {*direct};
}

// From the nearest ground that can be reached.
std::optional<GroundStep> GroundLinks::DirectTo(uint32_t goal) {
  const auto is_reached = [&](PolyId poly) { return reached_.IsReached(zones_.ComponentOf(poly)); };
  std::optional<GroundStep> direct;
  double least_m = std::numeric_limits<double>::infinity();
  DeadlinePoll poll(deadline_, 64);
  for (const Vec3& corner : CornersOf(goal, kMostLooks)) {
    if (poll.Expired()) break;
    const auto near = closest_->Find(mesh_, corner, is_reached, least_m, deadline_);
    if (!near || Distance(near->point, corner) >= least_m) continue;
    least_m = Distance(near->point, corner);
    direct = {zones_.ComponentOf(near->poly), goal, MissingLink{near->point, corner, least_m}, 0};
  }
  return direct;
}

// Of the borders of its polygons.
std::vector<Vec3> GroundLinks::CornersOf(uint32_t component, size_t most) const {
  std::vector<Vec3> corners;
  for (uint32_t i = first_poly_[component]; i < first_poly_[component + 1]; ++i) {
    for (const NavEdge& edge : mesh_.edges(polys_[i])) {
      if (corners.size() == most) return corners;
      const bool is_border =
          edge.twin == kNoEdge || zones_.ComponentOf(PolyId(mesh_.edge(EdgeId(edge.twin)).poly)) != component;
      if (is_border) corners.emplace_back(mesh_.vertex(VertexId(edge.vertex)));
    }
  }
  return corners;
}

void GroundLinks::Settle(uint32_t component) {
  is_settled_[component] = true;
  const auto end_of = [&](uint32_t c) { return crossings_[c].to; };
  for (auto c = std::ranges::lower_bound(by_end_, component, {}, end_of);
       c != by_end_.end() && end_of(*c) == component; ++c) {
    Reach({crossings_[*c].from, component, std::nullopt, *c}, crossings_[*c].cost);
  }
  const auto first = static_cast<uint32_t>(corners_.size());
  for (const Vec3& at : CornersOf(component, kMostLooks - looks_)) corners_.push_back({at, component});
  const auto end = static_cast<uint32_t>(corners_.size());
  for (uint32_t corner = first; corner < end; ++corner) LookFrom(corner);
  for (const uint32_t corner : std::exchange(waiting_[component], {})) LookFrom(corner);
}

// For the nearest ground that is not settled; when that is, the corner looks again.
void GroundLinks::LookFrom(uint32_t corner) {
  if (looks_ >= kMostLooks) return;
  ++looks_;
  const auto [at, component] = corners_[corner];
  const double far_m = (most_ - search_.CostOf(component)) / kCostPerMetre - kCostOfLink_m;
  if (far_m < 0) return;
  const auto is_new = [&](PolyId poly) { return !is_settled_[zones_.ComponentOf(poly)]; };
  const auto near = closest_->Find(mesh_, at, is_new, far_m, deadline_);
  if (!near) return;
  const uint32_t from = zones_.ComponentOf(near->poly);
  const double length_m = Distance(near->point, at);
  waiting_[from].push_back(corner);
  Reach({from, component, MissingLink{near->point, at, length_m}, 0}, CostOfLink(length_m));
}

void GroundLinks::Reach(const GroundStep& step, double cost) {
  if (!search_.Reach(step.from, search_.CostOf(step.to) + cost, static_cast<uint32_t>(steps_.size()))) return;
  steps_.push_back(step);
}

std::vector<GroundStep> GroundLinks::StepsFrom(uint32_t component, uint32_t goal) const {
  std::vector<GroundStep> steps;
  for (uint32_t at = component; at != goal; at = steps.back().to) steps.push_back(steps_[search_.Before(at)]);
  return steps;
}

}  // namespace waystone
