// The flags of `waystone place`: what to find or judge, and what a good position is.
#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "client/cli/server_flags.h"
#include "client/types.h"

namespace waystone::cli {

struct PlaceFlags {
  WalkerFlags walker;
  // Lists of positions: each entry is x,y,z or @FILE.
  std::vector<std::string> nearest;
  std::vector<std::string> audit;
  std::vector<std::string> anchors;
  std::vector<std::string> existing;
  std::vector<std::string> along;
  std::vector<std::string> teams;
  std::vector<std::string> seen_from;
  std::vector<std::string> hidden_from;
  std::vector<std::string> weights;  // AREA=FACTOR
  std::string near;
  std::string box;
  std::string reach;
  std::string metric = "straight";
  double radius_m = 0;
  bool has_radius = false;
  // What needs no parsing; the rest is filled by ToPlaceRequest.
  client::ScatterTask scatter;
  client::PlaceFairness fairness;
  client::NearestTask nearest_task;
  bool suggest = false;
  client::PlaceRequest request;
};

void AddPlaceFlags(CLI::App& command, PlaceFlags& flags);

// InvalidArgument naming the flag, and the line of a file; NotFound where there is no such file.
absl::StatusOr<client::PlaceRequest> ToPlaceRequest(const PlaceFlags& flags);

}  // namespace waystone::cli
