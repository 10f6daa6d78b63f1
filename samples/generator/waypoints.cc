#include "samples/generator/waypoints.h"

#include <algorithm>
#include <array>
#include <tuple>

#include "absl/strings/str_cat.h"
#include "samples/generator/file_output.h"

namespace waystone::samples {
namespace {

// Grows a route; nodes are named by the number Add gives them.
class RouteBuilder {
 public:
  explicit RouteBuilder(const TownLayout& layout) : layout_(layout) {}

  uint32_t Add(Vec2 p, double radius_m = 2.0, uint32_t flags = 0) {
    return Add(Vec3(p.x, layout_.GroundHeight(p), p.z), radius_m, flags);
  }
  uint32_t Add(const Vec3& point, double radius_m, uint32_t flags) {
    route_.nodes.push_back({point, radius_m, flags});
    return static_cast<uint32_t>(route_.nodes.size() - 1);
  }
  void OneWay(uint32_t from, uint32_t to, LinkKind kind) { route_.links.push_back({from, to, kind}); }
  void BothWays(uint32_t a, uint32_t b, LinkKind kind = LinkKind::kWalk) {
    OneWay(a, b, kind);
    OneWay(b, a, kind);
  }
  // Walks from each node to the next and back.
  void Chain(std::initializer_list<uint32_t> nodes) {
    for (auto node = nodes.begin(); node + 1 < nodes.end(); ++node) BothWays(*node, node[1]);
  }

  PatrolRoute Finish() {
    std::ranges::sort(route_.links, {}, [](const WaypointLink& a) { return std::tuple(a.from, a.to); });
    return std::move(route_);
  }

 private:
  const TownLayout& layout_;
  PatrolRoute route_;
};

// Walked in one direction, so that patrols do not meet.
std::array<uint32_t, 8> AddSquare(RouteBuilder& route) {
  std::array<uint32_t, 8> ring{};
  for (uint32_t k = 0; k < ring.size(); ++k) ring[k] = route.Add(kSquare + CirclePoint(k, 8) * 5.5);
  for (uint32_t k = 0; k < ring.size(); ++k)
    route.OneWay(ring[k], ring[(k + 1) % ring.size()], LinkKind::kWalk);
  return ring;
}

// A ladder behind the house leads to its roof, and a jump down to the front.
void AddRoofLookout(RouteBuilder& route, const TownLayout& layout, const HouseSite& site, uint32_t from) {
  const Frame frame = layout.HouseFrame(site);
  const uint32_t foot = route.Add(frame.At(0, 0, site.plan.depth_m + 0.8).Plane(), 0.5, kWaypointLadder);
  const uint32_t side = route.Add(frame.At(-site.plan.width_m / 2 - 1.5, 0, site.plan.depth_m + 0.8).Plane());
  const uint32_t front = route.Add(frame.At(-site.plan.width_m / 2 - 1.5, 0, -1.5).Plane());
  const uint32_t roof = route.Add(RoofPoint(frame, site.plan), 1.0, kWaypointLadder | kWaypointLookout);
  route.Chain({from, front, side, foot});
  route.BothWays(foot, roof, LinkKind::kLadder);
  route.OneWay(roof, front, LinkKind::kJump);
}

}  // namespace

PatrolRoute BuildPatrol(const TownLayout& layout) {
  RouteBuilder route(layout);
  const std::array<uint32_t, 8> ring = AddSquare(route);  // 0 east, 2 south, 4 west, 6 north
  // West, then east over the bridge.
  const uint32_t west_lane = route.Add({-50, 2});
  route.Chain({route.Add({-70, 3.6}, 3, kWaypointLookout), west_lane, route.Add({-28, 0}), ring[4]});
  const Frame bridge = layout.BridgeFrame();
  const uint32_t on_bridge =
      route.Add(bridge.At(0, BridgeHeight(layout.bridge(), 0), 0), 1.5, kWaypointNarrow);
  const uint32_t crossing = route.Add({51, 0}, 3);
  route.Chain({ring[0], route.Add({12, 0}), on_bridge, route.Add({38, 0}), crossing,
               route.Add({70, -2.4}, 3, kWaypointLookout)});
  route.Chain({crossing, route.Add({54, -26}), route.Add({49, -52}), route.Add({51.4, -70})});
  route.Chain({crossing, route.Add({52, 28}), route.Add({51, 54}), route.Add({52.6, 70})});
  // Up the ramp to the terrace; a jump leads down the cliff.
  const uint32_t terrace = route.Add({-20, -54});
  route.Chain({ring[6], route.Add({-14, -20}), route.Add({-14, -42}), terrace, route.Add({-34, -57}),
               route.Add({-62, -57}, 2, kWaypointLookout)});
  const uint32_t edge = route.Add({-37, -39}, 1, kWaypointLookout);
  const uint32_t below = route.Add({-37, -31});
  route.Chain({terrace, edge});
  route.OneWay(edge, below, LinkKind::kJump);
  route.Chain({below, route.Add({-40, -14}), route.Add({-37, 0.6})});
  // South, to the slipway and along the water under the bridge.
  const uint32_t fork = route.Add({-12, 25});
  const uint32_t south = route.Add({-18, 45});
  route.Chain({ring[2], fork, south, route.Add({-16.3, 70}, 3, kWaypointLookout)});
  route.Chain({fork, route.Add({12, 31}), route.Add({RiverMiddle(31) - 10, 31}, 1, kWaypointNarrow),
               route.Add({RiverMiddle(31) - 2, 31}), route.Add({RiverMiddle(14), 14}),
               route.Add(bridge.At(0, kWaterLevel, 0), 2, 0), route.Add({RiverMiddle(-20), -20})});
  route.Chain({west_lane, route.Add({-46, 24}), route.Add({-42, 36}), south});
  AddRoofLookout(route, layout, layout.houses()[2], ring[3]);
  return route.Finish();
}

std::string NodesText(const PatrolRoute& route) {
  std::string text = "id,x,y,z,radius,flags,flag_names\n";
  for (size_t id = 0; id < route.nodes.size(); ++id) {
    const Waypoint& node = route.nodes[id];
    const PointMm p = RoundToMm(node.point);
    std::string names;
    const auto name = [&](uint32_t flag, const char* word) {
      if ((node.flags & flag) != 0) absl::StrAppend(&names, names.empty() ? "" : " ", word);
    };
    name(kWaypointNarrow, "narrow");
    name(kWaypointLadder, "ladder");
    name(kWaypointLookout, "lookout");
    absl::StrAppend(&text, id, ",", MetresText(p.x), ",", MetresText(p.y), ",", MetresText(p.z), ",",
                    MetresText(RoundToMm({node.radius_m, 0, 0}).x), ",", node.flags, ",", names, "\n");
  }
  return text;
}

std::string LinksText(const PatrolRoute& route) {
  std::string text = "from,to,length,jump,ladder\n";
  for (const WaypointLink& link : route.links) {
    const double length = Distance(route.nodes[link.from].point, route.nodes[link.to].point);
    absl::StrAppend(&text, link.from, ",", link.to, ",", MetresText(RoundToMm({length, 0, 0}).x), ",",
                    link.kind == LinkKind::kJump ? 1 : 0, ",", link.kind == LinkKind::kLadder ? 1 : 0, "\n");
  }
  return text;
}

}  // namespace waystone::samples
