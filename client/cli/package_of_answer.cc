#include "client/cli/package_of_answer.h"

#include "core/base/invalid_argument.h"
#include "core/base/quoted.h"
#include "core/base/status_macros.h"

namespace waystone::cli {

absl::StatusOr<std::shared_ptr<const LoadedMap>> LoadPackageOf(const v1::MapGeneration& answered,
                                                               const std::string& package) {
  WS_ASSIGN_OR_RETURN(std::shared_ptr<const LoadedMap> map, LoadedMap::Load(package));
  const bool is_same =
      answered.map_id() == map->manifest().map_id && answered.generation() == map->generation();
  if (is_same) return map;
  return InvalidArgument("--package: ", package, ": holds generation ", map->generation(), " of map ",
                         Quoted(map->manifest().map_id), ", which is not what the answer came from");
}

}  // namespace waystone::cli
