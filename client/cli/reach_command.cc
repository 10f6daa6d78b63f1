// `waystone reach`: what can be walked to within a cost.
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

struct ReachFlags {
  ServerFlags server;
  std::vector<std::string> from;
  std::vector<double> contours_m;
  ChangeFlags changes;
  v1::ReachRequest request;  // what needs no parsing
};

void PrintReach(const v1::ReachRequest& request, const v1::ReachResponse& answer, std::ostream& out) {
  int start = 0;
  for (const Vec3 from : client::PointsOf(request.start_xyz())) {
    const bool is_on = answer.start_states(start++).has_position();
    out << "from " << FormatPosition(from) << (is_on ? "" : ": off the surface") << "\n";
  }
  out << client::PointsOf(answer.places()).size() << " cells";
  if (answer.cell_m() > 0) out << " of " << FormatMetres(answer.cell_m()) << " m";
  out << " within " << FormatMetres(request.max_cost_m()) << " m\n";
  if (answer.known_to_m() < request.max_cost_m())
    out << "a limit came first: all is known up to " << FormatMetres(answer.known_to_m()) << " m\n";
  for (const v1::ReachContour& contour : answer.contours()) {
    out << "at " << FormatMetres(contour.cost_m()) << " m: " << contour.point_counts_size() << " lines of "
        << client::PointsOf(contour.points()).size() << " points\n";
  }
}

bool IsWhole(const v1::ReachRequest& request, const v1::ReachResponse& answer) {
  return answer.known_to_m() >= request.max_cost_m() &&
         std::all_of(answer.start_states().begin(), answer.start_states().end(),
                     [](const v1::ReachStart& start) { return start.has_position(); });
}

absl::StatusOr<v1::ReachRequest> ToRequest(const ReachFlags& flags) {
  v1::ReachRequest request = flags.request;
  NamedPlaces places = NamedPlaces::OfServer(request.map_id(), flags.server);
  WS_ASSIGN_OR_RETURN(const std::vector<Vec3> starts, places.Positions("--from", flags.from));
  client::AddPoints(starts, request.mutable_start_xyz());
  request.mutable_contour_costs_m()->Add(flags.contours_m.begin(), flags.contours_m.end());
  WS_RETURN_IF_ERROR(AddChanges(flags.changes, request.map_id(), request));
  return request;
}

constexpr Call<v1::ReachRequest, v1::ReachResponse> kReach = {"reach", &client::WaystoneClient::Reach,
                                                              &PrintReach, &IsWhole};

}  // namespace

void AddReachCommand(CLI::App& program, Command& chosen) {
  CLI::App* command = program.add_subcommand("reach", "tell what can be walked to within a cost");
  auto flags = std::make_shared<ReachFlags>();
  v1::ReachRequest& request = flags->request;
  AddServerFlags(*command, flags->server);
  AddWalkerFlags(*command, *request.mutable_map_id(), [&request] { return request.mutable_agent(); });
  AddPlaces(*command, "--from", flags->from, "where walks begin; may be repeated")->required();
  AddNumber(*command, "--max-cost", "M", limits::ReachRequest::max_cost_m, "how far", [&request](double m) {
    request.set_max_cost_m(m);
  })->required();
  AddNumber(*command, "--cell", "M", limits::ReachRequest::cell_m,
            "size of a cell [0: as fine as 20000 cells allow]",
            [&request](double m) { request.set_cell_m(m); });
  command->add_option("--contour", flags->contours_m, "draw a line at this cost; may be repeated")
      ->type_name("M")
      ->allow_extra_args(false);
  AddSnapFlags(*command, [&request] { return request.mutable_snap(); });
  AddChangeFlags(*command, flags->changes);
  command->callback([flags, &chosen] {
    chosen = [flags](const Console& console) {
      return RunCall(kReach, flags->server, ToRequest(*flags), console);
    };
  });
}

}  // namespace waystone::cli
