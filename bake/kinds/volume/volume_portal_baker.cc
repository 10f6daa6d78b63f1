#include "bake/kinds/volume/volume_kind.h"

namespace waystone {
namespace {

class VolumePortalBaker final : public PortalBaker {
 public:
  absl::StatusOr<PlacedTrigger> PlaceTrigger(const WalkedMap& map, const TriggerSpec&) const override {
    return Refuse(map);
  }
  absl::StatusOr<MapArrival> PlacePoint(const WalkedMap& map, const PlaceSpec&) const override {
    return Refuse(map);
  }

 private:
  static absl::Status Refuse(const WalkedMap&) {
    return absl::InvalidArgumentError(
        "the map is a volume, which cannot have portals or places of a world yet");
  }
  absl::StatusOr<BakedPortals> BakeAll(const WalkedMap&, std::span<const MapExit>,
                                       std::span<const MapArrival>, bool /*has_tables*/) const override {
    return BakedPortals{};
  }
};

}  // namespace

const PortalBaker& PortalsOfVolumes() {
  static const VolumePortalBaker kBaker;
  return kBaker;
}

}  // namespace waystone
