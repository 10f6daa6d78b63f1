// Answers MapCatalog's requests.
#pragma once

#include <chrono>

#include "absl/status/statusor.h"
#include "core/store/map_store.h"
#include "server/convert/request_limits.h"
#include "server/convert/request_scope.h"
#include "waystone/v1/map_catalog.pb.h"

namespace waystone {

// Const; any thread. The store must outlive it. Errors as RequestHandler.
class CatalogHandler {
 public:
  CatalogHandler(const MapStore& store, const RequestLimits& limits) : store_(store), limits_(limits) {}

  absl::StatusOr<Progress> Handle(const v1::DescribeServerRequest& request, const RequestScope& scope,
                                  v1::DescribeServerResponse& response) const;
  absl::StatusOr<Progress> Handle(const v1::ListMapsRequest& request, const RequestScope& scope,
                                  v1::ListMapsResponse& response) const;
  absl::StatusOr<Progress> Handle(const v1::DescribeMapRequest& request, const RequestScope& scope,
                                  v1::DescribeMapResponse& response) const;
  absl::StatusOr<Progress> Handle(const v1::GetSurfaceRequest& request, const RequestScope& scope,
                                  v1::GetSurfaceResponse& response) const;
  absl::StatusOr<Progress> Handle(const v1::GetSkeletonRequest& request, const RequestScope& scope,
                                  v1::GetSkeletonResponse& response) const;
  absl::StatusOr<Progress> Handle(const v1::DescribeWorldRequest& request, const RequestScope& scope,
                                  v1::DescribeWorldResponse& response) const;

  const MapStore& store() const { return store_; }
  const RequestLimits& limits() const { return limits_; }

 private:
  const MapStore& store_;
  const RequestLimits limits_;
  const std::chrono::steady_clock::time_point started_ = std::chrono::steady_clock::now();
};

}  // namespace waystone
