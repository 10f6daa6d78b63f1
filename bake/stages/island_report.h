// The islands of a surface, for the report.
#pragma once

#include <string>
#include <vector>

#include "bake/report/bake_report.h"
#include "core/gaps/gap_view.h"
#include "core/geom/vec.h"
#include "core/map/agent_profile.h"
#include "core/navmesh/navmesh_view.h"

namespace waystone {

// [m2] Smaller islands are tops of crates.
inline constexpr double kLeastIsland_m2 = 10;

// Fills the agent's islands: those of at least kLeastIsland_m2 but the largest, the larger ones first, at most 100, each
// with what parts it from the next ground on the least bad path to the largest one. `origin`: of the mesh's positions. Near-linear.
void ReportIslands(const NavmeshView& mesh, const GapData& gaps, const Vec3& origin, AgentReport& report);

// A warning if most of the ground lies behind gaps of one kind: the agent is wider than every doorway, say. Empty if not.
std::vector<std::string> DoubtsOfAgent(const NavmeshView& mesh, const GapData& gaps,
                                       const AgentProfile& agent);

}  // namespace waystone
