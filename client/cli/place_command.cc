// `waystone place`: positions for resources, and judgements of given ones.
#include <algorithm>
#include <memory>
#include <optional>
#include <string>

#include "client/cli/command.h"
#include "client/cli/flag_text.h"
#include "client/cli/place_flags.h"
#include "client/cli/route_text.h"
#include "client/cli/server_flags.h"

namespace waystone::cli {
namespace {

constexpr double kSamePlace_m = 0.001;

struct PlaceCommandFlags {
  ServerFlags server;
  PlaceFlags place;
};

// Why positions are missing, in words; nothing for reasons that reject single candidates.
const char* WhyMissing(v1::PlaceReason reason) {
  switch (reason) {
    case v1::PLACE_REASON_NO_ROOM:
      return "there is no room for more";
    case v1::PLACE_REASON_CANDIDATE_LIMIT:
      return "too many candidates were rejected; there may be room";
    case v1::PLACE_REASON_DEADLINE:
      return "the deadline came first";
    default:
      return "";
  }
}

void PrintScatter(const v1::PlaceResourceRequest& request, const v1::PlaceResourceResponse& answer,
                  std::ostream& out) {
  const client::PointView points = client::PointsOf(answer.points());
  out << client::EnumName(answer.status()) << ": " << points.size() << " of " << request.scatter().count()
      << " positions on " << request.map_id();
  const char* separator = ", because ";
  for (const v1::PlaceRejections& rejections : answer.rejections()) {
    const std::string why = WhyMissing(rejections.reason());
    if (why.empty()) continue;
    out << separator << why;
    separator = ", and ";
  }
  out << "\n";
  for (const Vec3 point : points) out << "  " << FormatPosition(point) << "\n";
  for (const v1::PlaceRejections& rejections : answer.rejections()) {
    if (*WhyMissing(rejections.reason()) != '\0') continue;
    out << "rejected " << rejections.count() << ": " << client::EnumName(rejections.reason()) << "\n";
  }
  for (int team = 0; team < answer.team_walk_m_size(); ++team) {
    out << "team " << team + 1 << " walks " << FormatMetres(answer.team_walk_m(team)) << " m on average\n";
  }
}

void PrintGiven(const v1::PlaceResourceRequest& request, const v1::PlaceResourceResponse& answer,
                std::ostream& out) {
  const auto given = client::GivenPositions(request);
  const auto good =
      std::count(answer.verdicts().begin(), answer.verdicts().end(), static_cast<int>(v1::PLACE_REASON_GOOD));
  out << good << " of " << given.size() << " positions are good on " << request.map_id() << "\n";
  int explained = 0;
  for (int i = 0; i < answer.verdicts_size(); ++i) {
    const Vec3 at = given[static_cast<size_t>(i)];
    const bool is_good = answer.verdicts(i) == v1::PLACE_REASON_GOOD;
    out << "  " << FormatPosition(at) << ": " << client::EnumName(answer.verdicts(i));
    const auto found = client::FoundPlace(answer, i);
    if (found.has_value() && (!is_good || Distance(at, *found) > kSamePlace_m)) {
      out << (is_good ? " is " : ", the nearest good one is ") << FormatPosition(*found) << ", "
          << FormatMetres(Distance(at, *found)) << " m away";
    } else if (!is_good && !answer.suggestions().empty()) {
      out << ", no good one found";
    }
    out << "\n";
    const bool is_explained = explained < answer.explanations_size() &&
                              answer.explanations(explained).index() == static_cast<uint32_t>(i);
    if (is_explained) PrintFixes(answer.explanations(explained++).fixes(), out);
  }
  for (const v1::PlaceRejections& rejections : answer.rejections()) {
    out << "found none for " << rejections.count() << ": " << client::EnumName(rejections.reason()) << "\n";
  }
}

void PrintPlaces(const v1::PlaceResourceRequest& request, const v1::PlaceResourceResponse& answer,
                 std::ostream& out) {
  request.has_scatter() ? PrintScatter(request, answer, out) : PrintGiven(request, answer, out);
}

// All that was asked for is there: positions for all, or all good.
bool HasAllPlaces(const v1::PlaceResourceRequest& request, const v1::PlaceResourceResponse& answer) {
  if (answer.status() != v1::PLACE_STATUS_COMPLETE) return false;
  for (int i = 0; i < answer.verdicts_size(); ++i) {
    const bool has_place = request.has_nearest() ? client::FoundPlace(answer, i).has_value()
                                                 : answer.verdicts(i) == v1::PLACE_REASON_GOOD;
    if (!has_place) return false;
  }
  return true;
}

constexpr Call<v1::PlaceResourceRequest, v1::PlaceResourceResponse> kPlaceResource = {
    "place", &client::WaystoneClient::PlaceResource, &PrintPlaces, &HasAllPlaces};

}  // namespace

void AddPlaceCommand(CLI::App& program, Command& chosen) {
  CLI::App* command = program.add_subcommand("place", "find positions for resources, or judge given ones");
  auto flags = std::make_shared<PlaceCommandFlags>();
  AddServerFlags(*command, flags->server);
  AddPlaceFlags(*command, flags->place);
  command->callback([flags, &chosen] {
    chosen = [flags](const Console& console) {
      NamedPlaces places = NamedPlaces::OfServer(flags->place.request.map_id(), flags->server);
      return RunCall(kPlaceResource, flags->server, ToPlaceRequest(flags->place, places), console);
    };
  });
}

}  // namespace waystone::cli
