#include "core/world/portal_climb.h"

#include <algorithm>
#include <cmath>
#include <string_view>
#include <utility>

#include "absl/status/status.h"
#include "core/base/check.h"
#include "core/base/status_macros.h"
#include "core/base/str_cat.h"

namespace waystone {
namespace {

constexpr double kInfinite = std::numeric_limits<double>::infinity();
constexpr uint32_t kNone = UINT32_MAX;
constexpr double kNotKnown = -1;

// The entry with that portal as the other end; null if there is none.
const PortalLabel* FindEntry(std::span<const PortalLabel> entries, uint32_t portal) {
  const auto found = std::ranges::lower_bound(entries, PortalHubId(portal), {}, &PortalLabel::hub);
  return found != entries.end() && found->hub == PortalHubId(portal) ? &*found : nullptr;
}

// The arc between them, whichever of the two it is kept at; null if there is none.
const PortalLabel* FindArc(const PortalGraph::Labels& hierarchy, PortalId from, PortalId to) {
  const PortalLabel* const climbs = FindEntry(hierarchy.Out(from), to.value());
  return climbs != nullptr ? climbs : FindEntry(hierarchy.In(to), from.value());
}

class HierarchyChecker {
 public:
  HierarchyChecker(const PortalGraph& graph, WorldMode mode)
      : graph_(graph),
        mode_(mode),
        hierarchy_(graph.labels[static_cast<uint32_t>(mode)]),
        count_(static_cast<uint32_t>(graph.nodes.size())) {}

  absl::Status Check() const {
    WS_RETURN_IF_ERROR(CheckRows("out", hierarchy_.out_rows, hierarchy_.out));
    WS_RETURN_IF_ERROR(CheckRows("in", hierarchy_.in_rows, hierarchy_.in));
    for (uint32_t portal = 0; portal < count_; ++portal) {
      for (const PortalLabel& entry : hierarchy_.Out(PortalId(portal))) {
        const char* const why = WhyBroken(portal, entry.hub.value(), entry);
        if (why != nullptr) return Broken("out", Index(entry, hierarchy_.out), why);
      }
      for (const PortalLabel& entry : hierarchy_.In(PortalId(portal))) {
        const char* const why = WhyBroken(entry.hub.value(), portal, entry);
        if (why != nullptr) return Broken("in", Index(entry, hierarchy_.in), why);
      }
    }
    return CheckAscent();
  }

 private:
  static absl::Status Broken(std::string_view side, uint64_t index, std::string_view why) {
    return absl::DataLossError(StrCat(side, " labels[", index, "]: ", why));
  }
  static uint64_t Index(const PortalLabel& entry, std::span<const PortalLabel> all) {
    return static_cast<uint64_t>(&entry - all.data());
  }

  absl::Status CheckRows(std::string_view side, std::span<const uint64_t> rows,
                         std::span<const PortalLabel> entries) const {
    const bool covers =
        rows.size() == count_ + size_t{1} && rows.front() == 0 && rows.back() == entries.size();
    if (!covers) return absl::DataLossError(StrCat(side, " label rows: do not cover the labels"));
    for (uint32_t portal = 0; portal < count_; ++portal) {
      if (rows[portal] > rows[portal + 1])
        return absl::DataLossError(StrCat(side, " label rows[", portal, "]: greater than the next"));
    }
    for (uint32_t portal = 0; portal < count_; ++portal) {
      for (uint64_t i = rows[portal]; i < rows[portal + 1]; ++i) {
        const PortalLabel& entry = entries[i];
        if (i > rows[portal] && entries[i - 1].hub >= entry.hub)
          return Broken(side, i, "portals do not ascend");
        if (entry.hub.value() >= count_ || entry.hub.value() == portal)
          return Broken(side, i, "there is no such portal to climb to");
        if (entry.next >= count_ && entry.next != kNone)
          return Broken(side, i, "there is no such portal between");
        if (!(entry.cost_m >= 0 && std::isfinite(entry.cost_m)))
          return Broken(side, i, "the cost is negative or not finite");
      }
    }
    return absl::OkStatus();
  }

  const char* WhyBroken(uint32_t from, uint32_t to, const PortalLabel& entry) const {
    if (entry.next == kNone) {
      const uint32_t exit = to - graph_.ExitsBehind(PortalId(from)).first;  // wraps if `to` is before
      const std::span<const double> walks_m = graph_.WalkCosts(PortalId(from), mode_);
      if (exit >= walks_m.size() || walks_m[exit] == kInfinite) return "no walk leads on";
      return walks_m[exit] + graph_.nodes[to].cost_m == entry.cost_m ? nullptr
                                                                     : "the cost is not that of the walk";
    }
    const PortalLabel* const up = FindEntry(hierarchy_.In(PortalId(entry.next)), from);
    const PortalLabel* const down = FindEntry(hierarchy_.Out(PortalId(entry.next)), to);
    if (up == nullptr || down == nullptr) return "the portal between does not lead on";
    return up->cost_m + down->cost_m == entry.cost_m ? nullptr : "the cost is not that of its halves";
  }

  // Takes away portals that are above no other one that is left, until none is left.
  absl::Status CheckAscent() const {
    std::vector<uint32_t> below(count_, 0);
    for (const std::span<const PortalLabel> all : {hierarchy_.out, hierarchy_.in}) {
      for (const PortalLabel& entry : all) ++below[entry.hub.value()];
    }
    std::vector<uint32_t> lowest;
    for (uint32_t portal = 0; portal < count_; ++portal) {
      if (below[portal] == 0) lowest.push_back(portal);
    }
    for (size_t i = 0; i < lowest.size(); ++i) {
      for (const auto& entries : {hierarchy_.Out(PortalId(lowest[i])), hierarchy_.In(PortalId(lowest[i]))}) {
        for (const PortalLabel& entry : entries) {
          if (--below[entry.hub.value()] == 0) lowest.push_back(entry.hub.value());
        }
      }
    }
    if (lowest.size() == count_) return CheckLengths(lowest);
    return absl::DataLossError(StrCat("labels: ", count_ - lowest.size(), " portals are above themselves"));
  }

  // What entries stand for may double with each portal climbed, if they were made to. REQUIRES: the portals from below up.
  absl::Status CheckLengths(const std::vector<uint32_t>& lowest) const {
    const uint64_t most = 4 * uint64_t{count_} + 64;
    std::vector<uint64_t> out(hierarchy_.out.size(), 1);
    std::vector<uint64_t> in(hierarchy_.in.size(), 1);
    const auto length_of = [&](uint32_t from, uint32_t to, uint32_t via) {
      const PortalLabel* const up = FindEntry(hierarchy_.In(PortalId(via)), from);
      const PortalLabel* const down = FindEntry(hierarchy_.Out(PortalId(via)), to);
      return in[Index(*up, hierarchy_.in)] + out[Index(*down, hierarchy_.out)];
    };
    for (const uint32_t portal : lowest) {
      for (const PortalLabel& entry : hierarchy_.Out(PortalId(portal))) {
        uint64_t& length = out[Index(entry, hierarchy_.out)];
        if (entry.next != kNone) length = length_of(portal, entry.hub.value(), entry.next);
        if (length > most) return Broken("out", Index(entry, hierarchy_.out), "stands for too many portals");
      }
      for (const PortalLabel& entry : hierarchy_.In(PortalId(portal))) {
        uint64_t& length = in[Index(entry, hierarchy_.in)];
        if (entry.next != kNone) length = length_of(entry.hub.value(), portal, entry.next);
        if (length > most) return Broken("in", Index(entry, hierarchy_.in), "stands for too many portals");
      }
    }
    return absl::OkStatus();
  }

  const PortalGraph& graph_;
  const WorldMode mode_;
  const PortalGraph::Labels& hierarchy_;
  const uint32_t count_;
};

}  // namespace

void PortalClimb::Begin(size_t portals) {
  for (const uint32_t portal : reached_) at_[portal] = {};
  reached_.clear();
  settled_.clear();
  open_.Clear();
  if (at_.size() < portals) at_.resize(portals);
}

void PortalClimb::AddSeed(uint32_t portal, double cost_m, uint32_t seed) {
  Reach(portal, cost_m, seed, portal);
}

void PortalClimb::Reach(uint32_t portal, double cost_m, uint32_t seed, uint32_t before) {
  State& at = at_[portal];
  if (at.cost_m < cost_m || (at.cost_m == cost_m && at.seed <= seed)) return;
  if (at.cost_m == kInfinite) reached_.push_back(portal);
  at = {cost_m, seed, before, false};
  open_.Push({cost_m, seed, portal});
}

double PortalClimb::NextCost() {
  while (!open_.empty()) {
    const State& at = at_[open_.top().portal];
    if (!at.is_settled && at.cost_m == open_.top().cost_m && at.seed == open_.top().seed)
      return open_.top().cost_m;
    open_.Pop();
  }
  return kInfinite;
}

uint32_t PortalClimb::Settle(const PortalGraph::Labels& hierarchy, ClimbSide side) {
  const Open top = open_.top();
  open_.Pop();
  at_[top.portal].is_settled = true;
  settled_.push_back(top.portal);
  const PortalId portal(top.portal);
  const bool is_out = side == ClimbSide::kOut;
  // If a portal above leads to this one for less, no cheapest path climbs on from here.
  for (const PortalLabel& entry : is_out ? hierarchy.In(portal) : hierarchy.Out(portal)) {
    if (at_[entry.hub.value()].cost_m + entry.cost_m < top.cost_m) return top.portal;
  }
  for (const PortalLabel& entry : is_out ? hierarchy.Out(portal) : hierarchy.In(portal))
    Reach(entry.hub.value(), top.cost_m + entry.cost_m, top.seed, top.portal);
  return top.portal;
}

void ClimbBound::Begin(const PortalGraph::Labels& hierarchy, ClimbSide side, size_t portals) {
  hierarchy_ = hierarchy;
  side_ = side;
  seeds_.Begin(portals);
  for (const uint32_t portal : asked_) known_m_[portal] = kNotKnown;
  asked_.clear();
  if (known_m_.size() < portals) known_m_.resize(portals, kNotKnown);
}

// Portals wait on those above them, of which there are none in circles.
double ClimbBound::Of(uint32_t portal) {
  waiting_.assign(1, portal);
  while (!waiting_.empty()) {
    const uint32_t next = waiting_.back();
    const size_t before = waiting_.size();
    double least_m = seeds_.CostOf(next);
    for (const PortalLabel& entry : EntriesAbove(next)) {
      const double above_m = known_m_[entry.hub.value()];
      if (above_m == kNotKnown) {
        waiting_.push_back(entry.hub.value());
      } else {
        least_m = std::min(least_m, above_m + entry.cost_m);
      }
    }
    if (waiting_.size() > before) continue;
    waiting_.pop_back();
    if (known_m_[next] != kNotKnown) continue;
    known_m_[next] = least_m;
    asked_.push_back(next);
  }
  return known_m_[portal];
}

void AppendPortalsOf(const PortalGraph::Labels& hierarchy, PortalId from, PortalId to,
                     std::vector<PortalId>& portals) {
  std::vector<std::pair<PortalId, PortalId>> arcs = {{from, to}};
  while (!arcs.empty()) {
    const auto [begin, end] = arcs.back();
    arcs.pop_back();
    const PortalLabel* const arc = FindArc(hierarchy, begin, end);
    WS_CHECK(arc != nullptr);
    if (arc->next == kNone) {
      portals.push_back(end);
      continue;
    }
    arcs.emplace_back(PortalId(arc->next), end);
    arcs.emplace_back(begin, PortalId(arc->next));
  }
}

absl::Status CheckHierarchy(const PortalGraph& graph, WorldMode mode) {
  return HierarchyChecker(graph, mode).Check();
}

}  // namespace waystone
