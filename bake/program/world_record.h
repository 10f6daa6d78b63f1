// What a folder of a world's packages was baked from, so that what is unchanged need not be baked again.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"

namespace waystone {

inline constexpr std::string_view kWorldRecordName = "world.bakes.json";

// One map's last bake.
struct MapBake {
  std::string settings;            // MapSettings::digest
  std::vector<std::string> files;  // of the source, from its folder on
  std::string sha256;              // of those, one after the other
  std::string generation;          // of the package
  std::string strategy;            // BakeReport::strategy
  std::vector<std::string> warnings;
  std::vector<std::string> notes;

  bool operator==(const MapBake&) const = default;
};

using WorldRecord = std::map<std::string, MapBake>;  // by map id

// The record of a folder; empty where it has none. InvalidArgument where it is none of ours.
absl::StatusOr<WorldRecord> ReadWorldRecord(const std::string& folder);

// Replaces it as WritePackageFile.
absl::Status WriteWorldRecord(const std::string& folder, const WorldRecord& record);

// Ok if baking the source again would make the package that is there: nothing of what the bake read has changed, nor a
// byte of the package. NotFound if the package is not there or another one; else FailedPrecondition saying what has
// changed. Reads the source's files and the package.
absl::Status WhyChanged(const MapBake& bake, const std::string& settings, const std::string& source_path,
                        const std::string& package_path);

}  // namespace waystone
