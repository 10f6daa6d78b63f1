#include "bake/scene/place_joiner.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <tuple>
#include <utility>

#include "bake/scene/place_tree.h"
#include "core/base/str_cat.h"
#include "core/collision/capsule_sweep.h"

namespace waystone {
namespace {

constexpr size_t kNearest = 4;   // of each other surface
constexpr size_t kTries = 64;    // of its places, the nearest first
constexpr double kWayGap_m = 2;  // between ways from polygon to polygon

class Joiner {
 public:
  Joiner(std::span<const JoinPlace> places, const SceneView& scenes, const CollisionView& solid,
         const AgentProfile& agent)
      : places_(places), scenes_(scenes), solid_(solid), agent_(agent) {
    std::map<std::pair<SceneId, ScenePart>, std::vector<size_t>> by_surface;
    for (size_t i = 0; i < places.size(); ++i) by_surface[{places[i].scene, places[i].part}].push_back(i);
    for (const auto& [surface, members] : by_surface) {
      std::vector<PlaceTree::Place> of_surface;
      double reach_m = 0;
      for (const size_t i : members) {
        of_surface.push_back({places[i].middle, i});
        reach_m = std::max(reach_m, places[i].reach_m);
      }
      surfaces_.push_back({surface.second, reach_m, PlaceTree(std::move(of_surface)), {}});
      surface_of_[surface] = surfaces_.size() - 1;
    }
    for (Surface& surface : surfaces_) FindNear(surface);
  }

  std::vector<PlaceJoin> Join() {
    for (size_t i = 0; i < places_.size(); ++i) JoinOne(i);
    std::vector<PlaceJoin> joins;
    for (auto& [polygons, join] : best_) joins.push_back(std::move(join.second));
    return joins;
  }

 private:
  // The places of one part of a scene, or of none.
  struct Surface {
    ScenePart part = ScenePart::kGround;
    double reach_m = 0;  // the most of its places
    PlaceTree places;
    std::vector<size_t> near;  // other surfaces some of whose places may be joined with its own
  };
  // Two polygons, and a block that the way begins in.
  using PairKey = std::tuple<uint32_t, uint32_t, int64_t, int64_t, int64_t>;

  void FindNear(Surface& surface) const {
    for (size_t k = 0; k < surfaces_.size(); ++k) {
      const Surface& other = surfaces_[k];
      if (&other == &surface) continue;
      if (other.part == ScenePart::kGround && surface.part == ScenePart::kGround) continue;
      const double reach_m = surface.reach_m + other.reach_m;
      const Vec3 around(reach_m, reach_m, reach_m);
      const Aabb& bounds = other.places.bounds();
      if (surface.places.bounds().Overlaps({bounds.min - around, bounds.max + around}))
        surface.near.push_back(k);
    }
  }

  void JoinOne(size_t i) {
    const JoinPlace& place = places_[i];
    for (const size_t k : surfaces_[surface_of_.at({place.scene, place.part})].near) {
      const Surface& other = surfaces_[k];
      nearest_.Begin(other.places, place.middle);
      size_t joined = 0;
      for (size_t tried = 0; tried < kTries && joined < kNearest;) {
        const std::optional<PlaceTree::Found> found = nearest_.Next(place.reach_m + other.reach_m);
        if (!found.has_value()) break;
        if (found->apart_m > place.reach_m + places_[found->id].reach_m) continue;
        ++tried;
        if (Add(i, found->id, found->apart_m)) ++joined;
      }
    }
  }

  // False if the places cannot be joined.
  bool Add(size_t from, size_t to, double apart_m) {
    if (from > to) std::swap(from, to);
    const auto block = [](double m) { return static_cast<int64_t>(std::floor(m / kWayGap_m)); };
    const Vec3& middle = places_[from].middle;
    const PairKey polygons(places_[from].polygon, places_[to].polygon, block(middle.x), block(middle.y),
                           block(middle.z));
    const auto known = best_.find(polygons);
    if (known != best_.end() && known->second.first <= apart_m) return true;
    std::optional<Vec3> via;
    if (!IsBodyFree(solid_, agent_, places_[from].middle, places_[to].middle)) {
      via = OverLedge(places_[from], places_[to]);
      if (!via.has_value()) return false;
    }
    std::optional<std::string> mouth = MouthOn(places_[from], places_[to], via);
    if (!mouth.has_value()) return false;
    best_[polygons] = {apart_m, {from, to, *std::move(mouth), via}};
    return true;
  }

  std::optional<Vec3> OverLedge(const JoinPlace& a, const JoinPlace& b) const {
    if (a.part != ScenePart::kGround && b.part != ScenePart::kGround) return std::nullopt;
    const JoinPlace& ground = a.part == ScenePart::kGround ? a : b;
    const JoinPlace& beside = a.part == ScenePart::kGround ? b : a;
    const Vec3 via(beside.middle.x, ground.middle.y, beside.middle.z);
    const bool is_free = via.y > beside.middle.y && IsBodyFree(solid_, agent_, ground.middle, via) &&
                         IsBodyFree(solid_, agent_, via, beside.middle);
    return is_free ? std::optional(via) : std::nullopt;
  }

  // Empty if no mouth is needed; none if a needed one is not there.
  std::optional<std::string> MouthOn(const JoinPlace& a, const JoinPlace& b,
                                     const std::optional<Vec3>& via) const {
    std::vector<Vec3> line = {a.middle, b.middle};
    if (via.has_value()) line.insert(line.begin() + 1, *via);
    std::string name;
    for (const BorderCrossing& crossing : scenes_.ClosedBordersCrossed(line)) {
      const std::optional<MouthId> mouth = FindMouth(crossing, a.medium, b.medium);
      if (!mouth.has_value()) return std::nullopt;
      name = StrCat(scenes_.NameOf(crossing.scene), "/", scenes_.NameOf(*mouth));
    }
    return name;
  }

  std::optional<MouthId> FindMouth(const BorderCrossing& crossing, SceneMedium from, SceneMedium to) const {
    const uint32_t first = scenes_.scene(crossing.scene).first_mouth;
    const std::span<const SceneMouth> mouths = scenes_.MouthsOf(crossing.scene);
    for (uint32_t m = 0; m < mouths.size(); ++m) {
      const bool fits = mouths[m].medium == from || mouths[m].medium == to;
      if (fits && IsInMouth(mouths[m], crossing.at)) return MouthId(first + m);
    }
    return std::nullopt;
  }

  std::span<const JoinPlace> places_;
  const SceneView& scenes_;
  const CollisionView& solid_;
  const AgentProfile& agent_;
  std::vector<Surface> surfaces_;  // by scene and part
  std::map<std::pair<SceneId, ScenePart>, size_t> surface_of_;
  NearestPlaces nearest_;
  std::map<PairKey, std::pair<double, PlaceJoin>> best_;  // with the length
};

}  // namespace

bool IsBodyFree(const CollisionView& solid, const AgentProfile& agent, const Vec3& from, const Vec3& to) {
  const Capsule capsule = CapsuleAbout(from, agent.radius_m, agent.height_m);
  return !SweepCapsule(solid, capsule, to - from).has_value();
}

std::vector<PlaceJoin> JoinPlaces(std::span<const JoinPlace> places, const SceneView& scenes,
                                  const CollisionView& solid, const AgentProfile& agent) {
  return Joiner(places, scenes, solid, agent).Join();
}

}  // namespace waystone
