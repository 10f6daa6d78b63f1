#include "client/report/packed_answers.h"

#include <array>
#include <cmath>
#include <utility>
#include <vector>

#include "absl/container/flat_hash_map.h"

namespace waystone::client {
namespace {

using Place = std::array<int64_t, 3>;

class ListWriter {
 public:
  void Number(uint64_t value) {
    for (; value > 127; value >>= 7) bytes_.push_back(static_cast<char>((value & 127) | 128));
    bytes_.push_back(static_cast<char>(value));
  }

  template <typename Numbers>
  void Plain(const Numbers& numbers) {
    Number(numbers.size());
    for (const auto number : numbers) Number(number);
  }

  void Signed(const std::vector<int64_t>& numbers) {
    Number(numbers.size());
    for (const int64_t number : numbers) Signed(number);
  }

  void Deltas(const std::vector<int64_t>& numbers) {
    Number(numbers.size());
    int64_t before = 0;
    for (const int64_t number : numbers) Signed(number - std::exchange(before, number));
  }

  template <typename Numbers>
  void Runs(const Numbers& numbers) {
    std::vector<std::pair<int64_t, uint64_t>> runs;
    int64_t before = 0;
    for (const auto number : numbers) {
      const int64_t delta = number - std::exchange(before, static_cast<int64_t>(number));
      if (runs.empty() || runs.back().first != delta) runs.emplace_back(delta, 0);
      ++runs.back().second;
    }
    Number(runs.size());
    for (const auto& [delta, length] : runs) {
      Signed(delta);
      Number(length);
    }
  }

  void Places(const std::vector<Place>& places) {
    std::vector<int64_t> values(places.size());
    for (size_t axis = 0; axis < 3; ++axis) {
      for (size_t i = 0; i < places.size(); ++i) values[i] = places[i][axis];
      Deltas(values);
    }
  }

  std::string Take() { return std::move(bytes_); }

 private:
  void Signed(int64_t value) {
    Number(value < 0 ? 2 * static_cast<uint64_t>(-(value + 1)) + 1 : 2 * static_cast<uint64_t>(value));
  }

  std::string bytes_;
};

std::vector<Place> OnLattice(const v1::PointList& points, uint32_t places_per_m) {
  std::vector<Place> places(points.local_xyz_size() / 3);
  for (size_t i = 0; i < places.size() * 3; ++i) {
    const double value = points.local_xyz(static_cast<int>(i));
    places[i / 3][i % 3] = std::llround(value * places_per_m);
  }
  return places;
}

}  // namespace

std::string PackSurface(const v1::GetSurfaceResponse& answer, uint32_t places_per_m) {
  absl::flat_hash_map<Place, uint64_t> known;
  std::vector<uint64_t> ago;
  std::vector<Place> added;
  for (const Place& place : OnLattice(answer.corners(), places_per_m)) {
    const auto [found, is_new] = known.try_emplace(place, added.size());
    ago.push_back(is_new ? 0 : added.size() - found->second);
    if (is_new) added.push_back(place);
  }
  ListWriter writer;
  writer.Number(places_per_m);
  writer.Plain(ago);
  writer.Places(added);
  writer.Plain(answer.corner_counts());
  for (const auto* list : {&answer.polys(), &answer.areas(), &answer.zones(), &answer.clusters()})
    writer.Runs(*list);
  return writer.Take();
}

std::string PackSkeleton(const v1::GetSkeletonResponse& answer, uint32_t places_per_m) {
  std::vector<int64_t> from;
  std::vector<int64_t> ahead;
  std::vector<int64_t> kinds;
  for (int i = 0; i < answer.arc_from_size(); ++i) {
    const int64_t to = answer.arc_to(i);
    if (answer.arc_kinds(i) == v1::SKELETON_ARC_KIND_WALK && answer.arc_from(i) > to) continue;
    from.push_back(answer.arc_from(i));
    ahead.push_back(to - answer.arc_from(i));
    kinds.push_back(answer.arc_kinds(i));
  }
  ListWriter writer;
  writer.Number(places_per_m);
  writer.Places(OnLattice(answer.points(), places_per_m));
  writer.Deltas(from);
  writer.Signed(ahead);
  writer.Runs(kinds);
  return writer.Take();
}

}  // namespace waystone::client
