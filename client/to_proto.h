// From the client's structs to the API's messages. Internal to the library.
#pragma once

#include "client/types.h"
#include "waystone/v1/batch.pb.h"
#include "waystone/v1/distances.pb.h"
#include "waystone/v1/move.pb.h"
#include "waystone/v1/place.pb.h"
#include "waystone/v1/route.pb.h"

namespace waystone::client {

// Each overwrites `message`. Numbers are passed on as they are: the server judges them.
void ToProto(const RouteRequest& request, v1::PlanRouteRequest& message);
void ToProto(const ExploreRequest& request, v1::PlanRouteRequest& message);
void ToProto(const PlaceRequest& request, v1::PlaceResourceRequest& message);
void ToProto(const MoveRequest& request, v1::ValidateMoveRequest& message);
void ToProto(const DistancesRequest& request, v1::MeasureDistancesRequest& message);
// Item i gets tag i.
void ToProto(const BatchRequest& request, uint64_t tag, v1::BatchRequest& message);

}  // namespace waystone::client
