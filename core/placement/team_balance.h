// Positions to which several teams have equally far to walk.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/placement/place_rules.h"
#include "core/placement/walk_rules.h"

namespace waystone {

// The mean walks of the teams to all positions added. One thread at a time.
class TeamBalance {
 public:
  // Floods the whole ground from every team's start; the floods share thirty million search nodes. The
  // greatest mean must be at most `max_ratio` times the least once `count` positions are there. The ground
  // must outlive this. REQUIRES: two starts or more.
  TeamBalance(const WalkGround& ground, const std::vector<NavLocation>& starts, double max_ratio,
              uint32_t count, const Deadline& deadline);

  SearchOutcome end() const { return end_; }

  // kUnreachable if a team cannot walk there, kUnfair if the position would unbalance the teams now: until
  // the last position the ratio may be wider, by half the share of positions that are yet to come.
  PlaceReason OfPlace(const NavLocation& place);
  // REQUIRES: OfPlace was last asked about this place.
  void Add();
  // The length of the longest prefix of the added positions that is within the ratio.
  size_t balanced_count() const { return balanced_count_; }
  // [m] each team's mean walk to the first balanced_count() positions.
  const std::vector<double>& means_m() const { return means_m_; }

 private:
  bool IsWithin(double ratio) const;  // the sums and the place of the last OfPlace

  double max_ratio_;
  double count_;
  SearchOutcome end_ = SearchOutcome::kExhausted;
  std::vector<AnchorWalks> walks_;  // [team]
  std::vector<double> walk_m_;      // [team] to the place of the last OfPlace
  std::vector<double> sum_m_;       // [team]
  size_t added_ = 0;
  size_t balanced_count_ = 0;
  std::vector<double> means_m_;
};

}  // namespace waystone
