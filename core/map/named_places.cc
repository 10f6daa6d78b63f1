#include "core/map/named_places.h"

#include <cmath>

#include "core/base/quoted.h"
#include "core/base/str_cat.h"
#include "core/map/map_id.h"

namespace waystone {
namespace {

constexpr size_t kMaxNamedPlaces = 10'000;
constexpr double kMaxCoordinate_m = limits::Position::x.max;

}  // namespace

absl::Status CheckNamedPlaces(const NamedPlaces& places) {
  if (places.size() > kMaxNamedPlaces) {
    return absl::InvalidArgumentError(StrCat("places: ", places.size(), ", the limit is ", kMaxNamedPlaces));
  }
  for (const auto& [name, point] : places) {
    if (name.empty() || !IsPlainText(name, kMaxPlaceNameBytes)) {
      return absl::InvalidArgumentError(StrCat("places: the name ", Quoted(name), " must be UTF-8 of 1 to ",
                                               kMaxPlaceNameBytes, " bytes without control characters"));
    }
    for (const double coordinate : {point.x, point.y, point.z}) {
      if (std::abs(coordinate) <= kMaxCoordinate_m) continue;
      return absl::InvalidArgumentError(
          StrCat("places: ", Quoted(name), " must be within ", kMaxCoordinate_m, " m of zero"));
    }
  }
  return absl::OkStatus();
}

}  // namespace waystone
