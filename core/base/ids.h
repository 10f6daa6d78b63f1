// Strong integer ids: a PolyId cannot be passed as a VertexId.
#pragma once

#include <compare>
#include <cstdint>
#include <functional>
#include <limits>

namespace waystone {

// A 32-bit index with its own type per Tag. Trivially copyable; the default value is "none".
template <typename Tag>
class StrongId {
 public:
  static constexpr uint32_t kNoneValue = std::numeric_limits<uint32_t>::max();

  constexpr StrongId() = default;
  constexpr explicit StrongId(uint32_t value) : value_(value) {}

  static constexpr StrongId None() { return StrongId(); }
  constexpr bool IsNone() const { return value_ == kNoneValue; }
  constexpr uint32_t value() const { return value_; }
  // Goes on to the next id: for (PolyId poly(0); poly.value() < mesh.poly_count(); ++poly) ...
  constexpr StrongId& operator++() {
    ++value_;
    return *this;
  }

  friend constexpr auto operator<=>(StrongId, StrongId) = default;

 private:
  uint32_t value_ = kNoneValue;
};

// A convex polygon of a navmesh, in the package's spatial order.
using PolyId = StrongId<struct PolyIdTag>;
// A directed half-edge of a navmesh polygon.
using EdgeId = StrongId<struct EdgeIdTag>;
// A vertex of a navmesh.
using VertexId = StrongId<struct VertexIdTag>;
// An off-mesh link of a map's surface.
using LinkId = StrongId<struct LinkIdTag>;
// A cluster of polygons, or of cells.
using ClusterId = StrongId<struct ClusterIdTag>;
// A directed passage between two clusters.
using EntranceId = StrongId<struct EntranceIdTag>;

}  // namespace waystone

template <typename Tag>
struct std::hash<waystone::StrongId<Tag>> {
  size_t operator()(waystone::StrongId<Tag> id) const { return std::hash<uint32_t>()(id.value()); }
};
