// Chains run between points that are no mere passage; along each, the farthest point that can
// be walked to straight is taken, again and again.

#include <algorithm>
#include <set>
#include <tuple>
#include <utility>

#include "bake/skeleton/chain_graph.h"
#include "bake/skeleton/skeleton_graph.h"
#include "core/geom/segment.h"

namespace waystone {
namespace {

class Straightener {
 public:
  Straightener(const LaunchGraph& graph, const std::vector<ThinArc>& arcs, const SkeletonOptions& options,
               WalksStraight walks)
      : graph_(graph), arcs_(arcs), options_(options), walks_(walks), chains_(graph.points.size(), arcs) {}

  std::vector<ThinArc> Run() {
    FindPassages();
    for (const ThinArc& arc : arcs_) {
      if (is_passage_[arc.from] || is_passage_[arc.to]) continue;
      out_.push_back(arc);
      pairs_.insert(Ordered(arc.from, arc.to));
    }
    for (uint32_t p = 0; p < graph_.points.size(); ++p) {
      if (!is_passage_[p] && chains_.Degree(p) > 0) FollowChains(p);
    }
    // Rings: from their lowest point.
    for (uint32_t p = 0; p < graph_.points.size(); ++p) {
      if (!is_passage_[p] || is_done_[p]) continue;
      is_passage_[p] = false;
      FollowChains(p);
    }
    std::ranges::sort(out_, {}, [](const ThinArc& a) { return std::tuple(a.from, a.to, a.link); });
    return std::move(out_);
  }

 private:
  static std::pair<uint32_t, uint32_t> Ordered(uint32_t a, uint32_t b) {
    return {std::min(a, b), std::max(a, b)};
  }

  Vec3 At(uint32_t point) const { return Vec3(graph_.points[point].at); }

  // Points with two neighbours, each joined to them by walks in both directions.
  void FindPassages() {
    std::vector<uint8_t> out(graph_.points.size(), 0);
    std::vector<uint8_t> in(graph_.points.size(), 0);
    std::vector<bool> is_other(graph_.points.size(), false);
    const auto count = [](uint8_t& n) { n = static_cast<uint8_t>(std::min(n + 1, 3)); };
    for (const ThinArc& arc : arcs_) {
      count(out[arc.from]);
      count(in[arc.to]);
      if (arc.kind != SkeletonArcKind::kWalk) is_other[arc.from] = is_other[arc.to] = true;
    }
    is_passage_.assign(graph_.points.size(), false);
    is_done_.assign(graph_.points.size(), false);
    for (uint32_t p = 0; p < graph_.points.size(); ++p) {
      is_passage_[p] = chains_.Degree(p) == 2 && !is_other[p] && out[p] == 2 && in[p] == 2;
    }
  }

  void FollowChains(uint32_t start) {
    for (const uint32_t first : chains_.Neighbours(start)) {
      if (!is_passage_[first] || is_done_[first]) continue;
      std::vector<uint32_t> chain = {start};
      uint32_t point = first;
      while (is_passage_[point]) {
        is_done_[point] = true;
        const uint32_t before = chain.back();
        chain.push_back(point);
        point = chains_.Onward(point, before);
      }
      chain.push_back(point);
      Emit(chain);
    }
  }

  // A chain back to its own start keeps two of its points: a loop stays one.
  void Emit(const std::vector<uint32_t>& chain) {
    const size_t last = chain.size() - 1;
    if (chain.front() != chain.back()) return EmitPart(chain, 0, last);
    EmitPart(chain, 0, last / 3);
    EmitPart(chain, last / 3, 2 * last / 3);
    EmitPart(chain, 2 * last / 3, last);
  }

  void EmitPart(const std::vector<uint32_t>& chain, size_t at, size_t last) {
    while (at < last) {
      size_t next = at + 1;
      while (next < last && MaySkip(chain, at, next + 1)) ++next;
      // Two chains between the same two points stay two.
      if (next > at + 1 && pairs_.contains(Ordered(chain[at], chain[next]))) --next;
      pairs_.insert(Ordered(chain[at], chain[next]));
      out_.push_back({chain[at], chain[next], kNoSkeletonLink, SkeletonArcKind::kWalk});
      out_.push_back({chain[next], chain[at], kNoSkeletonLink, SkeletonArcKind::kWalk});
      at = next;
    }
  }

  bool MaySkip(const std::vector<uint32_t>& chain, size_t first, size_t last) const {
    const Vec3 from = At(chain[first]);
    const Vec3 to = At(chain[last]);
    const double length_m = PlaneDistance(from, to);
    if (length_m > options_.max_arc_m || length_m == 0) return false;
    for (size_t k = first + 1; k < last; ++k) {
      const Vec2 at = At(chain[k]).Plane();
      if (SegmentDistance(from.Plane(), to.Plane(), at) > options_.tolerance_m) return false;
    }
    return walks_(chain[first], chain[last]);
  }

  const LaunchGraph& graph_;
  const std::vector<ThinArc>& arcs_;
  const SkeletonOptions& options_;
  const WalksStraight walks_;
  ChainGraph chains_;
  std::vector<bool> is_passage_;
  std::vector<bool> is_done_;
  std::set<std::pair<uint32_t, uint32_t>> pairs_;
  std::vector<ThinArc> out_;
};

}  // namespace

std::vector<ThinArc> Straighten(const LaunchGraph& graph, const std::vector<ThinArc>& arcs,
                                const SkeletonOptions& options, WalksStraight walks) {
  return Straightener(graph, arcs, options, walks).Run();
}

}  // namespace waystone
