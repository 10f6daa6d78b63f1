// Positions to which several teams have equally far to walk.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "core/base/deadline.h"
#include "core/placement/place_rules.h"
#include "core/placement/walk_ground.h"

namespace waystone {

// The mean walks of the teams to all positions added. One thread at a time.
class TeamBalance {
 public:
  // Searches each walk by itself if the ground has PairWalks; otherwise floods from every team's start, as far as the
  // search nodes last. The greatest mean must be at most `max_ratio` times the least, to a billionth, once `count`
  // positions are there. All take no more than WalkGround::MostEffort. The ground must outlive
  // this. REQUIRES: two starts or more.
  TeamBalance(const WalkGround& ground, std::vector<NavLocation> starts, double max_ratio, uint32_t count,
              const Deadline& deadline);

  // kUnreachable if a team cannot walk there, kDistance if that takes more search nodes than a flood had, kUnfair if the
  // position would unbalance the teams now: until the last position the ratio may be wider, by half the share of
  // positions that are yet to come. Undecided once time, search nodes or unfair places are used up.
  PlaceReason OfPlace(const NavLocation& place);
  // REQUIRES: OfPlace was last asked about this place.
  void Add();
  // How much farther the first of two teams would have walked in all with the place of the last OfPlace. Empty if there
  // are more teams, or if few places were unfair since the last one added.
  std::optional<double> lead_m() const;
  // The length of the longest prefix of the added positions that is within the ratio.
  size_t balanced_count() const { return balanced_count_; }
  // [m] each team's mean walk to the first balanced_count() positions.
  const std::vector<double>& means_m() const { return means_m_; }

 private:
  PlaceReason Measure(const NavLocation& place);  // fills walk_m_
  double Ratio() const;                           // of the sums with the place of the last OfPlace
  bool IsFairEnough(double ratio);

  const std::vector<NavLocation> starts_;  // [team]
  const double max_ratio_;
  const double count_;
  const Deadline deadline_;
  const std::unique_ptr<PairWalks> pairs_;
  const uint64_t most_unfair_;
  uint32_t nodes_left_;                             // of pairs
  std::vector<std::unique_ptr<WalkFlood>> floods_;  // [team] without pairs
  bool is_cut_ = false;                             // one of them at least
  uint64_t unfair_ = 0;                             // places
  uint32_t unfair_since_ = 0;                       // the last one added
  double fairest_ = 0;                              // [ratio] of the places looked at last
  std::vector<double> walk_m_;                      // [team] to the place of the last OfPlace
  std::vector<double> sum_m_;                       // [team]
  size_t added_ = 0;
  size_t balanced_count_ = 0;
  std::vector<double> means_m_;
};

}  // namespace waystone
