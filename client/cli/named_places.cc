#include "client/cli/named_places.h"

#include <algorithm>
#include <utility>

#include "client/cli/flag_text.h"
#include "core/base/status_macros.h"

namespace waystone::cli {

NamedPlaces::NamedPlaces(std::string map_id, Describe describe)
    : map_id_(std::move(map_id)), describe_(std::move(describe)) {}

NamedPlaces NamedPlaces::OfServer(std::string map_id, const ServerFlags& flags) {
  return NamedPlaces(std::move(map_id), [&flags](const std::string& map) -> absl::StatusOr<List> {
    WS_ASSIGN_OR_RETURN(const auto connection, Connect(flags));
    if (map.empty()) {
      const auto world = connection->DescribeWorld();
      return world.ok() ? absl::StatusOr<List>(world->places()) : InWordsOfFlags(flags, world.status());
    }
    const auto described = connection->DescribeMap(map);
    return described.ok() ? absl::StatusOr<List>(described->places())
                          : InWordsOfFlags(flags, described.status());
  });
}

absl::StatusOr<Vec3> NamedPlaces::Position(std::string_view flag, std::string_view text) {
  WS_ASSIGN_OR_RETURN(const v1::Location place, ParseLocation(flag, text, map_id_));
  return PositionOf(flag, place);
}

absl::StatusOr<std::vector<Vec3>> NamedPlaces::Positions(std::string_view flag,
                                                         const std::vector<std::string>& texts) {
  WS_ASSIGN_OR_RETURN(const std::vector<v1::Location> places, ParseLocations(flag, texts, map_id_));
  std::vector<Vec3> positions;
  for (const v1::Location& place : places) {
    WS_ASSIGN_OR_RETURN(positions.emplace_back(), PositionOf(flag, place));
  }
  return positions;
}

absl::StatusOr<Vec3> NamedPlaces::PositionOf(std::string_view flag, const v1::Location& place) {
  if (place.has_position()) return client::ToVec3(place.position());
  const std::string& map_id = place.named_place().map_id();
  const std::string& name = place.named_place().name();
  if (!known_.contains(map_id)) {
    WS_ASSIGN_OR_RETURN(known_[map_id], describe_(map_id));
  }
  const List& list = known_[map_id];
  const auto found =
      std::find_if(list.begin(), list.end(), [&](const auto& one) { return one.name() == name; });
  const std::string owner = map_id.empty() ? "the world" : StrCat("map ", Quoted(map_id));
  if (found == list.end())
    return absl::NotFoundError(StrCat(flag, ": ", owner, " has no place ", Quoted(name)));
  if (found->position().map_id() != map_id_)
    return absl::InvalidArgumentError(StrCat(flag, ": place ", Quoted(name), " is on map ",
                                             Quoted(found->position().map_id()), ", not on ",
                                             Quoted(map_id_)));
  return client::ToVec3(found->position());
}

}  // namespace waystone::cli
