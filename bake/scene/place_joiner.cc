#include "bake/scene/place_joiner.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <tuple>
#include <unordered_map>
#include <utility>

#include "core/base/str_cat.h"
#include "core/collision/capsule_sweep.h"

namespace waystone {
namespace {

constexpr size_t kNearest = 4;  // of each other part
constexpr double kLeastBucket_m = 1;
constexpr double kWayGap_m = 2;  // between ways from polygon to polygon

class Joiner {
 public:
  Joiner(std::span<const JoinPlace> places, const SceneView& scenes, const CollisionView& solid,
         const AgentProfile& agent)
      : places_(places), scenes_(scenes), solid_(solid), agent_(agent) {
    for (const JoinPlace& place : places) most_m_ = std::max(most_m_, place.reach_m);
    bucket_m_ = std::max(kLeastBucket_m, 2 * most_m_);
    for (size_t i = 0; i < places.size(); ++i) buckets_[KeyOf(places[i].middle)].push_back(i);
  }

  std::vector<PlaceJoin> Join() {
    for (size_t i = 0; i < places_.size(); ++i) JoinOne(i);
    std::vector<PlaceJoin> joins;
    for (auto& [polygons, join] : best_) joins.push_back(std::move(join.second));
    return joins;
  }

 private:
  using Key = std::tuple<int64_t, int64_t, int64_t>;
  // Two polygons, and a block that the way begins in.
  using PairKey = std::tuple<uint32_t, uint32_t, int64_t, int64_t, int64_t>;
  struct KeyHash {
    size_t operator()(const Key& key) const {
      const auto& [x, y, z] = key;
      return static_cast<size_t>((x * 73856093) ^ (y * 19349663) ^ (z * 83492791));
    }
  };

  Key KeyOf(const Vec3& at) const {
    const auto number = [&](double m) { return static_cast<int64_t>(std::floor(m / bucket_m_)); };
    return {number(at.x), number(at.y), number(at.z)};
  }

  void JoinOne(size_t i) {
    const JoinPlace& place = places_[i];
    // By scene and part; the nearest first.
    std::map<std::pair<SceneId, ScenePart>, std::vector<std::pair<double, size_t>>> near;
    const auto [x, y, z] = KeyOf(place.middle);
    for (int64_t k = 0; k < 27; ++k) {
      const auto bucket = buckets_.find({x + k % 3 - 1, y + k / 3 % 3 - 1, z + k / 9 - 1});
      if (bucket == buckets_.end()) continue;
      for (const size_t j : bucket->second) {
        const JoinPlace& other = places_[j];
        if (other.scene == place.scene && other.part == place.part) continue;
        if (other.part == ScenePart::kGround && place.part == ScenePart::kGround) continue;
        const double apart_m = Distance(place.middle, other.middle);
        if (apart_m <= place.reach_m + other.reach_m)
          near[{other.scene, other.part}].emplace_back(apart_m, j);
      }
    }
    for (auto& [part, others] : near) {
      std::ranges::sort(others);
      size_t joined = 0;
      for (size_t k = 0; k < others.size() && joined < kNearest; ++k) {
        if (Add(i, others[k].second, others[k].first)) ++joined;
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
  double most_m_ = 0;
  double bucket_m_ = 1;
  std::unordered_map<Key, std::vector<size_t>, KeyHash> buckets_;
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
