// Places by how near they are to another one.
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "core/geom/aabb.h"
#include "core/geom/vec.h"

namespace waystone {

// Boxes around halves of the places, halved again along their longest side (Bentley's k-d tree, with bounds). Const; any
// thread.
class PlaceTree {
 public:
  struct Place {
    Vec3 at;
    size_t id = 0;
  };
  struct Found {
    double apart_m = 0;
    size_t id = 0;
  };

  // REQUIRES: at least one place. O(places log places).
  explicit PlaceTree(std::vector<Place> places);

  const Aabb& bounds() const { return nodes_.front().bounds; }

 private:
  friend class NearestPlaces;

  struct Node {
    Aabb bounds;
    size_t first = 0;  // of its places
    size_t count = 0;
    size_t second_child = 0;  // the first one is next; 0: a leaf
  };

  void Build(size_t first, size_t count);

  std::vector<Place> places_;
  std::vector<Node> nodes_;
};

// The places of one tree after the other by their distance, equals by their ids. Keeps its memory from search to search. One thread.
class NearestPlaces {
 public:
  // The tree must outlive the search.
  void Begin(const PlaceTree& tree, const Vec3& at);
  // The next one, if it is no farther than that. O(log places) for places near each other.
  std::optional<PlaceTree::Found> Next(double most_m);

 private:
  struct Entry {
    double apart_m = 0;  // of a node: no place of it is nearer
    bool is_place = false;
    size_t index = 0;  // of the node, or the place's id
  };
  static bool IsLater(const Entry& a, const Entry& b);
  void Push(const Entry& entry);
  void PushNode(size_t node);

  const PlaceTree* tree_ = nullptr;
  Vec3 at_;
  std::vector<Entry> open_;  // a heap
};

// [m] From a place to the nearest point of a box; 0 inside.
double DistanceToBox(const Vec3& at, const Aabb& box);

}  // namespace waystone
