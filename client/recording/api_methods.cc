#include "client/recording/api_methods.h"

#include <algorithm>

#include "waystone/v1/batch.pb.h"
#include "waystone/v1/changes.pb.h"
#include "waystone/v1/distances.pb.h"
#include "waystone/v1/map_catalog.pb.h"
#include "waystone/v1/move.pb.h"
#include "waystone/v1/place.pb.h"
#include "waystone/v1/reach.pb.h"
#include "waystone/v1/route.pb.h"

namespace waystone::client {
namespace {

template <typename Request, typename Answer>
ApiMethod Method(std::string_view name, bool is_stream = false) {
  return {name, &Request::default_instance(), &Answer::default_instance(), is_stream};
}

}  // namespace

std::span<const ApiMethod> ApiMethods() {
  static const ApiMethod kMethods[] = {
      Method<v1::PlanRouteRequest, v1::PlanRouteResponse>("/waystone.v1.PathPlanning/PlanRoute"),
      Method<v1::PlaceResourceRequest, v1::PlaceResourceResponse>("/waystone.v1.PathPlanning/PlaceResource"),
      Method<v1::ValidateMoveRequest, v1::ValidateMoveResponse>("/waystone.v1.PathPlanning/ValidateMove"),
      Method<v1::MeasureDistancesRequest, v1::MeasureDistancesResponse>(
          "/waystone.v1.PathPlanning/MeasureDistances"),
      Method<v1::ReachRequest, v1::ReachResponse>("/waystone.v1.PathPlanning/Reach"),
      Method<v1::PrepareChangesRequest, v1::PrepareChangesResponse>(
          "/waystone.v1.PathPlanning/PrepareChanges"),
      Method<v1::BatchRequest, v1::BatchResponse>("/waystone.v1.PathPlanning/Batch"),
      Method<v1::BatchRequest, v1::BatchResponse>("/waystone.v1.PathPlanning/Exchange", true),
      Method<v1::DescribeServerRequest, v1::DescribeServerResponse>("/waystone.v1.MapCatalog/DescribeServer"),
      Method<v1::ListMapsRequest, v1::ListMapsResponse>("/waystone.v1.MapCatalog/ListMaps"),
      Method<v1::DescribeMapRequest, v1::DescribeMapResponse>("/waystone.v1.MapCatalog/DescribeMap"),
      Method<v1::GetSurfaceRequest, v1::GetSurfaceResponse>("/waystone.v1.MapCatalog/GetSurface"),
      Method<v1::GetSkeletonRequest, v1::GetSkeletonResponse>("/waystone.v1.MapCatalog/GetSkeleton"),
      Method<v1::DescribeWorldRequest, v1::DescribeWorldResponse>("/waystone.v1.MapCatalog/DescribeWorld"),
  };
  return kMethods;
}

const ApiMethod* FindApiMethod(std::string_view name) {
  const auto methods = ApiMethods();
  const auto is_named = [name](const ApiMethod& method) { return method.name == name; };
  const auto found = std::find_if(methods.begin(), methods.end(), is_named);
  return found == methods.end() ? nullptr : &*found;
}

std::string_view ShortName(std::string_view method) {
  const size_t slash = method.rfind('/');
  return slash == std::string_view::npos ? method : method.substr(slash + 1);
}

}  // namespace waystone::client
