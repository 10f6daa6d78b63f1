// The nearest targets of a row are searched one by one. Once that has cost something, and would cost more for
// those that are left, a flood goes on in steps that double: it costs no more in all than the searches would.
#include "core/surface/distance_rows.h"

#include <algorithm>
#include <utility>

#include "core/base/scratch.h"
#include "core/path/search_outcome.h"

namespace waystone {
namespace {

constexpr double kInfinite = std::numeric_limits<double>::infinity();
constexpr size_t kTargetsAtOnce = 1024;
constexpr size_t kTargetsPerBudget = 256;  // that share DistanceQuery::max_expansions
constexpr size_t kSnapPollInterval = 4;    // [snaps]
constexpr size_t kLookPollInterval = 256;  // [look-ups in zones or floods]
constexpr uint32_t kFloodAfter = 256;      // [search nodes] of a row
constexpr uint32_t kLeastWork = 16;        // [search nodes] that one search is worth at least

}  // namespace

DistanceRows::DistanceRows(const MapView& map, const DistanceQuery& query, Scratch& scratch)
    : map_(map),
      query_(query),
      scratch_(scratch),
      max_m_(query.max_distance_m == 0 ? kInfinite : query.max_distance_m) {
  const size_t size = query.sources.size() * query.targets.size();
  answer_.distance_m.assign(size, -1);
  answer_.statuses.assign(size, DistanceStatus::kLimitReached);
}

DistanceAnswer DistanceRows::Measure() {
  for (first_ = 0; first_ < query_.targets.size() && !IsLate(); first_ = last_) {
    last_ = std::min(first_ + kTargetsAtOnce, query_.targets.size());
    SnapUpTo(last_, query_.targets, PathEnd::kTarget, targets_);
    for (size_t source = 0; source < query_.sources.size() && !is_late_; ++source) {
      SnapUpTo(source + 1, query_.sources, PathEnd::kSource, sources_);
      if (is_late_) break;
      MeasureRow(source);
      answer_.expansions += searched_ + flooded_;
    }
  }
  return std::move(answer_);
}

void DistanceRows::SnapUpTo(size_t count, const std::vector<Vec3>& positions, PathEnd end, Places& places) {
  while (places.size() < count) {
    if (places.size() % kSnapPollInterval == kSnapPollInterval - 1 && IsLate()) return;
    places.push_back(Snap(positions[places.size()] - map_.manifest->origin, end));
  }
}

void DistanceRows::Set(size_t target, DistanceStatus status, double distance_m) {
  answer_.statuses[row_ + target] = status;
  answer_.distance_m[row_ + target] = distance_m;
}

void DistanceRows::Take(size_t target, const OnePath& found) {
  if (found.cost_m <= max_m_ && found.cost_m < kInfinite) {
    Set(target, DistanceStatus::kFound, found.cost_m);
  } else if (!found.is_cut) {
    Set(target, DistanceStatus::kUnreachable);
  } else if (found.is_late) {
    is_late_ = true;
  }
}

void DistanceRows::MeasureRow(size_t source) {
  row_ = source * query_.targets.size();
  searches_ = searched_ = flooded_ = 0;
  if (!sources_[source]) {
    for (size_t j = first_; j < last_; ++j) Set(j, DistanceStatus::kSourceOffMesh);
    return;
  }
  AskZones(source);
  if (!is_late_) SearchRow(*sources_[source]);
}

// Fills wanted_, and the statuses of the other targets.
void DistanceRows::AskZones(size_t source) {
  wanted_.clear();
  moved_.clear();
  const NavLocation& from = *sources_[source];
  const bool can_tell = !query_.changes.OpensCells();  // they lie on no polygon, and join what the zones part
  for (size_t j = first_; j < last_; ++j) {
    if (j % kLookPollInterval == kLookPollInterval - 1 && IsLate()) return;
    const std::optional<NavLocation>& to = targets_[j];
    if (!to) {
      Set(j, DistanceStatus::kTargetOffMesh);
      continue;
    }
    if (can_tell && !map_.zones->Reaches(from.poly, to->poly, *reach_)) {
      const std::optional<MovedPair> moved = Move(source, j);
      if (is_late_) return;
      if (moved) moved_.push_back(*moved);
      if (!moved) Set(j, DistanceStatus::kUnreachable);
      continue;
    }
    const double straight_m = PlaneDistance(from.point, to->point);
    if (LeastPerMetre() * straight_m > max_m_) {
      Set(j, DistanceStatus::kUnreachable);
    } else {
      wanted_.push_back({straight_m, j});
    }
  }
}

void DistanceRows::SearchRow(const NavLocation& source) {
  std::sort(wanted_.begin(), wanted_.end(), [](const Wanted& a, const Wanted& b) {
    return a.straight_m != b.straight_m ? a.straight_m > b.straight_m : a.target > b.target;
  });
  // At most four times 100 million.
  const size_t searches = wanted_.size() + moved_.size();
  budget_ =
      query_.max_expansions * static_cast<uint32_t>((searches + kTargetsPerBudget - 1) / kTargetsPerBudget);
  flood_ = Flood();
  can_flood_ = flood_.flood != nullptr;
  while (!wanted_.empty() && !is_late_ && ExpansionsLeft() > 0) {
    if (!DoesFloodPay()) {
      SearchNearest(source);
      continue;
    }
    if (flooded_ == 0) flood_.flood->Begin(source);
    GrowFlood();
  }
  for (size_t i = 0; i < moved_.size() && !is_late_ && ExpansionsLeft() > 0; ++i) {
    SearchPath(moved_[i].from, moved_[i].to, moved_[i].target, 0);
  }
}

void DistanceRows::SearchNearest(const NavLocation& source) {
  const size_t target = wanted_.back().target;
  const double least_m = flooded_ == 0 ? 0 : std::min(flood_.flood->grown_to_m(), flood_.limit_m);
  SearchPath(source, *targets_[target], target, least_m);
  wanted_.pop_back();
}

void DistanceRows::SearchPath(const NavLocation& from, const NavLocation& to, size_t target, double least_m) {
  const OnePath found = Find({from, to, std::min(ExpansionsLeft(), query_.max_expansions), least_m});
  Take(target, found);
  ++searches_;
  searched_ += std::min(std::max(found.expansions, kLeastWork), ExpansionsLeft());
}

// Whether its next step costs less than the searches for all targets within its limit would.
bool DistanceRows::DoesFloodPay() const {
  if (!can_flood_ || searched_ < kFloodAfter) return false;
  size_t near = wanted_.size();
  if (flood_.limit_m < kInfinite) {
    const auto is_far = [&](const Wanted& w) { return LeastPerMetre() * w.straight_m > flood_.limit_m; };
    near -=
        static_cast<size_t>(std::partition_point(wanted_.begin(), wanted_.end(), is_far) - wanted_.begin());
  }
  return near > 1 &&
         uint64_t{searched_} * near >= uint64_t{std::max(2 * flooded_, flood_.first_step)} * searches_;
}

// Takes what is known after twice as many expansions as before.
void DistanceRows::GrowFlood() {
  WalkFlood& flood = *flood_.flood;
  FloodOptions options;
  options.deadline = query_.deadline;
  options.max_expansions = std::min(
      {std::max(2 * flooded_, flood_.first_step), flood_.max_expansions, flooded_ + ExpansionsLeft()});
  const SearchOutcome end = flood.GrowTo(flood_.limit_m, options);
  can_flood_ = end == SearchOutcome::kExpansionLimit && flood.expansions() > flooded_;
  flooded_ = flood.expansions();
  if (waystone::IsLate(end)) is_late_ = true;
  const bool is_all = end == SearchOutcome::kExhausted && flood_.limit_m == max_m_;
  const double known_m = std::min(flood.grown_to_m(), flood_.limit_m);
  size_t looked_at = 0;
  std::erase_if(wanted_, [&](const Wanted& wanted) {
    if (++looked_at % kLookPollInterval == 0) IsLate();
    const double distance_m = is_late_ ? kInfinite : flood.DistanceTo(*targets_[wanted.target]);
    const bool is_known = distance_m <= known_m && distance_m < kInfinite;
    if (!is_known && (!is_all || is_late_)) return false;
    Take(wanted.target, {.cost_m = distance_m});
    return true;
  });
}

}  // namespace waystone
