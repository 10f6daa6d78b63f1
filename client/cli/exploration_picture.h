// The picture of `waystone explore --svg`.
#pragma once

#include <string>
#include <vector>

#include "absl/status/status.h"
#include "client/types.h"

namespace waystone::cli {

// Draws the ground and the skeleton of a package, as the agent with these abilities sees them, and over them
// the walks of an answer, coloured by the time of walking. Errors name the file; InvalidArgument where the
// answer is about another map or another generation of it.
absl::Status DrawExploration(const std::string& package, const std::string& agent,
                             const std::vector<std::string>& abilities, const client::RouteAnswer& answer,
                             const std::string& output);

}  // namespace waystone::cli
