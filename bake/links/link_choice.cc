#include "bake/links/link_choice.h"

#include <algorithm>
#include <tuple>

#include "core/navmesh/near_walk.h"
#include "core/navmesh/two_way.h"

namespace waystone {
namespace {

bool CanWalk(const NavmeshView& mesh, const NavLocation& from, const NavLocation& to,
             SurfaceWorkspace& workspace) {
  return from.poly == to.poly || CanWalkNear(mesh, from, to, kNearWalk_m, workspace);
}

class Chooser {
 public:
  explicit Chooser(const NavmeshView& mesh) : mesh_(mesh), kept_(mesh.poly_count()) {}

  void Offer(const GeneratedLink& link) {
    if (IsReplacedFrom(link.start_poly, link)) return;
    const NavPoly& poly = mesh_.poly(link.start_poly);
    for (uint32_t e = poly.first_edge; e < poly.first_edge + poly.edge_count; ++e) {
      const EdgeId twin = TwoWayTwin(mesh_, EdgeId(e));
      if (!twin.IsNone() && IsReplacedFrom(PolyId(mesh_.edge(twin).poly), link)) return;
    }
    kept_[link.start_poly.value()].push_back(link);
  }

  std::vector<GeneratedLink> Kept() const {
    std::vector<GeneratedLink> all;
    for (const std::vector<GeneratedLink>& of_poly : kept_) {
      all.insert(all.end(), of_poly.begin(), of_poly.end());
    }
    return all;
  }

 private:
  bool IsReplacedFrom(PolyId start, const GeneratedLink& link) {
    const std::vector<GeneratedLink>& kept = kept_[start.value()];
    return std::ranges::any_of(kept, [&](const GeneratedLink& other) {
      return other.kind == link.kind && Replaces(mesh_, other, link, workspace_);
    });
  }

  const NavmeshView& mesh_;
  std::vector<std::vector<GeneratedLink>> kept_;  // by start_poly
  SurfaceWorkspace workspace_;
};

}  // namespace

bool Replaces(const NavmeshView& mesh, const GeneratedLink& link, const GeneratedLink& other,
              SurfaceWorkspace& workspace) {
  const double detour = Distance(other.start, link.start) + link.cost_m + Distance(link.end, other.end);
  return detour <= kDetourShare * other.cost_m + kDetour_m &&
         CanWalk(mesh, {other.start_poly, other.start}, {link.start_poly, link.start}, workspace) &&
         CanWalk(mesh, {link.end_poly, link.end}, {other.end_poly, other.end}, workspace);
}

std::vector<GeneratedLink> ChooseLinks(const NavmeshView& mesh, std::vector<GeneratedLink> links) {
  // Links of one polygon come in the order in which they were found, which settles ties.
  std::ranges::stable_sort(links, {}, [](const GeneratedLink& a) {
    return std::tuple(a.cost_m, a.start_poly, a.kind, a.end_poly);
  });
  Chooser chooser(mesh);
  for (const GeneratedLink& link : links) chooser.Offer(link);
  std::vector<GeneratedLink> kept = chooser.Kept();
  std::ranges::stable_sort(
      kept, {}, [](const GeneratedLink& a) { return std::tuple(a.start_poly, a.kind, a.end_poly); });
  return kept;
}

}  // namespace waystone
