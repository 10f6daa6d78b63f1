#include "bench/why/why_suite.h"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <nlohmann/json.hpp>
#include <string>

#include "bake/program/world_job.h"
#include "bench/why/why_levels.h"
#include "core/base/scratch.h"
#include "core/base/status_macros.h"
#include "core/base/str_cat.h"
#include "core/base/temporary_folder.h"
#include "core/geom/triangle.h"
#include "core/why/fix_text.h"
#include "server/handlers/request_handler.h"

namespace waystone {
namespace {

namespace fs = std::filesystem;

absl::Status Bake(const WhyLevel& level, const std::string& folder) {
  for (const auto& [name, text] : level.files) {
    std::ofstream file(fs::path(folder) / name);
    file << text;
    if (!file.flush()) return absl::UnavailableError(StrCat(folder, ": cannot be written"));
  }
  WorldBakeJob job;
  job.manifest_path = (fs::path(folder) / "world.yaml").string();
  job.output_folder = (fs::path(folder) / "packages").string();
  const WorldBakeEnd end = RunWorldBake(job);
  for (const WorldMapReport& map : end.report.maps) {
    if (!map.error.empty()) return absl::FailedPreconditionError(map.error);
  }
  return end.status;
}

absl::StatusOr<v1::PlanRouteResponse> Ask(const WhyLevel& level, const std::string& folder) {
  MapStore store;
  WS_RETURN_IF_ERROR(store.LoadFolder((fs::path(folder) / "packages").string()).status());
  const RequestHandler handler(store, {});
  Scratch scratch;
  MapLookup maps(store);
  RequestScope scope;
  scope.scratch = &scratch;
  scope.maps = &maps;
  v1::PlanRouteRequest request;
  const auto put = [](const std::string& map_id, const Vec3& at, v1::Location& location) {
    location.mutable_position()->set_map_id(map_id);
    location.mutable_position()->set_x(at.x);
    location.mutable_position()->set_y(at.y);
    location.mutable_position()->set_z(at.z);
  };
  put(level.from_map, level.from, *request.mutable_start());
  put(level.to_map, level.to, *request.add_goals());
  request.mutable_limits()->set_complete_only(true);
  request.mutable_detail()->set_explain(true);
  v1::PlanRouteResponse response;
  WS_RETURN_IF_ERROR(handler.Handle(request, scope, response).status());
  return response;
}

double DistanceToLine(const Vec3& at, const PlantedFix& planted) {
  const double off_m = std::sqrt(ClosestOnSegment(planted.from, planted.to, at.Plane()).distance_sq_m2);
  return std::max(off_m - planted.half_width_m, 0.0);
}

// What is wrong with a fix; empty if nothing is.
std::string Flaw(const v1::Fix& fix, const PlantedFix& planted, double near_m) {
  if (v1::FixKind_Name(fix.kind()) != StrCat("FIX_KIND_", planted.kind)) return "another kind";
  if (!fix.has_at()) return "no place";
  const Vec3 at(fix.at().x(), fix.at().y(), fix.at().z());
  const double off_m = DistanceToLine(at, planted);
  if (off_m > near_m) return StrCat("its place is ", off_m, " m off");
  if (planted.measure > 0 && !(std::abs(fix.measure() - planted.measure) <= planted.tolerance)) {
    return StrCat("its measure is ", fix.measure(), ", not ", planted.measure, " +- ", planted.tolerance);
  }
  const bool is_named = planted.name.empty() || fix.name() == planted.name ||
                        std::ranges::count(fix.abilities(), planted.name) > 0;
  return is_named ? "" : StrCat("it does not name ", planted.name);
}

// Of the answer, against all that was planted.
std::string Judge(const WhyLevel& level, const v1::PlanRouteResponse& response) {
  if (response.status() == v1::ROUTE_STATUS_COMPLETE) return "a route leads there";
  std::string text;
  for (const v1::Fix& fix : response.fixes()) StrAppend(text, "; ", fix.sentence());
  if (response.fixes_size() != static_cast<int>(level.planted.size())) {
    return StrCat(response.fixes_size(), " fixes, not ", level.planted.size(), text, "; ",
                  response.explanation());
  }
  for (const PlantedFix& planted : level.planted) {
    std::string flaw = "no fix";
    for (const v1::Fix& fix : response.fixes()) {
      if (const std::string one = Flaw(fix, planted, level.near_m);
          one.size() < flaw.size() || flaw == "no fix") {
        flaw = one;
      }
    }
    if (!flaw.empty()) {
      return StrCat(planted.kind, " from ", PlaceText(planted.from), " to ", PlaceText(planted.to), ": ",
                    flaw, text);
    }
  }
  return "";
}

absl::StatusOr<std::string> Try(const WhyLevel& level) {
  WS_ASSIGN_OR_RETURN(const TemporaryFolder folder, TemporaryFolder::Make("waystone-why"));
  WS_RETURN_IF_ERROR(Bake(level, folder.path()));
  WS_ASSIGN_OR_RETURN(const v1::PlanRouteResponse response, Ask(level, folder.path()));
  return Judge(level, response);
}

}  // namespace

absl::Status RunWhySuite(const WhySuiteOptions& options, const BenchLines& lines) {
  uint32_t right = 0;
  for (uint32_t i = 0; i < options.levels; ++i) {
    const WhyLevel level = MakeWhyLevel(i, options.seed);
    absl::StatusOr<std::string> flaw = Try(level);
    const std::string text = flaw.ok() ? *flaw : std::string(flaw.status().message());
    if (text.empty()) ++right;
    if (!text.empty()) std::cerr << "level " << level.name << ": " << text << "\n";
  }
  lines.Print({{"planted", options.levels}, {"named_right", right}});
  if (right == options.levels) return absl::OkStatus();
  return absl::FailedPreconditionError(
      StrCat(options.levels - right, " of ", options.levels, " levels are not explained as they were made"));
}

}  // namespace waystone
