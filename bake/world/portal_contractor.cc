#include "bake/world/portal_contractor.h"

#include <algorithm>
#include <limits>
#include <utility>

#include "bake/world/portal_arcs.h"
#include "core/graph/best_first.h"
#include "core/graph/dary_heap.h"

namespace waystone {
namespace {

constexpr uint32_t kNone = UINT32_MAX;
constexpr double kPerArc = 2;       // the price of one arc added for each one removed
constexpr double kPerLevel = 0.25;  // and of a level of the hierarchy below
// How far a search for witnesses looks: a witness not found is an arc too many, and no error.
struct Effort {
  uint32_t most_settled;
  size_t most_arcs;  // about
};
constexpr Effort kEstimated = {40, 2000};
constexpr Effort kContracted = {400, 20'000};

// An arc between portals that are still there, as one of its ends has it.
struct LiveArc {
  uint32_t portal;
  uint32_t via;  // kNone: a walk
  double cost_m;
};
using LiveArcs = std::vector<LiveArc>;

struct Shortcut {
  uint32_t from;
  uint32_t to;
  double cost_m;
};

struct Waiting {
  double price;
  uint32_t portal;
};
struct IsCheaper {
  bool operator()(const Waiting& a, const Waiting& b) const {
    return a.price != b.price ? a.price < b.price : a.portal < b.portal;
  }
};

class Contractor {
 public:
  explicit Contractor(const PortalArcsBothWays& arcs)
      : count_(static_cast<uint32_t>(arcs.from.rows.size() - 1)),
        out_(count_),
        in_(count_),
        level_(count_, 0),
        is_stale_(count_, 0),
        place_(count_, 0) {
    for (uint32_t portal = 0; portal < count_; ++portal) {
      for (const PortalArc& arc : arcs.from.Of(portal)) {
        if (arc.portal == portal) continue;
        out_[portal].push_back({arc.portal, kNone, arc.cost_m});
        in_[arc.portal].push_back({portal, kNone, arc.cost_m});
      }
    }
  }

  PortalLabels Run() {
    DaryHeap<Waiting, IsCheaper> waiting;
    for (uint32_t portal = 0; portal < count_; ++portal) waiting.Push({PriceOf(portal), portal});
    while (!waiting.empty()) {
      const uint32_t portal = waiting.top().portal;
      waiting.Pop();
      // Prices change as neighbours go: looked at late, they count.
      if (is_stale_[portal] != 0) {
        is_stale_[portal] = 0;
        const Waiting now{PriceOf(portal), portal};
        if (!waiting.empty() && IsCheaper()(waiting.top(), now)) {
          waiting.Push(now);
          continue;
        }
      }
      Contract(portal);
    }
    PortalLabels labels;
    Pack(out_, labels.out_rows, labels.out);
    Pack(in_, labels.in_rows, labels.in);
    return labels;
  }

 private:
  double PriceOf(uint32_t portal) {
    FindShortcuts(portal, kEstimated);
    const size_t removed = std::max<size_t>(1, out_[portal].size() + in_[portal].size());
    return kPerArc * static_cast<double>(shortcuts_.size()) / static_cast<double>(removed) +
           kPerLevel * static_cast<double>(level_[portal]);
  }

  // The arcs that must take the place of paths over the portal.
  void FindShortcuts(uint32_t portal, const Effort& effort) {
    shortcuts_.clear();
    double longest_m = 0;
    for (const LiveArc& out : out_[portal]) longest_m = std::max(longest_m, out.cost_m);
    for (const LiveArc& in : in_[portal]) {
      LookForWitnesses(in.portal, portal, in.cost_m + longest_m, effort);
      for (const LiveArc& out : out_[portal]) {
        if (out.portal == in.portal) continue;
        const double cost_m = in.cost_m + out.cost_m;
        if (search_.IsReached(out.portal) && search_.CostOf(out.portal) <= cost_m) continue;
        shortcuts_.push_back({in.portal, out.portal, cost_m});
      }
    }
  }

  void LookForWitnesses(uint32_t from, uint32_t avoided, double most_m, const Effort& effort) {
    search_.Begin(count_);
    search_.Reach(from, 0, from);
    size_t arcs = 0;
    for (uint32_t settled = 0; settled < effort.most_settled && arcs < effort.most_arcs; ++settled) {
      const uint32_t portal = search_.Settle();
      if (portal == search_.kNone || search_.CostOf(portal) > most_m) return;
      const double cost_m = search_.CostOf(portal);
      arcs += out_[portal].size();
      for (const LiveArc& arc : out_[portal]) {
        if (arc.portal != avoided) search_.Reach(arc.portal, cost_m + arc.cost_m, portal);
      }
    }
  }

  // Its arcs stay as they are: they lead to portals that go later.
  void Contract(uint32_t portal) {
    FindShortcuts(portal, kContracted);
    const auto leads_to_it = [portal](const LiveArc& arc) { return arc.portal == portal; };
    for (const LiveArc& arc : out_[portal]) {
      std::erase_if(in_[arc.portal], leads_to_it);
      is_stale_[arc.portal] = 1;
      level_[arc.portal] = std::max(level_[arc.portal], level_[portal] + 1);
    }
    for (const LiveArc& arc : in_[portal]) {
      std::erase_if(out_[arc.portal], leads_to_it);
      is_stale_[arc.portal] = 1;
      level_[arc.portal] = std::max(level_[arc.portal], level_[portal] + 1);
    }
    PutAll(out_, &Shortcut::from, &Shortcut::to, portal);
    std::ranges::stable_sort(shortcuts_, {}, &Shortcut::to);
    PutAll(in_, &Shortcut::to, &Shortcut::from, portal);
  }

  // Adds the shortcuts at one of their ends, by which they are in order. Each beats the arc that was there.
  void PutAll(std::vector<LiveArcs>& all, uint32_t Shortcut::*end, uint32_t Shortcut::*other, uint32_t via) {
    for (size_t i = 0; i < shortcuts_.size();) {
      const uint32_t at = shortcuts_[i].*end;
      LiveArcs& arcs = all[at];
      const size_t before = arcs.size();
      for (uint32_t k = 0; k < before; ++k) place_[arcs[k].portal] = k + 1;
      for (; i < shortcuts_.size() && shortcuts_[i].*end == at; ++i) {
        const LiveArc arc{shortcuts_[i].*other, via, shortcuts_[i].cost_m};
        if (place_[arc.portal] == 0) {
          arcs.push_back(arc);
        } else {
          arcs[place_[arc.portal] - 1] = arc;
        }
      }
      for (size_t k = 0; k < before; ++k) place_[arcs[k].portal] = 0;
    }
  }

  static void Pack(std::vector<LiveArcs>& all, std::vector<uint64_t>& rows,
                   std::vector<PortalLabel>& packed) {
    rows.push_back(0);
    for (LiveArcs& arcs : all) {
      std::ranges::sort(arcs, {}, &LiveArc::portal);
      for (const LiveArc& arc : arcs) packed.push_back({PortalHubId(arc.portal), arc.via, arc.cost_m});
      rows.push_back(packed.size());
    }
  }

  const uint32_t count_;
  std::vector<LiveArcs> out_;
  std::vector<LiveArcs> in_;
  std::vector<uint32_t> level_;
  std::vector<uint8_t> is_stale_;  // by portal: a neighbour has gone since its price was found
  BestFirst<double> search_;
  std::vector<Shortcut> shortcuts_;  // by where they begin
  std::vector<uint32_t> place_;      // by portal: of its arc among those of one end, plus one
};

}  // namespace

PortalLabels MakePortalHierarchy(const PortalGraph& graph, WorldMode mode) {
  return Contractor(ListPortalArcs(graph, mode)).Run();
}

}  // namespace waystone
