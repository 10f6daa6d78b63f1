// Searches that climb the hierarchy of a world's portals, which worlds of too many portals for labels have in their place.
//
// Portals were taken out of the graph one after another, and a walk over the one taken out put in the place of each cheapest
// path that led over it (R. Geisberger et al., Contraction hierarchies, WEA 2008). So every cheapest path is one that climbs,
// to portals taken out ever later, and then descends. The entries of a portal, PortalGraph::Labels, are the arcs that climb
// from it (out), and those that descend to it (in).
#pragma once

#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "core/base/heap_bytes.h"
#include "core/graph/dary_heap.h"
#include "core/world/portal_graph.h"

namespace waystone {

// Which entries a search climbs by: those from a portal, or backwards those to it.
enum class ClimbSide { kOut, kIn };

// The portals above some seeds, and what the cheapest climb to each costs. Keeps its memory from search to search. One
// thread.
class PortalClimb {
 public:
  static constexpr uint32_t kNone = UINT32_MAX;

  // Forgets the last search.
  void Begin(size_t portals);
  // A portal to climb from, and the number of the seed.
  void AddSeed(uint32_t portal, double cost_m, uint32_t seed);
  // What the next portal to settle costs; infinite if none is left.
  double NextCost();
  // Settles it and climbs on from there, and returns it. REQUIRES: NextCost was just asked, and is finite. Settled all, they
  // take O(entries of the portals above the seeds).
  uint32_t Settle(const PortalGraph::Labels& hierarchy, ClimbSide side);

  // The portals reached, cheapest first.
  std::span<const uint32_t> settled() const { return settled_; }
  // Infinite if it was not reached.
  double CostOf(uint32_t portal) const { return At(portal).cost_m; }
  // REQUIRES (both): it was reached. Of equal climbs the one from the least seed counts.
  uint32_t SeedOf(uint32_t portal) const { return at_[portal].seed; }
  // The portal before it on the climb; itself if it is the seed's.
  uint32_t Before(uint32_t portal) const { return at_[portal].before; }

  uint64_t HeapBytes() const { return waystone::HeapBytes(at_, settled_, open_); }

 private:
  struct State {
    double cost_m = std::numeric_limits<double>::infinity();
    uint32_t seed = kNone;
    uint32_t before = kNone;
    bool is_settled = false;
  };
  struct Open {
    double cost_m;
    uint32_t seed;
    uint32_t portal;
  };
  struct IsSooner {
    bool operator()(const Open& a, const Open& b) const {
      if (a.cost_m != b.cost_m) return a.cost_m < b.cost_m;
      return a.seed != b.seed ? a.seed < b.seed : a.portal < b.portal;
    }
  };

  const State& At(uint32_t portal) const { return at_[portal]; }
  void Reach(uint32_t portal, double cost_m, uint32_t seed, uint32_t before);

  std::vector<State> at_;  // by portal
  std::vector<uint32_t> reached_;
  std::vector<uint32_t> settled_;
  DaryHeap<Open, IsSooner> open_;
};

// What paths between seeds and any portal cost: the counterpart of labels. Keeps its memory. One thread.
class ClimbBound {
 public:
  // `hierarchy` must outlive the queries. `side`: kOut if paths lead from the seeds, kIn if they lead to them.
  void Begin(const PortalGraph::Labels& hierarchy, ClimbSide side, size_t portals);
  void AddSeed(uint32_t portal, double cost_m) { seeds_.AddSeed(portal, cost_m, 0); }
  void Run() {
    while (seeds_.NextCost() < std::numeric_limits<double>::infinity()) seeds_.Settle(hierarchy_, side_);
  }
  // The least cost of a path between a seed and the portal; infinite if there is none. O(entries above the portal), once for
  // each portal.
  double Of(uint32_t portal);

 private:
  std::span<const PortalLabel> EntriesAbove(uint32_t portal) const {
    return side_ == ClimbSide::kOut ? hierarchy_.In(PortalId(portal)) : hierarchy_.Out(PortalId(portal));
  }

  PortalGraph::Labels hierarchy_;
  ClimbSide side_ = ClimbSide::kOut;
  PortalClimb seeds_;
  std::vector<double> known_m_;  // by portal; negative: not known yet
  std::vector<uint32_t> asked_;
  std::vector<uint32_t> waiting_;
};

// Appends the portals that the arc of the hierarchy from one portal to another stands for, the second one last. REQUIRES:
// there is such an arc, and the hierarchy was accepted by CheckHierarchy. O(portals appended * log entries).
void AppendPortalsOf(const PortalGraph::Labels& hierarchy, PortalId from, PortalId to,
                     std::vector<PortalId>& portals);

// Checks that each entry leads to another portal, that no portal is above itself, and that each entry is a walk of its cost or
// stands for two entries that add up to it: so every path found can be walked at its cost. Does not check that there is no
// cheaper path, nor that a path exists only if the entries give one. DataLoss naming the array, the index and the rule broken.
// REQUIRES: the rest of the graph is sound. O(entries * log entries of a portal).
absl::Status CheckHierarchy(const PortalGraph& graph, WorldMode mode);

}  // namespace waystone
