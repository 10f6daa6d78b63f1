// A drawn map with links and zones, for tests of moves.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "bake/links/link_packer.h"
#include "core/base/check.h"
#include "core/base/scratch.h"
#include "core/move/move_validator.h"
#include "core/surface/computed_zones.h"
#include "core/surface/zone_cache.h"
#include "tests/support/drawn_map.h"

namespace waystone {

// Owns all that a MapView points at. Positions are map-local here and absolute in queries: `map.Abs`.
class MoveScene {
 public:
  explicit MoveScene(const std::vector<std::string_view>& storeys, const AsciiOptions& options = {})
      : map(storeys, options) {}
  explicit MoveScene(NavmeshData data) : map(std::move(data)) {}

  // Adds a link; ends are brought onto the surface within 0.5 m.
  void AddLink(LinkKind kind, const Vec3& start, const Vec3& end, std::vector<std::string> abilities,
               bool two_way = false) {
    OffMeshLink& link = sources_.emplace_back();
    link.kind = kind;
    link.start = start + map.manifest().origin;
    link.end = end + map.manifest().origin;
    link.two_way = two_way;
    link.abilities = std::move(abilities);
  }

  // Adds a link as if the baker had found it, needing the ability of its kind's name. Its ends are on the
  // surface.
  void AddGenerated(LinkKind kind, const Vec3& start, const Vec3& end) {
    const NavmeshView& mesh = map.mesh();
    generated_.push_back({kind, PolyAt(mesh, start.x - 0.01, start.z, start.y),
                          PolyAt(mesh, end.x, end.z, end.y), start, end, Distance(start, end)});
  }

  // The map for an agent with these abilities, as the mesh and the links are now. Views given out before
  // become invalid.
  MapView View(const std::vector<std::string>& abilities = {}) {
    auto packed = PackLinks(sources_, generated_, map.mesh(), map.manifest().origin);
    WS_CHECK(packed.ok() && packed->warnings.empty());
    packed_ = *std::move(packed);
    links_ = *LinkView::Create(packed_.data, map.mesh());
    MapView view = map.view();
    for (size_t bit = 0; bit < packed_.abilities.size(); ++bit) {
      for (const std::string& ability : abilities) {
        if (ability == packed_.abilities[bit]) view.abilities |= uint64_t{1} << bit;
      }
    }
    const auto zones =
        std::make_shared<const OwnedZones>(ComputeZones(map.mesh(), links_, view.abilities, {}));
    view.links = &links_;
    view.zones = &zones->view();
    view.zones_owner = zones;
    return view;
  }

  const LinkView& links() const { return links_; }

  DrawnMap map;

 private:
  std::vector<OffMeshLink> sources_;
  std::vector<GeneratedLink> generated_;
  PackedLinks packed_;
  LinkView links_;
};

inline constexpr MoveCorrections kAllCorrections = {
    MoveCorrection::Kind::kSlide, MoveCorrection::Kind::kLastGood, MoveCorrection::Kind::kFurthest};

// [m] Corrections lie a centimetre within their polygon, and as much within the budget.
inline constexpr double kWithin_m = 0.0201;

// Wants every correction, and lets an untimed step be no longer than its straight line but for `tolerance_m`.
inline MoveQuery StraightQuery(double tolerance_m = 0.1) {
  MoveQuery query;
  query.allowances.max_detour_ratio = 1;
  query.tolerance_m = tolerance_m;
  query.corrections = kAllCorrections;
  return query;
}

// The answer about a query that must be sound.
inline MoveAnswer Judge(const MapView& view, const MoveQuery& query) {
  static Scratch scratch;  // as servers do: making one is dear
  absl::StatusOr<MoveAnswer> answer = ValidateMove(view, query, scratch);
  WS_CHECK(answer.ok());
  return *std::move(answer);
}

inline const MoveCorrection* Find(const MoveAnswer& answer, MoveCorrection::Kind kind) {
  for (const MoveCorrection& correction : answer.corrections) {
    if (correction.kind == kind) return &correction;
  }
  return nullptr;
}

}  // namespace waystone
