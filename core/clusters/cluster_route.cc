#include "core/clusters/cluster_route.h"

#include <limits>
#include <optional>
#include <span>

#include "core/clusters/passage.h"
#include "core/navmesh/surface_queries.h"

namespace waystone {
namespace {

constexpr double kFar = std::numeric_limits<double>::infinity();

class ClusterRouter {
 public:
  ClusterRouter(const ClusterGround& ground, const ClusterView& clusters, const NavLocation& start,
                const NavLocation& goal, ClusterWorkspace& workspace)
      : ground_(ground),
        clusters_(clusters),
        start_(start),
        goal_(goal),
        from_(clusters.PlaceOf(start.poly)),
        to_(clusters.PlaceOf(goal.poly)),
        by_points_(clusters.header().method == ClusterMethod::kPoints),
        ws_(workspace) {}

  SurfacePath Find(const ClusterLimits& limits) {
    const bool is_one_cluster = from_.cluster == to_.cluster;
    if (by_points_ || is_one_cluster) Grow(ClusterTree::Direction::kFromRoot, start_, ws_.from_start);
    if (by_points_) Grow(ClusterTree::Direction::kToRoot, goal_, ws_.to_goal);
    const auto head_m = [this](EntranceId id) { return Head_m(id); };
    const auto tail_m = [this](EntranceId id) { return Tail_m(id); };
    const bool line_is_least = ground_.links.Shortcuts().empty();
    const ClusterEnds ends{
        .start = from_.cluster,
        .goal = to_.cluster,
        .head_m = head_m,
        .tail_m = tail_m,
        .direct_m = is_one_cluster ? Direct_m() : kFar,
        .start_point = line_is_least ? std::optional(start_.point.Plane()) : std::nullopt,
        .goal_point = line_is_least ? std::optional(goal_.point.Plane()) : std::nullopt,
    };
    SurfacePath result;
    result.end = goal_;
    result.outcome = ws_.search.Find(clusters_, ends, limits);
    result.expansions = ws_.search.expansions();
    if (result.outcome != SearchOutcome::kFound) return result;
    ws_.search.ReadPath(ws_.entrances);
    if (!MakeChain()) {
      result.outcome = SearchOutcome::kExhausted;
      return result;
    }
    // Stored paths stay as they are; between entrances' edges the string can find its own path.
    if (!by_points_) ws_.chain.DropLoops();
    result.crossed = ws_.chain.crossed();
    result.links = ws_.chain.links();
    PullCorridor({ground_.mesh, ground_.links, start_, goal_}, ws_.pull, result, ws_.stops);
    return result;
  }

 private:
  void Grow(ClusterTree::Direction direction, const NavLocation& root, ClusterTree& tree) const {
    const ClusterPlace& place = clusters_.PlaceOf(root.poly);
    const std::span<const uint32_t> polys = PolysOf(place.cluster);
    tree.Read(ground_, {place.cluster, polys, clusters_.places()}, direction);
    tree.Grow(place.local, root.point.Plane());
  }

  std::span<const uint32_t> PolysOf(ClusterId cluster) const {
    return clusters_.PolysOf(clusters_.cluster(cluster));
  }
  PassageEnds EndsOfEntrance(EntranceId id) const {
    return EndsOf(ground_.mesh, ground_.links, clusters_.entrance(id).passage);
  }
  uint32_t LocalOf(uint32_t poly) const { return clusters_.PlaceOf(PolyId(poly)).local; }

  // Up to the entrance.
  bool FollowHead(EntranceId id, ClusterChain& chain) const {
    const ClusterEntrance& entrance = clusters_.entrance(id);
    const std::span<const uint32_t> polys = PolysOf(from_.cluster);
    chain.Begin(ground_, start_.poly);
    if (by_points_) {
      const uint32_t exit = LocalOf(EndsOfEntrance(id).from_poly);
      return chain.FollowFromRoot(polys, ws_.from_start.steps(), exit);
    }
    const ClusterRecord& cluster = clusters_.cluster(from_.cluster);
    return chain.FollowToRoot(polys, clusters_.Tree(cluster, entrance.out_tree), from_.local);
  }

  // From the entrance, where the chain ends.
  bool FollowTail(EntranceId id, ClusterChain& chain) const {
    const std::span<const uint32_t> polys = PolysOf(to_.cluster);
    if (by_points_) return chain.FollowToRoot(polys, ws_.to_goal.steps(), LocalOf(chain.end().value()));
    const ClusterRecord& cluster = clusters_.cluster(to_.cluster);
    return chain.FollowFromRoot(polys, clusters_.Tree(cluster, clusters_.entrance(id).in_tree), to_.local);
  }

  // From one entrance, where the chain ends, up to the next.
  bool FollowMiddle(EntranceId from, EntranceId to, ClusterChain& chain) const {
    const ClusterEntrance& entered = clusters_.entrance(from);
    const ClusterRecord& cluster = clusters_.cluster(entered.to);
    const std::span<const uint32_t> polys = clusters_.PolysOf(cluster);
    if (by_points_) {
      return chain.FollowPath(polys, clusters_.Path(cluster, entered.row, to.value() - cluster.first_out));
    }
    return chain.FollowToRoot(polys, clusters_.Tree(cluster, clusters_.entrance(to).out_tree),
                              LocalOf(chain.end().value()));
  }

  double Head_m(EntranceId id) {
    if (!FollowHead(id, ws_.probe)) return kFar;
    const PassageEnds ends = EndsOfEntrance(id);
    return ends.cost_m + ws_.probe.TautCost_m(start_.point.Plane(), ends.from, ws_.pull);
  }

  double Tail_m(EntranceId id) {
    const PassageEnds ends = EndsOfEntrance(id);
    ws_.probe.Begin(ground_, PolyId(ends.to_poly));
    if (!FollowTail(id, ws_.probe)) return kFar;
    return ws_.probe.TautCost_m(ends.to, goal_.point.Plane(), ws_.pull);
  }

  double Direct_m() {
    ws_.probe.Begin(ground_, start_.poly);
    if (!ws_.probe.FollowFromRoot(PolysOf(from_.cluster), ws_.from_start.steps(), to_.local)) return kFar;
    return ws_.probe.TautCost_m(start_.point.Plane(), goal_.point.Plane(), ws_.pull);
  }

  bool PassEntrance(EntranceId id) {
    const Passage passage = clusters_.entrance(id).passage;
    if (by_points_ && !passage.IsLink()) {
      const PassageEnds ends = EndsOf(ground_.mesh, ground_.links, passage);
      const PolyId poly(ends.from_poly);
      const double height_m = HeightOnPoly(ground_.mesh, poly, ends.from);
      ws_.stops.push_back(
          {static_cast<uint32_t>(ws_.chain.size()), {poly, {ends.from.x, height_m, ends.from.z}}});
    }
    return ws_.chain.Pass(passage);
  }

  // False if the clusters do not fit the mesh.
  bool MakeChain() {
    const std::vector<EntranceId>& entrances = ws_.entrances;
    ws_.stops.clear();
    if (entrances.empty()) {
      ws_.chain.Begin(ground_, start_.poly);
      return ws_.chain.FollowFromRoot(PolysOf(from_.cluster), ws_.from_start.steps(), to_.local);
    }
    if (!FollowHead(entrances.front(), ws_.chain) || !PassEntrance(entrances.front())) return false;
    for (size_t i = 1; i < entrances.size(); ++i) {
      const bool fits = FollowMiddle(entrances[i - 1], entrances[i], ws_.chain) && PassEntrance(entrances[i]);
      if (!fits) return false;
    }
    return FollowTail(entrances.back(), ws_.chain);
  }

  const ClusterGround& ground_;
  const ClusterView& clusters_;
  const NavLocation& start_;
  const NavLocation& goal_;
  const ClusterPlace from_;
  const ClusterPlace to_;
  const bool by_points_;
  ClusterWorkspace& ws_;
};

}  // namespace

SurfacePath FindByClusters(const ClusterGround& ground, const ClusterView& clusters, const NavLocation& start,
                           const NavLocation& goal, const ClusterLimits& limits,
                           ClusterWorkspace& workspace) {
  return ClusterRouter(ground, clusters, start, goal, workspace).Find(limits);
}

}  // namespace waystone
