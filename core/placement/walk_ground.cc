#include "core/placement/walk_ground.h"

#include <limits>

namespace waystone {
namespace {

class MeshWalkFlood final : public WalkFlood {
 public:
  MeshWalkFlood(const NavmeshView& mesh, const LinkView& links, uint64_t abilities)
      : mesh_(mesh), links_(links), abilities_(abilities) {}

  void Begin(const NavLocation& from) override { flood_.Begin(mesh_, links_, abilities_, from); }
  SearchOutcome GrowTo(double limit_m, const FloodOptions& options) override {
    return flood_.GrowTo(limit_m, options);
  }
  double DistanceTo(const NavLocation& place) override { return flood_.DistanceTo(place); }
  double grown_to_m() const override { return flood_.grown_to_m(); }
  uint32_t expansions() const override { return flood_.expansions(); }

 private:
  const NavmeshView& mesh_;
  const LinkView& links_;
  const uint64_t abilities_;
  DistanceFlood flood_;
};

}  // namespace

MeshWalkGround::MeshWalkGround(const NavmeshView& mesh, const LinkView& links, uint64_t abilities)
    : mesh_(mesh), links_(links), abilities_(abilities) {
  for (const uint32_t link : links.Shortcuts()) {
    has_shortcuts_ = has_shortcuts_ || MayUse(links.link(LinkId(link)), abilities);
  }
}

std::unique_ptr<WalkFlood> MeshWalkGround::MakeFlood() const {
  return std::make_unique<MeshWalkFlood>(mesh_, links_, abilities_);
}

double MeshWalkGround::PlaneReach_m(double walk_m) const {
  return has_shortcuts_ ? std::numeric_limits<double>::infinity() : walk_m;
}

// Walks lead straight to the middle and back.
void MeshWalkGround::Cover(const NavLocation& place, double radius_m,
                           std::vector<WalkSample>& samples) const {
  samples.assign(1, {place, radius_m});
}

}  // namespace waystone
