// Answers PackageAdmin's requests.
#pragma once

#include "absl/status/statusor.h"
#include "server/convert/request_limits.h"
#include "server/convert/request_scope.h"
#include "server/maps/package_folder.h"
#include "waystone/v1/package_admin.pb.h"

namespace waystone {

// Const; any thread. The folder must outlive it. Errors as RequestHandler.
class AdminHandler {
 public:
  AdminHandler(PackageFolder& folder, const RequestLimits& limits) : folder_(folder), limits_(limits) {}

  absl::StatusOr<Progress> Handle(const v1::ReloadRequest& request, const RequestScope& scope,
                                  v1::ReloadResponse& response) const;
  absl::StatusOr<Progress> Handle(const v1::PreloadRequest& request, const RequestScope& scope,
                                  v1::PreloadResponse& response) const;
  absl::StatusOr<Progress> Handle(const v1::VerifyRequest& request, const RequestScope& scope,
                                  v1::VerifyResponse& response) const;

  const MapStore& store() const { return folder_.store(); }
  const RequestLimits& limits() const { return limits_; }

 private:
  using Maps = std::vector<ListedMap>;
  absl::Status Pin(const Maps& maps) const;
  absl::StatusOr<Maps> FindMaps(const google::protobuf::RepeatedPtrField<std::string>& map_ids) const;

  PackageFolder& folder_;
  const RequestLimits limits_;
};

}  // namespace waystone
