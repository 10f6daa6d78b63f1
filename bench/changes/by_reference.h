// What naming a set of changes costs a request (Changes.changes_ref), measured through the server's request handler.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/statusor.h"
#include "core/geom/vec.h"

namespace waystone {

struct ByReferenceOptions {
  std::string package_path;
  std::string agent;  // the profile's name
  uint32_t closures = 10'000;
  uint64_t seed = 1;
};

struct ByReferenceTimes {
  uint32_t closures = 0;
  std::vector<double> none_us;   // of each route without changes
  std::vector<double> extra_us;  // of the same route with a set named, more than without
  double in_full_extra_us = 0;   // median, if the request carries the set
};

// Routes between pairs of places [m, absolute], and a set of blocked polygons that none of the routes touches.
// Times are CPU of one thread, the least of several runs. FailedPrecondition if an answer changes with the set.
absl::StatusOr<ByReferenceTimes> MeasureByReference(const std::vector<std::pair<Vec3, Vec3>>& pairs,
                                                    const ByReferenceOptions& options);

}  // namespace waystone
