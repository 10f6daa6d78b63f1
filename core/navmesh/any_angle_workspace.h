// The memory of an any-angle search, reused from query to query.
#pragma once

#include <cstdint>
#include <vector>

#include "core/base/growing_array.h"
#include "core/base/heap_bytes.h"
#include "core/geom/vec.h"
#include "core/graph/dary_heap.h"
#include "core/navmesh/closest_poly.h"
#include "core/navmesh/corridor_pull.h"
#include "core/navmesh/link_format.h"
#include "core/navmesh/navmesh_format.h"
#include "core/navmesh/reach_flood.h"

namespace waystone {

// A search node: from `root` one sees a part of the half-edge `edge` and leaves its polygon through it. The
// part lies between the rays from the root through two vertices; a limit that names the root's own vertex is
// the straight continuation of the path to the root.
struct AnyAngleNode {
  uint32_t root;    // into roots
  uint32_t edge;    // kNoEdge: the goal is seen from the root, or the start of a link, or it is a source
  uint32_t right;   // VertexId of the right limit; with kNoEdge: the link, or kNoLink if there is none
  uint32_t left;    // VertexId of the left limit
  uint32_t parent;  // into nodes
};

// A turning point, or a source: the start, or the end of a link.
struct AnyAngleRoot {
  Vec2 at;
  double g_m;       // cost of the path here
  uint32_t vertex;  // kNoEdge for a source
  uint32_t parent;  // into roots; of a link's end: the root that saw the link's start
  uint32_t corner;  // half-edge that starts at the vertex, of the polygon in which it was reached; of a
                    // link's end: the link
  uint32_t next;    // the vertex's root in another corner, if it is pinched
  bool is_beaten;   // a shorter path to the vertex was found since
  bool past_link;   // the path here uses a link
};

struct AnyAngleOpen {
  double f_m;  // lower bound of the whole path
  float h_m;   // of the part still to go
  uint32_t node;
};
struct AnyAngleOpenLess {
  bool operator()(const AnyAngleOpen& a, const AnyAngleOpen& b) const {
    if (a.f_m != b.f_m) return a.f_m < b.f_m;
    if (a.h_m != b.h_m) return a.h_m < b.h_m;
    return a.node < b.node;
  }
};

// A number per polygon or vertex that is forgotten when the generation moves on.
struct StampedIndex {
  uint32_t generation = 0;
  uint32_t index = 0;
};

// A source in a polygon.
struct AnyAngleSource {
  uint32_t root;
  uint32_t next;  // into sources, of the same polygon; kNoEdge if it is the last
};

// The least cost by which an open node comes to the end of a link.
struct AnyAngleComing {
  uint32_t generation = 0;
  uint32_t node = 0;
  Vec2 at;
  double g_m = 0;
};

// For every polygon, the nodes that saw it.
struct AnyAngleEntries {
  struct Entry {
    uint32_t node;
    uint32_t next;  // into all; kNone if it is the last
  };
  static constexpr uint32_t kNone = 0xffffffffU;
  GrowingArray<Entry> all;
  GrowingArray<StampedIndex> of_poly;  // [poly] -> its first entry, of the workspace's generation
  GrowingArray<uint32_t> polys;        // that have any, in the order first entered

  // [bytes]
  uint64_t HeapBytes() const { return waystone::HeapBytes(all, of_poly, polys); }
};

// Serves one search at a time (usually borrowed from Scratch). Grows to the largest mesh and search seen
// (about 100 bytes per expansion); no allocation after that. Its content is of no use to callers.
class AnyAngleWorkspace {
 public:
  // Forgets the last search.
  void Begin(const NavmeshHeader& header, uint32_t link_count) {
    entered.GrowTo(header.poly_count);
    source_of_poly.GrowTo(header.poly_count);
    coming_to_poly.GrowTo(header.poly_count);
    root_of_vertex.GrowTo(header.vertex_count);
    best_of_link.GrowTo(link_count);
    nodes.clear();
    roots.clear();
    sources.clear();
    fresh.clear();
    open.Clear();
    if (++generation == 0) {
      entered.Zero();
      source_of_poly.Zero();
      coming_to_poly.Zero();
      root_of_vertex.Zero();
      best_of_link.Zero();
      generation = 1;
    }
  }

  uint32_t generation = 0;
  GrowingArray<AnyAngleNode> nodes;
  GrowingArray<AnyAngleRoot> roots;
  GrowingArray<AnyAngleSource> sources;
  GrowingArray<AnyAngleOpen> fresh;  // successors of the last expansion
  DaryHeap<AnyAngleOpen, AnyAngleOpenLess> open;
  GrowingArray<StampedIndex> entered;           // [poly] -> first node that entered it
  GrowingArray<StampedIndex> source_of_poly;    // [poly] -> the last of its sources
  GrowingArray<AnyAngleComing> coming_to_poly;  // [poly] to one place in it
  GrowingArray<StampedIndex> root_of_vertex;    // [vertex] -> its best root
  GrowingArray<StampedIndex> best_of_link;      // [link] -> the node that reached it at the least cost
  PullScratch pull;
  ReachFlood flood;
  ClosestPolySearch closest;

  // [bytes]
  uint64_t HeapBytes() const {
    return waystone::HeapBytes(nodes, roots, sources, fresh, open, entered, source_of_poly, coming_to_poly,
                               root_of_vertex, best_of_link, pull, flood, closest);
  }
};

}  // namespace waystone
