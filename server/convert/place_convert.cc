#include "server/convert/place_convert.h"

#include <algorithm>
#include <utility>

#include "core/base/field_error.h"
#include "core/base/quoted.h"
#include "core/base/status_macros.h"
#include "core/base/str_cat.h"
#include "core/place/place_terms.h"
#include "server/convert/api_enums.h"
#include "waystone/field_limits.h"

namespace waystone {

namespace {

// A position that says nothing of its map, or that it is this one.
absl::Status CheckOnMap(const v1::Position& position, const FoundMap& found) {
  WS_RETURN_IF_ERROR(CheckPosition(position));
  if (position.map_id().empty() || position.map_id() == found.map->manifest().map_id) return absl::OkStatus();
  return FieldError("map_id", StrCat("is ", Quoted(position.map_id()), ", the request is about ",
                                     Quoted(found.map->manifest().map_id)));
}

absl::StatusOr<PlaceRegion> ToPrism(const v1::Prism& prism) {
  if (prism.corners_xz_size() % 2 != 0) {
    return FieldError("prism.corners_xz",
                      StrCat("must have pairs of numbers, has ", prism.corners_xz_size()));
  }
  PrismRegion region;
  for (int i = 0; i + 1 < prism.corners_xz_size(); i += 2) {
    region.corners.push_back({prism.corners_xz(i), prism.corners_xz(i + 1)});
  }
  if (prism.has_min_y()) region.min_y = prism.min_y();
  if (prism.has_max_y()) region.max_y = prism.max_y();
  return region;
}

absl::StatusOr<PlaceRegion> ToRegion(const v1::PlaceRegion& region, const FoundMap& found,
                                     const RequestLimits& limits) {
  switch (region.shape_case()) {
    case v1::PlaceRegion::kSphere:
      if (!region.sphere().has_center()) return FieldError("sphere.center", "required");
      WS_RETURN_IF_ERROR(Within("sphere.center", CheckOnMap(region.sphere().center(), found)));
      return BallRegion{ToVec3(region.sphere().center()), region.sphere().radius_m()};
    case v1::PlaceRegion::kBox: {
      const v1::Box& box = region.box();
      if (!box.has_center()) return FieldError("box.center", "required");
      WS_RETURN_IF_ERROR(Within("box.center", CheckOnMap(box.center(), found)));
      return BoxRegion{ToVec3(box.center()), {box.half_x_m(), box.half_y_m(), box.half_z_m()}, box.yaw_deg()};
    }
    case v1::PlaceRegion::kPrism:
      return ToPrism(region.prism());
    case v1::PlaceRegion::kAlong: {
      BandRegion band;
      WS_ASSIGN_OR_RETURN(band.line, ToPositions("along.xyz", region.along().xyz(), limits.max_samples));
      band.half_width_m = region.along().half_width_m();
      return band;
    }
    case v1::PlaceRegion::SHAPE_NOT_SET:
      break;
  }
  return FieldError("shape", "required: sphere, box, prism or along");
}

absl::Status SetWeights(const v1::PlaceRules& rules, const FoundMap& found, PlaceRules& out) {
  if (rules.area_weights_size() == 0) return absl::OkStatus();
  out.area_weights.assign(kNavMaxArea + 1, 1.0);
  std::vector<std::string_view> seen;
  for (int i = 0; i < rules.area_weights_size(); ++i) {
    const v1::AreaWeight& weight = rules.area_weights(i);
    const auto fault = [i](const absl::Status& status) { return WithinItem("area_weights", i, status); };
    const absl::StatusOr<const AreaType*> area = FindArea(weight.area(), found);
    if (!area.ok()) return fault(area.status());
    if (std::find(seen.begin(), seen.end(), weight.area()) != seen.end()) {
      return fault(FieldError("area", StrCat(Quoted(weight.area()), " is given twice")));
    }
    seen.push_back(weight.area());
    if (!weight.has_weight()) continue;
    if (const absl::Status good = CheckAreaWeight(weight.weight()); !good.ok()) return fault(good);
    out.area_weights[(*area)->index] = weight.weight();
  }
  return absl::OkStatus();
}

absl::Status SetSpacing(const v1::Spacing& spacing, const RequestLimits& limits, PlaceRules& out) {
  out.is_walking = spacing.metric() == v1::DISTANCE_METRIC_WALKING;
  out.between_m = spacing.between_m();
  out.from_existing_m = spacing.from_existing_m();
  WS_ASSIGN_OR_RETURN(out.existing,
                      ToPositions("existing_xyz", spacing.existing_xyz(), limits.max_positions));
  return absl::OkStatus();
}

absl::Status SetSight(const v1::PlaceRules& rules, const FoundMap& found, PlaceRules& out) {
  for (int i = 0; i < rules.sight_size(); ++i) {
    const v1::SightRule& rule = rules.sight(i);
    if (!rule.has_point()) return WithinItem("sight", i, FieldError("point", "required"));
    WS_RETURN_IF_ERROR(WithinItem("sight", i, Within("point", CheckOnMap(rule.point(), found))));
    SightRule& sight = out.sight.emplace_back();
    sight.point = ToVec3(rule.point());
    sight.hidden = rule.hidden();
    if (rule.has_eye_height_m()) sight.eye_height_m = rule.eye_height_m();
  }
  return absl::OkStatus();
}

}  // namespace

absl::StatusOr<PlaceTerms> ToPlaceTerms(const v1::PlaceResourceRequest& request, const v1::Agent& agent,
                                        const FoundMap& found, const RequestLimits& limits) {
  const v1::PlaceRules& rules = request.rules();
  PlaceTerms terms;
  terms.snap = ToSnapOptions(request.snap());
  if (rules.has_region()) {
    absl::StatusOr<PlaceRegion> region = ToRegion(rules.region(), found, limits);
    if (!region.ok()) return Within("rules.region", region.status());
    terms.rules.region = *std::move(region);
  }
  terms.rules.reachability = *FromProto<Reachability>(rules.reachability());
  WS_ASSIGN_OR_RETURN(terms.anchors, ToPositions("rules.anchor_xyz", rules.anchor_xyz(),
                                                 limits::PlaceRules::anchor_xyz.max_count / 3));
  terms.rules.clearance_m = rules.clearance_m() + agent.min_clearance_m();
  terms.rules.min_walk_m = rules.min_walk_m();
  terms.rules.max_walk_m = rules.max_walk_m();
  WS_RETURN_IF_ERROR(Within("rules.spacing", SetSpacing(rules.spacing(), limits, terms.rules)));
  WS_RETURN_IF_ERROR(Within("rules", SetSight(rules, found, terms.rules)));
  WS_RETURN_IF_ERROR(Within("rules", SetWeights(rules, found, terms.rules)));
  return terms;
}

void SetRejections(const PlaceRejections& rejections,
                   google::protobuf::RepeatedPtrField<v1::PlaceRejections>& list) {
  for (size_t reason = 1; reason < rejections.size(); ++reason) {
    if (rejections[reason] == 0) continue;
    v1::PlaceRejections& entry = *list.Add();
    entry.set_reason(ToProto(static_cast<PlaceReason>(reason)));
    entry.set_count(rejections[reason]);
  }
}

}  // namespace waystone
