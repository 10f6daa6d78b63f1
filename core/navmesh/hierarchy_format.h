// The contraction hierarchy of a navmesh as it lies in a package. docs/navmesh_routing.md draws it.
//
// Nodes are the places where routes over the polygons may pass: corners of the border (one node per fan of
// polygons, vertex_fans.h), points on sides, starts of links. Nodes were contracted one after the other; a
// node's arcs lead to the nodes that were still there. Nodes with too many arcs were never contracted and
// keep all their arcs.
#pragma once

#include <cstdint>
#include <type_traits>

#include "core/base/ids.h"

namespace waystone {

// A node of a hierarchy.
using HierarchyNodeId = StrongId<struct HierarchyNodeIdTag>;

struct HierarchyHeader {
  uint32_t node_count;  // 0: none was made, because the map is small
  uint32_t arc_count;
  uint32_t node_place_count;  // entries of the nodes of polygons
  uint32_t string_bytes;
  float spacing_m;        // [m] between points on a side, at most
  uint32_t reserved[11];  // zero
};
static_assert(sizeof(HierarchyHeader) == 64 && std::is_trivially_copyable_v<HierarchyHeader>);

// Indices share a word with two bits.
inline constexpr uint32_t kHierarchyIndexBits = 30;
inline constexpr uint32_t kHierarchyMaxIndex = (1U << kHierarchyIndexBits) - 1;

enum class RouteNodeKind : uint32_t {
  kCorner = 0,       // place: the fan's first corner (VertexFans::First)
  kPoint = 1,        // place: the side that it lies on, passed both ways
  kOneWayPoint = 2,  // place: the side, which leads on to another polygon that does not lead back
  kLink = 3,         // place: the link; the node is its start, and one leaves from its end
};

struct RouteNode {
  float x;
  float z;
  uint32_t place;  // index | kind << 30
  RouteNodeKind kind() const { return static_cast<RouteNodeKind>(place >> kHierarchyIndexBits); }
  uint32_t index() const { return place & kHierarchyMaxIndex; }
};
static_assert(sizeof(RouteNode) == 12 && std::is_trivially_copyable_v<RouteNode>);

// The directions in which an arc may be travelled, seen from the node whose row it is in.
inline constexpr uint32_t kArcOut = 1;  // to the target
inline constexpr uint32_t kArcIn = 2;   // from the target

// What an arc stands for.
enum class ArcWay : uint32_t {
  kPoly = 0,    // index: the polygon in which it is a straight line
  kString = 1,  // index: offset of its corridor in the strings
  kVia = 2,     // index: the node passed between its two halves, which are in that node's row
};

struct HierarchyArc {
  uint32_t target;  // node | kArc* << 30
  float cost_m;
  uint32_t path;  // index | ArcWay << 30
  HierarchyNodeId node() const { return HierarchyNodeId(target & kHierarchyMaxIndex); }
  uint32_t directions() const { return target >> kHierarchyIndexBits; }
  ArcWay kind() const { return static_cast<ArcWay>(path >> kHierarchyIndexBits); }
  uint32_t index() const { return path & kHierarchyMaxIndex; }
};
static_assert(sizeof(HierarchyArc) == 12 && std::is_trivially_copyable_v<HierarchyArc>);

// A corridor, in the direction of travel (from the row's node if kArcOut is set, else from the target): one
// byte that names the polygon of the first node in which it begins (a corner's polygons are counted
// counter-clockwise from the first corner; a point's are 0, that of its side, and 1, the one beyond); one
// byte for the number of sides crossed (at least 1); then a signed byte for each: how many half-edges it lies
// behind the half-edge by which its polygon was entered. The first polygon is entered by its half-edge that
// starts at the corner, or by the point's side.
inline constexpr uint32_t kMaxStringSides = 64;

}  // namespace waystone
