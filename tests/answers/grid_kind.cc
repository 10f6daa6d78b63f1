#include "tests/answers/grid_kind.h"

#include <algorithm>
#include <cmath>
#include <fstream>
#include <sstream>
#include <string>

#include "core/base/str_cat.h"
#include "tests/answers/source_grid.h"

namespace waystone::answers {
namespace {

constexpr size_t kGridGoals = 192;  // of one start, at most

struct GridQuestion {
  v1::PlanRouteRequest request;
  double cost_m = 0;  // infinite: unreachable
};

v1::PlanRouteRequest WholeRouteBetween(const Vec3& start, const Vec3& goal) {
  v1::PlanRouteRequest request = RouteBetween(start, goal);
  request.mutable_limits()->set_complete_only(true);
  return request;
}

// The queries of the map's scenario file with their golden steps.
std::vector<GridQuestion> ReadGolden(const ListedMap& listed) {
  std::vector<GridQuestion> questions;
  std::ifstream scenario(listed.scen_path);
  std::ifstream golden(listed.golden_path);
  std::string line;
  std::string steps;
  std::getline(scenario, line);  // its version
  std::getline(golden, steps);   // its header
  while (std::getline(scenario, line) && std::getline(golden, steps)) {
    std::istringstream fields(line);
    std::string bucket;
    std::string map;
    uint32_t columns = 0;
    uint32_t rows = 0;
    double sx = 0;
    double sz = 0;
    double gx = 0;
    double gz = 0;
    fields >> bucket >> map >> columns >> rows >> sx >> sz >> gx >> gz;
    std::istringstream numbers(steps);
    uint32_t id = 0;
    int cardinal = 0;
    int diagonal = 0;
    char comma = 0;
    if (!fields || !(numbers >> id >> comma >> cardinal >> comma >> diagonal)) continue;
    const double cost_m = cardinal < 0 ? INFINITY : cardinal + diagonal * std::sqrt(2.0);
    questions.push_back({WholeRouteBetween({sx + 0.5, 0, sz + 0.5}, {gx + 0.5, 0, gz + 0.5}), cost_m});
  }
  return questions;
}

// Of a route of every cell: what its steps cost; negative if one of them is none.
double WalkedCost(const SourceGrid& grid, const v1::Route& route) {
  const client::PointView points = client::PointsOf(route.points(0));
  double cost_m = 0;
  for (size_t i = 1; i < points.size(); ++i) {
    const double column = std::floor(points[i - 1].x);
    const double row = std::floor(points[i - 1].z);
    const auto dx = static_cast<int>(std::floor(points[i].x) - column);
    const auto dz = static_cast<int>(std::floor(points[i].z) - row);
    if (std::max(std::abs(dx), std::abs(dz)) != 1) return -1;
    cost_m += grid.StepCost(static_cast<int64_t>(column), static_cast<int64_t>(row), dx, dz);
  }
  return cost_m;
}

bool IsSame(double a, double b) { return std::abs(a - b) <= 1e-4 + 1e-7 * std::abs(b); }

std::string Judge(const SourceGrid& grid, const GridQuestion& question, const v1::PlanRouteResponse& answer) {
  const bool is_complete = answer.status() == v1::ROUTE_STATUS_COMPLETE;
  if (is_complete != std::isfinite(question.cost_m)) {
    return StrCat(client::EnumName(answer.status()), ", but the best path costs ", question.cost_m);
  }
  if (!is_complete) return {};
  const v1::Route& route = answer.routes(0);
  // Any angle is shorter than from middle to middle.
  const bool is_by_cells = answer.method() != v1::ROUTE_METHOD_ANY_ANGLE;
  if (is_by_cells && !IsSame(route.cost_m(), question.cost_m)) {
    return StrCat("costs ", route.cost_m(), ", but the best path ", question.cost_m);
  }
  if (!is_by_cells && route.cost_m() > question.cost_m + 1e-4) {
    return StrCat("any angle costs ", route.cost_m(), ", but by cells ", question.cost_m);
  }
  double length_m = 0;
  const client::PointView points = client::PointsOf(route.points(0));
  for (size_t i = 1; i < points.size(); ++i) length_m += Distance(points[i - 1], points[i]);
  if (std::abs(length_m - route.length_m()) > 1e-3 + 1e-5 * length_m) {
    return StrCat("length_m is ", route.length_m(), ", that of its points ", length_m);
  }
  if (question.request.detail().shape() == v1::ROUTE_SHAPE_EVERY_CELL) {
    const double walked_m = WalkedCost(grid, route);
    if (!IsSame(walked_m, question.cost_m)) return StrCat("its steps cost ", walked_m);
  }
  return {};
}

void AskQuestions(const Round& round, const SourceGrid& grid, const std::vector<GridQuestion>& questions) {
  std::vector<v1::BatchItem> items;
  items.reserve(questions.size());
  for (const GridQuestion& question : questions) items.push_back(ToItem(question.request));
  const auto answers = round.asker.Ask(items);
  for (size_t i = 0; i < items.size(); ++i) {
    const auto* const answer = ExpectRoute(answers[i], items[i], round.asker);
    if (answer == nullptr) continue;
    const std::string why = Judge(grid, questions[i], *answer);
    if (!why.empty()) round.asker.Wrong(items[i], why);
  }
  round.asker.Asked(items.size());
}

std::vector<GridQuestion> DrawQuestions(const SourceGrid& grid, uint64_t count, Random& random) {
  const auto draw = [&] {
    return grid.free_cells()[random.NextBelow(static_cast<uint32_t>(grid.free_cells().size()))];
  };
  const uint32_t start = draw();
  const std::vector<double> costs = grid.CostsFrom(start);
  std::vector<GridQuestion> questions;
  while (questions.size() < count) {
    const uint32_t goal = draw();
    GridQuestion question{WholeRouteBetween(grid.MiddleOf(start), grid.MiddleOf(goal)), costs[goal]};
    switch (random.NextBelow(6)) {
      case 0:
        question.request.mutable_detail()->set_shape(v1::ROUTE_SHAPE_EVERY_CELL);
        break;
      case 1:
        question.request.mutable_detail()->set_shape(v1::ROUTE_SHAPE_SMOOTHED);
        break;
      case 2:
        question.request.mutable_detail()->set_shape(v1::ROUTE_SHAPE_ANY_ANGLE);
        break;
      case 3:
        question.request.mutable_limits()->set_method(v1::ROUTE_METHOD_GRID_ASTAR);
        break;
      default:
        break;
    }
    questions.push_back(question);
  }
  return questions;
}

}  // namespace

void AskGrids(const Round& round) {
  const bool is_weighted = round.map.listed.map_id.ends_with("-weighted");
  const absl::StatusOr<SourceGrid> grid = SourceGrid::Read(round.map.listed.source, is_weighted);
  if (!grid.ok()) return round.asker.Wrong(v1::BatchItem(), std::string(grid.status().message()));
  std::vector<GridQuestion> golden = ReadGolden(round.map.listed);
  const auto part = static_cast<size_t>(round.questions / 2);
  for (size_t i = 0; i < golden.size() && i < part; ++i) {
    std::swap(golden[i], golden[i + round.random.NextBelow(static_cast<uint32_t>(golden.size() - i))]);
  }
  golden.resize(std::min(golden.size(), part));
  AskQuestions(round, *grid, golden);
  for (uint64_t done = golden.size(); done < round.questions; done += kGridGoals) {
    AskQuestions(round, *grid,
                 DrawQuestions(*grid, std::min<uint64_t>(kGridGoals, round.questions - done), round.random));
  }
}

}  // namespace waystone::answers
