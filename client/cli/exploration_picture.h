// The picture of `waystone explore --svg`.
#pragma once

#include <string>

#include "absl/status/status.h"
#include "waystone/v1/agent.pb.h"
#include "waystone/v1/route.pb.h"

namespace waystone::cli {

// Draws the ground and the skeleton of a package, as the agent sees them, and over them the walks of an
// answer, coloured by the time of walking. Errors name the file; InvalidArgument if the answer is about
// another map or another generation of it.
absl::Status DrawExploration(const std::string& package, const v1::Agent& agent,
                             const v1::PlanRouteResponse& answer, const std::string& output);

}  // namespace waystone::cli
