#include "bench/grid/scenario.h"

#include <filesystem>
#include <fstream>
#include <sstream>
#include <utility>

#include "core/base/invalid_argument.h"
#include "core/base/quoted.h"
#include "core/base/status_macros.h"
#include "core/base/str_cat.h"

namespace waystone {
namespace {

absl::StatusOr<std::vector<std::string>> ReadLines(const std::string& path) {
  std::ifstream file(path);
  if (!file) return absl::NotFoundError(StrCat(Quoted(path), ": cannot be read"));
  std::vector<std::string> lines;
  for (std::string line; std::getline(file, line);) lines.push_back(std::move(line));
  return lines;
}

absl::Status BadLine(const std::string& path, size_t line, std::string_view rule) {
  return InvalidArgument(Quoted(path), ": line ", line + 1, ": ", rule);
}

absl::Status ReadAnswers(const std::string& path, Scenario& scenario) {
  WS_ASSIGN_OR_RETURN(const std::vector<std::string> lines, ReadLines(path));
  if (lines.size() != scenario.queries.size() + 1) {
    return BadLine(path, lines.size(), "must have a line of titles and one per query");
  }
  for (size_t i = 1; i < lines.size(); ++i) {
    std::istringstream text(lines[i]);
    size_t id = 0;
    int64_t cardinal = 0;
    int64_t diagonal = 0;
    char comma = 0;
    if (!(text >> id >> comma >> cardinal >> comma >> diagonal) || id != i - 1) {
      return BadLine(path, i, "must be id,cardinal_steps,diagonal_steps");
    }
    if (cardinal < 0) continue;
    scenario.queries[id].answer = GridSteps{static_cast<uint32_t>(cardinal), static_cast<uint32_t>(diagonal)};
  }
  scenario.has_answers = true;
  return absl::OkStatus();
}

}  // namespace

absl::StatusOr<Scenario> ReadScenario(const std::string& scen_path, const std::string& answers_path,
                                      uint32_t columns, uint32_t rows) {
  WS_ASSIGN_OR_RETURN(const std::vector<std::string> lines, ReadLines(scen_path));
  Scenario scenario;
  const auto is_on = [&](Cell cell) {
    return cell.column >= 0 && cell.row >= 0 && cell.column < static_cast<int32_t>(columns) &&
           cell.row < static_cast<int32_t>(rows);
  };
  for (size_t i = 1; i < lines.size(); ++i) {
    if (lines[i].empty()) continue;
    std::istringstream text(lines[i]);
    std::string bucket;
    std::string map;
    int64_t width = 0;
    int64_t height = 0;
    ScenarioQuery query;
    if (!(text >> bucket >> map >> width >> height >> query.start.column >> query.start.row >>
          query.goal.column >> query.goal.row)) {
      return BadLine(scen_path, i, "must be bucket, map, width, height, start and goal");
    }
    if (!is_on(query.start) || !is_on(query.goal)) return BadLine(scen_path, i, "lies outside of the map");
    scenario.queries.push_back(query);
  }
  if (scenario.queries.empty()) return BadLine(scen_path, 0, "no queries");
  if (!answers_path.empty()) WS_RETURN_IF_ERROR(ReadAnswers(answers_path, scenario));
  return scenario;
}

absl::StatusOr<std::vector<ScenarioFiles>> ReadScenarioFolder(const std::string& folder) {
  const std::string manifest = folder + "/MANIFEST.txt";
  WS_ASSIGN_OR_RETURN(const std::vector<std::string> lines, ReadLines(manifest));
  constexpr std::string_view kMaps = "maps/";
  std::vector<ScenarioFiles> files;
  for (const std::string& line : lines) {
    if (line.rfind(kMaps, 0) != 0) continue;
    const std::string map = line.substr(kMaps.size(), line.find(' ') - kMaps.size());
    const std::string name = std::filesystem::path(map).stem().string();
    files.push_back(
        {name, folder + "/" + map, folder + "/" + map + ".scen", folder + "/golden/" + name + ".csv"});
  }
  if (files.empty()) return BadLine(manifest, 0, "names no maps");
  return files;
}

}  // namespace waystone
