#include "core/surface/grid/grid_method.h"

#include <array>
#include <string>

#include "core/base/field_error.h"
#include "core/base/str_cat.h"
#include "core/grid/grid_search.h"

namespace waystone {
namespace {

struct MethodName {
  RouteMethod method;
  GridMethod grid_method;
  const char* name;
  bool may_be_asked_for;
};
constexpr std::array<MethodName, 8> kMethods = {{
    {RouteMethod::kStraightLine, GridMethod::kStraightLine, "STRAIGHT_LINE", false},
    {RouteMethod::kGridAStar, GridMethod::kAStar, "GRID_ASTAR", true},
    {RouteMethod::kGridJps, GridMethod::kJps, "GRID_JPS", true},
    {RouteMethod::kGridJpsPlus, GridMethod::kJpsPlus, "GRID_JPS_PLUS", true},
    {RouteMethod::kGridBounded, GridMethod::kBounded, "GRID_BOUNDED", true},
    {RouteMethod::kHubLabels, GridMethod::kHubLabels, "HUB_LABELS", true},
    {RouteMethod::kTrunk, GridMethod::kTrunk, "TRUNK", true},
    {RouteMethod::kClusters, GridMethod::kClusters, "CLUSTERS", true},
}};

}  // namespace

RouteMethod ToRouteMethod(GridMethod method) {
  for (const MethodName& known : kMethods) {
    if (known.grid_method == method) return known.method;
  }
  return RouteMethod::kNone;
}

GridMethod ToGridMethod(RouteMethod method) {
  for (const MethodName& known : kMethods) {
    if (known.may_be_asked_for && known.method == method) return known.grid_method;
  }
  return GridMethod::kAuto;
}

absl::Status CheckGridMethod(const GridGround& ground, Cell start, Cell goal, RouteMethod method) {
  if (method == RouteMethod::kNone) return absl::OkStatus();
  std::string valid;
  for (const MethodName& known : kMethods) {
    if (!known.may_be_asked_for) continue;
    GridQuery query;
    query.start = start;
    query.goal = goal;
    query.method = known.grid_method;
    if (PickMethod(ground, query) != known.grid_method) continue;
    if (known.method == method) return absl::OkStatus();
    valid += StrCat(valid.empty() ? "" : ", ", known.name);
  }
  return FieldError("method", StrCat("not valid for this map and request; valid are: ", valid));
}

}  // namespace waystone
