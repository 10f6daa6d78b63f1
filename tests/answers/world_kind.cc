#include "tests/answers/world_kind.h"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>

#include "core/base/str_cat.h"
#include "tests/answers/source_world.h"

namespace waystone::answers {
namespace {

constexpr size_t kCells = 400'000;   // of one flood
constexpr size_t kWorldGoals = 512;  // drawn of them

struct WorldQuestion {
  v1::PlanRouteRequest request;
  double cost_m = 0;  // infinite: unreachable
};

WorldQuestion Between(const SourceWorld& world, const WorldCell& start, const WorldCell& goal,
                      v1::PortalMode mode, double cost_m) {
  WorldQuestion question;
  question.cost_m = cost_m;
  question.request =
      RouteBetween(world.grid(start.map).MiddleOf(start.cell), world.grid(goal.map).MiddleOf(goal.cell));
  question.request.mutable_start()->mutable_position()->set_map_id(world.names()[start.map]);
  question.request.mutable_goals(0)->mutable_position()->set_map_id(world.names()[goal.map]);
  question.request.mutable_portals()->set_mode(mode);
  return question;
}

// id, from_map, sx, sy, to_map, gx, gy, kind, then cardinal and diagonal steps and cost: portals may be used,
// and walking in teleports.
std::vector<WorldQuestion> ReadQueries(const SourceWorld& world, const std::string& path) {
  std::vector<WorldQuestion> questions;
  std::ifstream file(path);
  std::string line;
  std::getline(file, line);
  while (std::getline(file, line)) {
    std::vector<std::string> f;
    std::istringstream text(line);
    for (std::string field; std::getline(text, field, ',');) f.push_back(field);
    if (f.size() != 14) continue;
    const auto from = world.Find(f[1]);
    const auto to = world.Find(f[4]);
    if (!from.has_value() || !to.has_value()) continue;
    const auto cell = [&](uint32_t map, const std::string& column, const std::string& row) {
      return WorldCell{
          map, static_cast<uint32_t>(std::stoul(row) * world.grid(map).columns() + std::stoul(column))};
    };
    for (const size_t first : {size_t{8}, size_t{11}}) {
      const double cardinal = std::stod(f[first]);
      const double cost_m = cardinal < 0 ? INFINITY : cardinal + std::stod(f[first + 1]) * std::sqrt(2.0);
      questions.push_back(Between(world, cell(*from, f[2], f[3]), cell(*to, f[5], f[6]),
                                  first == 8 ? v1::PORTAL_MODE_MAY_USE : v1::PORTAL_MODE_WALK_IN_TELEPORTS,
                                  cost_m));
    }
  }
  return questions;
}

std::string Judge(const WorldQuestion& question, const v1::PlanRouteResponse& answer) {
  const bool is_complete = answer.status() == v1::ROUTE_STATUS_COMPLETE;
  if (is_complete != std::isfinite(question.cost_m)) {
    return StrCat(client::EnumName(answer.status()), ", but the best path costs ", question.cost_m);
  }
  if (!is_complete) return {};
  const v1::Route& route = answer.routes(0);
  if (std::abs(route.cost_m() - question.cost_m) > 1e-4 + 1e-7 * question.cost_m) {
    return StrCat("costs ", route.cost_m(), ", but the best path ", question.cost_m);
  }
  double cost_m = 0;
  for (const v1::RouteLeg& leg : route.legs()) cost_m += leg.cost_m();
  return std::abs(cost_m - route.cost_m()) <= 1e-3
             ? std::string()
             : StrCat("its legs cost ", cost_m, ", not ", route.cost_m());
}

void AskQuestions(const Round& round, const std::vector<WorldQuestion>& questions) {
  std::vector<v1::BatchItem> items;
  items.reserve(questions.size());
  for (const WorldQuestion& question : questions) items.push_back(ToItem(question.request));
  const auto answers = round.asker.Ask(items);
  for (size_t i = 0; i < items.size(); ++i) {
    const auto* const answer = ExpectRoute(answers[i], items[i], round.asker);
    if (answer == nullptr) continue;
    const std::string why = Judge(questions[i], *answer);
    if (!why.empty()) round.asker.Wrong(items[i], why);
  }
  round.asker.Asked(items.size());
}

std::vector<WorldQuestion> DrawQuestions(const SourceWorld& world, Random& random) {
  const WorldCell start = world.Draw(random);
  const auto mode = random.NextBelow(2) == 0 ? v1::PORTAL_MODE_MAY_USE : v1::PORTAL_MODE_WALK_IN_TELEPORTS;
  const std::vector<ReachedCell> reached = world.Flood(start, mode, kCells);
  std::vector<WorldQuestion> questions;
  for (size_t i = 0; i < std::min(kWorldGoals, reached.size()); ++i) {
    const ReachedCell& goal = reached[random.NextBelow(static_cast<uint32_t>(reached.size()))];
    questions.push_back(Between(world, start, goal.at, mode, goal.cost_m));
  }
  return questions;
}

}  // namespace

void AskWorlds(const Round& round) {
  const ListedMap& listed = round.map.listed;
  const std::string folder = std::filesystem::path(listed.source).parent_path().string();
  const absl::StatusOr<SourceWorld> world = SourceWorld::Read(folder, listed.portals_path);
  if (!world.ok()) return round.asker.Wrong(v1::BatchItem(), std::string(world.status().message()));
  const std::vector<WorldQuestion> listed_questions = ReadQueries(*world, listed.queries_path);
  AskQuestions(round, listed_questions);
  for (uint64_t done = listed_questions.size(); done < round.questions;) {
    const std::vector<WorldQuestion> questions = DrawQuestions(*world, round.random);
    AskQuestions(round, questions);
    done += questions.size();
  }
}

}  // namespace waystone::answers
