// Answers as JSON objects: what `--json` prints and `waystone draw` reads. docs/cli.md lists the fields.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "client/types.h"

namespace waystone::cli {

using Json = nlohmann::ordered_json;

// Each object begins with "kind": "route", "place", "move" or "distances"; `draw` tells them apart by it.
Json RouteJson(const client::RouteRequest& request, const client::RouteAnswer& answer);
Json ExplorationJson(const client::ExploreRequest& request, const client::RouteAnswer& answer);
Json PlaceJson(const client::PlaceRequest& request, const client::PlaceAnswer& answer);
Json MoveJson(const client::MoveRequest& request, const client::MoveAnswer& answer);
Json DistancesJson(const client::DistancesRequest& request, const client::DistancesAnswer& answer);
Json MapJson(const client::MapSummary& map);
Json MapJson(const client::MapDescription& map);
Json WorldJson(const client::WorldDescription& world);

// Whether the leg has a link: walks and portals have none, and the jumps and drops of a
// skeleton neither.
bool HasLink(const client::RouteLeg& leg);

// What nearest and audit are about; empty for scatter.
const std::vector<Vec3>& GivenPositions(const client::PlaceTask& task);
// "good", or what is wrong.
std::string VerdictName(client::PlaceReason verdict);

// One line with a newline; what is not UTF-8 in a server's strings becomes replacement characters.
std::string PrintLine(const Json& json);

}  // namespace waystone::cli
