// The flags of `waystone place`: what to find or judge, and what a good position is.
#pragma once

#include <CLI/CLI.hpp>
#include <optional>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "client/cli/change_flags.h"
#include "client/cli/named_places.h"
#include "waystone/v1/place.pb.h"

namespace waystone::cli {

struct PlaceFlags {
  // Lists of places, as ParseLocations reads them.
  std::vector<std::string> nearest;
  std::vector<std::string> audit;
  std::vector<std::string> anchors;
  std::vector<std::string> existing;
  std::vector<std::string> along;
  std::vector<std::string> teams;
  std::vector<std::string> seen_from;
  std::vector<std::string> hidden_from;
  std::vector<std::string> weights;  // AREA=FACTOR
  ChangeFlags changes;
  std::string near;
  std::string box;
  std::string reach;
  std::string metric = "straight";
  std::optional<double> radius_m;
  bool suggest = false;
  bool explain = false;
  v1::PlaceResourceRequest request;  // what needs no parsing; the rest is filled by ToPlaceRequest
};

// REQUIRES: the flags stay where they are.
void AddPlaceFlags(CLI::App& command, PlaceFlags& flags);

// InvalidArgument naming the flag, and the line of a file; NotFound if there is no such file or named place.
absl::StatusOr<v1::PlaceResourceRequest> ToPlaceRequest(const PlaceFlags& flags, NamedPlaces& places);

}  // namespace waystone::cli
