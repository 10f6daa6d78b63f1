// A shortest path goes straight and diagonally, or over corners: then over one that the start sees and one
// that the goal sees. The labels of all corners that the goal sees are spread over an array by hub; the
// labels of the start's corners look up that array. First, the most promising pair of corners gives a length
// that rules out most of the others.
#include "core/grid/hub_label_search.h"

#include <algorithm>

#include "core/grid/corner_sweep.h"
#include "core/grid/octile_legs.h"

namespace waystone {
namespace {

constexpr int64_t kFar = INT64_MAX / 2;
constexpr size_t kPollInterval = 64;           // [labels]
constexpr size_t kCornersBetweenPolls = 1024;  // of a path

int64_t OctileLength(Cell a, Cell b) {
  const GridSteps steps = OctileSteps(a, b);
  return ExactLength(steps.cardinal, steps.diagonal);
}

}  // namespace

uint32_t HubLabelSearch::IndexOf(const GridHub& hub) const {
  return static_cast<uint32_t>(&hub - labels_->hubs().data());
}

void HubLabelSearch::Collect(Cell from, Cell to, std::vector<End>& ends) {
  ends.clear();
  SweepFromEnd(bits_, from, [&](Cell cell, GridSteps steps) {
    const int64_t length = ExactLength(steps.cardinal, steps.diagonal);
    ends.push_back({cell, labels_->CornerAt(bits_, cell), length, length + OctileLength(cell, to)});
  });
}

// The best path over both corners.
void HubLabelSearch::Meet(const End& start, const End& goal, Best& best) const {
  const std::span<const GridHub> a = labels_->HubsOf(start.corner);
  const std::span<const GridHub> b = labels_->HubsOf(goal.corner);
  const int64_t ends = start.length + goal.length;
  for (size_t i = 0, k = 0; i < a.size() && k < b.size();) {
    const uint32_t x = a[i].hub().value();
    const uint32_t y = b[k].hub().value();
    if (x == y) {
      const int64_t length = ends + a[i].length() + b[k].length();
      if (length < best.length) best = {length, {start.cell, IndexOf(a[i])}, {goal.cell, IndexOf(b[k])}};
    }
    i += x <= y ? 1 : 0;
    k += y <= x ? 1 : 0;
  }
}

bool HubLabelSearch::FindBest(Best& best) {
  if (starts_.empty() || goals_.empty()) return false;
  const auto nearer = [](const End& a, const End& b) { return a.bound < b.bound; };
  Meet(*std::min_element(starts_.begin(), starts_.end(), nearer),
       *std::min_element(goals_.begin(), goals_.end(), nearer), best);
  const auto is_too_far = [&](const End& end) { return end.bound >= best.length; };
  std::erase_if(starts_, is_too_far);
  std::erase_if(goals_, is_too_far);
  for (size_t i = 0; i < goals_.size() && !(i % kPollInterval == kPollInterval - 1 && IsLate()); ++i) {
    const End& goal = goals_[i];
    for (const GridHub& hub : labels_->HubsOf(goal.corner)) {
      int64_t& length = to_goal_[hub.hub().value()];
      length = std::min(length, goal.length + hub.length());
    }
  }
  LookFromStarts(best);
  for (const End& goal : goals_) {
    for (const GridHub& hub : labels_->HubsOf(goal.corner)) to_goal_[hub.hub().value()] = kFar;
  }
  return best.length < kFar;
}

void HubLabelSearch::LookFromStarts(Best& best) {
  bool is_better = false;
  for (size_t i = 0; i < starts_.size() && !(i % kPollInterval == kPollInterval - 1 && IsLate()); ++i) {
    const End& start = starts_[i];
    if (start.bound >= best.length) continue;
    for (const GridHub& hub : labels_->HubsOf(start.corner)) {
      const int64_t length = start.length + hub.length() + to_goal_[hub.hub().value()];
      if (length >= best.length) continue;
      best = {length, {start.cell, IndexOf(hub)}, {}};
      is_better = true;
    }
  }
  if (!is_better) return;
  const HubId hub = labels_->hubs()[best.start.entry].hub();
  for (const End& goal : goals_) {
    const GridHub* entry = FindHub(labels_->HubsOf(goal.corner), hub);
    if (entry != nullptr && goal.length + entry->length() == to_goal_[hub.value()])
      best.goal = {goal.cell, IndexOf(*entry)};
  }
}

// Appends the corner and goes on to the next one; false at the hub.
bool HubLabelSearch::FollowOne(Half& half, std::vector<Cell>& cells) const {
  cells.push_back(half.cell);
  const GridHub& at = labels_->hubs()[half.entry];
  if (at.next == kNoHub) return false;
  const GridHub& next = labels_->hubs()[at.next];
  half = {GoInOctant(half.cell, at.octant(), at.cardinal - next.cardinal, at.diagonal - next.diagonal),
          at.next};
  return true;
}

// Follows the corners from both ends to the hub, in turn, as each step waits for memory.
void HubLabelSearch::FollowBoth(const Best& best) {
  Half start = best.start;
  Half goal = best.goal;
  bool start_goes_on = true;
  bool goal_goes_on = true;
  for (size_t i = 1; start_goes_on || goal_goes_on; ++i) {
    if (i % kCornersBetweenPolls == 0 && IsLate()) return;
    if (start_goes_on) start_goes_on = FollowOne(start, cells_);
    if (goal_goes_on) goal_goes_on = FollowOne(goal, goal_cells_);
  }
}

bool HubLabelSearch::IsLate() {
  is_late_ = is_late_ || deadline_->Expired();
  return is_late_;
}

// Writes the cells at which the path may turn; false if there is no path, or the deadline has passed.
bool HubLabelSearch::Find(Cell start, Cell goal) {
  expanded_ = 0;
  if (IsLate()) return false;
  Collect(start, goal, starts_);
  if (IsLate()) return false;
  Collect(goal, start, goals_);
  expanded_ = starts_.size() + goals_.size();
  Best best{kFar, {}, {}};
  if (!FindBest(best) || IsLate()) return false;
  goal_cells_.assign(1, goal);
  FollowBoth(best);
  cells_.insert(cells_.end(), goal_cells_.rbegin() + 1, goal_cells_.rend());
  return !is_late_;
}

void HubLabelSearch::Run(const HubLabelView& labels, const BitGrid& bits, const GridQuery& query,
                         GridPath& path) {
  labels_ = &labels;
  deadline_ = &query.deadline;
  is_late_ = false;
  bits_ = labels.BitsOf(bits);
  if (to_goal_.size() < labels.corner_count()) to_goal_.resize(labels.corner_count(), kFar);
  path.turns.clear();
  path.steps = {};
  path.expanded = 0;
  path.cost = 0;
  cells_.assign(1, query.start);
  if (IsDiagonalThenStraightFree(bits, query.start, query.goal)) {
    cells_.push_back(query.goal);
  } else if (!Find(query.start, query.goal)) {
    path.outcome = is_late_ ? LateOutcome(query.deadline) : SearchOutcome::kExhausted;
    path.expanded = expanded_;
    return;
  } else {
    path.expanded = expanded_;
  }
  path.outcome = SearchOutcome::kFound;
  path.steps = AppendOctileLegs(cells_, path.turns);
  path.cost = path.steps.Length();
}

}  // namespace waystone
