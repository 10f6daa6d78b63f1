// Between PlaceResource's messages and the core's structs.
#pragma once

#include "absl/status/statusor.h"
#include "core/query/resource_placer.h"
#include "server/convert.h"
#include "server/request_limits.h"
#include "waystone/v1/place.pb.h"

namespace waystone {

// x, y, z of each position in turn. InvalidArgument where the count is no multiple of three,
// ResourceExhausted over `max_positions`; the numbers are not looked at.
absl::StatusOr<std::vector<Vec3>> ToPositions(std::string_view field,
                                              const google::protobuf::RepeatedField<double>& xyz,
                                              uint64_t max_positions);

// The rules and snap options of a request, for the map found. Checks structure, names and counts; the core
// checks the numbers. Messages begin with the field.
absl::StatusOr<PlaceTerms> ToPlaceTerms(const v1::PlaceResourceRequest& request, const v1::Agent& agent,
                                        const FoundMap& found, const RequestLimits& limits);

// Counts above zero, by rising reason.
void SetRejections(const PlaceRejections& rejections,
                   google::protobuf::RepeatedPtrField<v1::PlaceRejections>& list);

}  // namespace waystone
