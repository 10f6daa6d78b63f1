// Distances, placements and moves on a map.
#include <array>
#include <cmath>
#include <numbers>
#include <utility>

#include "bench/polls/poll_drawer.h"

namespace waystone {
namespace {

class PlacePolls : public PollDrawer {
 public:
  using PollDrawer::PollDrawer;

  std::vector<PollCase> Make() {
    AddDistances();
    AddScatters();
    AddPlaceRules();
    AddAudits();
    AddMoves();
    return Take();
  }

 private:
  void AddDistances() {
    const auto add = [this](const char* name, uint32_t sources, uint32_t targets, const auto& change) {
      v1::MeasureDistancesRequest request;
      request.set_map_id(ground().map_id);
      request.mutable_agent()->set_profile(ground().agent);
      request.set_max_response_bytes(64U << 20);
      AddXyz(Places(Share(sources)), *request.mutable_source_xyz());
      AddXyz(Places(Share(targets)), *request.mutable_target_xyz());
      change(request);
      Add(StrCat("distances_", name), request);
    };
    const auto as_is = [](v1::MeasureDistancesRequest& /*request*/) {};
    const auto mutual = [](v1::MeasureDistancesRequest& request) {
      request.mutable_snap()->set_mutually_reachable(true);
    };
    add("square", 1000, 1000, as_is);
    add("wide", 1, 100'000, as_is);
    add("tall", 100'000, 1, as_is);
    add("mutual", 1000, 1000, mutual);
    add("within", 1000, 1000, [](v1::MeasureDistancesRequest& request) { request.set_max_distance_m(200); });
    const auto changed = [this](v1::MeasureDistancesRequest& request) {
      *request.mutable_changes() = Obstacles(100);
    };
    add("with_obstacles", 30, 30, changed);
    add("mutual_with_obstacles", 30, 30, [&](v1::MeasureDistancesRequest& request) {
      changed(request);
      mutual(request);
    });
    add("with_clearance", 30, 30,
        [](v1::MeasureDistancesRequest& request) { request.mutable_agent()->set_min_clearance_m(0.4); });
  }

  v1::PlaceResourceRequest Placement() const {
    v1::PlaceResourceRequest request;
    request.set_map_id(ground().map_id);
    request.mutable_agent()->set_profile(ground().agent);
    request.set_max_response_bytes(64U << 20);
    return request;
  }
  template <typename Change>
  void AddScatter(const char* name, uint32_t count, const Change& change) {
    v1::PlaceResourceRequest request = Placement();
    request.mutable_scatter()->set_count(Share(count));
    request.mutable_scatter()->set_seed(7);
    change(request);
    Add(StrCat("place_", name), request);
  }

  void AddScatters() {
    using Request = v1::PlaceResourceRequest;
    AddScatter("scatter", 100'000, [](Request& /*request*/) {});
    AddScatter("clearance", 100'000, [](Request& request) { request.mutable_rules()->set_clearance_m(1); });
    AddScatter("spacing", 100'000,
               [](Request& request) { request.mutable_rules()->mutable_spacing()->set_between_m(4); });
    AddScatter("walking_spacing", 10'000, [](Request& request) {
      request.mutable_rules()->mutable_spacing()->set_between_m(10);
      request.mutable_rules()->mutable_spacing()->set_metric(v1::DISTANCE_METRIC_WALKING);
    });
    AddScatter("walking_from_existing", 10'000, [this](Request& request) {
      v1::Spacing& spacing = *request.mutable_rules()->mutable_spacing();
      spacing.set_from_existing_m(20);
      AddXyz(Places(Share(5000)), *spacing.mutable_existing_xyz());
      spacing.set_metric(v1::DISTANCE_METRIC_WALKING);
    });
    AddScatter("fair", 100, [this](Request& request) {
      request.mutable_scatter()->mutable_fairness()->set_max_ratio(1.2);
      AddXyz(Places(8), *request.mutable_scatter()->mutable_fairness()->mutable_team_xyz());
    });
    AddScatter("fair_many", 10'000, [this](Request& request) {
      request.mutable_scatter()->mutable_fairness()->set_max_ratio(2);
      AddXyz(Places(64), *request.mutable_scatter()->mutable_fairness()->mutable_team_xyz());
    });
    AddScatter("obstacles", 10'000,
               [this](Request& request) { *request.mutable_changes() = Obstacles(1000); });
    AddScatter("walk_band_with_obstacles", 1000, [this](Request& request) {
      *request.mutable_changes() = Obstacles(1000);
      AddXyz(Places(8), *request.mutable_rules()->mutable_anchor_xyz());
      request.mutable_rules()->set_max_walk_m(500);
    });
    AddScatter("clearance_with_obstacles", 10'000, [this](Request& request) {
      *request.mutable_changes() = Obstacles(1000);
      request.mutable_rules()->set_clearance_m(1);
    });
  }

  void AddPlaceRules() {
    using Request = v1::PlaceResourceRequest;
    const Vec3 middle = (from() + to()) * 0.5;
    const double wide_m = Distance(from(), to());
    AddScatter("walk_band", 1000, [this, wide_m](Request& request) {
      AddXyz(Places(64), *request.mutable_rules()->mutable_anchor_xyz());
      request.mutable_rules()->set_min_walk_m(wide_m * 0.05);
      request.mutable_rules()->set_max_walk_m(wide_m);
    });
    AddScatter("reachable_from", 1000, [this](Request& request) {
      AddXyz(Places(64), *request.mutable_rules()->mutable_anchor_xyz());
      request.mutable_rules()->set_reachability(v1::REACHABILITY_FROM);
    });
    AddScatter("sight", 1000, [this](Request& request) {
      for (const Vec3& at : Places(64)) {
        v1::SightRule& rule = *request.mutable_rules()->add_sight();
        SetPosition(at, *rule.mutable_point());
        rule.set_hidden(true);
      }
    });
    AddScatter("sphere", 10'000, [&](Request& request) {
      SetPosition(middle, *request.mutable_rules()->mutable_region()->mutable_sphere()->mutable_center());
      request.mutable_rules()->mutable_region()->mutable_sphere()->set_radius_m(wide_m * 0.4);
    });
    AddScatter("prism", 10'000, [&](Request& request) {
      v1::Prism& prism = *request.mutable_rules()->mutable_region()->mutable_prism();
      const uint32_t corners = std::max(4U, Share(1000));
      for (uint32_t i = 0; i < corners; ++i) {
        const double angle = 2 * std::numbers::pi * i / corners;
        const double radius_m = wide_m * (i % 2 == 0 ? 0.4 : 0.35);
        prism.add_corners_xz(middle.x + std::cos(angle) * radius_m);
        prism.add_corners_xz(middle.z + std::sin(angle) * radius_m);
      }
    });
    AddScatter("along", 10'000, [&](Request& request) {
      v1::Band& band = *request.mutable_rules()->mutable_region()->mutable_along();
      band.set_half_width_m(wide_m * 0.02);
      AddXyz(Places(Share(1000)), *band.mutable_xyz());
    });
    AddScatter("areas", 10'000, [this](Request& request) {
      for (const AreaType& area : ground().areas) {
        if (area.index == 0) continue;
        v1::AreaWeight& weight = *request.mutable_rules()->add_area_weights();
        weight.set_area(area.name);
        weight.set_weight(1 + area.index);
      }
    });
  }

  void AddAudits() {
    v1::PlaceResourceRequest request = Placement();
    AddXyz(Places(Share(100'000)), *request.mutable_nearest()->mutable_xyz());
    request.mutable_rules()->set_clearance_m(1);
    Add("place_nearest", request);
    request = Placement();
    AddXyz(Places(Share(100'000)), *request.mutable_audit()->mutable_xyz());
    Add("place_audit", request);
    request.mutable_audit()->set_suggest(true);
    request.mutable_rules()->set_clearance_m(2);
    Add("place_audit_suggest", request);
    AddXyz(Places(64), *request.mutable_rules()->mutable_anchor_xyz());
    request.mutable_rules()->set_max_walk_m(300);
    Add("place_audit_walk", request);
    request = Placement();
    SetXyzFar(request);
    request.mutable_rules()->set_clearance_m(1000);
    request.mutable_nearest()->set_max_distance_m(10'000);
    Add("place_nearest_none", request);
  }
  void SetXyzFar(v1::PlaceResourceRequest& request) const {
    AddXyz(Places(1000), *request.mutable_nearest()->mutable_xyz());
  }

  v1::ValidateMoveRequest Move(std::span<const Vec3> samples, v1::MoveRule rule) const {
    v1::ValidateMoveRequest request;
    request.mutable_track()->set_map_id(ground().map_id);
    AddXyz(samples, *request.mutable_track()->mutable_xyz());
    request.mutable_agent()->set_profile(ground().agent);
    request.set_rule(rule);
    for (const auto kind : {v1::MOVE_CORRECTION_KIND_SLIDE, v1::MOVE_CORRECTION_KIND_FURTHEST,
                            v1::MOVE_CORRECTION_KIND_LAST_GOOD}) {
      request.add_corrections(kind);
    }
    return request;
  }

  void AddMoves() {
    const std::vector<Vec3> ends = {from(), to()};
    std::vector<Vec3> jumps = Places(Share(1000));
    for (const auto& [name, rule] : std::array<std::pair<const char*, v1::MoveRule>, 2>{
             {{"seed", v1::MOVE_RULE_SEED}, {"exact", v1::MOVE_RULE_EXACT}}}) {
      Add(StrCat("move_far_", name), Move(ends, rule));
      Add(StrCat("move_jumps_", name), Move(jumps, rule));
      if (ground().track.size() >= 2) Add(StrCat("move_track_", name), Move(ground().track, rule));
      for (const uint32_t obstacles : {100U, 10'000U}) {
        v1::ValidateMoveRequest request = Move(ground().track.size() < 2 ? ends : ground().track, rule);
        *request.mutable_changes() = Obstacles(obstacles);
        Add(StrCat("move_track_", name, "_with_obstacles_", obstacles), request);
      }
      v1::ValidateMoveRequest closed = Move(ends, rule);
      *closed.mutable_changes() = Ring(100);
      closed.mutable_allowances()->set_max_detour_ratio(100);
      Add(StrCat("move_closed_in_", name), closed);
    }
    v1::ValidateMoveRequest body;
    SetPosition(from(), *body.mutable_from());
    body.mutable_from()->set_map_id(ground().map_id);
    SetPosition(to(), *body.mutable_to());
    body.mutable_to()->set_map_id(ground().map_id);
    body.mutable_agent()->set_profile(ground().agent);
    body.set_body_only(true);
    Add("move_body", body);
  }
};

}  // namespace

std::vector<PollCase> PlacePollCases(const PollGround& ground) { return PlacePolls(ground).Make(); }

}  // namespace waystone
