#include "bake/collision/collision_builder.h"

#include <algorithm>
#include <array>
#include <limits>
#include <numeric>
#include <vector>

#include "absl/strings/str_cat.h"

namespace waystone {
namespace {

constexpr int kBins = 16;
// Below this depth, ranges are split by halves, which ends within 31 more levels: the limit of the format
// holds.
constexpr uint32_t kHalvingDepth = kCollisionMaxDepth - 32;
constexpr double kTraversalCost = 1.0;  // of a box test, in triangle tests

struct Box {
  float min[3] = {std::numeric_limits<float>::infinity(), std::numeric_limits<float>::infinity(),
                  std::numeric_limits<float>::infinity()};
  float max[3] = {-std::numeric_limits<float>::infinity(), -std::numeric_limits<float>::infinity(),
                  -std::numeric_limits<float>::infinity()};

  void Extend(const float (&lo)[3], const float (&hi)[3]) {
    for (int axis = 0; axis < 3; ++axis) {
      min[axis] = std::min(min[axis], lo[axis]);
      max[axis] = std::max(max[axis], hi[axis]);
    }
  }
  void Extend(const Box& other) { Extend(other.min, other.max); }
  double HalfArea() const {
    const double x = double{max[0]} - min[0];
    const double y = double{max[1]} - min[1];
    const double z = double{max[2]} - min[2];
    return x * y + y * z + z * x;
  }
};

struct Split {
  int axis = -1;  // -1: none pays
  int bin = 0;    // bins up to and including this one go left
};

class Builder {
 public:
  Builder(std::span<const Vec3f> vertices, std::span<const CollisionTriangle> triangles)
      : triangles_(triangles), order_(triangles.size()), boxes_(triangles.size()) {
    std::iota(order_.begin(), order_.end(), 0U);
    for (size_t t = 0; t < triangles.size(); ++t) {
      for (uint32_t v : triangles[t].vertex) {
        const float p[3] = {vertices[v].x, vertices[v].y, vertices[v].z};
        boxes_[t].Extend(p, p);
      }
    }
  }

  // Depth first, left child first: exactly the order in which nodes are stored.
  void Run(CollisionData& out) {
    struct Open {
      uint32_t begin;
      uint32_t end;
      uint32_t depth;
      uint32_t parent;  // whose right child this is, or kNoParent
    };
    constexpr uint32_t kNoParent = 0xffffffffU;
    std::vector<Open> stack;
    if (!order_.empty()) stack.push_back({0, static_cast<uint32_t>(order_.size()), 1, kNoParent});
    while (!stack.empty()) {
      const Open open = stack.back();
      stack.pop_back();
      const auto index = static_cast<uint32_t>(out.nodes.size());
      if (open.parent != kNoParent) out.nodes[open.parent].first = index;
      Box box;
      for (uint32_t i = open.begin; i < open.end; ++i) box.Extend(boxes_[order_[i]]);
      CollisionNode& node = out.nodes.emplace_back();
      std::copy(box.min, box.min + 3, node.min);
      std::copy(box.max, box.max + 3, node.max);
      const uint32_t middle = SplitRange(open.begin, open.end, open.depth, box);
      if (middle == open.begin) {
        node.first = open.begin;
        node.count = open.end - open.begin;
        continue;
      }
      node.count = 0;
      stack.push_back({middle, open.end, open.depth + 1, index});
      stack.push_back({open.begin, middle, open.depth + 1, kNoParent});
    }
    out.triangles.reserve(order_.size());
    for (uint32_t t : order_) out.triangles.push_back(triangles_[t]);
  }

 private:
  double Centre(uint32_t triangle, int axis) const {
    return 0.5 * (double{boxes_[triangle].min[axis]} + double{boxes_[triangle].max[axis]});
  }

  // Reorders the range; returns where the right part begins, or `begin` to make a leaf of all.
  uint32_t SplitRange(uint32_t begin, uint32_t end, uint32_t depth, const Box& box) {
    const uint32_t count = end - begin;
    if (count <= 2) return begin;
    const uint32_t half = begin + count / 2;
    if (depth >= kHalvingDepth) return count <= kCollisionMaxLeafTriangles ? begin : half;
    double lo[3];
    double hi[3];
    for (int axis = 0; axis < 3; ++axis) {
      lo[axis] = std::numeric_limits<double>::infinity();
      hi[axis] = -lo[axis];
      for (uint32_t i = begin; i < end; ++i) {
        lo[axis] = std::min(lo[axis], Centre(order_[i], axis));
        hi[axis] = std::max(hi[axis], Centre(order_[i], axis));
      }
    }
    const Split split = BestSplit(begin, end, lo, hi, box);
    if (split.axis < 0) return count <= kCollisionMaxLeafTriangles ? begin : half;
    const auto right = std::stable_partition(order_.begin() + begin, order_.begin() + end, [&](uint32_t t) {
      return BinOf(t, split.axis, lo[split.axis], hi[split.axis]) <= split.bin;
    });
    return static_cast<uint32_t>(right - order_.begin());
  }

  int BinOf(uint32_t triangle, int axis, double lo, double hi) const {
    return std::min(kBins - 1, static_cast<int>(kBins * ((Centre(triangle, axis) - lo) / (hi - lo))));
  }

  Split BestSplit(uint32_t begin, uint32_t end, const double (&lo)[3], const double (&hi)[3],
                  const Box& box) const {
    const uint32_t count = end - begin;
    const double area = std::max(box.HalfArea(), std::numeric_limits<double>::min());
    Split best;
    double best_cost = count <= kCollisionMaxLeafTriangles ? count : std::numeric_limits<double>::infinity();
    for (int axis = 0; axis < 3; ++axis) {
      if (!(hi[axis] > lo[axis])) continue;
      std::array<Box, kBins> bin_box;
      std::array<uint32_t, kBins> bin_count{};
      for (uint32_t i = begin; i < end; ++i) {
        const int bin = BinOf(order_[i], axis, lo[axis], hi[axis]);
        bin_box[bin].Extend(boxes_[order_[i]]);
        ++bin_count[bin];
      }
      std::array<double, kBins> right_cost{};  // of the bins from here on
      Box right;
      uint32_t right_count = 0;
      for (int bin = kBins - 1; bin > 0; --bin) {
        right.Extend(bin_box[bin]);
        right_count += bin_count[bin];
        right_cost[bin] = right_count == 0 ? 0 : right.HalfArea() * right_count;
      }
      Box left;
      uint32_t left_count = 0;
      for (int bin = 0; bin + 1 < kBins; ++bin) {
        left.Extend(bin_box[bin]);
        left_count += bin_count[bin];
        if (left_count == 0 || left_count == count) continue;
        const double cost = kTraversalCost + (left.HalfArea() * left_count + right_cost[bin + 1]) / area;
        if (cost < best_cost) {
          best_cost = cost;
          best = {axis, bin};
        }
      }
    }
    return best;
  }

  std::span<const CollisionTriangle> triangles_;
  std::vector<uint32_t> order_;
  std::vector<Box> boxes_;
};

}  // namespace

absl::StatusOr<CollisionData> BuildCollision(std::span<const Vec3f> vertices,
                                             std::span<const CollisionTriangle> triangles) {
  if (triangles.size() >= (size_t{1} << 31)) {
    return absl::InvalidArgumentError("collision: more than 2^31 triangles");
  }
  for (size_t i = 0; i < vertices.size(); ++i) {
    if (!Vec3(vertices[i]).IsFinite()) {
      return absl::InvalidArgumentError(absl::StrCat("collision: vertex ", i, " is not finite"));
    }
  }
  for (size_t t = 0; t < triangles.size(); ++t) {
    for (uint32_t v : triangles[t].vertex) {
      if (v >= vertices.size()) {
        return absl::InvalidArgumentError(
            absl::StrCat("collision: triangle ", t, ": vertex ", v, " of ", vertices.size()));
      }
    }
  }
  CollisionData data;
  data.vertices.assign(vertices.begin(), vertices.end());
  Builder(vertices, triangles).Run(data);
  return data;
}

}  // namespace waystone
