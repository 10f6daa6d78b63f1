#include "core/skeleton/explore.h"

namespace waystone {

ExploreAnswer ExploreSkeleton(const SkeletonView& skeleton, const ExploreQuery& query) {
  ExploreAnswer answer;
  answer.walks.resize(query.walkers);
  for (ExploreWalk& walk : answer.walks) walk.key_points.push_back(query.start.value());
  answer.reachable = skeleton.size();
  return answer;
}

}  // namespace waystone
