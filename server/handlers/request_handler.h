// Answers requests: proto -> query -> answer -> proto. Unary calls, batches and streams all come through
// here, so that a request has the same answer whichever way it travels.
#pragma once

#include <memory>
#include <utility>

#include "absl/status/statusor.h"
#include "core/store/map_store.h"
#include "server/convert/changes_store.h"
#include "server/convert/move_token.h"
#include "server/convert/request_limits.h"
#include "server/convert/request_scope.h"
#include "server/maps/map_prefetcher.h"
#include "waystone/v1/batch.pb.h"
#include "waystone/v1/changes.pb.h"
#include "waystone/v1/distances.pb.h"
#include "waystone/v1/move.pb.h"
#include "waystone/v1/place.pb.h"
#include "waystone/v1/reach.pb.h"
#include "waystone/v1/route.pb.h"

namespace waystone {

// Const, and stateless but for sets of changes that are kept; any thread, one scope each. The store must outlive it.
//
// Errors: InvalidArgument (a field, its path first), NotFound (map, profile, generation), OutOfRange
// (what comes of it is over a limit, which the message states), Unimplemented (feature_gate.h), DeadlineExceeded, Cancelled.
// Only with Effort::kQuick is Progress ever kNeedsWorker; asking again with kFull gives the answer that a
// first question with kFull would have had.
class RequestHandler {
 public:
  // `prefetcher` may be null: no map is loaded ahead.
  RequestHandler(const MapStore& store, const RequestLimits& limits, MapPrefetcher* prefetcher = nullptr,
                 TokenKey token_key = TokenKey::Random())
      : store_(store),
        limits_(limits),
        prefetcher_(prefetcher),
        token_key_(std::move(token_key)),
        sets_(std::make_unique<ChangesStore>(limits.max_prepared_bytes)) {}

  absl::StatusOr<Progress> Handle(const v1::PlanRouteRequest& request, const RequestScope& scope,
                                  v1::PlanRouteResponse& response) const;
  absl::StatusOr<Progress> Handle(const v1::PlaceResourceRequest& request, const RequestScope& scope,
                                  v1::PlaceResourceResponse& response) const;
  absl::StatusOr<Progress> Handle(const v1::ValidateMoveRequest& request, const RequestScope& scope,
                                  v1::ValidateMoveResponse& response) const;
  absl::StatusOr<Progress> Handle(const v1::MeasureDistancesRequest& request, const RequestScope& scope,
                                  v1::MeasureDistancesResponse& response) const;
  absl::StatusOr<Progress> Handle(const v1::ReachRequest& request, const RequestScope& scope,
                                  v1::ReachResponse& response) const;
  // Keeps a set of changes.
  absl::StatusOr<Progress> Handle(const v1::PrepareChangesRequest& request, const RequestScope& scope,
                                  v1::PrepareChangesResponse& response) const;
  // Never quick. An item that fails has its error as its result; the batch as a whole fails only where a
  // field of its own is wrong.
  absl::StatusOr<Progress> Handle(const v1::BatchRequest& request, const RequestScope& scope,
                                  v1::BatchResponse& response) const;

  const MapStore& store() const { return store_; }
  const RequestLimits& limits() const { return limits_; }
  // For RequestScope::sets.
  ChangesStore& sets() const { return *sets_; }

 private:
  absl::Status CheckBatch(const v1::BatchRequest& request) const;
  void HandleItem(const v1::BatchItem& item, const RequestScope& scope, v1::BatchResult& result) const;

  const MapStore& store_;
  const RequestLimits limits_;
  MapPrefetcher* const prefetcher_;
  const TokenKey token_key_;  // of tokens of tracks
  const std::unique_ptr<ChangesStore> sets_;
};

}  // namespace waystone
