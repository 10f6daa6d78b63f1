// Measures what voxels found, by the source's triangles.
#pragma once

#include <optional>

#include "bake/gaps/open_field.h"
#include "bake/gaps/placed_gap.h"
#include "core/collision/body_room.h"
#include "core/collision/collision_view.h"
#include "core/gaps/gap_format.h"
#include "core/map/agent_profile.h"

namespace waystone {

// Whether the measure breaks its limit, by more than the source's rounding.
bool IsBroken(const GapFix& fix);

// Const; any thread. Does not own the solid triangles.
class GapMeasure {
 public:
  GapMeasure(const AgentProfile& agent, const GapRules& rules, const CollisionView& solid)
      : agent_(agent), rules_(rules), solid_(solid) {}

  // The other rules that the path over the gap breaks.
  struct PathRules {
    // What it steps over, if that is more than the agent climbs: it is no wall of a passage.
    double step_m = 0;
    // Under what it stoops, if that is lower than the agent is high: nor is that; 0: under nothing.
    double headroom_m = 0;
    double steep_deg = 0;  // by voxels; 0: it is not too steep. On the steepest ground no edge is looked for
  };
  // Where the triangles give no measure, the voxels' stays.
  GapFix Measure(const TileFix& fix, const PathRules& path) const;
  // Whether two fixes of one kind are of one narrow passage or one steep slope: between them it is too narrow or too steep as well.
  bool IsOne(const GapFix& a, const GapFix& b, const PathRules& path) const;
  // Whether a narrow place by voxels lies over a hole from side to side: nobody walks there.
  bool IsOverHole(const TileFix& found, const PathRules& path) const;
  // Whether nothing solid is between two places that are about as high, for a body that stands there.
  bool IsFreeBetween(const Vec3& from, const Vec3& to) const;

 private:
  // Of places between two, some on ground that is too steep, and yet no wall.
  struct Steepness {
    int count = 0;        // of those
    double rise_m = 0;    // of the ground at them
    double most_deg = 0;  // of all slopes that are no wall's
    bool has_ground = false;
  };
  Steepness SteepnessBetween(const Vec3& from, const Vec3& to) const;
  bool IsOnePassage(const GapFix& a, const GapFix& b, const PathRules& path) const;
  void MeasureStep(const TileFix& found, GapFix& fix) const;
  void MeasureHeadroom(const TileFix& found, GapFix& fix) const;
  void MeasureGround(const TileFix& found, GapFix& fix) const;
  void MeasureWidth(const PathRules& path, GapFix& fix) const;
  BodySize BodyOn(const PathRules& path) const;
  // [m] How far walls are looked for.
  double Far_m() const { return 2 * agent_.radius_m + 4 * rules_.cell_size_m; }
  // The ground's height at a place, within so much of its own; none if there is none.
  std::optional<double> GroundAt(const Vec3& place, double reach_m) const;
  // [m] How far the ground may be from where voxels have it.
  double FloorReach_m() const { return agent_.max_climb_m + 2 * rules_.cell_height_m; }

  const AgentProfile agent_;
  const GapRules rules_;
  const CollisionView solid_;
};

}  // namespace waystone
