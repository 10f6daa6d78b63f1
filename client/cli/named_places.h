// Places that are given by name where the API takes positions only.
#pragma once

#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "absl/status/statusor.h"
#include "client/cli/server_flags.h"
#include "core/geom/vec.h"
#include "waystone/v1/map_catalog.pb.h"

namespace waystone::cli {

// Turns the texts of flags into positions on one map. If a text is a name, it asks the server where that place is. One thread.
class NamedPlaces {
 public:
  using List = google::protobuf::RepeatedPtrField<v1::DescribedPlace>;
  // The names of that map; of an empty map id those of the world.
  using Describe = std::function<absl::StatusOr<List>(const std::string& map_id)>;

  // `describe` is called for names only, and no more than once for the map and for the world.
  NamedPlaces(std::string map_id, Describe describe);
  // Asks the server. `flags` must outlive it.
  static NamedPlaces OfServer(std::string map_id, const ServerFlags& flags);

  // Errors as ParseLocation; NotFound if there is no such name, InvalidArgument if the world has the name for a place of
  // another map, and the errors of the server.
  absl::StatusOr<Vec3> Position(std::string_view flag, std::string_view text);
  // All of them, as ParseLocations.
  absl::StatusOr<std::vector<Vec3>> Positions(std::string_view flag, const std::vector<std::string>& texts);

 private:
  absl::StatusOr<Vec3> PositionOf(std::string_view flag, const v1::Location& place);

  std::string map_id_;
  Describe describe_;
  std::map<std::string, List> known_;  // by what describe_ was called with
};

}  // namespace waystone::cli
