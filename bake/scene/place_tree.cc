#include "bake/scene/place_tree.h"

#include <algorithm>
#include <utility>

namespace waystone {
namespace {

constexpr size_t kLeafPlaces = 8;

}  // namespace

PlaceTree::PlaceTree(std::vector<Place> places) : places_(std::move(places)) { Build(0, places_.size()); }

// NOLINTNEXTLINE(misc-no-recursion): halves the places each time
void PlaceTree::Build(size_t first, size_t count) {
  const size_t index = nodes_.size();
  nodes_.push_back({.bounds = {}, .first = first, .count = count});
  Aabb bounds;
  for (size_t i = first; i < first + count; ++i) bounds.Extend(places_[i].at);
  nodes_[index].bounds = bounds;
  if (count <= kLeafPlaces) return;
  const Vec3 size = bounds.max - bounds.min;
  const auto along = [&](const Place& place) {
    if (size.x >= size.y && size.x >= size.z) return place.at.x;
    return size.y >= size.z ? place.at.y : place.at.z;
  };
  const auto begin = places_.begin() + static_cast<ptrdiff_t>(first);
  const auto middle = begin + static_cast<ptrdiff_t>(count / 2);
  std::nth_element(begin, middle, begin + static_cast<ptrdiff_t>(count), [&](const Place& a, const Place& b) {
    return along(a) != along(b) ? along(a) < along(b) : a.id < b.id;
  });
  Build(first, count / 2);
  nodes_[index].second_child = nodes_.size();
  Build(first + count / 2, count - count / 2);
}

void NearestPlaces::Begin(const PlaceTree& tree, const Vec3& at) {
  tree_ = &tree;
  at_ = at;
  open_.clear();
  PushNode(0);
}

std::optional<PlaceTree::Found> NearestPlaces::Next(double most_m) {
  while (!open_.empty() && open_.front().apart_m <= most_m) {
    std::ranges::pop_heap(open_, IsLater);
    const Entry entry = open_.back();
    open_.pop_back();
    if (entry.is_place) return PlaceTree::Found{entry.apart_m, entry.index};
    const PlaceTree::Node& node = tree_->nodes_[entry.index];
    if (node.second_child != 0) {
      PushNode(entry.index + 1);
      PushNode(node.second_child);
      continue;
    }
    for (size_t i = node.first; i < node.first + node.count; ++i) {
      const PlaceTree::Place& place = tree_->places_[i];
      Push({Distance(at_, place.at), true, place.id});
    }
  }
  return std::nullopt;
}

// Nodes before places as far away: they may hold such places of lower ids.
bool NearestPlaces::IsLater(const Entry& a, const Entry& b) {
  if (a.apart_m != b.apart_m) return a.apart_m > b.apart_m;
  if (a.is_place != b.is_place) return a.is_place;
  return a.index > b.index;
}

void NearestPlaces::Push(const Entry& entry) {
  open_.push_back(entry);
  std::ranges::push_heap(open_, IsLater);
}

void NearestPlaces::PushNode(size_t node) {
  Push({DistanceToBox(at_, tree_->nodes_[node].bounds), false, node});
}

double DistanceToBox(const Vec3& at, const Aabb& box) {
  const auto off = [](double value, double least, double most) {
    return std::max({least - value, value - most, 0.0});
  };
  return Length(Vec3(off(at.x, box.min.x, box.max.x), off(at.y, box.min.y, box.max.y),
                     off(at.z, box.min.z, box.max.z)));
}

}  // namespace waystone
