// Between PlaceResource's messages and the core's structs.
#pragma once

#include "absl/status/statusor.h"
#include "core/place/resource_placer.h"
#include "server/convert/convert.h"
#include "server/convert/request_limits.h"
#include "waystone/v1/place.pb.h"

namespace waystone {

// The rules and snap options of a request, for the map found. Checks structure, names and counts; the core
// checks the numbers. Messages begin with the field.
absl::StatusOr<PlaceTerms> ToPlaceTerms(const v1::PlaceResourceRequest& request, const v1::Agent& agent,
                                        const FoundMap& found, const RequestLimits& limits);

// Counts above zero, by rising reason.
void SetRejections(const PlaceRejections& rejections,
                   google::protobuf::RepeatedPtrField<v1::PlaceRejections>& list);

}  // namespace waystone
