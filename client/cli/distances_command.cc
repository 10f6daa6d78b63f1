// `waystone distances`: how far it is to walk between places.
#include <algorithm>
#include <memory>
#include <string>
#include <vector>

#include "client/cli/change_flags.h"
#include "client/cli/command.h"
#include "client/cli/flag_text.h"
#include "client/cli/named_places.h"
#include "client/cli/server_flags.h"
#include "core/base/status_macros.h"
#include "waystone/field_limits.h"

namespace waystone::cli {
namespace {

struct DistancesFlags {
  ServerFlags server;
  std::vector<std::string> from;
  std::vector<std::string> to;
  ChangeFlags changes;
  v1::MeasureDistancesRequest request;  // what needs no parsing
};

void PrintDistances(const v1::MeasureDistancesRequest& request, const v1::MeasureDistancesResponse& answer,
                    std::ostream& out) {
  if (answer.missing_map_count() > 0) out << "without maps: " << client::MissingMaps(answer) << "\n";
  int pair = 0;
  for (const Vec3 source : client::PointsOf(request.source_xyz())) {
    out << "from " << FormatPosition(source) << "\n";
    for (const Vec3 target : client::PointsOf(request.target_xyz())) {
      const v1::DistanceStatus status = answer.statuses(pair);
      const auto distance_m = static_cast<double>(answer.distance_m(pair++));
      out << "  to " << FormatPosition(target) << ": "
          << (status == v1::DISTANCE_STATUS_FOUND ? FormatMetres(distance_m) + " m"
                                                  : client::EnumName(status))
          << "\n";
    }
  }
}

bool HasAllDistances(const v1::MeasureDistancesRequest& /*request*/,
                     const v1::MeasureDistancesResponse& answer) {
  return std::all_of(answer.statuses().begin(), answer.statuses().end(),
                     [](int status) { return status == v1::DISTANCE_STATUS_FOUND; });
}

absl::StatusOr<v1::MeasureDistancesRequest> ToRequest(const DistancesFlags& flags) {
  v1::MeasureDistancesRequest request = flags.request;
  NamedPlaces places = NamedPlaces::OfServer(request.map_id(), flags.server);
  WS_ASSIGN_OR_RETURN(const std::vector<Vec3> sources, places.Positions("--from", flags.from));
  WS_ASSIGN_OR_RETURN(const std::vector<Vec3> targets, places.Positions("--to", flags.to));
  client::AddPoints(sources, request.mutable_source_xyz());
  client::AddPoints(targets, request.mutable_target_xyz());
  WS_RETURN_IF_ERROR(AddChanges(flags.changes, request.map_id(), request));
  return request;
}

constexpr Call<v1::MeasureDistancesRequest, v1::MeasureDistancesResponse> kMeasureDistances = {
    "distances", &client::WaystoneClient::MeasureDistances, &PrintDistances, &HasAllDistances};

}  // namespace

void AddDistancesCommand(CLI::App& program, Command& chosen) {
  CLI::App* command = program.add_subcommand("distances", "measure how far it is to walk between places");
  auto flags = std::make_shared<DistancesFlags>();
  v1::MeasureDistancesRequest& request = flags->request;
  AddServerFlags(*command, flags->server);
  AddWalkerFlags(*command, *request.mutable_map_id(), [&request] { return request.mutable_agent(); });
  AddPlaces(*command, "--from", flags->from, "where walks begin; may be repeated")->required();
  AddPlaces(*command, "--to", flags->to, "where they end; may be repeated")->required();
  AddSnapFlags(*command, [&request] { return request.mutable_snap(); });
  AddChangeFlags(*command, flags->changes);
  AddClearanceFlag(*command, [&request] { return request.mutable_agent(); });
  AddNumber(*command, "--max-distance", "M", limits::MeasureDistancesRequest::max_distance_m,
            "what is farther is not looked for [0: no limit]",
            [&request](double m) { request.set_max_distance_m(m); });
  command->callback([flags, &chosen] {
    chosen = [flags](const Console& console) {
      return RunCall(kMeasureDistances, flags->server, ToRequest(*flags), console);
    };
  });
}

}  // namespace waystone::cli
