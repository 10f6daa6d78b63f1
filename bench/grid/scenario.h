// Queries of the MovingAI benchmarks (Sturtevant: Benchmarks for Grid-Based Pathfinding, 2012).
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "core/grid/cell.h"

namespace waystone {

struct ScenarioQuery {
  Cell start;
  Cell goal;
  // Steps of a shortest path, if answers were read; nothing if there is no path.
  std::optional<GridSteps> answer;
};

struct Scenario {
  std::vector<ScenarioQuery> queries;
  bool has_answers = false;
};

// A .scen file, and, if `answers_path` is not empty, a file of lines "id,cardinal,diagonal" under a title
// line (-1,-1 if there is no path). NotFound, or InvalidArgument naming the file and the line; also if a
// place is not on a grid of that size, or the answers are not as many as the queries.
absl::StatusOr<Scenario> ReadScenario(const std::string& scen_path, const std::string& answers_path,
                                      uint32_t columns, uint32_t rows);

struct ScenarioFiles {
  std::string name;  // of the map
  std::string map_path;
  std::string scen_path;
  std::string answers_path;
};

// The scenarios that the MANIFEST.txt of a folder lists, in its order. NotFound or InvalidArgument.
absl::StatusOr<std::vector<ScenarioFiles>> ReadScenarioFolder(const std::string& folder);

}  // namespace waystone
