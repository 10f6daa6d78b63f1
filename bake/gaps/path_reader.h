// Reads off a path over a gap which of the agent's rules it breaks, and where.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "bake/gaps/field_costs.h"
#include "bake/gaps/field_fix.h"

namespace waystone {

// What an agent must be able to do on the path over a gap. Spans that ask for no more count as open.
struct Asked {
  int step_cells = 0;
  int air_cells = 0;
  bool is_steep = false;
  bool is_forbidden = false;
};

// Of one field. A path is the spans from one island to another, both ends on them. Keeps its memory from path to path. One thread.
class PathReader {
 public:
  explicit PathReader(const FieldCosts& costs) : costs_(costs), field_(costs.field()), rules_(costs.rules()) {
    distance_.assign(field_.spans.size(), 0);
  }

  Asked AskedBy(std::span<const uint32_t> path) const;
  // [cells] All that it steps up and down, besides what the agent climbs.
  int ClimbOf(std::span<const uint32_t> path) const;
  // [half cells] From the span to the nearest border that such a path does not pass, up to the agent's radius.
  int RoomAt(uint32_t span, const Asked& asked);
  // The places where the path breaks a rule, in its order: of each rule the kMostPlacesOfRule worst ones. A rule that is broken
  // span after span, or again after two, is broken at one place. If none is broken, what is closest to being so: voxels close it.
  std::vector<FieldFix> FixesOf(std::span<const uint32_t> path, const Asked& asked);
  FieldPlace PlaceOf(uint32_t span) const;

 private:
  struct Broken {
    size_t place = 0;    // on the path
    double badness = 0;  // among those of the same rule
    FieldFix fix;
  };

  bool IsOpen(uint32_t n, const SpanJoin& join, const Asked& asked) const;
  // [cells] From the span before: up, or below 0 down; 0 if the agent climbs that, or if the ground slopes there.
  int StepAt(std::span<const uint32_t> path, size_t i) const;
  size_t TurnOf(std::span<const uint32_t> path, size_t first, size_t last) const;
  std::vector<Broken> StepsOf(std::span<const uint32_t> path) const;
  std::vector<Broken> LowPlacesOf(std::span<const uint32_t> path) const;
  std::vector<Broken> BadGroundOf(std::span<const uint32_t> path) const;
  std::vector<Broken> NarrowPlacesOf(std::span<const uint32_t> path, const Asked& asked);
  Broken ClosestCall(std::span<const uint32_t> path) const;
  bool IsTop(std::span<const uint32_t> path, size_t first, size_t last) const;
  bool IsVoxelSteep(uint32_t span) const;
  double LineThrough(uint32_t span, const Asked& asked) const;
  int RunOf(uint32_t span, int direction, int other, const Asked& asked) const;

  const FieldCosts& costs_;
  const OpenField& field_;
  const GapRules& rules_;
  std::vector<uint16_t> distance_;  // [half cells] and 1 more
};

}  // namespace waystone
